"""Words that make two questions ask for different things, however alike the rest is.

Two questions about 4.15 and 4.16, enabling and disabling, Monday and Tuesday share nearly all their words. Whoever
calls them the same gives one of them the other's label, so here a doubt counts as a difference.
"""

import unicodedata
from collections.abc import Collection

_NUMBER_WORDS = (
    "2 two zwei deux dos due dwa", "3 three drei trois tres tre trzy", "4 four vier quatre cuatro quattro",
    "5 five fuenf funf cinq cinco cinque", "6 six sechs seis sei", "7 seven sieben sept siete sette",
    "8 eight acht huit ocho otto", "9 nine neun neuf nueve nove", "10 ten zehn dix diez dieci",
    "12 twelve zwoelf douze doce dodici", "20 twenty zwanzig vingt veinte venti",
    "30 thirty dreissig trente treinta trenta",
    "100 hundred hundert cent cien cento", "1000 thousand tausend mille mil",
    "first erste ersten erster premier primero primo", "second zweite zweiten zweiter deuxieme segundo secondo",
    "third dritte dritten dritter troisieme tercero terzo",
    "january januar janvier enero gennaio", "february februar fevrier febrero febbraio", "march maerz marz mars marzo",
    "april avril abril aprile", "june juni juin junio giugno", "july juli juillet julio luglio",
    "august aout agosto", "september septembre septiembre settembre", "october oktober octobre octubre ottobre",
    "november novembre noviembre", "december dezember decembre diciembre dicembre",
    "monday montag lundi lunes lunedi", "tuesday dienstag mardi martes martedi",
    "wednesday mittwoch mercredi miercoles mercoledi", "thursday donnerstag jeudi jueves giovedi",
    "friday freitag vendredi viernes venerdi", "saturday samstag samedi sabado sabato",
    "sunday sonntag dimanche domingo domenica",
)  # fmt: skip
"""Each text is one number, month or day in several languages; not `one` and `may`, which mostly are none."""
NAMED_NUMBERS = {word: group.split()[0] for group in _NUMBER_WORDS for word in group.split()[group[0].isdigit() :]}
"""Word, without marks → the number (in digits), month or day that it names."""

NEGATIONS = frozenset(
    "not no never cannot without none nicht kein keine keinen keinem keiner ohne nie niemals pas sans jamais sin nunca "
    "senza mai sem nao niet geen zonder nigdy bez".split()
)
"""Without marks. One of two questions that has any of them asks about the opposite."""

_PAIRS = (
    "enable/disable enabled/disabled add/remove create/delete start/stop allow/deny allow/forbid accept/reject "
    "increase/decrease before/after min/max minimum/maximum upgrade/downgrade import/export with/without "
    "mount/unmount public/private first/last up/down in/out on/off push/pull lock/unlock open/close opened/closed "
    "over/under above/below buy/sell buyer/seller employer/employee payer/payee lender/borrower lessor/lessee "
    "landlord/tenant sender/recipient sender/receiver inbound/outbound incoming/outgoing ingress/egress "
    "internal/external upstream/downstream source/target input/output read/write upload/download send/receive "
    "credit/debit income/expense ascending/descending annual/monthly yearly/monthly weekly/monthly daily/weekly "
    "daily/monthly hourly/daily more/less most/least old/new early/late earlier/later left/right free/paid "
    "login/logout domestic/foreign optional/required optional/mandatory manual/automatic manually/automatically "
    "http/https ftp/sftp million/billion brother/sister hijo/hija hermano/hermana nino/nina "
    "online/offline success/failure encrypt/decrypt join/leave grant/revoke hire/fire win/lose "
    "ein/aus an/ab mit/ohne vor/nach einschalten/ausschalten anmelden/abmelden einloggen/ausloggen "
    "hinzufuegen/entfernen erstellen/loeschen kaufen/verkaufen erhoehen/senken oeffnen/schliessen starten/stoppen "
    "hochladen/herunterladen importieren/exportieren sperren/entsperren jaehrlich/monatlich arbeitgeber/arbeitnehmer "
    "avant/apres ouvrir/fermer ajouter/supprimer acheter/vendre avec/sans augmenter/diminuer "
    "antes/despues abrir/cerrar agregar/eliminar comprar/vender con/sin"
).split()
OPPOSITES = frozenset(frozenset(pair.split("/")) for pair in _PAIRS)
_REVERSING = ("un", "dis", "non", "non-", "de", "des", "in", "im", "il", "ir", "ent", "anti", "mis", "ver", "ab")
"""Before a word they make its opposite: enable and disable, active and inactive, aktivieren and deaktivieren."""
_STEM = 4
"""Letters that such a word has at least: `de` and `ploy` are no pair."""


def without_accents(text: str) -> str:
    """Case-folded, without the marks that people leave away in a hurry: `kündige` and `kuendige` are one word."""
    folded = text.casefold()
    if folded.isascii():
        return folded
    spelled = unicodedata.normalize("NFC", folded).replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")
    return "".join(char for char in unicodedata.normalize("NFKD", spelled) if not unicodedata.combining(char))


def negated(words: Collection[str]) -> bool:
    """Whether any of the words (without marks) says no."""
    return not NEGATIONS.isdisjoint(words)


def opposed(one: Collection[str], other: Collection[str]) -> bool:
    """Whether a word of one text and a word of the other, which the texts do not share, say the opposite."""
    return any(_opposite(a, b) for a in one for b in other)


def _opposite(a: str, b: str) -> bool:
    short, long = sorted((a, b), key=len)
    reversed_words = len(short) >= _STEM and any(long == prefix + short for prefix in _REVERSING)
    return reversed_words or frozenset((a, b)) in OPPOSITES
