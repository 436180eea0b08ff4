"""Units that can be held against each other, each with its size in the smallest of its kind."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class MeasureUnit:
    """What a number counts."""

    kind: str
    """Amounts of one kind can be held against each other."""
    size: Fraction
    """In the smallest unit of the kind."""


_KINDS: dict[str, dict[str, str]] = {
    # Kind: size in its smallest unit → the words for it, in lower case.
    "duration": {
        "1/1000": "ms millisecond milliseconds",
        "1": "s sec secs second seconds sekunde sekunden seconde secondes segundo segundos secondi",
        "60": "min mins minute minutes minuten minuto minutos minuti",
        "3600": "h hr hrs hour hours stunde stunden heure heures hora horas ora ore uur",
        "86400": "d day days tag tage tagen jour jours día días dia dias giorno giorni dag dagen dni",
        "604800": "w week weeks woche wochen semaine semaines semana semanas settimana settimane weken",
    },
    "duration: months": {
        "1": "month months monat monate monaten mois mes meses mês mese mesi maand maanden",
        "3": "quarter quarters quartal quartale trimestre trimestres",
        "12": "year years yr yrs jahr jahre jahren an ans année années año años ano anos anno anni jaar",
    },
    "%": {"1": "% percent percentage prozent pct per\u00a0cent"},
    "money: eur": {"1": "€ eur euro euros", "1/100": "cent cents"},
    "money: usd": {"1": "$ usd dollar dollars"},
    "money: gbp": {"1": "£ gbp pound pounds", "1/100": "pence"},
    "money: jpy": {"1": "¥ jpy yen 円"},
    "money: chf": {"1": "chf franken francs"},
    "money: inr": {"1": "₹ inr rupees"},
    "data": {
        "1": "byte bytes",
        "1000": "kb", "1024": "kib",
        "1000000": "mb megabyte megabytes", "1048576": "mib",
        "1000000000": "gb gigabyte gigabytes", "1073741824": "gib",
        "1000000000000": "tb terabyte terabytes", "1099511627776": "tib",
    },
    "data: bits": {"1": "bit bits", "1000": "kbit", "1000000": "mbit", "1000000000": "gbit"},
    "length": {"1/1000": "mm", "1/100": "cm", "1": "m meter meters metre metres", "1000": "km kilometer kilometers"},
    "mass": {"1/1000": "mg", "1": "g gram grams gramm", "1000": "kg kilogram kilograms", "1000000": "t tonne tonnes"},
    "volume": {"1/1000": "ml", "1": "l liter liters litre litres"},
    "power": {"1/1000": "mw", "1": "w watt watts", "1000": "kw"},
    "energy": {"1": "wh", "1000": "kwh", "1000000": "mwh"},
    "frequency": {"1": "hz", "1000": "khz", "1000000": "mhz", "1000000000": "ghz"},
    "times": {"1": "times mal"},
    "temperature: c": {"1": "°c celsius"},
    "temperature: f": {"1": "°f fahrenheit"},
}  # fmt: skip
_UNITS = {
    word: MeasureUnit(kind, Fraction(size))
    for kind, sizes in _KINDS.items()
    for size, words in sizes.items()
    for word in words.split(" ")
}
_BY_CASE = {
    "Kb": MeasureUnit("data: bits", Fraction(1000)),
    "Mb": MeasureUnit("data: bits", Fraction(10**6)),
    "Gb": MeasureUnit("data: bits", Fraction(10**9)),
    "MW": MeasureUnit("power", Fraction(10**6)),
    "M": None, "T": None, "G": None, "W": MeasureUnit("power", Fraction(1)),
}  # fmt: skip
"""Units that mean another thing in other case."""


def unit_of(word: str) -> MeasureUnit | None:
    """The unit that a word stands for behind a number; None where it is none."""
    if word in _BY_CASE:
        return _BY_CASE[word]
    return _UNITS.get(word.lower())
