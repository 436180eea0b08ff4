"""Text as the tables of declines are written: lower case, no marks on Latin letters, no Markdown; one for one.

Apart from signs that are left out beforehand, a character stays one character, so that a clause that is found can be
shown as it was written.
"""

import re
import unicodedata
from functools import lru_cache

_LEFT_OUT = re.compile("[\u0640\u064b-\u065f\u0670\u093c\u200b-\u200f\u00ad\u2060\ufeff]")
"""Vowel signs and stretching of Arabic, the dot below of Devanagari, and what shows nothing."""
_AS_TYPED = str.maketrans(
    {"أ": "ا", "إ": "ا", "آ": "ا", "ى": "ي", "ة": "ه", "ؤ": "و", "ँ": "ं", "’": "'", "‘": "'", "ł": "l"}
    | dict.fromkeys("*_`#>|~\"“”„«»\t", " ")
)  # fmt: skip
_SIMPLER = str.maketrans(
    "無沒資訊關於問題檔據庫識說個這來內確認斷從對應詢幫產時會與為點處過圍試動後選項記錄載參係還統誰單請聯繫員將給當較該義別訪範並條東們歉",
    "无没资讯关于问题档据库识说个这来内确认断从对应询帮产时会与为点处过围试动后选项记录载参系还统谁单请联系员将给当较该义别访范并条东们歉",
)


def simplified(text: str) -> str:
    """Chinese with the traditional letters that its table needs as simplified ones."""
    return text.translate(_SIMPLER)


def shown_answer(answer: str) -> str:
    """The answer without the signs that no table is written with."""
    return _LEFT_OUT.sub("", unicodedata.normalize("NFC", answer.replace("ء", "")))


def folded_answer(text: str) -> str:
    """`shown` text, folded; of the same length."""
    if text.isascii():
        return text.lower().translate(_AS_TYPED)
    return "".join(map(_one, text))


@lru_cache(maxsize=4096)
def _one(char: str) -> str:
    lower = char.lower()
    char = lower if len(lower) == 1 else char
    if "\uff01" <= char <= "\uff5e":
        return chr(ord(char) - 0xFEE0).lower()  # full-width letters and signs
    if "À" <= char < "\u0250" or "Ḁ" <= char < "\u1f00":
        char = unicodedata.normalize("NFD", char)[0]
    return char.translate(_AS_TYPED) or char
