"""Declines and answers that look like them, in thirteen languages: the lists, the languages, the rule's cost."""

import time
from pathlib import Path

import pytest
from declines import listed, taken_for_decline

from ragtriage.metrics.declines.folding import folded_answer, shown_answer
from ragtriage.metrics.declines.language import LANGUAGES, languages_of, words
from ragtriage.metrics.declines.rule import UnknownLanguageError, declining_words

LISTS = Path(__file__).parent / "declines"


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_lists_that_the_tables_were_written_by_are_read_without_a_fault(code: str) -> None:
    declines, answers = listed("seen", code)
    assert min(len(declines), len(answers)) >= 20
    assert [text for text in declines if not taken_for_decline(text)] == []
    assert [text for text in answers if taken_for_decline(text) is not False] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_lists_that_were_read_after_they_were_counted_are_read_with_a_fault_at_most(code: str) -> None:
    declines, answers = listed("mended", code)
    assert min(len(declines), len(answers)) >= 20
    assert len([text for text in declines if not taken_for_decline(text)]) <= 1
    assert [text for text in answers if taken_for_decline(text) is not False] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_lists_that_the_tables_never_saw_are_counted_and_floors_hold(code: str) -> None:
    declines, answers = listed("unseen", code)
    assert min(len(declines), len(answers)) >= 20
    assert sum(taken_for_decline(text) is True for text in declines) >= 0.75 * len(declines)
    assert sum(taken_for_decline(text) is not False for text in answers) <= 1


@pytest.mark.parametrize("code", LANGUAGES)
def test_later_lists_half_of_them_only_counted_hold_their_floors(code: str) -> None:
    for kind, floor in (("late", 0.8), ("held", 0.5)):
        declines, answers = listed(kind, code)
        assert len(declines) == len(answers) == 10
        assert sum(taken_for_decline(text) is True for text in declines) >= floor * len(declines)
        assert sum(taken_for_decline(text) is not False for text in answers) <= (kind == "held")


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_language_of_a_list_is_among_those_tried(code: str) -> None:
    declines, answers = listed("seen", code)
    missed = [text for text in (*declines, *answers) if code not in languages_of(folded_answer(shown_answer(text)))]
    assert len(missed) <= 1


@pytest.mark.parametrize(
    "answer",
    [
        "Я не знаю ответа на этот вопрос.",
        "Δεν γνωρίζω την απάντηση.",
        "אין לי מידע על כך במסמכים.",
        "ขออภัย ฉันไม่สามารถตอบคำถามนี้ได้",
        "Jag vet inte, det finns ingen information om det i dokumenten.",
        "Jeg kan ikke svare på det spørsmålet.",
        "En tiedä, asiakirjoissa ei ole siitä mitään.",
        "Bohužel nevím, v dokumentech to není uvedeno.",
        "Üzgünüm, bu soru için belgelerde bilgi yok.",
        "Maaf, saya tidak tahu jawaban untuk itu dalam dokumen.",
        "Tôi không biết câu trả lời cho câu hỏi này.",
        "Nu știu, din păcate nu pot răspunde pentru acest caz.",
        "متأسفم، نمی‌توانم به این پرسش پاسخ بدهم.",
        "مجھے اس سوال کا جواب معلوم نہیں ہے۔",
        "मला या प्रश्नाचे उत्तर माहीत नाही आणि कागदपत्रांमध्ये ते नाही.",
        "Вибачте, я не можу відповісти.",
    ],
)
def test_a_language_without_a_table_is_said_to_be_unknown(answer: str) -> None:
    with pytest.raises(UnknownLanguageError):
        declining_words(answer)


@pytest.mark.parametrize(
    "answer",
    [
        "15 %",
        "AES-256",
        "Port 8443, TLS 1.3",
        "`kubectl get pods -n kube-system --watch`",
        '{"kind": "Route", "metadata": {"name": "jenkins", "namespace": "ci"}, "spec": {"host": "ci.example.com"}}',
        "https://example.com/a/b?c=d",
        "oc get mcp\nNAME CONFIG UPDATED\nmaster rendered-master-acd135 True",
        "12.03.2026",
        "✅",
    ],
)
def test_numbers_names_and_code_are_answers_in_any_language(answer: str) -> None:
    assert declining_words(answer) is None


@pytest.mark.parametrize(
    ("answer", "clause"),
    [
        ("**Sorry**, das weiß ich leider nicht.", "Sorry, das weiß ich leider nicht."),
        ("很抱歉。資料中找不到這個問題的答案。", "資料中找不到這個問題的答案。"),
        ("Refunds? The  documents\tdo not mention them. Ask support.", None),
        ("I am sorry.\n\n- The context [1] doesn’t mention it [2].", "The context [1] doesn’t mention it [2]."),
    ],
)
def test_the_clause_that_declines_is_shown_as_it_was_written(answer: str, clause: str | None) -> None:
    shown_clause = declining_words(answer)
    assert (shown_clause or "").replace("*", "") == (clause or "")


@pytest.mark.parametrize(
    "answer",
    [
        "The fee is 15 %. I could not find the deadline in the documents.",
        "It is €5. The context does not say when it is due.",
        "See (fees). The documents don't mention the rest.",
        "Up to version 4. The context does not mention later ones.",
        "I'm not sure about the fee, but the deadline is 1 May.",
        "Die Gebühr beträgt 15 %. Zur Frist steht nichts im Kontext.",
        "Les frais sont de 15 %. Le contexte ne précise pas le délai.",
        "La comisión es del 15 %. El contexto no menciona el plazo.",
        "A taxa é de 15 %. O contexto não menciona o prazo.",
        "La commissione è del 15 %. Il contesto non menziona il termine.",
        "De kosten zijn 15 %. De context vermeldt de termijn niet.",
        "Opłata wynosi 15 %. Kontekst nie wspomina o terminie.",
        "शुल्क 15 % है। संदर्भ में समय सीमा का उल्लेख नहीं है।",
        "费用为15%。上下文没有提到期限。",
        "手数料は15％です。期限については資料に記載がありません。",
        "수수료는 15%입니다. 기한은 문서에 나와 있지 않습니다.",
        "الرسوم 15 %. لا يذكر السياق المهلة.",
    ],
)
def test_half_an_answer_is_no_decline(answer: str) -> None:
    assert declining_words(answer) is None


@pytest.mark.parametrize(
    "answer",
    [
        "I don't think you need a visa.",
        "I wouldn't recommend it.",
        "In this context, it does not matter.",
        "The documentation recommends not restarting the node.",
        "The sources of error are not logged.",
        "No, context switching isn't free.",
        "Ich denke nicht, dass Sie ein Visum brauchen.",
        "Je ne pense pas qu'un visa soit nécessaire.",
        "No creo que necesites visado.",
        "我认为您不需要签证。",
        "ビザは必要ないと思います。",
    ],
)
def test_an_opinion_and_what_a_source_recommends_are_answers(answer: str) -> None:
    assert declining_words(answer) is None


def test_folding_keeps_each_character_at_its_place() -> None:
    for code in LANGUAGES:
        for text in (text for part in listed("seen", code) for text in part):
            assert len(folded_answer(shown_answer(text))) == len(shown_answer(text))


@pytest.mark.parametrize("code", LANGUAGES)
def test_an_answer_of_any_length_takes_time_as_its_length(code: str) -> None:
    pieces = [*words(code).common.split()[:4], *(text[:40] for text in listed("seen", code)[0][:3]), "- ", "[", "(1)"]

    def seconds(times: int) -> float:
        started = time.process_time()
        for piece in pieces:
            for text in (piece * times, (piece * 8 + ". ") * (times // 8)):
                taken_for_decline(text[: 40 * times])
        return time.process_time() - started

    seconds(20)
    assert seconds(4_000) < 15 * seconds(1_000) + 0.2  # four times the length; quadratic would be sixteen
