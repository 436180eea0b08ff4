"""What columns are called, in some languages. Lists apart from what decides by them, so that they read as lists."""

import re
import unicodedata
from typing import Literal, get_args

Role = Literal["question", "answer", "rating", "comment", "time", "asker", "link", "ref"]
ROLES: tuple[Role, ...] = get_args(Role)

_NAMES: dict[Role, str] = {
    "question": "question userquestion questionasked questiontitle usermsg query userquery prompt userprompt "
    "questiontext input userinput inputs request utterance usermessage inquiry searchquery frage "
    "benutzerfrage nutzerfrage kundenfrage pregunta consulta domanda pergunta vraag fraga sporgsmal "
    "pytanie soru вопрос 質問 问题 問題 질문 otazka kysymys intrebare kerdes ερωτηση שאלה سؤال प्रश्न pertanyaan "
    "attributesinputvalue inputvalue firstmessage requestbody quest q asked message messages conversation chat turns "
    "history transcript anfrage anliegen demande "
    "requete richiesta solicitud body text description beschreibung content subject betreff objet asunto oggetto "
    "assunto onderwerp temat title titel",
    "answer": "answer answershown shownanswer llmresponse botresponse response modelresponse airesponse botanswer "
    "botreply botmessage assistantreply assistantmessage assistantresponse aimessage answergiven "
    "attributesoutputvalue outputvalue agentreply responsebody output outputs completion generation assistant reply "
    "antwort botantwort respuesta reponse "
    "risposta resposta antwoord svar odpowiedz cevap ответ 回答 答案 답변 odpoved vastaus raspuns valasz "
    "απαντηση תשובה إجابة उत्तर jawaban result a",
    "comment": "comment usercomment feedbackcomment userfeedback feedbacktext feedback comments kommentar comentario "
    "commentaire commento comentarios opmerking opmerkingen bemerkung bemerkungen "
    "anmerkung anmerkungen kommentare commentaires remarques commenti osservazioni "
    "observaciones observacoes uwagi 備考 意見 remark remarks note notes reason "
    "explanation freetext комментарий 评论 コメント 의견 komentarz yorum rueckmeldung ruckmeldung "
    "ruckmeldungstext freitext begrundung avis remarque motivo motif beschwerde reclamo klacht complaint "
    "issue whatwaswrong details",
    "rating": "rating userrating feedbackrating conversationrating csatrating csatscore "
    "ratinggiven schulnote schulnoten correct iscorrect wascorrect korrekt richtig "
    "usefulness quality sentiment thumbs thumb vote feedbacktype feedbackvalue score userscore reaction "
    "helpful washelpful ishelpful liked thumbsdown dislikes disliked downvotes downvote downvoted likes "
    "userfeedback upvotes upvote thumbsup bewertung note nota calificacion valoracion "
    "valutazione avaliacao evaluation stars sterne etoiles estrellas stelle estrelas sterren gwiazdki "
    "satisfaction zufriedenheit satisfaccion soddisfazione satisfacao tevredenheid csat nps npsscore "
    "surveyresult surveyresults satisfactionrating label verdict urteil beoordeling ocena puan оценка 评分 "
    "評価 평가 hodnoceni arvio betyg notering value feedback",
    "time": "timestamp createdat created createdtime createdon createddate creationtime creationdate time "
    "datetime date at submittedat submitdate submittime startdate startedat opened openedat createdate "
    "datecreated submitted askedat starttime when datum zeit zeitpunkt zeitstempel erstellt erstelltam "
    "erstellungsdatum eingegangen eingangsdatum fecha fechahora fechadecreacion marcatemporal hora "
    "horodatage horodateur creation datecreation datedecreation creele data dataora datahora "
    "datadicreazione datadecriacao carimbodedatahora informazionicronologiche ora tijd tijdstempel "
    "aangemaaktop sygnaturaczasowa utworzono tidsstampel skapad zamandamgasi tarih дата времяотметки "
    "отметкавремени создано casovaznacka 时间 时间戳 时间戳记 创建时间 日時 "
    "日付 タイムスタンプ 作成日時 타임스탬프 날짜 생성일 الوقت التاريخ "
    "ts updatedat",
    "asker": "userid user username useremail email emailaddress customerid customer requesterid requester "
    "accountid account visitorid nutzer benutzer nutzerid kunde kundennr usuario utilisateur client "
    "cliente utente klant fullname name nom nombre sessionid session conversationid",
    "link": "traceurl sourceurl url link permalink htmlpath tracelink href runurl conversationurl traceid runid "
    "spanid quelle source fuente fonte bron zrodlo kaynak источник 来源 出典 출처",
    "ref": "id feedbackid ticketid ticketnr ticketno ticketnumber ticket messageid traceid runid conversationid "
    "externalid issuekey requestid caseid casenumber incident incidentnumber uuid vorgang vorgangsnr "
    "vorgangsnummer fallnummer anfragenr nummer numero numeroticket number nr no num key recordid "
    "sessionid 编号 番号 번호 номер",
}
"""Names as `plain_name` has them, the surest first."""
USER = frozenset(
    "role roles rolle plan tier segment permission permissions department group groups tenant audience team "
    "entitlement".split()
)
"""Attributes of a user that may decide what is seen."""
FILTERS = frozenset(
    "region product productversion version language locale lang country manual edition platform environmenttype".split()
)
WEAK_RATINGS = frozenset(
    "userfeedback score value label note nota notes result feedback evaluation sentiment vote reaction".split()
)
"""Names that may be of a rating, and are as often of what a machine measured."""
UPVOTES = frozenset("thumbsup thumbup upvote upvotes upvoted liked likes like".split())
"""Names that have a counterpart in `thumbs_down`."""
WEAK_LINKS = frozenset("quelle source fuente fonte bron zrodlo kaynak источник 来源 出典 출처".split())
"""Names that may be of an address, and are as often of a channel."""

SPEAKS: dict[Role, re.Pattern[str]] = {
    "rating": re.compile(
        r"\b(?:rat(?:e|ed|ing)|stars?|sterne|satisf\w*|zufrieden\w*|csat|nps|thumbs?|helpful|hilfreich|useful|nützlich|bewert\w*"
        r"|survey|vote|valorac\w*|calificac\w*|utile?s?|útil|recommend"
        r"|nuttig|pomocn\w{1,2}|полез\w{1,4}|nyttig\w?|yararlı|faydalı"
        r"|how (?:likely|easy|good)|wie (?:wahrscheinlich|gut))\b|満足|評価|满意|评分|评价|만족|평가|평점"
        r"|^(?:was|is) (?:the|this|your|our) (?:\w{1,20} ){1,3}(?:wrong|incorrect|correct|right|accurate|ok)\b"
    ),
    "time": re.compile(r"\b(?:created|submitted|timestamp|zeitstempel|erstellt|eingegangen|gesendet|créée?|creado)\b"),
    "comment": re.compile(
        r"\b(?:comment\w*|kommentar\w*|wrong|falsch|improve\w*|better|besser|missing|fehlt\w*|complain\w*|feedback"
        r"|why|warum|pourquoi|expected|erwartet|reason|grund|remarks?|faux|améliorer|mal|mejorar|sbagliato)\b"
        r"|コメント|意見|理由|改善|意见|建议|评论|原因|의견|이유|개선"
    ),
    "answer": re.compile(
        r"\b(?:answer\w*|antwort\w*|geantwortet|repl(?:y|ied)|bot|chatbot|assistant|response|respuesta|respondi\w*|contest[oó]"
        r"|réponse|répondu|risposta|risposto|resposta|respondeu|geantwoord|odpowied\w{1,3}|ответ\w{0,3}|cevab\w?)\b|回答|返答|答え|答案|回复|답변"
    ),
    "question": re.compile(
        r"\b(?:question|ask(?:ed)?|frage\w*|gefragt|wissen|know|search\w*|such\w*|gesucht|pregunt\w*|demand\w*|domanda"
        r"|pergunta|savoir|saber|sapere|looking for|query|vraag|pytani\w{1,2}|вопрос\w{0,2}|soru\w{0,3})\b"
        r"|質問|問い合わせ|問合せ|聞きたい|问题|問題|提问|咨询|질문"
        r"|문의"
    ),
}
"""Words in headings that are sentences (`What did you want to know?`), in the order of being looked for."""


def plain_name(name: str) -> str:
    """A column's name for comparing: no case, accents, spaces, signs."""
    flat = unicodedata.normalize("NFKD", name.casefold().replace("ß", "ss"))
    return "".join(char for char in flat if char.isalnum())


NAMES: dict[Role, tuple[str, ...]] = {
    role: tuple(dict.fromkeys(plain_name(word) for word in text.split())) for role, text in _NAMES.items()
}
_KNOWN = frozenset(word for names in NAMES.values() for word in names if len(word) > 1)


_ASIDE = re.compile(r"\([^()]{0,60}\)|\[[^\[\]]{0,60}\]|\b(?:(?:out of|von|sur|de|su) ?|[01] ?[-–] ?)\d{1,3}$|\d{1,3}$")
"""What a heading says beside the name: `(Bot)`, `1-5`, `sur 5`."""


def plain_names(name: str) -> tuple[str, ...]:
    """How a column may be meant: its name, without what is in parentheses, its last part (`role` of `user.role`)."""
    bare = re.sub(
        r"\([^()]{0,60}\)|\[[^\[\]]{0,60}\]|\b(?:out of|von|sur|de|su)? ?\d{1,3}$|[01] ?[-–] ?\d{1,3}$",
        "",
        name.replace("_", " "),
    )
    within = re.search(r"\(([^()]{1,60})\)$", name) if plain_name(bare) == "customfield" else None
    meant = (name, bare, within[1] if within else last_part(name))
    return tuple(dict.fromkeys(map(plain_name, meant)))


def last_part(name: str) -> str:
    """`role` of `user.role`."""
    return name.rpartition(".")[2] or name


def known_name(name: str) -> bool:
    """Whether a heading may hold this name."""
    return any(each in _KNOWN for each in plain_names(name))
