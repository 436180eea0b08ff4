"""English."""

from ragtriage.metrics.declines.words import Words

WORDS = Words(
    code="en",
    common=(
        "the a an is are was were to of and or not with that this it its you your be can by from at as do "
        "does have has"
        " i i'm we if will must any there which but don't can't cannot couldn't sorry about find found "
        "what no for on in"
    ),
    shorthands={
        "given": r"provided|given|available|retrieved|supplied|above|current|attached|uploaded|shared|indexed|"
        r"referenced?|source|relevant|internal|existing|following|accessible",
        "texts": r"context|documents?|docs|documentation|texts?|passages?|sources?|information|materials?|"
        r"excerpts?|content|files?|articles?|data|pages?|snippets?|results?|records|knowledge ?base|"
        r"extracts?|chunks?|manuals?|guides?|handbooks?|policies",
        "not": r"not|n[o']?t|never",
        "cannot": r"cannot|can ?not|can'?t|could ?not|couldn'?t|won'?t be able to|(?:was|were|am|are|"
        r"is)n'?t able to|will not be able to|(?:(?:am|are|was|were|'m|'re) )?(?:not able|unable|"
        r"not in a position|not allowed|not permitted|not equipped|not authori[sz]ed|not qualified) to",
        "info": r"information|info|details?|mention|references?|answers?|evidence|indication|knowledge|"
        r"documentation|guidance|insights?",
        "about": r"about|on|regarding|concerning|as to|to (?:fully |properly |accurately )?(?:answer|determine|"
        r"say|tell)|for (?:that|this)|of (?:that|this|how|what|when|whether|who|which|where)|related to|"
        r"relating to",
        "stating": r"mention|specify|state|say|discuss|describe|address|indicate|explain|detail|clarify|"
        r"reference|define|tell|answer|make (?:it )?clear|touch (?:up)?on|go into|speak (?:to|of|about)|"
        r"elaborate|list|talk about",
        "stated": r"mentioned|specified|stated|discussed|described|addressed|indicated|documented|explained|"
        r"detailed|defined|clarified|spelled out|referenced",
        "holding": r"contain|include|provide|give|offer|have|cover|hold|list|show|help|seem to (?:mention|"
        r"contain|include|cover|say|have|address)|appear to (?:mention|contain|include|cover|say|have|"
        r"address)",
        "held": r"included|covered|available|provided|found|present|contained|given|listed|there|part of|in|anywhere",
        "fill": r"(?:[\w']+ ){0,3}?",
    },
    source=(
        r"(?:the |this |my |any |our |these |those |your )?(?:context|documentation|docs|knowledge ?base|kb|"
        r"sources?|search results?|passages?|excerpts?|snippets?|reference material)",
        r"(?:the |this |my |any |our |these |those |your |all )?(?:{given}) (?:(?:{given}) )?(?:{texts})",
        r"(?:{texts}) (?:i (?:have|was given|can see|found)|(?:that )?(?:was|were|is|are) (?:provided|given|"
        r"retrieved|available to me)|you (?:provided|shared|gave|uploaded|sent)|provided|given|available|"
        r"supplied|above|retrieved|at hand|at my disposal|in front of me)",
        r"help cent(?:er|re)(?: articles?)?|the (?:documents?|text|excerpts?|articles?|materials?|manual|"
        r"handbook|guide|faqs?|files?|pages?|policy documents?)|what i (?:have|was given)|my (?:data|records|"
        r"files|documents|training)",
    ),
    negation=(
        r"not|\w*n't|no|nothing|none|never|cannot|unable|nowhere|neither|nor|lacks?|fails? to|insufficient|"
        r"unclear|impossible|dont|cant|doesnt|didnt|isnt|irrelevant|unrelated|little",
    ),
    strong=(
        r"(?:context|documentation|docs|knowledge ?base|kb)(?! (?:menus?|fees?|switch|managers?))|(?:the |"
        r"these |those |all )?(?:{given}) (?:{texts})|(?:the|these|those|my|our) (?:sources(?! of)|passages|excerpts|"
        r"snippets|search results|materials?)|what i (?:have|was given)",
    ),
    own=(r"i(?= [a-z])|i'm|i've|i'd",),
    statement=(
        r"[,:] |\bthat\b(?! is\b)|\b(?:believe|think|see|know|confirm|found|find|guess|assume|understand|say|tell you|"
        r"hope|mean) (?=(?:it|the|your|there|you|this|they|we|these|those|all|our)\b)",
    ),
    regret=(
        r"(?:i'?m|i am|we'?re|we are) (?:(?:very|so|really|terribly|truly|deeply) )?(?:sorry|afraid|"
        r"saddened)(?: to (?:say|tell you|inform you|report))?(?: that)?|i (?:\w+ )?(?:regret|"
        r"apologi[sz]e)(?: to (?:say|tell you|inform you))?(?: that)?",
    ),
    opinion=(
        r"recommend|advise against|suggest|doubt|i'd say|would say|think so|know (?:of|any)|afraid not|mind|"
        r"worry|sorry to hear|(?:find|see|know) an? (?!\w*(?:answer|match|mention|reference|"
        r"article))\w+ (?:way|option|reason|method)|see (?:a|any) (?:reason|problem|issue)",
        r"(?:do not|don'?t|wouldn'?t|would not) (?:\w+ )?(?:think|believe|expect|use|do|wait|bother|worry)",
    ),
    says=(
        r"i(?:'m|'ve| am)? ?{fill}{cannot} {fill}(?:answer|respond|help|assist|comment|advise|reply)",
        r"we(?:'re| are)? ?(?:\w+ )?{cannot} (?:\w+ )?(?:answer|respond)",
        r"^{cannot} (?:\w+ )?(?:answer|respond|help|assist|say|tell|determine)",
        r"i(?:'m|'ve| am)? ?{fill}{cannot} {fill}(?:tell|say|determine|confirm|verify|establish|judge|"
        r"speculate|share|discuss|disclose|access|give|provide|offer|look up|view|check)",
        r"(?:i|we)?(?:'m| am)? ?(?:\w+ )?{cannot} (?:\w+ )?(?:find|locate|see|identify|get|retrieve|"
        r"spot) {fill}(?:any ?thing|an? (?:\w+ )?(?:answer|match|mention|reference)|(?:any|an?|the|that|enough|"
        r"specific|relevant) {fill}(?:{info}|documents?|docs|data|articles?))",
        r"i(?:'m|'ve| am)? ?(?:\w+ )?{cannot} (?:\w+ )?(?:find|locate|see) (?:it|that|this)(?= in| anywhere|[.,!]|$)",
        r"(?:i )?(?:do not|don'?t|dont|do n't) (?:\w+ )?know(?! (?:of|their|his|her|your|the password))",
        r"i(?:'m| am|m) (?:afraid i )?(?:not|un) ?(?:\w+ )?(?:sure|certain)",
        r"i (?:do not|don'?t|dont|did not|didn'?t|didnt) (?:\w+ ){0,2}?(?:have|find|see|possess|"
        r"hold) {fill}(?:{info}|anything|data|acc?ess?|documents?|context|records?|sources?|visibility|"
        r"material)(?! (?:of any limit|against))",
        r"we (?:do not|don'?t) (?:\w+ )?have (?:\w+ ){0,2}?(?:information|documentation|knowledge|details|"
        r"data (?:on|about|for))",
        r"(?:i|we)(?:'ve)? (?:have|found|find|see|got) (?:\w+ )?(?:no|not enough|insufficient|nothing|"
        r"too little)(?= (?:\w+ ){0,2}?(?:{info}|data|access|context|documents?|sources?|about|on|in|regarding|"
        r"that|there|here))",
        r"i came up empty|i have nothing",
        r"(?<!gives )(?<!give )(?<!return )(?<!returns )(?<!share )(?<!shares )(?:no|not enough|insufficient|"
        r"not sufficient|no sufficient|not any|\w*n't any|\w*n't enough|\w*n't sufficient) {fill}(?:{info}|"
        r"data|context) (?:available |given |provided |here |there |in \w+ )?(?:{about})",
        r"(?:no|not enough|insufficient) {fill}(?:{info}|documents?|articles?|passages?|results?|sources?|"
        r"matches|entries) {fill}(?:found|located|retrieved|returned|available(?! (?:to|for|as|at|in)\b))",
        r"(?:no|not enough|insufficient) {fill}(?:information|details|documents|sources) {fill}(?:mention|"
        r"address|cover|describe|discuss)(?:s|es|ed)?",
        r"(?:none|neither) of {source}",
        r"(?:is|are|was|were|be|it's|that's)?(?: |n't |n't )?(?:not |n't )(?:\w+ ){0,2}?(?:{held}|"
        r"{stated}) (?:\w+ )?(?:in|by|within|from|under|among|anywhere in|of) (?:any of )?{source}",
        r"(?:answer|information|detail)s? (?:\w+ )?(?:is|was|are)(?: not|n't) (?:\w+ )?(?:in|available|found|"
        r"contained|present|provided|there) {source}",
        r"(?:question|query|this|that) {cannot} be (?:\w+ )?answered",
        r"(?:is|are|was|were)(?: not|n't) (?:\w+ ){0,2}?{stated}\W*$",
        r"^(?:it|they|that|this|which)? ?(?:does|do|did)(?: not|n'?t) (?:\w+ ){0,2}?(?:mention|specify|say|"
        r"state|discuss|describe)",
        r"(?:outside|beyond|out of|not within|not in|exceeds) (?:of )?(?:(?:the )?(?:scope|range|"
        r"limits?) of )?(?:my|what i|what this assistant|this assistant)",
        r"(?:outside|beyond|out of|not within) (?:of )?(?:the |our )?(?:scope|knowledge) (?:of )?(?:{source})",
        r"(?:question|topic|query|request|that|this)(?:'s| is| falls| lies) (?:\w+ )?(?:outside|beyond|"
        r"out of) (?:of )?(?:the |our |my )?(?:scope|expertise|knowledge)",
        r"as an? (?:\w+ ){0,3}?(?:assistant|model|ai|bot|chatbot|tool),? i {fill}(?:{cannot}|do not|don'?t|"
        r"must not|am not)",
        r"not something (?:that )?(?:i|we)(?:'m| am| are)? ?(?:can|could|able|allowed|have)",
        r"(?:search|query|lookup|retrieval) (?:\w+ ){0,3}?(?:returned|yielded|found|gave|produced|turned up|"
        r"came back with) (?:no|nothing|0|zero)",
        r"(?:i|we) (?:simply |currently )?lack (?:\w+ ){0,3}?(?:{info}|data|context|access|details)|"
        r"for lack of (?:\w+ )?(?:{info}|context)",
        r"(?:insufficient|not enough|too little|no) (?:\w+ )?(?:context|information|data|"
        r"detail) (?:\w+ )?(?:here|there|available|provided|to|for me)",
        r"(?:outside|beyond) (?:of )?(?:what|anything) (?:i|we|this)|(?:i|we)(?:'m| am|"
        r" are) not (?:\w+ )?(?:able|allowed|permitted|authori[sz]ed|qualified) to",
        r"impossible (?:for me )?to (?:answer|say|tell|determine|know)(?! (?:\w+ )?apart)",
        r"(?:i|we)(?:'ve| have)? ?(?:could |can )?(?:found|find|saw|see|located) (?:absolutely |virtually )?nothing",
        r"(?:i |we )?(?:must|have to|need to|will have to|would rather) (?:\w+ )?(?:decline|refuse|refrain|"
        r"abstain|pass)",
        r"(?:too little|very little|limited) (?:context|information)",
        r"(?:i|we) (?:can't|cannot|won't|will not|am not going to) (?:\w+ )?(?:speculate|guess|discuss|go into)",
        r"not something (?:\w+ ){0,3}?(?:{source}) ",
    ),
    whole=(
        r"i ?dk|no answer|n/?a|unknown|unanswerable|(?:answer )?not found|not covered|not answerable|no idea|"
        r"not sure|no clue|no data|no context|no results?|no match(?:es)?|no comment",
        r"(?:no|not enough|insufficient) (?:\w+ )?(?:information|info|context|data|details)(?: (?:available|"
        r"found|provided|given))?",
        r"(?:information |answer )?not (?:\w+ )?(?:{stated}|available|provided|given|included|present|"
        r"in (?:the )?context)",
        r"no (?:\w+ )?(?:documents?|results?|passages?|articles?|sources?)(?: (?:were|was))? (?:found|"
        r"available|retrieved)",
    ),
    silent=(
        r"(?:do|does|did)(?: not|n'?t) {fill}(?:{stating})",
        r"(?:not|\w*n't|never|nowhere) {fill}(?:{stated}|clear|addressed|evident)|unclear|unspecified|"
        r"without (?:mentioning|specifying|stating)",
        r"(?:cannot|can'?t|can not|could not|couldn'?t|not possible to|impossible to|unable to|"
        r"not able to) (?:be )?(?:\w+ )?(?:answer|determin|confirm|infer|establish|verif|deduc|calculat|comput|"
        r"work|figur|deriv|tell|sa[iy]|find|found|locate)\w*",
        r"(?:is|are|remains?|stays?) (?:\w+ )?(?:silent|missing|absent|omitted|left out)",
    ),
    lacks=(
        r"(?:do|does|did)(?: not|n'?t) {fill}(?:{holding})",
        r"(?:not|\w*n't) (?:\w+ )?(?:enough|sufficient|suffice|detailed enough)|(?:is|are) insufficient|lacks?|"
        r"(?:makes?|make) no (?:\w+ )?(?:mention|reference)|fails? to (?:mention|specify|say)",
        r"(?:contains?|provides?|includes?|gives?|has|have|says?|say|find|found|see|saw|is|'s|are|was|were|"
        r"offers?|reveals?|returned|yielded|shows?) (?:\w+ )?(?:no|nothing|not enough|little)(?! (?:needs|has|"
        r"must|more|is|else|can|should|to be))",
        r"(?:no|nothing|not any|\w*n't any|\w*n't anything|nowhere) {fill}(?:{info}|about|on|regarding|in|found)",
        r"(?:find|found|see|locate) (?:any|anything|that|this|it)",
    ),
    according=(
        r"(?:based (?:only |solely |strictly )?(?:up)?on|according to|going by|as per|per|from|given|"
        r"judging by|in light of|using|with) (?:only )?(?:what )?(?:all |any of )?{source}",
        r"in (?:this|that|such a|which) context",
    ),
    reported=(
        r"{source} (?:\w+ )?(?:states?|says?|mentions?|specif(?:y|ies)|explains?|notes?|confirms?|"
        r"makes? (?:it )?clear|indicates?|shows?|lists?) (?:that|how|which|only|nothing (?:needs|has|must|is|"
        r"else))",
        r"{source} (?:\w+ )?(?:recommends?|advises?|warns?|requires?|suggests?|instructs?|tells? (?:you|users))",
    ),
    idle=(
        r"(?:you(?:'ve| have)? (?:asked|are asking|want to know|wanted to know)|your (?:question|query) (?:is|was|"
        r"about))[^,:]{0,80}$",
        r"(?:i'?m|i am|we'?re|we are)? ?(?:very |really |so |terribly )?sorry\b(?! to hear)[^.:]{0,60}$",
        r"(?:i |we )?apologi[sz]e|my apologies|apologies|unfortunately\W*\w*\W*$|thanks?\b|hello\b|hi\b|"
        r"good question|great question",
        r"(?:kindly|please)|i wish i (?:could|knew|had)|i(?:'d| would) (?:love|like|be happy|be glad)|feel free|"
        r"let me know|"
        r"is there anything|try (?:rephrasing|asking|again|contacting|searching)|happy to",
        r"(?:instead,? )?you (?:may|might|can|could|should|will need|would need|"
        r"'ll need)(?: \w+){0,3} (?:contact|consult|ask|refer|reach|rephrase|check|look|try|speak|call|visit|"
        r"want to|email|get in touch)",
        r"if you (?:have|need|can|could|provide|give|share|tell|would|want|let|are|like)",
        r"(?:could|can|would|do|did) you",
        r"for (?:more|further|accurate|specific|detailed|up to date|that|this|personal|medical|legal)",
        r"(?:i|we)(?:'d| would|'ll| will| can)? ?(?:need|recommend|suggest|advise|be happy|be glad|only help|"
        r"only answer|can only)",
        r"(?:additional|more|further) (?:context|information|details?) (?:is|are|would be) (?:needed|required)",
        r"(?:it|they|{source}) (?:only|just|merely|mainly|primarily|solely) \w+",
        r"(?:based on|according to) {source}\W*$",
        r"(?:it|they|{source})(?: i \w+)? (?:do |does )?(?:describes?|covers?|includes?|discuss(?:es)?|"
        r"deals? with|talks? about|focus(?:es)? on|mentions?|are about|is about|relates? to|explains?|refers?)",
        r"(?:a |the |your )?(?:sources?|references?|citations?|confidence)\W*(?::|$)",
        r"contact|ask|check with|reach out|consult|contacting|speak to|get in touch",
        r"i(?:'ve| have)? (?:\w+ )?(?:looked|searched|checked|gone|reviewed|read|scanned|combed|went|examined)",
    ),
    lead=(
        r"(?:therefore|thus|hence|so|however|unfortunately|additionally|sorry|but|although|though|yet|and|also|"
        r"as such|hm+|well|oh|regrettably|sadly|answer|response|note|i'?m afraid|i am afraid|i regret that|"
        r"it (?:seems|appears|looks like)(?: that)?|honestly|ok|okay|no,? sorry|at the moment|currently|"
        r"apologies|while|because|since|as)\b[ ,:.–-]{0,3}",
    ),
    condition=(
        r"^(?:if|when|unless|where|whenever|in case|once|for (?:users|those|people) who|(?:users|employees|"
        r"people|customers|those|anyone|guests|members) who)",
    ),
    joints=(
        r"(?<=[,–—]) (?=(?:but|however|although|though|yet|so|and|which means|therefore|nevertheless|still|"
        r"instead|only)\b)",
        r"(?<= )(?=(?:but|however) (?:the|you|it|i|we|they|your|a|an)\b)",
    ),
)
