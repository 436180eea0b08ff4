"""Numbers written as words: “two” is 2. They are told as the same number, and yet looked at by a person: “one” is often
no number at all."""

from collections.abc import Iterable

_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen",
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn"
    " achtzehn neunzehn",
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince",
    "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici",
    "zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze",
    "nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien",
    "zero jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć",
    "ноль один два три четыре пять шесть семь восемь девять десять",
    "〇 一 二 三 四 五 六 七 八 九 十",
)
_OTHERS = {
    "ein": 1, "eine": 1, "einen": 1, "einem": 1, "einer": 1, "une": 1, "una": 1, "uma": 1, "duas": 2, "dwie": 2,
    "одна": 1, "две": 2, "两": 2, "兩": 2, "dozen": 12, "hundred": 100, "thousand": 1000, "hundert": 100, "cent": 100,
    "cien": 100, "cem": 100, "cento": 100, "百": 100, "千": 1000,
}  # fmt: skip
_TENS = (
    "twenty thirty forty fifty sixty seventy eighty ninety",
    "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
    "vingt trente quarante cinquante soixante",
    "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
    "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
    "twintig dertig veertig vijftig zestig zeventig tachtig negentig",
)
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
_VALUES = {word: value for words in _UNITS for value, word in enumerate(words.split())} | _OTHERS
_TEN_VALUES = {word: 20 + 10 * n for words in _TENS for n, word in enumerate(words.split())}
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}
_AS_ORDINAL = {word: f"{n}{_ENDINGS.get(n, 'th')}" for n, word in enumerate(_ORDINALS.split(), 1)}


def in_digits(words: Iterable[str]) -> list[str]:
    """The words in lower case, with those that are a number in digits: `twenty - one days` is `21 days`."""
    found: list[str] = []
    left = [word.lower() for word in words]
    while left:
        word = left.pop(0)
        if (ten := _TEN_VALUES.get(word)) is None:
            value = _VALUES.get(word)
            found.append(_AS_ORDINAL.get(word, word) if value is None else str(value))
            continue
        after = left[left[:1] == ["-"] :][:1]
        unit = _VALUES.get(after[0], 0) if after else 0
        if 0 < unit < 10:
            del left[: left.index(after[0]) + 1]
            ten += unit
        found.append(str(ten))
    return found


def same_numbers(old: Iterable[str], new: Iterable[str]) -> bool:
    """Whether the words are the same but for numbers that one says in words and the other in digits."""
    left, right = ([word.lower() for word in words] for words in (old, new))
    return left != right and in_digits(left) == in_digits(right)
