"""How answers decline, in English and German: data for `refusal`, one pattern a line.

Each pattern is looked for in one clause, in lower case with straight quotes. A pattern must not fit what an answer may
say of the world ("we cannot give refunds after 30 days"), only what it says of itself or of its sources.
"""

_SOURCE = (  # a word that also means something in the world needs "provided" or the like
    r"(?:(?:the |this |my |any |our )?(?:context|documentation|docs|knowledge base|search results|sources|passages)"
    r"|(?:the |this )?(?:(?:provided|given|available|retrieved|supplied|above|current) )+"
    r"(?:context|documents?|documentation|texts?|passages?|sources?|information|materials?|excerpts?|content)"
    r"|the (?:context|text|documents?|documentation|information|excerpts?) (?:provided|given|available|supplied|above)"
    r"|the text)"
)
_SAYS = (
    r"(?:include|contain|provide|mention|specify|say|state|cover|describe|discuss|explain|address|give|have|list|offer"
    r"|answer|tell|define|detail|indicate)"
)
_SAID = (
    r"(?:included|contained|provided|mentioned|specified|covered|described|stated|found|available|addressed|discussed)"
)
_CANNOT = (
    r"(?:cannot|can't|can not|could not|couldn't|(?:am|are|was|were|'m|'re) (?:not able|unable) to|won't be able to)"
)

DECLINES_EN = (
    rf"\b(?:i|we|you) ?{_CANNOT} (?:\w+ )?(?:answer|respond)\b",
    rf"\bi ?{_CANNOT} (?:\w+ )?(?:help|assist|find|locate|tell|say|determine|confirm|see|share|discuss|disclose)\b",
    rf"\bi ?{_CANNOT} (?:\w+ )?(?:give|provide)\b",
    rf"\bwe {_CANNOT} (?:\w+ )?find (?:any|an|the|that|this|anything)\b",
    r"\bi (?:do not|don't) (?:\w+ )?know\b",
    r"\bi (?:do not|don't|did not|didn't) (?:\w+ )?(?:have|find|see) ",
    r"\bwe (?:do not|don't) have (?:any |enough |sufficient )?(?:information|data|documentation|knowledge)\b",
    r"\bi have (?:no|not enough|insufficient) ",
    rf"\b{_SOURCE} (?:do|does|did)(?: not|n't) (?:\w+ )?{_SAYS}\b",
    rf"\b{_SOURCE} (?:contains?|provides?|includes?|gives?|has|have|says?) (?:no|nothing|not enough)\b",
    rf"\bthere (?:is|are|was|were) (?:no|not enough|insufficient|nothing)\b.*\b{_SOURCE}",
    r"\bthere (?:is|was) (?:no|not enough|insufficient) (?:\w+ )?information (?:about|on|regarding|to answer)\b",
    r"\b(?:no|not enough|insufficient) (?:\w+ )?information (?:is |was )?(?:available|found|given|provided)\b",
    rf"\b(?:is|are|was|were)(?: not|n't) (?:\w+ )?{_SAID} (?:in|by|within|from|anywhere in) {_SOURCE}",
    r"\b(?:question|this|that) (?:cannot|can't|can not|could not) be answered\b",
    r"\b(?:is|falls) (?:outside|beyond|out of) (?:of )?(?:my|the|our) (?:scope|knowledge|documentation)\b",
    r"^(?:it )?does(?: not|n't) (?:\w+ )?(?:mention|specify|say|state|describe|include|contain|provide|cover)\b",
    r"^(?:idk|no answer|n/?a|unknown|unanswerable|not covered)\W*$",
    r"^(?:no|not enough|insufficient) information\W*$",
)

_QUELLE = (
    r"(?:kontext(?:e?s)?|dokumentation|unterlagen|wissensdatenbank|quellen?|suchergebniss?en?"
    r"|(?:bereitgestellt|vorliegend|gegeben|vorhanden|verfügbar|angegeben|obig)e[nrms]? "
    r"(?:kontext(?:e?s)?|dokumente?n?|texte?n?|informationen|materials?|abschnitte?n?|auszügen?)"
    r"|dokumenten|der text|im text)"
)
_NICHT = r"\b(?:nicht|nichts|keine?[nrms]?)\b"
_NENNT = (
    r"(?:enth(?:ält|alten)|erwähn(?:t|en)|nenn(?:t|en)|beschreib(?:t|en)|g(?:ibt|eben)|sag(?:t|en)|liefer(?:t|n)"
    r"|biete[nt]|behandel[nt]|beantworte[nt]|mach(?:t|en)|enthalten|finde[nt]|steh(?:t|en))"
)
_GENANNT = r"\b(?:erwähnt|genannt|beschrieben|enthalten|angegeben|behandelt|aufgeführt|entnehmen|finden|gesagt)\b"

DECLINES_DE = (
    rf"\b(?:ich|wir) (?:kann|können|konnten?|darf|dürfen)\b.*{_NICHT}.*\b(?:be)?antworten\b",
    rf"\b(?:kann|können|konnten?|darf|dürfen) (?:ich|wir)\b.*{_NICHT}.*\b(?:be)?antworten\b",
    rf"\b(?:ich (?:kann|konnte|darf)|(?:kann|konnte|darf) ich)\b.*{_NICHT}.*"
    r"\b(?:helfen|weiterhelfen|finden|geben|sagen|nennen|machen|mitteilen)\b",
    r"\b(?:ich (?:kann|konnte)|(?:kann|konnte) ich)\b.*\bkeine?\b.*\b(?:informationen|angaben|antwort|auskunft)\b",
    r"\b(?:weiß|weiss) ich\b.*\bnicht\b|\bich (?:weiß|weiss)\b.*\b(?:nicht|keine antwort)\b",
    rf"\b(?:ich (?:habe|finde)|(?:habe|finde) ich)\b.*{_NICHT}.*\b(?:information|angaben|antwort|hinweis|daten|dazu\b)",
    rf"\b(?:(?:mir|uns) liegen|liegen (?:mir|uns))\b.*{_NICHT}.*\b(?:informationen|angaben|daten)\b",
    rf"\b{_QUELLE} {_NENNT}\b.*{_NICHT}",
    rf"\b{_NENNT} (?:der|die|das|dem) {_QUELLE}.*{_NICHT}",
    rf"\b(?:es gibt|gibt es|finde[nt] sich|es liegen|steht|geht)\b.*{_QUELLE}.*{_NICHT}",
    rf"\b(?:es gibt|gibt es|finde[nt] sich|es liegen|steht|geht)\b.*{_NICHT}.*{_QUELLE}",
    rf"\b{_QUELLE} (?:geht|gibt es|finde[nt] sich|steht)\b.*{_NICHT}",
    rf"\b(?:wird|werden|ist|sind)\b.*{_QUELLE}.*{_NICHT}.*{_GENANNT}",
    rf"\b{_QUELLE} (?:wird|werden|ist|sind|lässt sich|lassen sich)\b.*{_NICHT}.*{_GENANNT}",
    rf"\b(?:informationen|angaben|{_QUELLE}) reich(?:t|en)\b.*\bnicht\b",
    r"\bfrage (?:kann|konnte|lässt sich)\b.*\bnicht\b.*\bbeantwort",
    r"\b(?:liegt|ist) (?:leider )?außerhalb (?:meine[srm]|unsere[srm]|der dokumentation)\b",
    r"^keine (?:angabe|antwort|(?:ausreichenden? )?information(?:en)?)(?: verfügbar| vorhanden| gefunden)?\W*$",
)

NO_SUBSTANCE_EN = (
    r"^(?:(?:i'?m|i am|we'?re|we are) )?(?:very |really |so )?sorry\b[^.]{0,60}\W*$",
    r"^(?:i |we )?apologi[sz]e\b",
    r"^(?:my apologies|unfortunately|thank(?:s| you)|hello|hi|good question)\b\W*\w*\W*$",
    r"^(?:please|feel free|let me know|is there anything|try (?:rephrasing|asking|again))\b",
    r"^you (?:may|might|can|could|should) (?:\w+ ){0,2}(?:contact|consult|ask|refer|reach|rephrase|check)\b",
    r"^if you (?:have|need|can|could|provide|give|share|tell|would|want|let)\b",
    r"^(?:could|can|would) you\b",
    r"^for (?:more|further) (?:information|help|details)\b",
    r"^(?:i|we) (?:would |'d |will |'ll )?(?:need|recommend|suggest|be happy|be glad)\b",
    r"^(?:additional|more|further) (?:context|information|details?) (?:is|are|would be) (?:needed|required)\b",
    rf"^(?:it|they|{_SOURCE}) (?:only|just|merely) \w+",
    r"^based on (?:the )?(?:provided |given )?(?:context|documents?|documentation)(?: provided)?\W*$",
    rf"^{_SOURCE} (?:describes?|covers?|includes?|discuss(?:es)?|deals? with|talks? about|focus(?:es)? on)\b",
)

NO_SUBSTANCE_DE = (
    r"^(?:es )?tut (?:mir|uns) (?:sehr )?leid\b[^.]{0,40}\W*$",
    r"^(?:ich )?(?:bitte um )?entschuldig\w*\b[^.]{0,30}\W*$",
    r"^(?:leider|danke|hallo|guten tag)\b\W*\w*\W*$",
    r"^bitte\b",
    r"^(?:wenn|falls) (?:sie|du|ihr)\b",
    r"^(?:könnten|können|möchten|kannst|könntest) (?:sie|du|ihr)\b",
    r"^(?:wenden sie|wende dich|fragen sie|versuchen sie)\b",
    r"^(?:sie|du) (?:können|könnten|kannst) (?:sich )?.*\b(?:wenden|kontaktieren|nachfragen)\b",
    r"^für weitere (?:informationen|fragen|hilfe)\b",
    r"^(?:ich|wir) empfehlen?\b",
    rf"^(?:(?:der|die|das) {_QUELLE}|er|sie|es) \w+ (?:nur|lediglich|ausschließlich)\b",
    rf"^(?:der|die|das|in (?:der|den)|im) {_QUELLE} (?:beschreib(?:t|en)|behandel[nt]|geht es um)\b",
)
