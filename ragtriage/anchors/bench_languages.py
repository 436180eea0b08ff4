"""What the bench writes into documents, in the language that they are in: denials, conditions, other headings.

The words are not those of the guard, so that it is not measured by its own list.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Phrases:
    """What one language says."""

    common: str
    """Words by which it is known, or empty where its script tells it."""
    deny: str
    """Opens a sentence, and takes back the rest of it."""
    unless: str
    """Goes on after a sentence, and bounds it."""
    revoked: str
    """A sentence of its own that takes back the one before."""
    false: str
    """The head of a list or passage whose content is not so."""
    former: str
    """A heading of what was once so."""
    elsewhere: str
    """A sentence about something else."""
    never: str
    """A negation, to be put between two words."""


LANGUAGES: Mapping[str, Phrases] = {
    "en": Phrases("the and of is to", "It is no longer true that ", ", unless the harbour master objects",
                  "This was withdrawn in 2019.", "None of this holds any more:", "Former rules",
                  "The lighthouse was painted in spring.", "never"),
    "de": Phrases("der und die ist nicht", "Es stimmt nicht mehr, dass ", ", sofern der Hafenmeister nichts einwendet",
                  "Dies wurde 2019 aufgehoben.", "Nichts davon gilt noch:", "Frühere Regeln",
                  "Der Leuchtturm wurde im Frühling gestrichen.", "nie"),
    "fr": Phrases("le et les est des", "Il n'est plus vrai que ", ", à moins que le capitaine ne s'y oppose",
                  "Ceci a été annulé en 2019.", "Rien de ceci ne vaut plus :", "Anciennes règles",
                  "Le phare fut repeint au printemps.", "jamais"),
    "es": Phrases("el los es una para", "Ya no es cierto que ", ", salvo que el capitán se oponga",
                  "Esto se anuló en 2019.", "Nada de esto vale ya:", "Reglas antiguas",
                  "El faro se pintó en primavera.", "nunca"),
    "pt": Phrases("o os uma você não", "Já não é verdade que ", ", salvo se o capitão se opuser",
                  "Isto foi revogado em 2019.", "Nada disto vale mais:", "Regras antigas",
                  "O farol foi pintado na primavera.", "jamais"),
    "it": Phrases("il gli è della che", "Non è più vero che ", ", salvo che il capitano si opponga",
                  "Questo fu revocato nel 2019.", "Niente di questo vale più:", "Regole di un tempo",
                  "Il faro fu dipinto in primavera.", "mai"),
    "nl": Phrases("het een en van niet", "Het is niet meer waar dat ", ", tenzij de havenmeester bezwaar maakt",
                  "Dit is in 2019 ingetrokken.", "Niets hiervan geldt nog:", "Vroegere regels",
                  "De vuurtoren werd in de lente geverfd.", "nooit"),
    "pl": Phrases("i w nie jest się", "Nie jest już prawdą, że ", ", chyba że kapitan się sprzeciwi",
                  "Uchylono to w 2019 roku.", "Nic z tego już nie obowiązuje:", "Dawne zasady",
                  "Latarnię pomalowano wiosną.", "nigdy"),
    "tr": Phrases("ve bir bu için ile", "Artık doğru değil: ", ", liman reisi karşı çıkmadıkça",
                  "Bu 2019'da kaldırıldı.", "Bunların hiçbiri geçerli değil:", "Eski kurallar",
                  "Deniz feneri ilkbaharda boyandı.", "asla"),
    "ru": Phrases("", "Больше неверно, что ", ", если только капитан не возражает", "Это отменено в 2019 году.",
                  "Ничто из этого больше не действует:", "Прежние правила", "Маяк покрасили весной.", "никогда"),
    "ar": Phrases("", "لم يعد صحيحا أن ", "، ما لم يعترض ربان الميناء", "ألغي هذا في عام 2019.", "لا يسري شيء من هذا:",
                  "قواعد سابقة", "طليت المنارة في الربيع.", "أبدا"),
    "ja": Phrases("", "次のことはもはや正しくない。", "（ただし港長が反対する場合を除く）",
                  "これは2019年に撤回された。", "以下はどれも当てはまらない：", "以前の規則",
                  "灯台は春に塗り直された。", "決して"),
    "zh": Phrases("", "以下说法不再成立：", "，除非港务长反对", "此规定已于2019年撤销。", "以下各项均不再适用：",
                  "旧规则", "灯塔在春天重新粉刷。", "从不"),
    "ko": Phrases("", "다음은 더 이상 사실이 아니다: ", " (항만장이 반대하지 않는 한)", "이것은 2019년에 철회되었다.",
                  "다음은 모두 더는 적용되지 않는다:", "이전 규칙", "등대는 봄에 칠해졌다.", "결코"),
}  # fmt: skip

_SCRIPTS = (("ja", "\u3040-\u30ff"), ("ko", "\uac00-\ud7a3"), ("zh", "\u4e00-\u9fff"), ("ru", "\u0400-\u04ff"),
            ("ar", "\u0600-\u06ff"))  # fmt: skip
_SHARE = 0.1
"""Characters of a script from which a text is in its language; kana are few beside ideographs."""


def language_of(text: str) -> str:
    """The likeliest of `LANGUAGES`, by script and common words; English where nothing speaks for another."""
    size = len(text) or 1
    for language, script in _SCRIPTS:
        if len(re.findall(f"[{script}]", text)) / size >= _SHARE:
            return language
    words = re.findall(r"\w+", text.lower())
    counts = {
        language: sum(words.count(word) for word in phrases.common.split())
        for language, phrases in LANGUAGES.items()
        if phrases.common
    }
    return max(counts, key=lambda language: counts[language])
