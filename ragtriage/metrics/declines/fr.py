"""French."""

from ragtriage.metrics.declines.words import Words

WORDS = Words(
    code="fr",
    common=(
        "le la les un une des du de et est sont ne pas n'est que qui dans pour sur avec je vous nous il "
        "elle ce cette ces"
        " au aux par ou si mais plus n'ai d'un d'une peut peux aucune aucun a en ma mes mon votre vos j'ai "
        "desole l'information sais dit"
    ),
    shorthands={
        "pas": r"pas|rien|aucune?|point|guere|jamais|nulle part",
        "fill": r"(?:[\w'-]+ ){0,5}?",
        "gap": r"[^.;:]{0,80}?",
        "info": r"informations?|infos?|donnees?|elements?|precisions?|details?|reponses?|renseignements?|"
        r"mentions?|documents?|indications?|acces|connaissances?|sources?|contexte|trace|chose",
        "stating": r"mentionn\w+|precis\w+|indiqu\w+|di(?:t|sent)|parl\w+|evoqu\w+|aborde\w*|abordent|"
        r"specifi\w+|decri(?:t|vent)|detaill\w+|trait\w+|repond\w*|expliqu\w+|clairement|clair|definis\w*|"
        r"permet\w*|renseign\w+|fait|font|figure\w*|apparai\w+|ressort\w*|trouv\w+",
        "holding": r"contien\w+|fourni\w*|donn\w+|compor\w+|inclu\w+|offr\w+|couvr\w+|suffi\w+|a|ont|y a",
        "able": r"peux|puis|pouvons|pourrais|saurais|suis pas (?:\w+ )?(?:en mesure|capable|autorise\w?|"
        r"habilite\w?)|sommes pas en mesure|arrive|parviens|suis (?:\w+ )?pas",
    },
    source=(
        r"contexte|documentation|docs?|base de connaissances?|sources?|resultats de recherche|extraits?|passages",
        r"(?:documents?|textes?|informations?|elements?|contenus?|fichiers?|articles?|donnees|"
        r"pieces?) (?:\w+ )?(?:fournis?|fournies?|disponibles?|donnee?s?|recuperee?s?|transmise?s?|"
        r"consultee?s?|ci-dessus|a ma disposition|dont je dispose|mise?s? a disposition|presentee?s?|"
        r"trouvee?s?|retrouvee?s?)",
        r"(?:les|des|ces|mes|aux|vos|nos) (?:documents|textes|articles|fichiers|pages)|(?:le|du|ce|"
        r"au) (?:texte|document|guide|manuel)",
    ),
    negation=(
        r"pas|rien|aucune?|jamais|nulle part|point|ni|impossible|insuffisan\w+|manque\w*|muet\w*|sans|"
        r"hors|peu",
    ),
    strong=(
        r"contexte|documentation|docs?|base de connaissances?|resultats de recherche|(?:mes|les|ces|nos|des|"
        r"aux) (?:sources|extraits|passages)|(?:documents?|textes?|informations?|elements?|contenus?|articles?|"
        r"donnees) (?:\w+ )?(?:fournis?|fournies?|disponibles?|recuperee?s?|transmise?s?|consultee?s?)",
    ),
    own=(r"je|j'ai|j'|me|m'est",),
    statement=(r"[,:] |\bque\b|\bqu'",),
    regret=(
        r"je (?:suis|vous prie) (?:\w+ )?(?:desolee?|navree?|confus\w*|m'excuser)|je (?:regrette|crains|"
        r"m'excuse)(?: que| de)?|j'ai le regret de(?: vous)?",
    ),
    opinion=(
        r"conseille|deconseille|recommande|doute|dirais|connais aucune?|pense pas que (?:ce|cela) soit|"
        r"suis desolee? (?:pour|de)",
        r"pense|crois|ferais|m'attends",
    ),
    says=(
        r"(?:(?:je|nous) ne (?:vous )?{able}|(?:je|nous) (?:vous )?{able} {fill}pas) {fill}(?:repondre|aider|aide|"
        r"trouver|dire|fournir|determiner|confirmer|donner|preciser|renseigner|acceder|verifier|communiquer|"
        r"partager|commenter|savoir|statuer|apporter)",
        r"(?:je )?(?:ne |n')?sais (?:\w+ )?pas|aucune idee|je l'ignore|j'ignore",
        r"je (?:n'|ne )?(?:ai|dispose|possede|trouve|vois|connais|detiens) {fill}(?:pas|rien|aucune?) ?(?:d'|"
        r"de |l'|acces |assez |la |plus )?{fill}(?:{info}|la-dessus|a ce sujet|dessus|reponse)",
        r"n'ai {fill}(?:pas|rien|aucune?) (?:\w+ ){0,2}?(?:d'|de |acces|trouve|pu|l')[\w' ]{0,40}(?:{info}|"
        r"trouver|repondre|trouve|determiner)?",
        r"je (?:ne )?trouve (?:rien|pas|aucune?)|je (?:ne )?vois rien",
        r"(?<!donne )(?<!renvoie )(?<!fournit )(?<!transmet )(?:aucune?|pas d'|pas de |"
        r"pas assez d') ?(?:\w+ )?(?:{info}) {fill}(?:sur|concernant|a ce sujet|a propos|relati\w+|au sujet|"
        r"permettant|disponible\w*|trouve\w*|pour repondre|n'a ete trouve\w*|n'a pu)",
        r"il n'y a (?:pas|aucune?) (?:\w+ )?(?:d'|de )?(?:\w+ )?(?:informations?|renseignements?|"
        r"reponse) (?:sur|concernant|a ce|a propos|pour|relati\w+|au sujet)",
        r"(?:ne|n'|non) ?(?:\w+ )?(?:figure\w*|apparai\w+|est|sont|trouve\w*) (?:pas |nulle part |"
        r"aucunement )(?:\w+ ){0,2}?(?:dans|parmi|au sein) (?:\w+ ){0,2}?{source}",
        r"(?:repondre|reponse) {fill}(?:impossible|pas possible)|(?:question) (?:\w+ )?ne peut {fill}(?:pas|"
        r"etre) {fill}repon\w+",
        r"(?:depasse|hors d[eu]|en dehors d[eu]|sort d[eu]|ne releve pas de|n'entre pas dans|"
        r"au-dela de) (?:le cadre de |champ de |mon |perimetre de |la portee de |domaine de )?{fill}(?:mes|mon|"
        r"ce que je|connaissances|competences?|perimetre|{source})",
        r"en tant qu(?:e |')(?:\w+ ){0,3}?(?:assistant\w*|ia|modele|chatbot|robot)[^.;]{0,40}? ne {gap}(?:pas|"
        r"aucune?)",
        r"^(?:ils|elles|il|elle) ne (?:dis\w+|mentionn\w+|precis\w+|parl\w+|di\w+) {fill}(?:rien|pas)",
        r"(?:n'est|ne sont|n'est) pas (?:\w+ )?(?:mentionnee?s?|precisee?s?|specifiee?s?|"
        r"indiquee?s? explicitement|documentee?s?|abordee?s?)\W*$",
        r"(?:recherche|requete) (?:\w+ )?(?:n'a|ne) (?:\w+ )?(?:donne|renvoye?|retourne|fourni|produit|abouti|"
        r"renvoie) (?:aucun|pas|rien|a rien)",
        r"(?:il )?m'est (?:\w+ )?impossible de|je suis (?:dans l'incapacite|incapable)|"
        r"faute d'(?:informations?|elements|donnees)|je c pas|j'sais pas|chais pas",
        r"je (?:ne )?dispose (?:\w+ )?d'aucune? (?:\w+ )?(?:{info})|(?:ne suis|"
        r"suis) pas (?:\w+ )?(?:habilite\w*|autorise\w*|qualifie\w*)",
        r"(?:je|nous) n'(?:ai|avons|y ai) (?:\w+ )?(?:rien|aucune?|pas) (?:\w+ )?(?:trouve|vu|pu trouver)",
        r"nous n'avons trouve aucune?|(?:contexte|informations?|donnees?) (?:\w+ )?insuffisante?s?(?= pour|\W*$)|"
        r"(?:trop peu|"
        r"pas assez) (?:de |d')(?:contexte|informations?)",
        r"(?:je )?(?:dois|prefere) (?:\w+ )?(?:refuser|decliner|m'abstenir)|je ne (?:peux|"
        r"saurais) (?:\w+ )?(?:verifier|commenter|fournir|dire|calculer)",
        r"(?:il )?(?:me|nous) manque (?:\w+ ){0,2}?(?:informations?|donnees|elements)",
    ),
    whole=(
        r"(?:je ne sais pas|aucune idee|inconnue?|sans reponse|non trouve\w*|introuvable|pas de reponse|"
        r"aucun resultat|aucune reponse|n/?a)",
        r"(?:aucune|pas d'|sans|pas de) ?(?:\w+ )?(?:informations?|donnees|reponse|precision)(?: disponibles?|"
        r" trouvee?s?| a ce sujet)?",
        r"(?:information )?non (?:\w+ )?(?:precisee?s?|mentionnee?s?|specifiee?s?|indiquee?s?|disponibles?|"
        r"renseignee?s?|communiquee?s?|fournie?s?|trouvee?s?)",
        r"(?:information|donnee|reponse)s? (?:non|pas) (?:\w+ )?(?:communique|precise|disponible|trouve|fourni|"
        r"mentionne)\w*(?: dans (?:\w+ ){0,3}?{source})?",
        r"aucune? (?:info|donnee|mention|idee|precision|resultat)s?|pas d'infos?",
    ),
    silent=(
        r"(?:ne|n'|n) ?(?:\w+ )?{fill}(?:{stating}) {fill}{pas}|(?:{pas}) (?:\w+ ){0,2}?(?:{stating})|"
        r"non (?:\w+ )?(?:precis\w+|mentionn\w+|specifi\w+|indiqu\w+)",
        r"(?:impossible|pas possible|ne permet\w* pas|ne peut pas|ne peux pas|ne peut etre|"
        r"permet\w* pas) {fill}(?:de |d')?(?:\w+ )?(?:repon\w+|determin\w+|savoir|dire|confirm\w+|etabl\w+|"
        r"precis\w+|dedui\w+|conclu\w+|trouv\w+|calcul\w+|estim\w+|verifi\w+)",
        r"mue\w?ts?|silencieu\w+|rest\w+ flou\w*",
        r"(?:c'est|ce n'est|est) pas dans",
    ),
    lacks=(
        r"(?:ne |n')(?:\w+ )?(?:{holding}) {fill}{pas}|(?:rien|aucune?|pas d'|pas de |"
        r"nulle part) ?{gap}(?:{info}|sur|dans|concernant)|manqu\w+|insuffisan\w+",
    ),
    according=(
        r"(?:selon|d'apres|sur la base (?:de|des|du)|conformement (?:a|aux?)|suivant|au vu (?:de|des|du)|"
        r"a la lecture (?:de|des|du)|en me basant sur|en se basant sur|a partir (?:de|des|du)) (?:la |les |le |"
        r"l')?(?:\w+ )?{source}",
        r"dans (?:ce|un tel) contexte(?=,)",
    ),
    reported=(
        r"{source} (?:\w+ )?(?:indiqu\w+|di(?:t|sent)|precis\w+|mentionn\w+|expliqu\w+|stipul\w+|"
        r"confirm\w+) (?:bien |clairement )?qu[e']",
        r"{source} (?:\w+ )?(?:recommand\w+|conseill\w+|avertit|exige\w*|deconseill\w+)",
    ),
    idle=(
        r"(?:vous (?:demandez|avez demande|souhaitez savoir|voulez savoir)|votre question (?:est|porte|"
        r"etait))[^,:]{0,80}$",
        r"(?:je (?:suis|vous prie) )?(?:vraiment |sincerement )?(?:desolee?|navree?|m'excuser|excusez-moi|"
        r"pardon)\b(?! pour)[^.:]{0,40}$|(?:je )?(?:regrette|m'excuse)[^.:]{0,40}$|malheureusement\W*$",
        r"(?:veuillez|merci|bonjour|n'hesitez pas|contactez|essayez|consultez|adressez|demandez|rapprochez|"
        r"pouvez-vous|pourriez-vous|voulez-vous|je vous (?:invite|conseille|recommande|suggere)|il (?:est|"
        r"serait) (?:conseille|preferable|recommande)|si vous|pour (?:plus|en savoir|obtenir|toute|une|tout)|"
        r"vous (?:pouvez|pourriez|devriez) (?:\w+ ){0,2}?(?:contacter|consulter|demander|vous adresser|"
        r"verifier|reformuler|essayer|appeler))",
        r"(?:les |le |la |ces |l'|ils |elles |il |elle )?(?:{source})? ?(?:\w+ )?(?:parl\w+|trait\w+|decri\w+|"
        r"concern\w+|evoque\w*|mentionn\w+|port\w+ (?:uniquement |seulement )?sur|abord\w+|"
        r"mentionn\w+ (?:uniquement|seulement)|evoqu\w+|couvr\w+ (?:uniquement|seulement))|sources?\W*(?::|$)",
        r"j'ai (?:\w+ )?(?:parcouru|cherche|consulte|verifie|lu|examine|regarde|recherche)",
        r"je (?:ne )?(?:peux|reponds) (?:\w+ )?(?:qu'|seulement|uniquement)",
    ),
    lead=(
        r"(?:malheureusement|cependant|toutefois|mais|donc|ainsi|par consequent|desolee?|reponse|hm+|bon|et|or|"
        r"pourtant|a ma connaissance|helas|en revanche|pour l'instant|actuellement|car|comme)\b[ ,:.–-]{0,3}",
    ),
    condition=(
        r"^(?:si|lorsque|lorsqu'|quand|au cas|dans le cas|sauf si|ceux qui|les \w+ qui|toute personne qui)(?=\W)",
    ),
    joints=(
        r"(?<=[,–—]) (?=(?:mais|cependant|toutefois|donc|ainsi|par consequent|en revanche|et|alors|"
        r"neanmoins)\b)",
    ),
)
