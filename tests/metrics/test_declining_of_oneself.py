"""Answers in the first person, with regrets, quotes, headings: what an assistant says of itself and what it states."""

import pytest

from ragtriage.metrics.declines.rule import declining_words

REGRETS = (
    "I'm sorry, the discount does not apply here.",
    "I'm afraid the discount doesn't apply to renewals.",
    "Sorry, but dogs are not allowed.",
    "I regret that refunds are not possible after 30 days.",
    "Tut mir leid, der Rabatt greift hier nicht.",
    "Es tut mir leid, aber Hunde sind nicht erlaubt.",
    "Ich bedaure, eine Erstattung ist nicht möglich.",
    "Je suis désolé, la remise ne s'applique pas ici.",
    "Je suis navrée, mais les chiens ne sont pas admis.",
    "Je regrette, le remboursement n'est pas possible après 30 jours.",
    "Lo siento, el descuento no se aplica aquí.",
    "Me temo que los perros no están permitidos.",
    "Siento decirle que el reembolso no es posible.",
    "Lamento informarle de que no hay plazas.",
    "Sinto muito, o desconto não se aplica aqui.",
    "Lamento, mas cães não são permitidos.",
    "Receio que o reembolso não seja possível.",
    "Mi dispiace, lo sconto non si applica qui.",
    "Mi spiace, ma i cani non sono ammessi.",
    "Temo che il rimborso non sia possibile.",
    "Het spijt me, de korting geldt hier niet.",
    "Het spijt mij, maar honden zijn niet toegestaan.",
    "Ik vrees dat terugbetaling niet mogelijk is.",
    "Przykro mi, zniżka tu nie obowiązuje.",
    "Przepraszam, ale psy nie są wpuszczane.",
    "Obawiam się, że zwrot nie jest możliwy.",
    "मुझे खेद है, छूट यहाँ लागू नहीं होती।",
    "मुझे अफ़सोस है कि कुत्तों को अनुमति नहीं है।",
    "माफ़ कीजिए, पैसे वापस नहीं होते।",
    "我很抱歉，折扣不适用于此。",
    "对不起，不允许带狗。",
    "我恐怕三十天后不能退款。",
    "申し訳ございませんが、割引は適用されません。",
    "残念ですが、犬は入れません。",
    "죄송합니다만 할인은 적용되지 않습니다.",
    "제가 죄송하지만 반려견은 들어올 수 없습니다.",
    "أنا آسف، الخصم لا ينطبق هنا.",
    "يؤسفني أن الكلاب غير مسموح بها.",
    "أخشى أن استرداد المبلغ غير ممكن.",
)
STATEMENTS = (
    "I can confirm that the Basic plan does not include SAML.",
    "I understand your frustration, but the fee is not refundable.",
    "I see that your plan doesn't include phone support.",
    "I've checked the policy: water damage isn't covered.",
    "I'm happy to tell you that there is no fee.",
    "I hope this helps; there is no fee for that.",
    "I found that refunds are not possible after 30 days.",
    "As far as I can tell, it isn't supported.",
    "I believe it doesn't support SAML.",
    "I assume you mean the Pro plan. It has no limit.",
    "If I read the policy correctly, dogs are not allowed.",
    "I want to be clear that you must not mix these drugs.",
    "I'd like to point out that this is not legal advice; the notice period is 4 weeks.",
    "Ich kann bestätigen, dass der Basistarif kein SAML enthält.",
    "Ich verstehe Ihren Ärger, aber die Gebühr wird nicht erstattet.",
    "Ich sehe, dass Ihr Tarif keinen Telefonsupport umfasst.",
    "Ich habe nachgesehen: Wasserschäden sind nicht versichert.",
    "Soweit ich sehe, wird das nicht unterstützt.",
    "Ich freue mich, Ihnen sagen zu können, dass keine Gebühr anfällt.",
    "Ich möchte darauf hinweisen, dass Hunde nicht erlaubt sind.",
    "Je peux vous confirmer que la formule de base n'inclut pas SAML.",
    "Je comprends votre agacement, mais les frais ne sont pas remboursables.",
    "Je vois que votre formule ne comprend pas l'assistance.",
    "Je vous informe que les chiens ne sont pas admis.",
    "Je tiens à préciser que la garantie ne couvre pas les rayures.",
    "Si je lis bien le règlement, les chiens ne sont pas admis.",
    "Puedo confirmarle que el plan básico no incluye SAML.",
    "Entiendo su molestia, pero la tasa no es reembolsable.",
    "Veo que su plan no incluye soporte telefónico.",
    "Le informo de que los perros no están permitidos.",
    "Tengo que decirle que la garantía no cubre arañazos.",
    "Posso confirmar que o plano básico não inclui SAML.",
    "Entendo a sua frustração, mas a taxa não é devolvida.",
    "Vejo que o seu plano não inclui suporte.",
    "Tenho que avisar que a garantia não cobre riscos.",
    "Posso confermare che il piano base non include SAML.",
    "Capisco il disagio, ma la quota non è rimborsabile.",
    "Vedo che il suo piano non comprende l'assistenza.",
    "La informo che i cani non sono ammessi.",
    "Ik kan bevestigen dat het basispakket geen SAML bevat.",
    "Ik begrijp uw ergernis, maar de kosten worden niet terugbetaald.",
    "Ik zie dat uw pakket geen telefonische hulp omvat.",
    "Ik wil erop wijzen dat honden niet zijn toegestaan.",
    "Mogę potwierdzić, że plan podstawowy nie obejmuje SAML.",
    "Rozumiem rozczarowanie, ale opłata nie podlega zwrotowi.",
    "Widzę, że Pana plan nie obejmuje pomocy telefonicznej.",
    "Informuję, że psy nie są wpuszczane.",
    "मैं पुष्टि कर सकता हूँ कि बेसिक प्लान में SAML शामिल नहीं है।",
    "मैं समझता हूँ, लेकिन शुल्क वापस नहीं होता।",
    "मैं देख रहा हूँ कि आपके प्लान में फ़ोन सहायता नहीं है।",
    "मैं बताना चाहूँगा कि कुत्तों को अनुमति नहीं है।",
    "我可以确认，基本套餐不包含SAML。",
    "我理解您的不满，但费用不能退还。",
    "我看到您的套餐不包含电话支持。",
    "我查了一下，水损不在保险范围内。",
    "我想提醒您，这里不允许带狗。",
    "私が確認したところ、水漏れは補償されません。",
    "私からお伝えしますと、基本プランにSAMLは含まれません。",
    "제가 확인해 보니 누수는 보장되지 않습니다.",
    "저는 기본 요금제에 SAML이 포함되지 않는다고 확인해 드릴 수 있습니다.",
    "يمكنني أن أؤكد أن الخطة الأساسية لا تشمل SAML.",
    "أفهم انزعاجك، لكن الرسوم لا تُرد.",
    "أرى أن خطتك لا تشمل الدعم الهاتفي.",
    "أود أن أوضح أن الكلاب غير مسموح بها.",
)


@pytest.mark.parametrize("answer", REGRETS)
def test_who_is_sorry_for_what_holds_has_answered(answer: str) -> None:
    assert declining_words(answer) is None


@pytest.mark.parametrize("answer", STATEMENTS)
def test_who_confirms_or_sees_that_something_is_not_so_has_answered(answer: str) -> None:
    assert declining_words(answer) is None


@pytest.mark.parametrize(
    "answer",
    [
        "I'm sorry, I can't answer that.",
        "I'm afraid that I don't know.",
        "I can confirm that the documents do not mention it.",
        "I checked, and I couldn't find it in the documents.",
        "Es tut mir leid, das weiß ich nicht.",
        "Je suis désolé, je ne peux pas répondre.",
        "Lo siento, no puedo responder.",
        "Het spijt me, dat weet ik niet.",
        "Przykro mi, nie wiem.",
        "我很抱歉，我不知道。",
        "मुझे खेद है, मुझे नहीं पता।",
        "أنا آسف، لا أعرف.",
    ],
)
def test_who_is_sorry_and_does_not_know_declines(answer: str) -> None:
    assert declining_words(answer) is not None


@pytest.mark.parametrize(
    ("answer", "declines"),
    [
        ('The screen then shows "No information found"; rebuild the index.', False),
        ("Die Meldung „Keine Angaben gefunden“ erscheint, wenn der Index leer ist.", False),
        ("索引为空时会显示“未找到相关信息”，请重建索引。", False),
        ('The fee is "15 %". I could not find the deadline in the documents.', False),
        ('"15 %". I could not find the deadline in the documents.', False),
        ('"I don\'t know."', True),
        ('Answer: "I don\'t know."', True),
        ('You asked "Who signs?" Unfortunately, the documents do not say.', True),
        ('The document "Travel policy" says nothing about sleeper trains.', True),
    ],
)
def test_what_is_quoted_is_not_said_of_oneself(answer: str, declines: bool) -> None:
    assert (declining_words(answer) is not None) is declines


@pytest.mark.parametrize(
    ("answer", "declines"),
    [
        ("## Answer\n\nThe documents do not mention it.\n\n## Next step\n\nContact support.", True),
        ("## Fee of 15 %\n\nThe documents do not mention the deadline.", False),
        ("# Only owners may rotate keys\n\nThe documents do not mention the rest.", False),
    ],
)
def test_a_heading_of_a_few_words_says_nothing_by_itself(answer: str, declines: bool) -> None:
    assert (declining_words(answer) is not None) is declines


@pytest.mark.parametrize(
    "answer",
    [
        "Applications with insufficient information are sent back within ten days.",
        "Anträge mit unzureichenden Angaben werden zurückgeschickt.",
        "Le domande con dati insufficienti vengono restituite.",
        "Las solicitudes con datos insuficientes se devuelven.",
        "Aanvragen met onvoldoende gegevens komen terug.",
        "情報が不足している書類は返送されます。",
        "정보가 부족한 서류는 반송됩니다.",
        "Weet u uw pincode niet, dan vraagt u een nieuwe aan.",
        "Wissen Sie Ihre PIN nicht, fordern Sie eine neue an.",
    ],
)
def test_what_is_insufficient_by_name_or_for_the_reader_is_not_the_assistants_lack(answer: str) -> None:
    assert declining_words(answer) is None
