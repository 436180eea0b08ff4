"""Italian."""

from ragtriage.metrics.declines.words import Words

WORDS = Words(
    code="it",
    common=(
        "il lo la i gli le un una di del della dei delle e sono non si che in nel nella nei per con al "
        "alla ai da su mi ti ci questo questa"
        " queste ma come se o ho posso puo possono dispiace riguardo secondo nessun nessuna molto piu ne "
        "c'e niente nulla trovo dai dalle non"
    ),
    shorthands={
        "fill": r"(?:[\w'-]+ ){0,5}?",
        "gap": r"[^.;:]{0,80}?",
        "info": r"informazion[ei]|info|dati|dettagli\w*|rispost[ae]|riferiment[oi]|document[oi]|documentazione|"
        r"menzion[ei]|indicazion[ei]|accesso|conoscenz[ae]|font[ei]|contesto|risultat[oi]|nulla|niente|"
        r"elementi|riscontri\w*",
        "stating": r"menzion\w+|specific\w+|indic\w+|dic(?:e|ono)|chiarisc\w+|dettagli\w+|tratt\w+|parl\w+|"
        r"descriv\w+|precis\w+|spieg\w+|affront\w+|rispond\w+|definisc\w+|riport\w+|cit(?:a|ano|at\w)|"
        r"risult\w+|compar\w+|figur\w+|trov\w+|present[ei]|emerg\w+|evinc\w+|chiar[oa]|consent\w+|"
        r"permett\w+|accenn\w+|fa\w* riferimento|contempla\w*",
        "holding": r"conten\w+|contien\w+|inclu\w+|forni\w+|offr\w+|copr\w+|ha|hanno|c'e|ci sono|da|danno|"
        r"bast\w+|riport\w+",
        "able": r"posso|possiamo|potrei|riesco|riusciamo|sono (?:\w+ )?(?:in grado|autorizzat\w|abilitat\w|"
        r"capace)|siamo in grado|saprei|sono riuscit\w|ho potuto|mi e possibile",
    },
    source=(
        r"contesto|documentazione|docs?|knowledge base|base di conoscenza|fonti?|risultati (?:della|"
        r"di) ricerca|estratti|brani|passaggi",
        r"(?:document[oi]|test[oi]|informazioni|contenut[oi]|file|articol[oi]|dati|"
        r"material[ei]) (?:\w+ )?(?:fornit\w+|disponibil\w+|dat\w|recuperat\w+|consultat\w+|sopra|"
        r"a (?:mia )?disposizione|in mio possesso|che (?:ho|mi \w+)|trovat\w+|indicat\w+|allegat\w+)",
        r"(?:i|questi|miei|nei|dei|dai|ai|sui) (?:document[oi]|test[oi]|articoli|file|materiali)|(?:il|questo|"
        r"del|nel|dal|al) (?:testo|documento|manuale|materiale)|la guida",
    ),
    negation=(
        r"non|nulla|niente|nessun\w*|mai|neanche|ne|impossibile|insufficient[ei]|manca\w*|senza|tacciono|"
        r"tace",
    ),
    strong=(
        r"contesto|documentazione|docs?|knowledge base|base di conoscenza|risultati (?:della|di) ricerca|"
        r"(?:mie|le|queste|i|nei|nelle|dai|dalle|gli|dagli|negli|nostre) (?:fonti|estratti|brani|passaggi)|"
        r"(?:document[oi]|test[oi]|informazioni|articol[oi]|dati|material[ei]) (?:\w+ )?(?:fornit\w+|"
        r"disponibil\w+|recuperat\w+|consultat\w+)",
    ),
    own=(
        r"posso|ho|trovo|vedo|so|dispongo|riesco|credo|saprei|sono (?:\w+ )?(?:in grado|riuscit\w|"
        r"autorizzat\w)|mi servirebbe|possiedo",
    ),
    statement=(r"[,:] |\bche\b",),
    regret=(r"mi (?:dispiace|spiace|scuso)(?: molto)?|(?:temo|purtroppo temo) che",),
    opinion=(
        r"consiglio|sconsiglio|raccomando|dubito|direi|conosco",
        r"credo|penso|farei|aspetto",
    ),
    says=(
        r"non (?:ti |le |vi |lo |mi )?{able} {fill}(?:di |a )?(?:rispond\w+|aiut\w+|trov\w+|dir\w+|dir[elt]\w*|"
        r"forni\w+|determin\w+|conferm\w+|dar\w*|offri\w+|acced\w+|verific\w+|condivid\w+|precis\w+|sap\w+|"
        r"indic\w+|individu\w+|esprim\w+|assist\w+|stabil\w+|comunic\w+)",
        r"(?:io )?non (?:lo )?so(?= (?:se|qual|quando|quanto|dove|come|cosa|la risposta|niente|nulla|dir\w+)|"
        r"[.,;!]|$)|non ne ho idea|nessuna idea|boh(?!\w)|non (?:ne )?sono (?:sicur\w|cert\w)",
        r"non (?:ho|dispongo|possiedo|trovo|vedo|abbiamo|sono riuscit\w a trovare|rilevo|conosco) {fill}(?:di |"
        r"a |accesso |sufficient\w* |alcun\w* |trovato )?(?:{info})(?! (?:center|di cancellazione))",
        r"non (?:c'e|ci sono|esist\w+|sono state?|e stat\w|risult\w+|si (?:trov\w+|hanno)|vi sono|"
        r"sono present\w) {fill}(?:informazion[ei]|info|dati|dettagli|document[oi]|risultati|rispost[ae]|"
        r"riferiment[oi]|menzion[ei]|indicazion[ei]|trovat\w) ?{fill}(?:su\w*|riguard\w*|pertinent\w|relativ\w|"
        r"in merito|disponibil\w|sufficient\w|al riguardo|per rispondere|circa|a proposito|informazion\w|"
        r"document\w|trovat\w)",
        r"(?:mi mancano|mi manca|manco di) {fill}(?:{info})",
        r"non (?:\w+ )?(?:compare|compaiono|figura\w*|e|sono|si trova\w*|risulta\w*|viene\w*|e presente|"
        r"appare) (?:\w+ ){0,2}?(?:in|n[e]l\w*|nei|tra|fra|dai|dal\w*) (?:\w+ ){0,2}?{source}",
        r"nessun\w* (?:\w+ )?(?:informazione|documento|risultato|fonte|articolo|estratto) {fill}(?:trovat\w|"
        r"su\w*|pertinente|disponibile|menziona\w*|parla\w*|riguard\w*)",
        r"(?:questa|la|tua|sua) (?:domanda|richiesta) {fill}(?:non (?:si )?(?:puo|posso)|esula|(?:e |va |cade |"
        r"rientra )?(?:\w+ )?(?:fuori|oltre|al di fuori))|(?:fuori d\w+|al di fuori d\w+|oltre|esula d\w+|"
        r"non rientra) (?:\w+ ){0,2}?(?:mi[oe]i?|mia|ambito|competenz\w|quanto posso|{source}) ?\w*",
        r"(?:come|in quanto|essendo un) (?:\w+ )?(?:assistente|ia|modello|chatbot|intelligenza|"
        r"ai)[^.;]{0,40}? non (?:posso|ho|devo|sono|do|fornisco)",
        r"^(?:essi |questi )?non (?:dicono|menzionano|specificano|parlano|indicano|dice|menziona|"
        r"specifica) {fill}(?:nulla|niente|su\w*|d\w+|il|la|i|le|quant\w+|se)",
        r"non (?:e|viene|sono|vengono|e stat\w) (?:\w+ )?(?:menzionat\w|specificat\w|dettagliat\w|documentat\w|"
        r"precisat\w)\W*$",
        r"(?:ricerca|interrogazione) non ha (?:\w+ )?(?:prodotto|dato|restituito|trovato|"
        r"fornito) (?:\w+ )?(?:risultati|nulla|niente|alcun\w*)",
        r"mi e (?:\w+ )?impossibile|non sono (?:\w+ )?(?:autorizzat\w|abilitat\w|qualificat\w)|(?:temo|"
        r"ho paura) di non poter\w*|in mancanza di (?:\w+ )?informazioni|per mancanza di (?:informazioni|dati)|"
        r"nn (?:lo )?so|non posso informar\w*",
        r"non (?:ho|abbiamo) (?:\w+ )?(?:trovato|visto|rinvenuto|individuato) (?:nulla|niente|alcun\w*|"
        r"nessun\w*|informazioni)",
        r"(?:contesto|informazioni|dati) (?:\w+ )?insufficient[ei](?= per|\W*$)|(?:troppo poc[ohe]+|"
        r"poc[ohe]+) (?:contesto|"
        r"informazioni)",
        r"(?:devo|preferisco) (?:\w+ )?(?:rifiutar\w+|declinar\w+|astener\w+)|"
        r"non posso (?:\w+ )?(?:verificar\w*|calcolar\w*|offrir\w*|esprimermi)",
        r"non mi risulta\w* (?:alcun\w*|nessun\w*|nulla|niente|informazion\w|dat[oi])",
    ),
    whole=(
        r"non (?:lo )?so|nessuna idea|sconosciut[oa]|senza risposta|non trovat[oa]|n/?[ad]|nessun risultato|"
        r"boh|nessun(?:a|o)? (?:informazione|documento|risultato|dato|risposta)(?: \w+){0,2}",
        r"(?:informazione )?non (?:\w+ )?(?:specificat[oaie]|menzionat[oaie]|indicat[oaie]|disponibile|"
        r"fornit[oaie]|precisat[oaie])|(?:mancano|manca) (?:le )?informazion[ei](?: \w+)?",
        r"nessuna? info|niente info",
    ),
    silent=(
        r"(?:non|ne) (?:si |lo |mi |e |sono |viene |vengono |risulta |ne )?(?:\w+ ){0,2}?(?:{stating})|"
        r"da nessuna parte|nessun\w* (?:d\w+ )?{fill}(?:{stating})",
        r"(?:impossibile|non (?:e|risulta) possibile|non (?:si )?(?:puo|posso|permett\w+|consent\w+|"
        r"riesc\w+ a)) (?:di )?(?:\w+ )?(?:rispond\w+|determin\w+|saper\w*|dire|conferm\w+|stabilir\w+|"
        r"precis\w+|dedur\w+|desumer\w+|conclud\w+|calcol\w+)",
    ),
    lacks=(
        r"non (?:si |mi |ne |vi )?(?:\w+ )?(?:{holding})|(?:nulla|niente|nessun\w*|manca\w*|"
        r"insufficient\w+) {fill}(?:{info}|su\w*|in|n[e]\w+|per|al riguardo)",
    ),
    according=(
        r"(?:secondo|in base (?:a|ai|alla|alle|al|agli)|sulla base d\w+|stando a\w*|conformemente a\w*|"
        r"basandomi su\w*|a partire d\w+) (?:i |la |le |il |gli )?(?:\w+ )?{source}",
        r"in (?:questo|tale) contesto(?=,)",
    ),
    reported=(
        r"{source} (?:\w+ )?(?:indica\w*|dice|dicono|specifica\w*|menziona\w*|spiega\w*|conferma\w*|afferma\w*|"
        r"riporta\w*|precisa\w*) (?:chiaramente )?che",
        r"{source} (?:\w+ )?(?:raccomanda\w*|consiglia\w*|avvert\w+|richied\w+|sconsiglia\w*)",
    ),
    idle=(
        r"(?:(?:lei )?(?:mi )?(?:chiede|chiedi|ha chiesto|hai chiesto)|la (?:sua|tua) domanda (?:e|"
        r"era))[^,:]{0,80}$",
        r"(?:mi (?:dispiace|spiace|scuso)|ci (?:dispiace|scusiamo)|scusa\w*|sono spiacente|"
        r"chiedo scusa)(?! per (?:il|la|i|le|l'))\b[^.:]{0,40}$|purtroppo\W*$|grazie|ciao|buongiorno",
        r"(?:per favore|contatta\w*|contatti|consulta\w*|consulti|prova\w*|chiedi\w*|rivolgi\w*|si rivolga|"
        r"verifica\w*|ti (?:consiglio|suggerisco)|le (?:consiglio|suggerisco)|consiglio|suggerisco|"
        r"sarebbe (?:meglio|opportuno)|(?:puoi|puo|potresti|potrebbe|dovresti) (?:\w+ ){0,2}?(?:contattare|"
        r"consultare|chiedere|rivolger\w+|verificare|chiamare|riformulare|provare)|potresti|vuoi|se (?:hai|ha|"
        r"vuoi|desideri|hai bisogno|mi|puoi|ti|serve|servono)|per (?:ulteriori|maggiori|piu|ottenere|qualsiasi|"
        r"una|informazioni))",
        r"(?:i |gli |le |la |il |questi |essi )?(?:{source})? ?(?:solo |soltanto |solamente )?(?:parla\w*|"
        r"tratta\w*|descriv\w+|si riferi\w+|si concentra\w*|menzion\w+|accenn\w+|riguarda\w*|"
        r"menziona\w* (?:solo|soltanto)|copr\w+ (?:solo|soltanto)|affronta\w*)|fonti?\W*(?::|$)",
        r"ho (?:\w+ )?(?:esaminato|cercato|consultato|letto|controllato|verificato|guardato)",
        r"posso (?:\w+ )?(?:solo|soltanto|solamente)",
    ),
    lead=(
        r"(?:purtroppo|tuttavia|pero|ma|quindi|pertanto|percio|mi dispiace|risposta|e|inoltre|hm+|beh|dunque|"
        r"al momento|attualmente|neanche|poiche|siccome|spiacente)\b[ ,:.–-]{0,3}",
    ),
    condition=(r"^(?:se|quando|qualora|nel caso|a meno che|chi|i \w+ che|le persone che)(?=\W)",),
    joints=(r"(?<=[,–—]) (?=(?:ma|pero|tuttavia|quindi|pertanto|percio|dunque|anche se|e|mentre)\b)",),
)
