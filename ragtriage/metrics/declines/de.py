"""German."""

from ragtriage.metrics.declines.words import Words

WORDS = Words(
    code="de",
    common=(
        "der die das und ist sind nicht ein eine einen einem einer ich sie es wir mir mich ihnen ihr ihre "
        "zu zur zum den dem des im"
        " mit auf fur von wird werden kann konnen keine kein keinen leider dazu oder auch als bei nach uber nur wenn"
        " hat haben aus dass darf nichts diese dieser dieses weiss weiß"
    ),
    shorthands={
        "not": r"nicht|nichts|nix|kein(?:e[nrms]?)?|keinerlei|nirgends|weder",
        "fill": r"(?:[\w/-]+ ){0,5}?",
        "gap": r"[^.;:]{0,90}?",
        "ich": r"ich|wir",
        "kann": r"kann|konnen|konnte|konnten|darf|durfen|vermag|konnt",
        "info": r"information(?:en)?|infos?|angaben?|auskunft|auskunfte|antwort(?:en)?|hinweise?n?|daten|"
        r"aussagen?|erkenntnisse|details|treffer|dokumente?|unterlagen|quellen?|zugriff|kenntnis(?:se)?|"
        r"eintrage?|artikel|passende[sn]?",
        "stated": r"erwahnt|genannt|beschrieben|angegeben|aufgefuhrt|erlautert|spezifiziert|ersichtlich|"
        r"thematisiert|behandelt|dokumentiert|angesprochen|prazisiert|definiert|festgehalten|"
        r"hervor(?:geht)?|zu entnehmen|entnehmen|entnommen|zu finden|finden|gesagt|klar|erkennbar|geregelt|"
        r"ausgefuhrt|benannt|vermerkt|ableiten|abzuleiten",
        "states": r"erwahn(?:t|en)|nenn(?:t|en)|beschreib(?:t|en)|sag(?:t|en)|spezifizier(?:t|en)|erlauter(?:t|"
        r"n)|mach(?:t|en)|schweigt sich|beantwort(?:et|en)|geh(?:t|en)|geb(?:en)|gibt|erklar(?:t|en)|"
        r"thematisier(?:t|en)|schweig(?:t|en)|auss(?:ern|ert)|steht|stehen|behandel(?:t|n)",
        "holds": r"enth(?:alt|alten)|liefer(?:t|n)|biete[nt]|umfass(?:t|en)|hab(?:en)|hat|finde[nt]|gibt|geben|"
        r"reich(?:t|en)",
    },
    source=(
        r"kontext(?:e?s)?|dokumentation(?:en)?|doku|docs|wissensdatenbank|wissensbasis|quellen?|"
        r"suchergebniss?en?|treffern?|textausz[uü]g\w*|ausz[uü]gen?|ausschnitten?|fundstellen|kb",
        r"(?:bereitgestellt|vorliegend|gegeben|vorhanden|verfugbar|angegeben|obig|zur verfugung (?:gestellt|"
        r"stehend)|abgerufen|gefunden|hinterlegt|ubermittelt|hochgeladen|genannt|durchsucht|gesichtet|gepruft|"
        r"mitgelieferte)e?[nrms]? (?:\w+ )?(?:kontext(?:e?s)?|dokumente?n?|texte?n?|informationen|materials?|"
        r"abschnitte?n?|ausz[uü]gen?|unterlagen|quellen|artikeln?|daten|dateien|passagen|seiten)",
        r"(?:der|dem|des|das|im|den|die|meinen|unseren|diesen|diese|aus) (?:text|texten?s?|textes|dokumente?n?|"
        r"unterlagen|artikeln?|auszugen|handbuch|abschnitt|passagen|materialien|material|dateien|richtlinien?)|"
        r"mir vorliegenden \w+",
    ),
    negation=(
        r"nicht|nichts|nix|kein(?:e[nrms]?)?|keinerlei|nirgends|weder|nie|niemals|unklar|fehlt|fehlen|ohne|"
        r"unmoglich|kaum|irrelevant|schweig\w+",
    ),
    strong=(
        r"kontext(?:e?s)?|dokumentation|doku|docs|wissensdatenbank|wissensbasis|suchergebniss?en?|(?:meinen?|"
        r"unseren?|die|den|der|diesen?) (?:quellen|passagen|ausz[uü]gen?|textausz[uü]gen?|ausschnitten?)|"
        r"(?:bereitgestellt|vorliegend|gegeben|vorhanden|verfugbar|abgerufen|gefunden|"
        r"zur verfugung (?:gestellt|stehend))e?[nrms]? \w+",
    ),
    own=(r"ich|mir|mich",),
    statement=(r"[,:] |\bdass\b",),
    regret=(
        r"(?:es )?tut (?:mir|uns) (?:\w+ ){0,2}?leid|(?:ich|wir) (?:bedaur?e(?:re|rn|n)?|bedauern|furchte|"
        r"entschuldige mich)(?: \w+)?(?: sehr)?",
    ),
    opinion=(
        r"rate|empfehle|empfehlen|abraten|zweifle|zweifel|wurde (?:eher )?nein|glaube nicht, dass das notig|"
        r"kenne kein\w*",
        r"denke|glaube|meine|wurde|erwarte",
    ),
    says=(
        r"{ich} {kann} {gap}{not} {gap}(?:be)?antworten|{kann} {ich} {gap}{not} {gap}(?:be)?antworten",
        r"(?:ich {kann}|{kann} ich) {gap}{not} {gap}(?:helfen|weiterhelfen|finden|ausfindig|geben|erteilen|"
        r"sagen|nennen|machen|mitteilen|beurteilen|feststellen|bestimmen|bestatigen|abgeben|bieten|ermitteln|"
        r"dienen|entnehmen|einsehen|zugreifen|ableiten|erkennen|liefern)",
        r"(?:ich kann|kann ich) (?:\w+ ){0,4}?{not} (?:weiter|dienen|helfen)",
        r"(?:weiß|weiss) (?:ich|es)? ?(?:\w+ ){0,4}?nicht(?!,? wo\b)(?! (?:wer|hat))|ich (?:weiß|"
        r"weiss) (?:\w+ ){0,4}?(?:nicht|keine antwort)",
        r"(?:ich (?:habe|finde|sehe|besitze|fand|verfuge)|(?:habe|finde|sehe|fand|verfuge) ich|(?:wurde|"
        r"werde) ich) {gap}{not} {fill}(?:{info}|dazu|daruber|hierzu|gefunden|fundig)",
        r"(?:ich (?:habe|finde|fand)|(?:habe|finde|fand) ich) (?:\w+ ){0,7}?(?:nichts|nix)",
        r"(?:(?:mir|uns) (?:liegen|liegt|fehlen|fehlt)|(?:liegen|liegt|fehlen|fehlt) (?:mir|"
        r"uns)) {gap}(?:information(?:en)?|infos?|angaben|daten|unterlagen|nichts|grundlage|zugriff)",
        r"(?:mir|uns) (?:ist|sind) {fill}(?:nicht|nichts) (?:\w+ )?bekannt|(?:ist|sind) (?:mir|"
        r"uns) {fill}(?:nicht|nichts) (?:\w+ )?bekannt|entzieht sich meiner kenntnis",
        r"frage (?:\w+ )?(?:kann|konnte|lasst sich) {gap}nicht {fill}(?:beantwort\w*|klaren)",
        r"au(?:ss|ß)erhalb (?:meine[srm]|unsere[srm]|der dokumentation|des (?:\w+ )?kontext\w*|"
        r"dessen, was ich)|ubersteigt mein\w*|nicht (?:zu|in|in den bereich) mein\w* (?:\w+ )?(?:aufgaben\w*|"
        r"zustandigkeit\w*|kompetenz\w*|bereich\w*|wissens?\w*)",
        r"als (?:ki|ai|sprachmodell|assistent\w*|chatbot|ki-\w+|digitale\w* \w+|virtuelle\w* \w+) {gap}{not}",
        r"(?:es )?(?:wurden?|konnten?|liegen|liegt|gibt es|sind|lassen sich|lie(?:ss|"
        r"ß)en sich) (?:\w+ ){0,5}?(?:keine?|keinerlei|nichts) (?:\w+ ){0,2}?(?:{info}|"
        r"passendes) {fill}(?:gefunden|vor|finden|vorhanden|verfugbar|ermittelt|ermitteln|hinterlegt)",
        r"keine (?:\w+ ){0,2}?(?:informationen|infos?|angaben|auskunft|hinweise|aussagen?|"
        r"antwort) (?:\w+ )?(?:zu[rm]?|uber|daruber|dazu|hierzu|auf|bezuglich|darauf)(?! dritte)",
        r"(?:dazu|hierzu|daruber|hieruber) (?:gibt|finde[nt]|steht|stehen|liegen|liegt|macht|machen|konnte|"
        r"kann|habe|hab) {gap}(?:{not})",
        r"(?:wird|werden|ist|sind|wurde|wurden) (?:\w+ ){0,3}?nicht (?:naher |explizit |konkret |ausdrucklich |"
        r"genauer )?(?:erwahnt|spezifiziert|thematisiert|beschrieben|erlautert|prazisiert|dokumentiert)\W*$",
        r"^(?:sie|er|es) (?:mach|nenn|erwahn|spezifizier|sag)(?:t|en) {fill}{not}",
        r"zu[rm]? [\w .-]{1,40} (?:macht|machen) (?:sie|er|es) (?:keine|nicht)",
        r"nicht (?:im|in der|in den|aus dem|aus der|aus den) {source} (?:enthalten|erwahnt|zu finden|vorhanden|"
        r"genannt|ersichtlich)?",
        r"(?:weder|keines? der|keiner der|kein) (?:\w+ )?{source}",
        r"(?:suche|anfrage|recherche|abfrage) (?:\w+ ){0,3}?(?:ergab|ergeben|lieferte|geliefert|"
        r"brachte) ?(?:\w+ ){0,2}?(?:keine|nichts)|(?:suche|recherche) hat (?:\w+ ){0,2}?(?:keine|nichts)",
        r"(?:ubersteigt|uberschreitet|geht uber) (?:\w+ ){0,3}?(?:das hinaus, was ich|das, was ich|was ich|"
        r"mein\w*)|(?:mir|uns) (?:\w+ )?nicht moglich, (?:\w+ ){0,6}?(?:beantworten|sagen|antworten)|"
        r"ist es mir nicht moglich",
        r"ich bin (?:\w+ ){0,2}?nicht (?:befugt|berechtigt|in der lage|autorisiert|qualifiziert)|"
        r"aus mangel an (?:\w+ )?informationen|mangels (?:\w+ )?(?:informationen|angaben|daten)|"
        r"ich weis (?:\w+ ){0,3}?nicht",
        r"^(?:\w+ )?(?:nichts|nix) (?:[\w-]+ ){0,4}?gefunden",
        r"(?<!mit )(?:zu wenig|nicht genug|nicht genugend|unzureichende?r?|ungenugende?r?) (?:\w+ )?(?:kontext|"
        r"information\w*|infos?|angaben|daten)",
        r"(?:muss|mochte) (?:\w+ ){0,3}?(?:ablehnen|verweigern)|(?:\w+beratung|auskunfte?|"
        r"ratschlage) (?:\w+ )?kann ich (?:\w+ )?nicht",
        r"(?:kann|konnte|darf) (?:ich|wir) {gap}nicht {fill}(?:uberprufen|prufen|verifizieren|leisten|au(?:ss|"
        r"ß)ern|anbieten|einschatzen|bewerten|berechnen)",
        r"ich (?:kann|darf) {gap}nicht {fill}(?:uberprufen|prufen|verifizieren|leisten|au(?:ss|ß)ern|anbieten|"
        r"einschatzen|bewerten|berechnen)",
        r"nicht (?:\w+ )?au(?:ss|ß)ern",
    ),
    whole=(
        r"keine? (?:angaben?|antwort|ahnung|daten|treffer|ergebnisse|(?:\w+ )?information(?:en)?|"
        r"(?:\w+ )?dokumente|auskunft)(?: (?:dazu|hierzu|verfugbar|vorhanden|gefunden|moglich))?",
        r"(?:das )?(?:weiß|weiss) ich (?:\w+ ){0,2}?nicht|nicht gefunden|unbekannt|nicht (?:\w+ )?(?:erwahnt|"
        r"angegeben|genannt|beschrieben|enthalten|bekannt|beantwortbar|spezifiziert)|k\.? ?a\.?",
        r"keine infos?(?: \w+)?|keine auskunft(?: \w+)?",
    ),
    silent=(
        r"{not} {fill}(?:{stated})|(?:{stated}) {fill}{not}",
        r"(?:{states}) {gap}{not}|{not} {gap}(?:{states})",
        r"(?:lasst|lassen) sich {gap}(?:{not}) {fill}\w+|nicht {fill}(?:beantwort\w*|bestimm\w*|sagen|"
        r"feststell\w*|ermittel\w*|beurteil\w*|entscheid\w*|klar\w*)|unklar|offen",
        r"schweig(?:t|en)|bleibt offen",
        r"(?:verr(?:at|aten)|verrat|klar(?:t|en)|informier(?:t|en)|hilf(?:t)|helfen) {gap}(?:{not})",
    ),
    lacks=(
        r"(?:{holds}) {gap}{not}|{not} {gap}(?:{holds}|enthalten|vorhanden|verfugbar|drin|gefunden|da)",
        r"(?:fehlt|fehlen|nichts (?:dazu|daruber|davon|zu)|nirgends|ist nichts|nix)",
        r"fehlt|fehlen",
    ),
    according=(
        r"(?:laut|gema(?:ss|ß)|nach|zufolge|entsprechend|basierend auf|auf (?:der )?(?:basis|grundlage) (?:der|"
        r"des|von)?|anhand|ausgehend von) (?:(?:der|den|dem|des|meiner) )?(?:\w+ )?{source}",
        r"in (?:diesem|solchem|dem) (?:kontext|zusammenhang)(?! (?:wird|werden|steht|ist|sind))",
    ),
    reported=(
        r"{source} (?:\w+ )?(?:steht|sagt|sagen|hei(?:ss|ß)t es|besagt|nennt|erklart|beschreibt|gibt an|"
        r"geht hervor|geht eindeutig hervor),? (?:dass|wie)",
        r"(?:steht|geht|sagt|hei(?:ss|ß)t es|ergibt sich|"
        r"folgt) (?:\w+ ){0,3}?{source},? (?:\w+ )?(?:hervor,? )?(?:dass|wie)",
        r"{source} (?:\w+ )?(?:empf(?:iehlt|ehlen)|r(?:at|aten)|warnt|warnen|verlangt|verlangen)",
    ),
    idle=(
        r"(?:(?:sie|du) (?:fragen|fragst|haben gefragt|hast gefragt|mochten wissen|wollten wissen)|(?:ihre|"
        r"deine) frage (?:lautet\w*|war|ist))[^,:]{0,80}$",
        r"(?:es )?tut (?:mir|uns) (?:sehr |wirklich |furchtbar )?leid\b[^.:]{0,40}$|(?:ich )?(?:bitte (?:um|"
        r"vielmals) )?entschuldig\w*\b[^.:]{0,30}$|sorry\b\W*\w*\W*$",
        r"(?:leider|danke|hallo|guten tag|vielen dank|gerne)\b\W*\w*\W*$|bitte|kontaktieren|(?:ich|"
        r"wir) (?:bitte|bedau)\w*[^.:]{0,50}$",
        r"(?:wenn|falls|sofern|sollten) (?:sie|du|ihr)|(?:konnten|konnen|mochten|kannst|konntest|wollen|haben|"
        r"hast) (?:sie|du|ihr)",
        r"(?:wenden sie|wende dich|fragen sie|frag|versuchen sie|schauen sie|prufen sie|melden sie|melde dich|"
        r"nutzen sie|am besten)",
        r"(?:sie|du|ihr) (?:konnen|konnten|kannst|sollten|mussten|musstest|konntest) (?:\w+ ){0,8}?(?:wenden|"
        r"kontaktieren|nachfragen|fragen|anrufen|prufen|nachsehen|nachschauen|suchen|umformulieren)",
        r"fur (?:weitere|eine|genauere|verbindliche|nahere|konkrete|individuelle)|(?:ich|wir) (?:empfehlen?|"
        r"rate|raten|helfe gern|brauche|benotige|kann nur|kann lediglich)|hier(?:fur|zu)? (?:hilft|sollten sie)",
        r"(?:(?:der|die|das|diese|in der|in den|im) )?{source} (?:\w+ ){0,2}?(?:beschreib(?:t|en)|behandel[nt]|"
        r"geht es um|drehen sich|handeln von|enthalt(?:en)? (?:nur|lediglich)|nennt nur|sprech\w+|betreffen|"
        r"bezieh\w+|befass\w+|erwahn(?:t|en) (?:nur|lediglich))",
        r"(?:er|sie|es|darin|dort|{source}) (?:\w+ ){1,2}?(?:nur|lediglich|ausschlie(?:ss|ß)lich)|quellen?\W*(?::|$)",
        r"ich habe (?:\w+ ){0,4}?(?:durchgesehen|durchsucht|gepruft|gelesen|nachgesehen|gesucht|uberpruft|angesehen)",
        r"(?:ich|wir) kann nur|(?:ich|wir) (?:kann|konnen|beantworte\w*) (?:nur|ausschlie(?:ss|ß)lich|lediglich)",
    ),
    lead=(
        r"(?:leider|daher|deshalb|jedoch|allerdings|doch|aber|somit|also|und|antwort|hinweis|sorry|hm+|naja|"
        r"tja|nun|bedauerlicherweise|momentan|derzeit|aktuell|nein,? leider|weil|da)\b[ ,:.–-]{0,3}",
    ),
    condition=(
        r"^(?:wenn|falls|sofern|sollte|sollten|sobald|wer|solange|soweit)",
        r"^(?:wissen|kennen|haben|finden|sehen|konnen|bekommen|erhalten) sie(?=\W)|^(?:weisst|kennst|hast|findest|"
        r"kannst|siehst) du(?=\W)",
        r"mitarbeiter(?:innen)?,? die|fur den fall,? dass",
    ),
    joints=(
        r"(?<=[,–—]) (?=(?:aber|jedoch|allerdings|doch|sondern|daher|deshalb|somit|also|dennoch|trotzdem|und|"
        r"weshalb|sodass|so dass)\b)",
    ),
)
