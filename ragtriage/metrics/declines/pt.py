"""Portuguese, of Brazil and of Portugal."""

from ragtriage.metrics.declines.words import Words

WORDS = Words(
    code="pt",
    common=(
        "o a os as um uma de do da dos das e sao nao se que em no na nos nas para por com ao seu sua este "
        "esta isso essa esse mas como ou"
        " ha posso pode podem tenho voce sobre segundo nenhum nenhuma muito mais eu meu minha nada sem foi "
        "ser nem achei consta esta"
    ),
    shorthands={
        "fill": r"(?:[\w'-]+ ){0,5}?",
        "gap": r"[^.;:]{0,80}?",
        "info": r"informac(?:ao|oes)|info|dados|detalhes?|respostas?|referencias?|documentos?|documentacao|"
        r"menc(?:ao|oes)|indicac(?:ao|oes)|acesso|conhecimentos?|fontes?|contexto|resultados?|nada|"
        r"elementos",
        "stating": r"mencion\w+|especific\w+|indic\w+|di(?:z|zem|sse)|esclarec\w+|detalh\w+|trat\w+|fal(?:a|"
        r"am)|descrev\w+|precis(?:a|am) (?:o|a|qual)|explic\w+|abord\w+|respond\w+|defin\w+|refer\w+|"
        r"consta\w*|aparec\w+|figur\w+|encontr\w+|esta|estao|fica claro|clar[oa]|informa\w*|permit\w+|"
        r"mencionad\w+|vem|ha referencia",
        "holding": r"cont(?:em|em)|contem|incl\w+|fornec\w+|oferec\w+|cobr\w+|tem(?! que| de)|ha|traz\w*|da|"
        r"dao|bast\w+|possu\w+|apresent\w+",
        "able": r"posso|podemos|poderia|consigo|conseguimos|consegui|pude|sou capaz de|"
        r"estou (?:\w+ )?(?:em condicoes|autorizad\w|apto|apta|habilitad\w)|saberia|me e possivel|"
        r"tenho como|fui capaz",
    },
    source=(
        r"(?<!menu de )contexto|documentacao|docs?|base de (?:conhecimentos?|dados de conhecimento)|fontes?|"
        r"resultados d[ae] (?:busca|pesquisa)|trechos|excertos|passagens",
        r"(?:documentos?|textos?|informac(?:ao|oes)|conteudos?|arquivos?|ficheiros?|artigos?|dados|material|"
        r"materiais) (?:\w+ )?(?:fornecid\w+|disponive\w+|dad\w+|recuperad\w+|disponibilizad\w+|apresentad\w+|"
        r"consultad\w+|acima|que (?:tenho|me \w+|recebi)|a minha disposicao|encontrad\w+|enviad\w+)",
        r"(?:os|estes|meus|seus|nos|dos|aos|esses) (?:documentos|textos|artigos|arquivos|ficheiros|materiais)|"
        r"(?:o|este|do|no|ao) (?:texto|documento|manual|material|guia)|minha base",
    ),
    negation=(r"nao|nada|nenhum\w*|nunca|tampouco|nem|impossivel|insuficientes?|falta\w*|sem|omiss[oa]s?",),
    strong=(
        r"(?<!menu de )contexto|documentacao|docs?|base de conhecimentos?|resultados d[ae] (?:busca|pesquisa)|"
        r"(?:minhas|meus|as|os|estas|estes|nas|nos|nossas) (?:fontes|trechos|excertos|passagens)|"
        r"(?:documentos?|textos?|informac(?:ao|oes)|artigos?|dados|material|materiais) (?:\w+ )?(?:fornecid\w+|"
        r"disponive\w+|recuperad\w+|disponibilizad\w+|consultad\w+)",
    ),
    own=(
        r"posso|tenho|encontro|encontrei|vejo|sei|disponho|consigo|consegui|pude|creio|saberia|estou|sou|"
        r"precisaria|possuo",
    ),
    statement=(r"[,:] |\bque\b",),
    regret=(r"(?:eu )?(?:sinto muito|lamento|receio|peco desculpas?)(?: que| informar)?",),
    opinion=(
        r"recomendo|aconselho|duvido|diria|conheco",
        r"creio|acho|penso|faria|espero",
    ),
    says=(
        r"nao (?:te |lhe |lhes |o |a |me )?{able} {fill}(?:responder\w*|ajudar\w*|ajuda-lo|encontrar\w*|"
        r"dizer\w*|fornecer\w*|determinar\w*|confirmar\w*|dar|oferecer\w*|acessar|aceder|verificar\w*|"
        r"partilhar|compartilhar|precisar|saber|informar|indicar|localizar|opinar|afirmar|achar|prestar|"
        r"dar-lhe)",
        r"(?:eu )?nao (?:o )?sei(?= (?:se|qual|quando|quanto|onde|como|o que|a resposta|nada|dizer|informar|"
        r"responder)|[.,;!]|$)|nao faco ideia|sem ideia|desconheco|nao tenho (?:certeza|ideia|a certeza)",
        r"nao (?:tenho|disponho|possuo|encontro|encontrei|vejo|vi|achei|acho|localizei|encontramos|temos|"
        r"conto com|identifiquei) {fill}(?:de |acesso |suficient\w* |"
        r"nenhum\w* )?(?:{info})(?! (?:de cancelamento))(?! center)(?<! centros de dados)",
        r"nao (?:ha|existe\w*|foi|foram|se|consta\w*) {fill}(?:informac(?:ao|oes)|info|dados|detalhes|"
        r"documentos?|resultados|resposta|referencias?|menc\w+|indicac\w+|encontrad\w+) ?{fill}(?:sobre|acerca|"
        r"relevantes?|relacionad\w+|a respeito|respeito|disponive\w+|suficient\w*|relativ\w+|para responder|"
        r"que (?:indique|mencione|responda)|encontrad\w+|informac\w+|document\w+)",
        r"(?:careco|carecemos) de",
        r"nao (?:\w+ )?(?:aparece\w*|figura\w*|consta\w*|esta\w*|se encontra\w*|e mencionad\w+|vem|"
        r"foi encontrad\w+|sao mencionad\w+) (?:\w+ ){0,2}?(?:em|n[oa]s?|entre) (?:\w+ ){0,2}?{source}",
        r"(?:nenhum\w*) (?:\w+ )?(?:informac\w+|documento|resultado|fonte|artigo|"
        r"trecho)s? {fill}(?:encontrad\w+|sobre|relevante|disponive\w+|menciona\w*|fala\w*)",
        r"(?:essa|esta|a|sua) (?:pergunta|questao|consulta) {fill}(?:nao (?:se )?(?:pode|posso)|(?:esta |fica |"
        r"vai |foge |sai )?(?:\w+ )?(?:fora|alem))|(?:fora d[oae]|alem d[oae]|excede|foge (?:a|"
        r"d)[oa]?s?) (?:meus?|minhas?|ambito|escopo|que (?:posso|sei)) ?\w*",
        r"como (?:\w+ )?(?:assistente|ia|modelo|chatbot|inteligencia)[^.;]{0,40}? nao (?:posso|tenho|devo|"
        r"estou|dou|ofereco)",
        r"^(?:eles |estes |elas )?nao (?:dizem|mencionam|especificam|falam|indicam|diz|menciona|"
        r"especifica) {fill}(?:nada|sobre|de|o|a|os|as|quant\w+|se)",
        r"nao (?:e|esta|estao|foi|sao|vem) (?:\w+ )?(?:mencionad\w+|especificad\w+|detalhad\w+|documentad\w+|"
        r"informad\w+)\W*$",
        r"(?:pesquisa|busca|consulta) (?:\w+ )?nao (?:\w+ )?(?:retornou|devolveu|deu|produziu|encontrou|trouxe|"
        r"gerou) (?:\w+ )?(?:nenhum\w* )?(?:resultado\w*|nada)?",
        r"(?:e-me|me e|me) (?:\w+ )?impossivel|sou incapaz de|nao estou (?:\w+ )?(?:autorizad\w|habilitad\w|"
        r"qualificad\w)|nao (?:da|consigo|deu) (?:para|pra) (?:\w+ )?(?:determinar|responder|saber|dizer)|"
        r"por falta de (?:informac\w+|dados)|(?:^|[ ,])(?:sei n|n sei|num sei)(?=[ ,.]|$)",
        r"nao (?:encontrei|encontramos|achei|achamos|localizei|vi|encontro) (?:nada|nenhum\w*|informac\w+)",
        r"(?:contexto|informac\w+|dados) (?:\w+ )?insuficientes?(?= para|\W*$)|(?:muito pouc[oa]|pouc[oa]) (?:contexto|"
        r"informac\w+)",
        r"(?:devo|tenho de|tenho que|prefiro) (?:\w+ )?(?:recusar|declinar|negar|abster)\w*|nao (?:posso|"
        r"consigo) (?:\w+ )?(?:verificar|opinar|calcular|oferecer)",
        r"(?:me|nos) (?:falta|faltam) (?:\w+ )?(?:informac\w+|dados|elementos)|(?:falta|faltam)-(?:me|"
        r"nos) (?:\w+ )?(?:informac\w+|dados|elementos)",
    ),
    whole=(
        r"(?:eu )?nao sei|sem ideia|nao faco ideia|desconhecid[oa]|sem resposta|nao encontrad[oa]|n/?[ad]|"
        r"sem resultados|nao consta|sem (?:informac(?:ao|oes)|dados|contexto)(?: \w+)?",
        r"(?:informacao )?nao (?:\w+ )?(?:especificad[oa]s?|mencionad[oa]s?|indicad[oa]s?|disponivel|"
        r"fornecid[oa]s?|informad[oa]s?)|(?:nenhuma|nao ha) (?:informacao|resposta)(?: \w+)?",
        r"(?:nenhum|nao foram? encontrados?) (?:\w+ )?(?:documentos?|resultados?)(?: \w+){0,3}",
        r"sem info|nenhuma informacao|nao ha info",
    ),
    silent=(
        r"(?:nao|tampouco|nem) (?:se |o |me |esta |estao |foi |fica |sao |e |ha )?(?:\w+ ){0,2}?(?:{stating})|"
        r"em nenhum (?:momento|lugar)|nenhum\w* (?:d\w+ )?{fill}(?:{stating})",
        r"(?:impossivel|nao (?:e|foi) possivel|nao (?:se )?(?:pode|posso|pude|permit\w+|"
        r"da para)) (?:ser )?(?:\w+ )?(?:respond\w+|determin\w+|saber|dizer|confirm\w+|estabelec\w+|precis\w+|"
        r"deduz\w+|inferir|conclu\w+|calcul\w+|afirm\w+)",
    ),
    lacks=(
        r"nao (?:se |me |nos )?(?:\w+ )?(?:{holding})|(?:nada|nenhum\w*|falta\w*|insuficient\w+|"
        r"sem) {fill}(?:{info}|sobre|disso|em|para|a respeito|n[oa]s?)",
    ),
    according=(
        r"(?:segundo|de acordo com|conforme|com base (?:em|n[oa]s?)|baseado (?:em|n[oa]s?)|a partir d[oae]s?|"
        r"a luz d[oae]s?) (?:as |os |a |o )?(?:\w+ )?{source}",
        r"n(?:este|esse) contexto(?=,)",
    ),
    reported=(
        r"{source} (?:\w+ )?(?:indicam?|diz|dizem|especificam?|mencionam?|explicam?|informam?|confirmam?|"
        r"estabelecem?|afirmam?) (?:claramente )?que",
        r"{source} (?:\w+ )?(?:recomendam?|aconselham?|advertem?|exigem?)",
    ),
    idle=(
        r"(?:(?:voce )?(?:pergunta|perguntou|quer saber)|(?:a )?(?:sua|tua) pergunta (?:e|foi|era))[^,:]{0,80}$",
        r"(?:desculpe|desculpa|lamento|sinto muito|perdao|lamentamos|peco desculpas?|me desculpe)(?! (?:o|a|"
        r"pelo|pela|os) )\b[^.:]{0,40}$|infelizmente\W*$|obrigad[oa]|ola",
        r"(?:por favor|contacte|contate|consulte|tente|pergunte|entre em contato|dirija|verifique|procure|"
        r"fale com|recomendo|sugiro|aconselho|seria (?:melhor|bom)|voce (?:pode|deve|"
        r"poderia) (?:\w+ ){0,2}?(?:contatar|contactar|consultar|perguntar|procurar|verificar|ligar|reformular|"
        r"tentar|entrar em contato)|pode (?:\w+ ){0,2}?(?:contactar|consultar|perguntar|reformular|verificar)|"
        r"poderia|quer|se (?:precisa\w*|tiver|desejar|quiser|voce|puder|necessit\w+)|para (?:mais|obter|"
        r"qualquer|uma|informac\w+))",
        r"(?:os |as |a |o |estes |eles )?(?:{source})? ?(?:so |somente |apenas )?(?:fala\w*|trata\w*|"
        r"descrev\w+|refer\w+|foca\w*|mencion\w+|aborda\w*|mencionam? (?:so|apenas)|cobrem? (?:so|apenas)|"
        r"versam)|fontes?\W*(?::|$)",
        r"(?:eu )?(?:revi|procurei|pesquisei|consultei|li|verifiquei|analisei|busquei|examinei)",
        r"(?:so|apenas|somente) posso",
    ),
    lead=(
        r"(?:infelizmente|lamentavelmente|no entanto|contudo|porem|mas|portanto|entao|assim|desculpe|resposta|"
        r"e|alem disso|hm+|bom|bem|pois|de momento|atualmente|tampouco|ja que|como)\b[ ,:.–-]{0,3}",
    ),
    condition=(r"^(?:se|quando|caso|no caso de|a menos que|quem|os \w+ que|as pessoas que)(?=\W)",),
    joints=(
        r"(?<=[,–—]) (?=(?:mas|porem|contudo|no entanto|portanto|entao|por isso|pelo que|embora|e|enquanto|"
        r"logo|assim)\b)",
    ),
)
