"""Words whose change changes what a sentence says, in the languages the guard knows, and the few whose change does not.

The second list is the one that matters: what is not on it, and not the same word inflected, is held for a person. So a
language nobody listed is never waved through.
"""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NEGATIONS = _words(
    "not no never none nor neither nothing nobody nowhere without cannot non lack lacks lacking fail fails failed deny"
    " denied denies refuse refuses prohibited forbidden disallowed except unless hardly barely rarely"
    " nicht kein keine keinen keiner keinem nie niemals ohne weder außer"
    " ne pas jamais aucun aucune sans rien ni sauf"
    " nunca jamás ningún ninguna ninguno sin tampoco excepto salvo"
    " não nem nenhum nenhuma sem exceto"
    " не нет ни никогда без нельзя кроме ничего никто"
    " non mai senza nessun nessuna nessuno niet geen nooit zonder nie bez nigdy"
    " لا ليس لم لن غير بدون نه نیست هیچ بدون"
    " 不 没 沒 无 無 非 未 勿 莫 别 否 ない ません 안 못 않 없 아니"
)
MODALS = _words(
    "must shall should may might can could will would need needs needed ought required requires require optional"
    " optionally recommended recommends recommend allowed permitted mandatory able possible supposed expected"
    " deprecated"
    " muss müssen soll sollen sollte sollten darf dürfen kann können könnte könnten wird werden würde"
    " doit doivent devrait devraient peut peuvent pourrait faut"
    " debe deben debería deberían puede pueden podría podrían tiene"
    " deve devem deveria pode podem poderia precisa"
    " должен должна должно должны может могут можно нужно необходимо следует"
    " 必 须 須 应 應 可 能 会 會 要 べき 必要 할 수 반드시 필요"
)
QUANTIFIERS = _words(
    "all any some every each both either many most several few fewer more less least much only also even just always"
    " often sometimes usually before after until since during while first last next previous minimum maximum min max"
    " above below over under than exactly approximately about around almost nearly once twice half double same"
    " different other another additional enough too still already now currently old if when whenever where otherwise"
    " instead but because therefore hence"
    " alle jede jeder jedes einige viele mehr weniger nur auch immer oft vor nach bis und oder aber wenn"
    " tous toutes tout chaque quelques plusieurs plus moins seulement aussi toujours avant après jusque et ou mais si"
    " todos todas todo cada algunos muchos más menos solo sólo también siempre antes después hasta y o pero si"
    " todos cada alguns muitos mais menos apenas também sempre antes depois até e ou mas se"
    " все весь каждый некоторые многие больше меньше только также всегда до после и или но если"
    " 所 全 每 各 部 多 少 只 仅 僅 也 都 最 前 后 後 或 和 全て すべて のみ だけ 모든 만 또는"
)
UNITS = _words(
    "ms s sec secs second seconds min mins minute minutes h hr hrs hour hours day days week weeks month months quarter"
    " quarters year years decade decades century business working calendar weekday weekdays"
    " b kb mb gb tb pb kib mib gib tib bit bits byte bytes kbit mbit gbit kbps mbps gbps"
    " hz khz mhz ghz w kw mw gw wh kwh mwh v kv mv a ma ah mah j kj mj kcal cal pa kpa mpa bar psi n kn nm"
    " mm cm m km in inch inches ft foot feet yd yard yards mi mile miles sqm"
    " mg g kg t ton tons tonne tonnes lb lbs oz pound pounds ounce ounces ml cl l liter liters litre litres"
    " gallon gallons"
    " c f k celsius fahrenheit kelvin percent percentage permille ppm bps basis point points"
    " usd eur gbp chf jpy cny inr dollar dollars euro euros cent cents pence yen"
    " hundred thousand million billion trillion dozen k core cores vcpu vcpus cpu cpus"
    " sekunde sekunden minute minuten stunde stunden tag tage tagen woche wochen monat monate monaten jahr jahre jahren"
    " seconde secondes heure heures jour jours semaine semaines mois an ans"
    " segundo segundos minuto minutos hora horas día días semana semanas mes meses año años dia dias mês ano anos"
    " секунда секунды секунд минут минуты час часа часов день дня дней неделя недели недель"
    " месяц месяца месяцев год года лет"
    " 秒 分 时 時 日 天 周 週 月 年 元 円 초 분 시간 일 주 월 년 원"
)
MONTHS_AND_DAYS = _words(
    "january february march april may june july august september october november december"
    " jan feb mar apr jun jul aug sep sept oct nov dec"
    " monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thurs fri sat sun"
    " today tomorrow yesterday bc ad bce ce am pm utc gmt cet cest est pst"
)
NUMBER_WORDS = _words(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion dozen"
    " single double triple third fourth fifth half thirds quarter"
    " eins zwei drei vier fünf sechs sieben acht neun zehn"
    " un deux trois quatre cinq sept huit neuf dix uno dos tres cuatro cinco siete ocho nueve diez"
    " dois três quatro sete oito nove dez один два три четыре пять шесть семь восемь девять десять"
    " 一 二 两 兩 三 四 五 六 七 八 九 十 百 千 万 萬 亿 億"
)
SUBORDINATORS = _words(
    "if unless except when whenever only but until provided assuming otherwise while whereas although though because"
    " without excluding including however"
)
LIMITING = _words(
    "however longer anymore formerly previously wrong false untrue incorrect myth mistake mistaken outdated"
    " obsolete deprecated superseded replaced repealed withdrawn cancelled canceled revoked suspended expired void"
    " invalid removed rejected discontinued retired ignore ignored contrary except exception exceptions excluded"
    " unless until applies apply temporarily draft proposed planned"
    " jedoch mehr falsch veraltet überholt aufgehoben ungültig außer ausgenommen früher ehemals gestrichen widerrufen"
    " gilt gelten entfällt ersetzt"
    " plus faux abrogé obsolète remplacé annulé supprimé sauf ancien toutefois cependant autrefois"
    " falso derogado obsoleto anulado eliminado salvo excepto antes sustituido ya"
    " revogado substituído cancelado exceto porém anteriormente já"
    " sbagliato abrogato annullato sostituito tranne ormai più"
    " больше неверно отменено устарело недействительно кроме однако раньше ранее"
    " echter niet vervallen onjuist verouderd"
    " 废 廢 止 误 誤 错 錯 旧 舊 除 但 曾 無 取 停"
)
"""Words in a sentence beside a quote that may take back what it says."""
OF_TITLES = _words(
    "using use creating adding getting working writing comparing defining introducing understanding choosing setting"
    " learning about how syntax overview introduction basics useful where when what why can vs versus"
)
"""Words of a title that say nothing of what is below it, beside the harmless ones."""
ALSO_WORDS = _words(
    "a an in as am c f k h s m g l v w b t n j y min mi second seconds point points bar basis core an dia tag"
)
"""Units only after a number; else they are words."""
LOGIC = _words("and or xor und oder et ou y o e и или 및 또는")
CASE_MATTERS = _words(
    "may march august polish turkey us it who mw mb gb kb kw pa ma mm n c f k v a w w3 sie ihr ihnen ihre"
)
"""Words that mean another thing in other case."""

HARMLESS = _words(
    "a an the this that these those which who whom whose of to in on for by with from into onto within via its it they"
    " them their there here we you your our us i my me he she his her is are was were be been being has have had do"
    " does did as at such then let lets let's we'll we've we're you'll you've you're it's that's there's here's i'm"
    " they're"
    " please simply basically actually really very quite rather"
)
"""English words that may come, go and stand for each other without the sentence saying something else."""

PRESENT, PAST = _words("is are has have do does"), _words("was were had did")
_WAYS, _WHOSE = (
    _words("from to by into onto within"),
    _words("your you our we us my me i his he her she their they them"),
)
RELATIONS = tuple(
    (either, one)
    for either, groups in (
        (_WAYS, ("from", "to", "by", "into", "onto", "within")),
        (_WHOSE, ("your you", "our we us", "my me i", "his he", "her she", "their they them")),
    )
    for one in map(_words, groups)
)
"""Little words of which one does not stand for another: (all of them, those that are one)."""
_NOT_INFLECTED = frozenset({"http", "https", "ftp", "ftps", "ws", "wss", "new", "news", "mean", "means", "be", "bed"})

_PREFIXES = ("un", "in", "im", "ir", "il", "dis", "non", "de", "mis", "anti", "a")
_ENDINGS = ("", "s", "es", "d", "ed", "ing")
_OPPOSITES = {
    frozenset(pair.split())
    for pair in (
        "enable disable", "enabled disabled", "enables disables", "enabling disabling", "allow deny", "allows denies",
        "include exclude", "includes excludes", "included excluded", "including excluding", "increase decrease",
        "increases decreases", "before after", "with without", "internal external", "import export", "true false",
    )
}  # fmt: skip


def opposite(one: str, other: str) -> bool:
    """Whether two words in lower case are each other's negation by form: enabled, disabled; valid, invalid."""
    short, long = sorted((one, other), key=len)
    if frozenset((one, other)) in _OPPOSITES:
        return True
    return len(short) > 3 and any(long == prefix + short for prefix in _PREFIXES)


def same_word(one: str, other: str) -> bool:
    """Whether two words in lower case are one English word inflected: method, methods; use, used, using."""
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    if len(short) < 3 or short[:3] != long[:3] or (one in _NOT_INFLECTED and other in _NOT_INFLECTED):
        return False
    stems = [
        {word[: len(word) - len(end)].rstrip("e") for end in _ENDINGS if word.endswith(end)} for word in (one, other)
    ]
    return any(len(stem) >= 2 for stem in stems[0] & stems[1])
