"""What personal data and secrets look like. Apart from the rules that decide, so that a list can be read as a list.

Anybody's text runs through these: every repeat has a limit or is possessive, and no two that take the same characters
stand side by side, so that a text takes as long as it is long.
"""

import re

MAILBOX = re.compile(r"(?:(?<![\w.+%-])mailto:)?[^\W_](?:[\w.+%'-]{0,62}(?<=[\w+%-]))?\Z")
"""What stands before the `@`, at the end of a piece of text."""
LONGEST_MAILBOX = 64
"""Characters, RFC 5321 4.5.3.1.1."""
MAIL_DOMAIN = re.compile(r"(?:[^\W_](?:[\w-]{0,62}(?<=[^\W_]))?\.){1,9}[^\W\d_]{2,24}(?![\w@]|:[\w~/{$<-])")
"""Not of `git@github.com:org/repo`, nor `package@1.2.3`, nor `image@sha256:…`."""
SPELLED_EMAIL = re.compile(
    r"(?i)(?<![\w.+-])[a-z0-9](?:[\w.+-]{0,62}[a-z0-9])?\s?[\[({]\s?at\s?[\])}]\s?[a-z0-9](?:[\w-]{0,62}[a-z0-9])?"
    r"(?:\s?(?:[\[({]\s?(?:dot|punkt)\s?[\])}]|\.)\s?[a-z0-9-]{2,63}){1,4}(?!\w)"
)

PRIVATE_KEY = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----.*?(?:-----END [A-Z0-9 ]{0,60}-----|\Z)", re.DOTALL
)
KNOWN_KEYS = re.compile(
    r"""(?<![A-Za-z0-9])(?:
    sk-[A-Za-z0-9_-]{16,} | [srp]k_(?:live|test)_[A-Za-z0-9]{10,} | gh[pousr]_[A-Za-z0-9]{20,}
    | github_pat_\w{20,} | glpat-[\w-]{16,} | xox[abeoprs]-[A-Za-z0-9-]{10,} | xapp-[\w-]{10,}
    | (?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16} | AIza[\w-]{30,} | ya29\.[\w-]{20,} | hf_[A-Za-z0-9]{20,}
    | npm_[A-Za-z0-9]{30,}
    | pypi-[\w-]{30,} | SG\.[\w-]{16,99}\.[\w-]{16,} | dop_v1_[a-f0-9]{40,} | sha256~[\w-]{20,}
    | AGE-SECRET-KEY-1[A-Z0-9]{20,}
    | eyJ[\w-]{8,400}+\.eyJ[\w-]{8,9000}+\.[\w-]* | lsv2_(?:pt|sk)_\w{16,} | (?:pk|sk)-lf-[\w-]{16,}
    )(?![A-Za-z0-9])""",
    re.VERBOSE,
)
FLAG = re.compile(
    r"(?<![\w-])--?(?:[a-z]{1,30}+-){0,5}(?:password|passwd|token|secret|api-?key)[ \t]{1,9}"
    r"(?P<value>[^\s\"'`<>{}\[\]()$,;-][^\s\"'`<>{}\[\]()$,;]{5,})"
)
BEARER = re.compile(r"(?i)\b(?:bearer|basic)[ \t]{1,9}(?P<value>(?=[A-Za-z+/=._~-]{0,400}+\d)[A-Za-z0-9+/=._~-]{12,})")
NAMED_SECRET = re.compile(
    r"""(?ix)(?<![a-z])(?:pass(?:word|wd|phrase|wort)?|pwd|passwort|kennwort|contrase(?:ñ|n)a
    |secret(?:[_ -]?(?:access[_-]?)?key)?|token|api[_ -]?key|access[_-]?key(?:[_-]?id)?|client[_-]?secret|auth[_-]?key
    |sig|signature)
    ["'`]?(?:\s{0,9}[:=]\s{0,9}|\s{1,9}(?=["'`])|\s{1,9}(?:is|was|ist|war|lautet)(?:\s{0,9}:)?\s{1,9})["'`]?
    (?P<value>(?:[^\s"'`<>{}\[\]()$,;&]|&(?!\w{1,40}=)){6,})"""
)
URL_LOGIN = re.compile(r"(?i)\b[a-z][a-z0-9+.-]{0,15}://(?P<value>[^\s/:@<>{}$\[\]]{1,99}:[^\s/@<>{}$\[\]]{1,199})@")

IPV4 = re.compile(
    r"(?<![\w.+/=-])(?P<lead>(?:https?://)?)(?P<value>\d{1,3}(?:\.\d{1,3}){3})(?P<net>/\d{1,2})?(?![\w-]|\.\d)"
)
IPV4_IN_URL = re.compile(r"(?<=[/@=])(?P<value>\d{1,3}(?:\.\d{1,3}){3})(?P<net>/\d{1,2}(?!\d))?(?![\w-]|\.\d)")
IPV6 = re.compile(r"(?<![\w:.])(?P<value>(?:[0-9a-fA-F]{0,4}:){2,7}[0-9a-fA-F]{0,4})(?P<net>/\d{1,3})?(?![\w:])")
VERSION_BEFORE = re.compile(
    r"(?i)(?:\bv|version|versions|release|build|ver\.?|firmware|driver|upgrade to|==|>=|<=)\s?$"
)

PRODUCT_BEFORE = re.compile(
    r"\b(?!(?:Server|Host|IP|DNS|From|At|Address|Node|Gateway|Client|My|The|To|On|Ping|Is|And|Or)\b)[A-Z][A-Za-z]+ $"
)
"""`OpenShift 4.15.12.1` is a version; only asked for small first numbers."""

IBAN = re.compile(
    r"(?<![A-Za-z0-9-])[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]{4}){2,7}(?:[ -]?[A-Za-z0-9]{1,4})?"
    r"(?![A-Za-z0-9]|-[A-Za-z0-9])"
)
IBAN_LENGTHS = {
    country: length
    for length, countries in (
        (15, "NO"), (16, "BE"), (18, "DK FI FO GL NL SD FK"), (19, "MK SI"), (20, "AT BA EE KZ LT LU XK MN"),
        (21, "CH HR LI LV"), (22, "BG BH CR DE GB GE IE ME RS VA"), (23, "AE GI IL IQ TL OM SO"),
        (24, "AD CZ ES MD PK RO SA SE SK TN VG"), (25, "LY PT ST"), (26, "IS TR"), (27, "BI DJ FR GR IT MC MR SM"),
        (28, "AL AZ BY CY DO GT HU LB NI PL SV"), (29, "BR EG PS QA UA"), (30, "JO KW MU YE"), (31, "MT SC"),
        (32, "LC"), (33, "RU"),
    )
    for country in countries.split()
}  # fmt: skip
"""ISO 13616 registry: how long the account numbers of a country are."""
ACCOUNT = re.compile(
    r"(?i)\b(?:account|acct|konto|bank account|cuenta|compte|conto|routing|sort)\s?"
    r"-?\s?(?:number|no|nr|num|nummer|code|#|número|numéro|numero)\.?\s?(?:is|ist|:|=|#)?\s{0,9}"
    r"(?P<value>\d(?:[ -]?\d){5,17})(?![\w-])"
)
CARD = re.compile(r"(?<![\w.,+/=-])\d(?:[ -]?\d){12,18}(?![\w-]|[.,]\d)")
CARD_GROUPS = re.compile(r"\d{13,19}|\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}|\d{4}([ -])\d{6}\2\d{4,5}")
ISSUER = re.compile(
    r"4|5[1-5]|2(?:2[2-9]|[3-6]\d|7[01]|720)|3[47]|6(?:011|4[4-9]|5)|35(?:2[89]|[3-8])|3(?:0[0-5]|[68])"
    r"|50|5[6-9]|6[0-9]"
)

PHONE = re.compile(
    r"(?<![\w.,#=/+-])(?<!\d:)(?:tel:)?(?P<value>(?:\+|00)?\(?\d[\d ()/.\u00a0\u2011-]{5,22}\d)(?![\w-]|[.,:]\d)"
)
CALL_BEFORE = re.compile(
    r"(?i)(?:\b(?:phone|tel|telefon|telephone|mobile|mobil|handy|fax|whatsapp|rückruf|tél|téléphone|teléfono|telefono)\b"
    r"[^\d\n]{0,24}|\bcell(?:phone[ ]?[:=]?|[ ]?(?:number|no\.?)[ ]?[:=]?|[ ]?[:=])[ ]?"
    r"|\b(?:call|ring|text|reach|sms|anrufen|llámame|signal)\b[ ]?(?:(?:me|us|him|her|back|my)\b[^\d\n]{0,20}|:[ ]?)"
    r"|☎\ufe0f?\s?|📞\s?)$"
)
DIAL_BEFORE = re.compile(
    r"(?i)\b(?:call|ring|dial|text|sms|anrufen|appelez|llame|reach(?:able)?|reachable (?:at|on|under)|"
    r"number is|nummer ist|numéro est)\b[ ]?:?[ ]?$"
)
"""Words that a log counts by, too; what can be dialled (`DIALLED`) is a phone after them."""
DIALLED = re.compile(r"\(?0[1-9]\d{7,12}|\+\d{8,14}")
NUMBER_OF_SOMETHING = re.compile(
    r"(?i)(?:\b(?:order|orders|ticket|invoice|case|ref|reference|id|ids|sku|item|part|serial|tracking|shipment|parcel|"
    r"transaction|booking|policy|contract|customer|bestellung|bestellnummer|rechnung|rechnungsnummer|auftrag|"
    r"auftragsnummer|vorgang|sendung|kundennummer|commande|facture|pedido|factura|issue|bug|bz|article|isbn|issn|doi|"
    r"version|build|release|revision|line|lines|port|pid|uid|gid|error|code|exit|timestamp|epoch|rfc|cve|kb|"
    r"number of|between|range|from)\b[ \t]{0,9}(?:number|no|nr|num|nummer|ids?|code)?\.?"
    r"[ \t]{0,9}(?:is|was|ist|war)?"
    r"[ \t]{0,9}[:=#\u2116-]?[ \t]{0,9}|[#$€£¥]\s?)$"
)

GREETING = re.compile(
    r"(?i)\b(?:dear|hi|hello|hey|hallo|good (?:morning|afternoon|evening)|guten (?:tag|morgen|abend)|moin|servus"
    r"|lieber?|liebes|sehr geehrte|bonjour|bonsoir|salut|ch[eè]re?|chers|hola|estimad|querid|buenos|ciao"
    r"|gentile|car[oa]|olá|prezad|hej"
    r"|hoi|beste|kære|szanowny)"
)
"""Where a salutation may begin: quick to look for, as most texts have none."""
_CAPITAL = r"[^\W\d_a-zß-öø-ÿ]"
_MORE = r"(?:['’-][^\W\d_]++){0,4}+"
_OF = r"(?:(?:van|von|de|der|den|la|di|da|del|al|bin|zu)[ \t]{1,9}+){0,4}+"
SALUTATION = re.compile(
    r"(?m)(?P<lead>(?:(?<=^)|(?<=[.,!?\n>\"'(]\s)|(?<=[\n>\"'(])|(?<=\A))[ \t]{0,48}+(?:"
    r"(?i:dear|hi|hello|hey|hallo|hey there|good (?:morning|afternoon|evening)|guten (?:tag|morgen|abend)|moin|servus|"
    r"liebe[rs]?|lieber|sehr geehrte[rs]?|bonjour|bonsoir|salut|cher|chère|chers|hola|estimad[oa]"
    r"|querid[oa]|buenos días|"
    r"ciao|gentile|caro|cara|olá|prezad[oa]|hej|hoi|beste|kære|szanowny)\b(?:[ \t]{0,9}+,)?[ \t]{1,9}+))"
    r"(?P<value>(?:(?:Mr|Mrs|Ms|Mx|Miss|Dr|Prof|Sir|Herrn?|Frau|Monsieur|Madame|Mme|M|Señora?|Sr|Sra"
    rf"|Signora?)\b\.?[ \t]{{1,9}}+){{0,4}}{_OF}"
    rf"{_CAPITAL}[^\W\d_]*+{_MORE}(?:[ \t]{{1,9}}+{_OF}{_CAPITAL}(?:[^\W\d_]*+{_MORE}|\.)){{0,5}})"
)
TITLED = re.compile(
    r"\b(?:Mr|Mrs|Ms|Mx|Dr|Prof|Herrn?|Frau|Monsieur|Madame|Mme|Señora?|Signora?)\b\.?[ \t]{1,9}+"
    rf"(?P<value>{_CAPITAL}[^\W\d_]++{_MORE}(?:[ \t]{{1,9}}+{_CAPITAL}[^\W\d_]++{_MORE})?)"
)
SIGN_OFF = re.compile(
    r"(?i:\b(?:regards|wishes|cheers|sincerely|yours|thanks|thank you|thx|"
    r"grüße|gruß|grüßen|mfg|lg|cordialement|merci|saludos|gracias))[ \t]{0,9}+(?:[,!.][ \t]{0,9}+)?"
    r"(?:\r?\n){1,9}+[ \t]{0,9}+(?:--?[ \t]{0,9}+)?"
    rf"(?P<value>{_CAPITAL}(?:[^\W\d_]++{_MORE}|\.(?=[ \t]{{0,9}}[^\W\d_]))"
    rf"(?:[ \t]{{0,9}}+{_CAPITAL}(?:[^\W\d_]*+{_MORE}|\.)){{0,2}})"
    r"[ \t]{0,9}+(?=\r?\n|\Z)"
)
NO_NAMES = frozenset("""
    gruesse gruss grüße grüßen grüsse regards wishes practice practices
    a about after again all alle alles also although am an and any anybody anyone are as assistant at be
    because been before being bot but by can cannot chatbot chatgpt claude community copilot could customer
    customers damen das date der developers did die do docs does don don't dear each either es everybody
    everyone fellow folks follow for forum friend friends from get getting given good got greetings gpt guys
    had has have having he hello help her here hi his how however i i'd i'll i'm i've ich if im in instead
    is it it's its ive just kollegen kundenservice last leute lot many me members mine moderator moderators
    monsieur madame most my need new no none not now of ok okay on once one only or our out people please
    plus quick quite regarding same she since sir sirs madam so some somebody someone sorry still
    stackoverflow subject such super support team tell thanks thank that the their them then there these
    they thing this those though to tous toutes today trying two until us using very via was we we're we've
    well were what what's when where whether which while who whole why will with without wonder world would
    yes yesterday you your yours zusammen wie was wo warum wann wir unser bitte danke kann können ist sind
    herren frau herr equipo todos tutti service services admin admins administrator user users api
    kubernetes openshift python docker linux google microsoft amazon red hat airflow azure aws
""".split())  # fmt: skip
"""Words that a sentence or a group may be greeted with, and no names; case-folded."""
PARTICLES = frozenset("van von de der den la di da del al bin zu".split())
"""Words within a name."""
PLACEHOLDER = re.compile(
    r"(?i)^(?:your|my|the|an?|some|example|sample|test|dummy|changeme|placeholder|x{4,}|\*+|\.+"
    r"|string|null|none|true|false)(?![A-Za-z0-9])"
)
