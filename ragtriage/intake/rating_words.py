"""Words that rate an answer, in the languages of users. Lists apart from the rules, so that they read as lists."""

import re

DOWN = frozenset("""
    down thumbsdown thumbs_down thumbs-down -1 👎 bad negative dislike disliked no false unhelpful nothelpful
    incorrect wrong poor verypoor nein schlecht sehrschlecht negativ mal malo muymalo non mauvais trèsmauvais negatif
    négatif no_util noútil nichthilfreich badwithcomment 😞 😠 😡 ☹ 🙁 😕 😢 😭 🤬 😒 😩 terrible awful useless horrible
    fail failed offtopic inaccurate falsch faux incorrecto errado sbagliato fout niet onjuist złe źle нет плохо
    неверно daumenrunter detractor ruim péssimo pessimo cattivo slecht nej dålig dåligt nie hayır kötü いいえ 悪い 不好
    差 没用 无用 錯 错误 나쁨 아니요 لا سيئ नहीं ख़राब garnicht notatall pasutile inutile mangelhaft ungenügend
    nothelpfulatall needsimprovement schlechte mauvaise mala cattiva pessima péssima má onvoldoende zły zła słabo słaba
    плохой плохая неправильно mies unbrauchbar belowaverage didnothelp 役に立たなかった worst não nee ❌ ✗ ✘ ⛔ 💩
""".split())  # fmt: skip
UP = frozenset("""
    up thumbsup thumbs_up thumbs-up +1 👍 good verygood positive like liked yes true helpful veryhelpful correct right
    great ja gut sehrgut positiv bueno muybueno sí si oui bon trèsbon positif hilfreich sehrhilfreich goodwithcomment 😀
    🙂 😊 😃 😄 😁 😍 🤩 ❤ ♥ excellent pass passed accurate richtig heart daumenhoch tada pray raised_hands
    white_check_mark perfect promoter bom ótimo buono ottimo goed juist bra dobrze tak да хорошо верно evet iyi
    はい 良い 好 很好 有用 正確 正确 좋음 네 예 نعم جيد हाँ अच्छा correcto correcte certo útil utile utilissimo
    trèsutile useful gute bonne buena buona ottima boa ótima goede dobra dobry bardzodobrze хороший
    хорошая отлично best sì sim jawel super aboveaverage 役に立った
    ✅ ✓ ✔ 🎉 👏 🔥 💯 hervorragend ausgezeichnet
""".split())  # fmt: skip
NEITHER = frozenset("""
    neutral none null offered unoffered unrated n/a na so-so soso ok okay okayish average mittel mittelmäßig
    mittelmaessig teils teilsteils regular passabel moyen neutralne нейтрально passive fair mediocre
    gehtso 😐 😑 🤔 普通 一般 보통 partially partly teilweise enpartie parcialmente neither
""".split())  # fmt: skip
EMPTY = frozenset(("", *"nan none null nat n/a #n/a na <na> #na nil undefined n.a. (null) -nan".split()))
"""How programs write that there is nothing."""
GENERAL = frozenset("""
    sì sim não nee yes no true false ja nein oui non sí si none null n/a na ok okay like fail
    failed pass passed mal up right
    evet hayır да нет はい いいえ tak nie nej 네 예 아니요 neither average regular fair offered ✅ ✓ ✔ ❌ ✗ ✘ 🔥 🎉
""".split())  # fmt: skip
"""Words that say as much of anything else: a column of these rates only if its name says so."""

STRENGTHENING = frozenset("""
    very really extremely so quite rather totally completely somewhat pretty too sehr ganz total wirklich ziemlich eher
    überhaupt très vraiment trop assez muy bastante demasiado molto davvero troppo zeer heel erg очень bardzo muito
""".split())  # fmt: skip
DENYING = frozenset(
    "not isn t nicht kein keine pas no non niet не nie não inte ikke nada niente poco pouco peu kaum hardly".split()
)

_SATISFIED = (
    r"satisf|zufrieden|happy|pleased|glücklich|content[eo]?s?\b|soddisf|tevreden|zadowol|nöjd|tilfreds|tyytyväi|довол|удовлетвор|memnun|满意|滿意"
    r"|満足|만족|راض|संतुष्ट|agree|zustimm|accord|acuerdo|trifft\b.*\bzu\b|stimm\w*\b.*\bzu\b|likely|wahrscheinlich|hilfreich|helpful|useful|nützlich|útil|utile"
)
_NOT = (
    r"unhappy|unglücklich|dissatisf|unsatisf|insatisf|unzufrieden|mécontent|insoddisf|ontevreden|niezadow|missnöjd|utilfreds|tyytymät|недовол"
    r"|неудовл|不满|不滿|不満|불만|غير راض|असंतुष्ट|disagree|unlikely|unwahrscheinlich|unhelpful|useless|inutile|nutzlos"
    r"|desacuerdo|memnun değil"
)
NEGATED = re.compile(
    rf"(?i)(?:{_NOT}|\b(?:not|nicht|pas|no|non|niet|inte|ikke|ei|nie|не|kein|nada|niente|nulla|poco|poca|pouco|peu|kaum|wenig|keineswegs|weniger|less|meno|menos|moins|minder|weinig|hardly)\b)"
)
SATISFIED = re.compile(rf"(?i)(?:{_SATISFIED}|{_NOT})")
MIDDLE = re.compile(
    r"(?i)\b(?:teilweise|partially|partly|partiellement|parzialmente|parcialmente|neither|weder|neutral\w*|noch|varken|ni)\b|どちらとも|无所谓|보통"
)
"""Between content and not, whatever stands beside it."""

STARS = re.compile(
    r"(?i)^\W?(\d(?:[.,]5)?)\s?-?\s?(?:stars?|sterne?n?|étoiles?|estrell?as?|stell[ae]|sterr(?:en)?|gwiazdk\w{1,4}"
    r"|stj(?:ä|e)rn\w{0,4}|зв[её]зд\w{0,4}|yıldız|つ?星|별점?|점)\W?$"
)
OUT_OF = re.compile(
    r"(?i)^\s*(\d{1,3}(?:[.,]\d{1,2})?)\s*(?:/|von|out of|of|sur|de|su|van|av|z|из|על|分の)\s*(3|4|5|6|7|10|100)\b"
    r"(?:\s*(?:stars?|sterne?n?|points?|punkte?n?|★|⭐))?\s*$"
)
PERCENT = re.compile(r"^\s*(\d{1,3}(?:[.,]\d+)?)\s*[%％]\s*$")
LED = re.compile(r"^\s*(\d{1,2})\s*(?:[-–—:.)=]|\()\s*([^\d\W].{0,60}?)\)?\s*$")
"""`1 - Very dissatisfied`, `5 (excellent)`."""
FILLED, OPEN, HALF = "★⭐🌟", "☆✩", "½⯨"
