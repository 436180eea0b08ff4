"""Dutch."""

from ragtriage.metrics.declines.words import Words

WORDS = Words(
    code="nl",
    common=(
        "de het een en is zijn niet van op voor met dat die deze dit er te aan ook als bij naar over maar "
        "of ik u je wij we hij zij kan kunnen"
        " geen wordt worden heb heeft hebben helaas om uit daar hier weet wel nog mijn uw staat in mag "
        "niks niets kunt"
    ),
    shorthands={
        "not": r"niet|niets|niks|geen|nergens|onvoldoende|noch",
        "fill": r"(?:[\w'-]+ ){0,5}?",
        "gap": r"[^.;:]{0,80}?",
        "info": r"informatie|info|gegevens|details?|antwoord\w*|aanwijzing\w*|toegang|kennis|bronnen|context|"
        r"documentatie|documenten|artikel\w*|vermelding\w*|resultaten|data|uitleg",
        "stated": r"vermeld\w*|genoemd|beschreven|aangegeven|gespecificeerd|besproken|behandeld|gedocumenteerd|"
        r"uitgelegd|toegelicht|te vinden|duidelijk|gevonden|opgenomen|af te leiden|op te maken|"
        r"terug te vinden|afleiden|opmaken|omschreven",
        "states": r"vermeld\w*|noem\w*|zeg\w*|beschrijf\w*|beschrijven|geef\w*|geven|ga\w* (?:\w+ )?(?:over|"
        r"op)|behandel\w*|specific\w+|bespre\w+|leg\w*|maak\w*|maken|reppen|rept|sta(?:at|an)|"
        r"beantwoord\w*|duid\w*",
        "holds": r"bevat\w*|bied\w*|hebben|heeft|geef\w*|geven|lever\w*|omvat\w*|dek\w*|vind\w*|volsta\w*|is|"
        r"zijn|staat|staan",
    },
    source=(
        r"context|documentatie|docs|kennisbank|kennisbasis|kennisdatabase|bronnen|zoekresultaten|fragmenten|"
        r"passages|uittreksels|teksten",
        r"(?:geraadpleegde|verstrekte|gegeven|beschikbare|aangeleverde|opgehaalde|bijgevoegde|bovenstaande|"
        r"aangeboden|aanwezige|gevonden|gedeelde|meegeleverde|interne|onderliggende) (?:\w+ )?(?:context|"
        r"documenten?|tekst(?:en)?|informatie|bronnen|artikelen|bestanden|gegevens|materialen?|stukken)",
        r"(?:de|deze|mijn|uw|die) (?:documenten|stukken|artikelen|bestanden|tekst|handleiding|gids)|(?:het|"
        r"dit) (?:document|handboek|materiaal)|informatie (?:die ik heb|waarover ik beschik|"
        r"tot mijn beschikking)",
    ),
    negation=(
        r"niet|niets|niks|geen|nergens|nooit|onvoldoende|noch|onmogelijk|onduidelijk|ontbre\w+|zonder|zwij\w+|"
        r"te weinig",
    ),
    strong=(
        r"context(?!menu)|documentatie|docs|kennisbank|kennisbasis|kennisdatabase|zoekresultaten|(?:mijn|de|"
        r"deze|onze) (?:bronnen|fragmenten|passages|uittreksels)|(?:verstrekte|gegeven|beschikbare|"
        r"aangeleverde|opgehaalde|gevonden|geraadpleegde) \w+",
    ),
    own=(r"ik|mij",),
    statement=(r"[,:] |\bdat\b",),
    regret=(r"(?:het )?spijt (?:me|mij|ons)(?: \w+)?|ik (?:vrees|betreur|ben bang)(?: dat)?",),
    opinion=(
        r"raad|adviseer|betwijfel|twijfel|zou (?:eerder )?nee|ken geen",
        r"denk|geloof|zou|verwacht",
    ),
    says=(
        r"(?:ik|we|wij) (?:kan|kunnen|kon|mag|mogen) {gap}{not} {gap}(?:beantwoorden|antwoorden|antwoord)|"
        r"(?:kan|kunnen|kon|mag) (?:ik|we|wij) {gap}{not} {gap}(?:beantwoorden|antwoorden|antwoord)",
        r"(?:ik (?:kan|kon|mag)|(?:kan|kon|mag) ik) {gap}{not} {gap}(?:helpen|vinden|geven|zeggen|noemen|"
        r"bevestigen|bepalen|vaststellen|beoordelen|inzien|bekijken|verstrekken|achterhalen|terugvinden|"
        r"vertellen|adviseren|opmaken|afleiden|delen)",
        r"(?:kan|kon) (?:er|daar|hier|hierover|daarover) (?:\w+ ){0,3}?{not} (?:\w+ ){0,3}?(?:vinden|zeggen)",
        r"(?:weet|wist) (?:ik|het)? ?{fill}niet(?! wie)|ik (?:weet|zou) {fill}(?:niet|"
        r"geen) ?(?:\w+ )?(?:weten)?|geen (?:idee|flauw idee)",
        r"(?:ik (?:heb|vind|zie|bezit|beschik|vond)|(?:heb|vind|zie|vond|"
        r"beschik) ik) {gap}(?:{not}) {fill}(?:over )?(?:{info}|over|gevonden|vinden|kunnen vinden|gegevens)",
        r"(?:ik ben|ben ik) (?:\w+ ){0,3}?(?:niet in staat|niet bevoegd|niet zeker|niet gemachtigd|onzeker)",
        r"(?:er )?(?:is|zijn|werd|werden|staat|staan) (?:er )?{fill}(?:geen|onvoldoende|niets|"
        r"niks) (?:\w+ ){0,2}?(?:{info})? ?{fill}(?:over|beschikbaar|gevonden|met betrekking|omtrent|aanwezig|"
        r"bekend om)",
        r"(?<!geeft )(?<!geven )(?:geen|onvoldoende) (?:\w+ )?(?:{info}) (?:\w+ )?(?:over|beschikbaar|gevonden|"
        r"om (?:\w+ ){0,4}(?:beantwoorden|bepalen)|met betrekking)",
        r"(?:staat|staan|is|zijn|wordt|worden|komt) (?:\w+ ){0,3}?(?:niet|nergens) (?:\w+ ){0,3}?(?:in|uit|bij|"
        r"onder) (?:\w+ ){0,2}?{source}",
        r"vraag {fill}(?:kan|valt|ligt) {fill}(?:niet|buiten)|buiten (?:mijn|ons|het bereik van|"
        r"de reikwijdte van|wat ik)|valt niet (?:onder|binnen) (?:mijn|wat ik)",
        r"als (?:ai|assistent|taalmodel|chatbot|digitale \w+|virtuele \w+|ai-\w+) {gap}{not}",
        r"over [\w .-]{1,40} (?:zeggen|vermelden|melden) (?:ze|zij) (?:niets|niks|niet)|^(?:ze|zij|het|die|"
        r"dit) (?:\w+ )?(?:zeg\w*|vermeld\w*|noem\w*) {fill}{not}",
        r"(?:wordt|worden|is|zijn) (?:\w+ ){0,3}?niet (?:nader |expliciet |verder )?(?:vermeld|gespecificeerd|"
        r"besproken|beschreven|gedocumenteerd|toegelicht)\W*$",
        r"(?:zoekopdracht|zoekactie|zoeken) (?:\w+ ){0,2}?(?:leverde|gaf|geeft|heeft) (?:\w+ )?(?:geen|niets|niks)",
        r"(?:voor mij|me) (?:\w+ )?(?:onmogelijk|niet mogelijk) om|ik (?:kan|mag) (?:\w+ ){0,6}?(?:niets|niks|"
        r"geen) (?:\w+ ){0,3}?(?:vertellen|zeggen)|gaat mijn (?:kennis|mogelijkheden|kunnen) te boven|"
        r"ik beschik over (?:te weinig|onvoldoende|geen)|bij gebrek aan (?:\w+ )?(?:informatie|gegevens)|"
        r"k ?weet (?:het )?niet|niets over kan (?:vertellen|zeggen)",
        r"(?:zit|zitten|staat|staan) (?:\w+ )?niet in (?:\w+ )?{source}",
        r"^(?:\w+ )?(?:niets|niks) (?:\w+ ){0,4}?gevonden",
        r"we hebben (?:\w+ )?(?:geen|niets) (?:\w+ ){0,5}?gevonden",
        r"(?<!met )(?:te weinig|onvoldoende|niet genoeg) (?:context|informatie|gegevens)",
        r"(?:moet|wil) (?:\w+ ){0,3}?(?:weigeren|afwijzen|afzien)|(?:advies|\w+advies) kan ik (?:\w+ )?niet",
        r"ik (?:kan|mag) {gap}niet {fill}(?:controleren|nagaan|verifieren|berekenen|bieden)",
    ),
    whole=(
        r"(?:dat )?weet ik (?:\w+ )?niet|geen (?:idee|antwoord|resultaten?|gegevens|(?:\w+ )?informatie|"
        r"(?:\w+ )?documenten)(?: (?:beschikbaar|gevonden|over))?|onbekend|niet gevonden|n\.?v\.?t\.?|n/?[ab]",
        r"niet (?:\w+ )?(?:vermeld|genoemd|aangegeven|gespecificeerd|beschikbaar|bekend|beschreven)|"
        r"onvoldoende (?:informatie|gegevens|context)",
        r"geen info",
    ),
    silent=(
        r"{not} {fill}(?:{stated})|(?:{states}) {gap}{not}|{not} {fill}(?:{states})",
        r"(?:niet|onmogelijk) {fill}(?:te )?(?:beantwoord\w*|bepal\w*|zeggen|vast ?te ?stellen|vaststellen|"
        r"achterhalen|afleiden|opmaken|beoordelen|bevestigen)|onduidelijk",
        r"gaa?n? (?:\w+ )?niet over|(?:kan|kunnen) {gap}niet {fill}(?:worden )?(?:berekend|bepaald|vastgesteld|"
        r"afgeleid|beantwoord)",
    ),
    lacks=(
        r"(?:{holds}) {gap}{not}|{not} {gap}(?:{holds})|(?:ontbre\w+|niets (?:over|in|hierover|daarover)|"
        r"niks (?:over|in))",
    ),
    according=(
        r"(?:volgens|op basis van|op grond van|conform|overeenkomstig|uitgaande van|blijkens) (?:de |het |"
        r"mijn |deze )?(?:\w+ )?{source}",
        r"in (?:deze|die) context(?=,)",
    ),
    reported=(
        r"(?:in )?(?:de |het )?{source} (?:\w+ )?(?:staat|zegt|zeggen|vermeldt|vermelden|geeft aan|geven aan|"
        r"meldt|stelt|blijkt) (?:\w+ )?dat|blijkt uit (?:\w+ )?{source} dat",
        r"{source} (?:\w+ )?(?:raadt|raden|adviseert|adviseren|waarschuwt|vereist)",
    ),
    idle=(
        r"(?:(?:u|je) (?:vraagt|vroeg|heeft gevraagd|hebt gevraagd|wilt weten)|(?:uw|je) vraag (?:is|was|"
        r"luidt))[^,:]{0,80}$",
        r"(?:het )?spijt (?:me|mij|ons)\b[^.:]{0,30}$|(?:mijn )?excuses(?! voor)\b[^.:]{0,30}$|"
        r"sorry(?! voor)\b[^.:]{0,20}$|helaas\W*$|bedankt|hallo|dank",
        r"(?:neem|raadpleeg|vraag|probeer|controleer|kijk|bel|ga naar|graag|gelieve|wilt u|wil je|kunt u|"
        r"kun je|zou je|zou u|als (?:u|je) (?:meer|een|wilt|wil|me|mij|vragen|hulp|nog)|indien u|voor (?:meer|"
        r"verdere|een|vragen|dit|persoonlijk\w*)|ik (?:raad|adviseer|stel voor|help)|(?:u|je) (?:kunt|kan|kun|"
        r"zou) (?:\w+ ){0,3}?(?:contact|raadplegen|vragen|navragen|terecht|proberen|bellen|controleren|"
        r"opnemen))",
        r"(?:(?:in )?(?:de |het |deze )?{source}|ze|zij) (?:\w+ )?(?:ga\w* (?:alleen |enkel )?over|behandel\w*|"
        r"beschrijv\w+|beschrijft|bespre\w+|bevat\w* (?:alleen|enkel|slechts)|betreffen|hebben het over|"
        r"noem\w*|vermeld\w*)|bron(?:nen)?\W*(?::|$)",
        r"ik heb (?:\w+ ){0,4}?(?:bekeken|doorzocht|gezocht|gelezen|gecontroleerd|nagekeken|doorgenomen)",
        r"ik kan alleen|(?:mijn )?excuses$",
    ),
    lead=(
        r"(?:helaas|daarom|echter|maar|dus|sorry|antwoord|en|ook|hm+|nou|tja|op dit moment|momenteel|bovendien|"
        r"verder|omdat|aangezien|jammer genoeg|nee,? helaas)\b[ ,:.–-]{0,3}",
    ),
    condition=(
        r"^(?:als(?! (?:\w+ )?(?:ai|ai-\w+|assistent|taalmodel|chatbot|digitale|virtuele))|indien|wanneer|"
        r"zodra|tenzij|mocht|wie|mocht\w*)(?=\W)",
        r"^(?:weet|kent|heeft|hebt|kunt|kan|vindt|vind|ziet|bent|krijgt) (?:u|je|jij|jullie|men)(?=\W)",
        r"medewerkers die|klanten die",
    ),
    joints=(r"(?<=[,–—]) (?=(?:maar|echter|dus|daarom|hoewel|toch|en|zodat|waardoor)\b)",),
)
