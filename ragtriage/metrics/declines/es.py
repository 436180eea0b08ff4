"""Spanish."""

from ragtriage.metrics.declines.words import Words

WORDS = Words(
    code="es",
    common=(
        "el la los las un una de del y es son no se que en para por con al lo su sus este esta esto ese "
        "esa eso pero como si o"
        " hay puedo puede pueden tengo siento sobre segun ningun ninguna muy mas yo le te me nada sin ni "
        "veo a estoy esta tu tus"
    ),
    shorthands={
        "fill": r"(?:[\w'-]+ ){0,5}?",
        "gap": r"[^.;:]{0,80}?",
        "info": r"informacion|info|datos|detalles?|respuestas?|referencias?|documentos?|documentacion|"
        r"menciones?|mencion|indicaci\w+|acceso|conocimientos?|fuentes?|contexto|resultados?|nada|"
        r"elementos|constancia",
        "stating": r"mencion\w+|especific\w+|indic\w+|di(?:cen?|jo)|aclar\w+|detall\w+|trat\w+|habl\w+|"
        r"describ\w+|precis\w+|explic\w+|abord\w+|respond\w+|define\w*|refier\w+|consta\w*|aparec\w+|"
        r"figur\w+|encuentr\w+|encontr\w+|esta(?:n)?|viene\w*|queda claro|clar[oa]|desprende\w*|recog\w+|"
        r"senal\w+|permit\w+|menciona(?:do|da)s?|hace\w* referencia",
        "holding": r"contien\w+|incluy\w+|proporcion\w+|ofrec\w+|cubr\w+|tien\w+(?! que)|hay|aport\w+|da|dan|"
        r"facilit\w+|bast\w+|brind\w+",
        "able": r"puedo|podemos|podria|logro|consigo|pude|he podido|soy capaz de|"
        r"estoy (?:\w+ )?(?:en condiciones|autorizad\w|capacitad\w|seguro|segura)|estamos en condiciones|"
        r"sabria|me es posible",
    },
    source=(
        r"(?<!menu de )contexto|documentacion|docs?|base de conocimientos?|fuentes?|"
        r"resultados de (?:la )?busqueda|fragmentos|extractos|pasajes",
        r"(?:documentos?|textos?|informacion|contenidos?|archivos?|articulos?|datos|"
        r"material(?:es)?) (?:\w+ )?(?:proporcionad\w+|facilitad\w+|disponibles?|dad\w+|recuperad\w+|"
        r"suministrad\w+|aportad\w+|consultad\w+|anterior\w*|que (?:tengo|me \w+)|a mi disposicion|"
        r"encontrad\w+)",
        r"(?:los|estos|mis|sus|tus|esos) (?:documentos|textos|articulos|archivos|materiales)|(?:el|este|del|"
        r"al) (?:texto|documento|manual|material)|la guia|mi base de datos",
    ),
    negation=(r"no|nada|ningun\w*|nunca|tampoco|ni|imposible|insuficientes?|falta\w*|sin|silencio",),
    strong=(
        r"(?<!menu de )contexto|documentacion|docs?|base de conocimientos?|resultados de (?:la )?busqueda|"
        r"(?:mis|las|los|estas|estos|nuestras) (?:fuentes|fragmentos|extractos|pasajes)|(?:documentos?|textos?|"
        r"informacion|articulos?|datos|material(?:es)?) (?:\w+ )?(?:proporcionad\w+|facilitad\w+|disponibles?|"
        r"recuperad\w+|suministrad\w+|consultad\w+)",
    ),
    own=(
        r"puedo|tengo|encuentro|encontre|veo|se|dispongo|logro|consigo|pude|creo|he|sabria|estoy|soy|"
        r"necesitaria|cuento",
    ),
    statement=(r"[,:] |\bque\b",),
    regret=(r"(?:lo )?(?:siento|lamento)(?: mucho)?(?: decirle| informarle| comunicarle)?|me temo que|me disculpo",),
    opinion=(
        r"recomiendo|aconsejo|dudo|diria|conozco|se (?:\w+)|creo que (?:haga|sea)",
        r"creo|pienso|haria|espero",
    ),
    says=(
        r"no (?:te |le |les |os |lo |me )?{able} {fill}(?:responder\w*|contestar\w*|ayudar\w*|encontrar\w*|"
        r"decir\w*|proporcionar\w*|determinar\w*|confirmar\w*|dar\w*|ofrecer\w*|acceder|verificar\w*|"
        r"facilitar\w*|compartir\w*|precisar\w*|saber\w*|asegurar\w*|indicar\w*|localizar\w*|opinar|brindar\w*)",
        r"(?:yo )?no (?:lo )?se(?= (?:si|cual|cuando|cuanto|donde|como|que|la respuesta|nada)|[.,;!]|$)|"
        r"ni idea|(?:lo )?desconozco|lo ignoro",
        r"no (?:tengo|dispongo|cuento|poseo|encuentro|encontre|he encontrado|veo|he visto|hallo|halle|"
        r"hemos encontrado|localizo|conozco) {fill}(?:de |con |acceso |suficiente\w* |"
        r"ningun\w* )?(?:{info})(?! (?:de cancelacion|limite))",
        r"no (?:hay|existe\w*|se (?:han )?(?:encontr\w+|hall\w+|dispone\w*|recuper\w+|localiz\w+|"
        r"cuenta)) {fill}(?:informacion|info|datos|detalles|documentos?|resultados|respuesta|referencias?|"
        r"menci\w+|indicaci\w+) {fill}(?:sobre|acerca|relevantes?|relacionad\w+|al respecto|respecto|"
        r"disponibles?|suficiente\w*|relativ\w+|para responder|que (?:indique|mencione|responda|hable))",
        r"(?:carezco|carecemos) de",
        r"no (?:\w+ )?(?:aparece\w*|figura\w*|consta\w*|esta\w*|se (?:encuentra\w*|menciona\w*|incluye\w*|"
        r"recoge\w*)|viene\w*) (?:\w+ ){0,2}?(?:en|entre) (?:\w+ ){0,2}?{source}",
        r"(?:esa|esta|la|su|tu) (?:pregunta|consulta|cuestion) {fill}(?:no (?:se )?(?:puede|puedo)|(?:esta |"
        r"queda |cae |va )?(?:\w+ )?(?:fuera|mas alla))|(?:fuera de|mas alla de|excede|escapa a) (?:mis?|"
        r"el alcance de|lo que (?:puedo|se)) ?\w*",
        r"como (?:\w+ )?(?:asistente|ia|modelo|chatbot|inteligencia)[^.;]{0,40}? no (?:puedo|tengo|debo|estoy|"
        r"doy|ofrezco)",
        r"^(?:ellos |estos )?no (?:dicen|mencionan|especifican|hablan|indican|dice|menciona|"
        r"especifica) {fill}(?:nada|sobre|de|el|la|los|las|cuanto|si)",
        r"no (?:se|esta|estan|viene\w*) (?:\w+ )?(?:menciona\w*|especifica\w*|precisa\w*|detalla\w*|"
        r"documentad\w+)\W*$",
        r"(?:busqueda|consulta) (?:\w+ )?no (?:\w+ )?(?:arrojo|devolvio|dio|produjo|encontro|ha devuelto|"
        r"ha dado) (?:\w+ )?(?:ningun\w* )?(?:resultado\w*|nada|coincidencia\w*)?",
        r"me (?:es|resulta) (?:\w+ )?imposible|(?:soy|estoy) incapaz de|no estoy (?:\w+ )?(?:autorizad\w|"
        r"capacitad\w|facultad\w|cualificad\w)|no puedo informar\w*|por falta de (?:informacion|datos)|(?:^|"
        r"[ ,])nose(?=[ ,.]|$)|en los docs no (?:sale|esta|aparece|viene)",
        r"no (?:he|hemos) (?:\w+ )?(?:encontrado|hallado|visto|podido encontrar|localizado) (?:nada|ningun\w*|"
        r"informacion|ninguna)",
        r"no (?:encontre|halle|vi|encuentro|veo) nada",
        r"(?:contexto|informacion|datos) (?:\w+ )?insuficientes?(?= para|\W*$)|(?:muy poc[oa]|"
        r"demasiado poc[oa]) (?:contexto|"
        r"informacion)",
        r"(?:debo|tengo que|prefiero) (?:\w+ )?(?:declinar|rechazar|negarme|abstenerme|rehusar)|"
        r"no puedo (?:\w+ )?(?:verificarlo|opinar|calcular|ofrecer)",
        r"(?:me|nos) falta[n]? (?:\w+ )?(?:informacion|datos|elementos)",
    ),
    whole=(
        r"no (?:lo )?se|ni idea(?:,? la verdad)?|desconocid[oa]|sin respuesta|no encontrad[oa]|n/?[ad]|"
        r"sin resultados|no consta|"
        r"no hay (?:informacion|respuesta|datos)|sin (?:informacion|datos|contexto)(?: \w+)?",
        r"(?:informacion )?no (?:\w+ )?(?:especificad[oa]s?|mencionad[oa]s?|indicad[oa]s?|disponible|"
        r"proporcionad[oa]s?)|(?:ninguna|no hay suficiente) informacion(?: \w+)?",
        r"no se (?:han )?(?:encontr\w+|hall\w+|recuper\w+) (?:\w+ )?(?:documentos|resultados|informacion|"
        r"fuentes)(?: \w+)?",
        r"sin info|no hay info|ninguna informacion",
    ),
    silent=(
        r"(?:no|tampoco|ni) (?:se |lo |me |esta |estan |ha |han |queda )?(?:\w+ ){0,2}?(?:{stating})|"
        r"en ningun (?:momento|lugar|sitio)|ningun[oa]? (?:de )?{fill}(?:{stating})",
        r"(?:imposible|no (?:es|resulta) posible|no (?:se )?(?:puede|puedo|pude|"
        r"permit\w+)) (?:\w+ )?(?:respond\w+|determin\w+|saber|decir|confirm\w+|establec\w+|precis\w+|deduc\w+|"
        r"inferir|conclu\w+|contest\w+|calcul\w+)",
    ),
    lacks=(
        r"no (?:se |me |lo |nos )?(?:\w+ )?(?:{holding})|carece[n]? de|(?:nada|ningun\w*|falta\w*|insuficient\w+|"
        r"sin) {fill}(?:{info}|sobre|de eso|en|para|al respecto)",
    ),
    according=(
        r"(?:segun|de acuerdo (?:con|a)|conforme a|en base a|con base en|basandome en|sobre la base de|"
        r"a partir de|a la luz de|atendiendo a) (?:la |las |los |el |lo que dicen )?(?:\w+ )?{source}",
        r"en (?:este|ese|tal) contexto(?=,)",
    ),
    reported=(
        r"{source} (?:\w+ )?(?:indican?|dicen?|especifican?|mencionan?|explican?|senalan?|confirman?|"
        r"establecen?) (?:claramente )?que",
        r"{source} (?:\w+ )?(?:recomiendan?|aconsejan?|advierten?|exigen?)",
    ),
    idle=(
        r"(?:(?:usted )?(?:me )?(?:pregunta|preguntas|pregunto|ha preguntado|has preguntado)|(?:su|"
        r"tu) pregunta (?:es|era))[^,:]{0,80}$",
        r"(?:lo )?(?:siento|lamento|perdon|disculpa\w*|lamentamos)(?! (?:por|las|la|los))\b[^.:]{0,40}$|"
        r"lamentablemente\W*$|gracias|hola",
        r"(?:por favor|pongase|ponte|contacta\w*|contacte\w*|consulta\w*|consulte\w*|intenta\w*|intente\w*|"
        r"pregunta\w*|pregunte|dirija\w*|comuni\w+|te (?:recomiendo|sugiero|aconsejo)|le (?:recomiendo|sugiero|"
        r"aconsejo)|recomiendo|sugiero|seria (?:conveniente|mejor)|puede\w* (?:\w+ ){0,2}?(?:contactar|"
        r"consultar|preguntar|dirigir\w*|revisar|llamar|reformular|intentar)|podrias?|quieres|"
        r"si (?:necesita\w*|tiene\w*|desea\w*|quiere\w*|me|puede\w*|lo)|para (?:mas|obtener|cualquier|una|"
        r"informacion))",
        r"(?:los |las |la |el |estos |ellos )?(?:{source})? ?(?:solo |solamente |unicamente )?(?:habl\w+|"
        r"trat\w+|describ\w+|se refier\w+|se centr\w+|mencion\w+|abord\w+|mencionan? (?:solo|unicamente)|"
        r"cubren? (?:solo|unicamente)|versan)|fuentes?\W*(?::|$)",
        r"(?:he|ya) (?:\w+ )?(?:revisado|buscado|consultado|leido|comprobado|mirado|examinado)",
        r"(?:solo|unicamente) puedo",
    ),
    lead=(
        r"(?:lamentablemente|desafortunadamente|desgraciadamente|por desgracia|sin embargo|no obstante|pero|"
        r"por (?:lo )?tanto|asi que|lo siento|respuesta|y|ademas|hm+|bueno|pues|de momento|actualmente|tampoco|"
        r"ya que|como)\b[ ,:.–-]{0,3}",
    ),
    condition=(
        r"^(?:si(?! se \w+ (?:\w+ ){1,3}no se indica)|cuando|en caso de|salvo que|a menos que|quien|quienes|"
        r"los \w+ que|las personas que)(?=\W)",
    ),
    joints=(
        r"(?<=[,–—]) (?=(?:pero|sin embargo|por lo que|asi que|por tanto|por lo tanto|no obstante|aunque|y|"
        r"mientras)\b)",
    ),
)
