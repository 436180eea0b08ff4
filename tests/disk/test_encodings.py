"""The encoding of a file is told from its bytes: what exports are in, and a stray byte or two."""

import io
from pathlib import Path

import pytest

from ragtriage.disk.encodings import FALLBACK, encoding_of
from ragtriage.errors import FileError

ASKED = {
    "en": "question,rating\nWhere’s the “page” of fees?,down\n",
    "de": "Frage;Antwort\nWie kündige ich für nächstes Jahr?;Über die Einstellungen, natürlich.\n",
    "fr": "question,réponse\nComment résilier mon abonnement déjà payé ?,À la page « Compte »\n",
    "es": "pregunta,respuesta\n¿Cómo cancelo mañana?,Según el menú\n",
    "pl": "pytanie,odpowiedź\nJak zrezygnować z usługi w środku roku?,Proszę wejść w ustawienia, żeby zażądać\n",
    "ru": "вопрос,ответ\nКак отменить подписку?,Через настройки\n",
    "ja": "質問,回答\n契約を解約する方法は?,設定からできます\n返金はいつですか,七日後です\n",
    "zh": "问题,答案\n如何取消订阅?,在设置中\n退款需要多久,七天\n",
    "ko": "질문,답변\n구독을 어떻게 취소하나요?,설정에서\n",
}


@pytest.mark.parametrize(
    ("language", "encoding"),
    [
        *[
            (each, encoding)
            for each in ASKED
            for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be")
        ],
        *[("en", "cp1252"), ("de", "cp1252"), ("de", "latin-1"), ("fr", "cp1252"), ("es", "latin-1")],
        *[("pl", "cp1250"), ("pl", "iso8859_2"), ("ru", "cp1251"), ("ru", "koi8_r"), ("ru", "cp866")],
        *[("ja", "cp932"), ("ja", "euc_jp"), ("zh", "gb18030"), ("zh", "gbk"), ("ko", "cp949")],
    ],
)
def test_text_comes_out_as_it_went_in(language: str, encoding: str) -> None:
    text = ASKED[language]
    found = encoding_of(io.BytesIO(text.encode(encoding)), Path("f"))
    assert text.encode(encoding).decode(found.codec, FALLBACK).lstrip("\ufeff") == text
    assert bool(found.note) == (not encoding.startswith("utf-8"))


def test_what_is_not_ascii_is_found_far_behind_the_beginning() -> None:
    raw = b"question,rating\n" + b"When do I pay?,down\n" * 100_000
    assert (
        encoding_of(io.BytesIO(raw + "質問はいつですか、契約の解約は\n".encode("cp932") * 3), Path("f")).codec
        == "cp932"
    )


def test_a_stray_byte_in_utf8_is_read_as_cp1252_and_counted() -> None:
    raw = "käse,größe\nähnlich,weiß\n".encode() + b"caf\xe9,x\n"
    found = encoding_of(io.BytesIO(raw), Path("f"))
    assert raw.decode(found.codec, FALLBACK).endswith("café,x\n")
    assert found.note == "1 line is not UTF-8: their bytes read as cp1252"


def test_a_character_across_a_border_of_reading_is_no_fault() -> None:
    for shift in range(4):
        raw = b"x" * shift + "é漢🙂".encode() * 300_000
        assert encoding_of(io.BytesIO(raw), Path("f")).note == ""


def test_a_nul_in_text_is_text_and_a_picture_is_not() -> None:
    assert encoding_of(io.BytesIO(b"question,rating\nWhen do \0refunds arrive?,down\n"), Path("f")).codec == "utf-8-sig"
    with pytest.raises(FileError, match="no text file"):
        encoding_of(io.BytesIO(b"\x89PNG\r\n\x1a\n" + bytes(range(31)) * 20), Path("f"))
