"""Polish."""

from ragtriage.metrics.declines.words import Words

WORDS = Words(
    code="pl",
    common=(
        "i w na z do nie jest sa to sie ze o jak dla od po przez oraz ale lub czy tak juz moze mozna moge "
        "mam brak tego tej ten ta te jego jej"
        " ich pan pani za przy pod jako niestety informacji prosze przykro ktory ktore jesli wiem tym tym "
        "nic tylko bez"
    ),
    shorthands={
        "fill": r"(?:[\w'-]+ ){0,5}?",
        "gap": r"[^.;:]{0,80}?",
        "info": r"informacj\w+|danych|dane|szczegol\w+|odpowiedz\w*|wzmian\w+|dokument\w+|wskazow\w+|dostepu|"
        r"wiedzy|zrodel|kontekst\w*|wynik\w+|niczego|nic|wpis\w+|artykul\w*",
        "stating": r"wspomin\w+|wspomnian\w+|wspomnia\w+|okresl\w+|podaj\w*|podan\w+|mowi\w*|opis\w+|"
        r"wskazuj\w*|wyjasni\w+|precyzuj\w*|porusza\w*|wymieni\w+|odpowiada\w*|informuj\w*|wynika\w*|"
        r"dotycz\w+|definiuj\w*|jasn\w+|napisan\w+|zawart\w*|wzmiankuj\w*|odnosz\w*|odnosi\w*|omawi\w+|"
        r"sprecyzowan\w+|uregulowan\w+|uwzgledn\w+",
        "holding": r"zawiera\w*|obejmuj\w*|dostarcza\w*|daj\w*|ma|maja|ma\w*|znajduj\w*|wystarcza\w*|oferuj\w*|"
        r"znalaz\w+|znalez\w+|ujawnia\w*",
        "able": r"moge|mozemy|potrafie|jestem (?:\w+ )?(?:w stanie|upowazni\w+|uprawnion\w+)|jestesmy w stanie|"
        r"umiem|udalo mi sie|wolno mi|bylem w stanie|zdolam",
    },
    source=(
        r"kontek(?:st|stu|scie|stem|sty|stow|stach)|dokumentacj\w+|baz\w+ wiedzy|zrodl\w+|zrodel|"
        r"wynik\w+ wyszukiwania|fragment\w+|wyciag\w+|docs\w*|urywk\w+",
        r"(?:podan\w+|dostarczon\w+|dostepn\w+|udostepnion\w+|przekazan\w+|otrzyman\w+|powyzsz\w+|pobran\w+|"
        r"znalezion\w+|posiadan\w+|zalaczon\w+|przeslan\w+) (?:\w+ )?(?:dokument\w*|tekst\w*|tekscie|kontek\w+|"
        r"informacj\w+|material\w*|artykul\w*|danych|plik\w*|zrodel\w*)",
        r"(?:tych |tym |te |moich |w |z )?dokument(?:y|ow|ach|om|ami)|tekst(?:u|y|ach|em)?|podreczni\w+|"
        r"material(?:y|ow|ach)|posiadanych (?:\w+ )?informacji",
    ),
    negation=(
        r"nie|nic|niczego|zadn\w+|nigdzie|nigdy|ani|brak\w*|niejasn\w+|niemozliw\w+|niewystarczajac\w+|"
        r"milcz\w+|bez|za malo",
    ),
    strong=(
        r"kontek(?:st|stu|scie|stem|sty|stow|stach)|dokumentacj\w+|baz\w+ wiedzy|docs\w*|wynik\w+ wyszukiwania|"
        r"(?:moich|tych|te|w|moje|z) (?:zrodl\w+|zrodel|fragment\w+)|(?:podan\w+|dostarczon\w+|dostepn\w+|"
        r"udostepnion\w+|pobran\w+|znalezion\w+) (?:dokument\w*|tekst\w*|tekscie|informacj\w+|material\w*|"
        r"artykul\w*)",
    ),
    own=(r"moge|mam|wiem|widze|jestem|znalazl\w+|sadze|potrafie|umiem|udalo mi sie|posiadam",),
    statement=(r"[,:] |\bze\b",),
    regret=(r"przykro mi|przepraszam|obawiam sie,?(?: ze)?",),
    opinion=(
        r"polecam|odradzam|watpie|znam|radze|powiedzialbym",
        r"sadze|mysle|zrobil\w+|spodziewam",
    ),
    says=(
        r"nie {able} {fill}(?:odpowiedziec|udzielic|pomoc|znalezc|powiedziec|podac|okreslic|potwierdzic|"
        r"stwierdzic|ustalic|doradz\w+|sprawdzic|zweryfikowac|ocenic|odszukac|przekazac|wskazac|odpowiadac|"
        r"udostepnic|dostarczyc|udzielac)",
        r"(?:ja )?nie wiem(?! gdzie)|nie mam (?:pojecia|pewnosci)|nie jestem (?:pewien|pewna|pewny)|"
        r"trudno (?:mi )?powiedziec",
        r"nie (?:mam|posiadam|znalazl\w+|znajduje|widze|dysponuje|odnalazl\w+|znalezlismy) {fill}(?:do |"
        r"zadnych |wystarczajac\w+ |odpowiedni\w+ )?(?:{info})(?! centr\w+)",
        r"nie mamy (?:zadnych |wystarczajacych |dokladnych )?(?:informacj\w+|danych|dokumentacji|szczegolow)",
        r"nie (?:ma|istniej\w+|znaleziono|odnaleziono|jest dostepn\w+|udalo sie (?:\w+ )?(?:znalezc|"
        r"odnalezc)) {fill}(?:informacj\w+|danych|szczegolow|odpowiedzi|wzmianki|dokument\w+|wynikow|"
        r"niczego) ?{fill}(?:na temat|na ten temat|o|dotyczac\w+|w tej sprawie|odpowiedni\w*|zwiazan\w+|"
        r"pasujac\w+|w)",
        r"brak(?:uje)?(?: mi)? (?:\w+ ){0,2}?(?:informacj\w+|danych|odpowiedzi|wzmianki|szczegol\w+|"
        r"dokument\w+|wiedzy|dostepu)(?: \w+)? (?:na temat|na ten temat|o|dotyczac\w+|w tej sprawie|aby|do|"
        r"pozwalaj\w+|zeby|w)",
        r"(?:tej|tych|takiej|takich|odpowiedzi|informacji|tego) (?:\w+ )?(?:nie ma|brak|brakuje) (?:\w+ )?(?:w|"
        r"wsrod) (?:\w+ ){0,2}?{source}|(?:nie ma|nic|brak) (?:\w+ ){0,3}?(?:w|wsrod) (?:\w+ )?{source}",
        r"pytanie {fill}(?:wykracza|nie (?:\w+ )?(?:mozna|moze|miesci|dotyczy))|(?:na to pytanie|"
        r"pytania) nie (?:mozna|da sie|moge)|wykracza\w* (?:\w+ )?poza (?:moj\w*|zakres|dostepn\w+|to, co|"
        r"kompetencj\w+|tresc)|poza (?:moim|zakresem moj\w+|moja) ?\w*",
        r"jako (?:\w+ )?(?:asystent\w*|model\w*|chatbot\w*|ai|sztuczna)[^.;]{0,40}? nie \w+",
        r"nie (?:udzielam|udzielamy) (?:\w+ )?(?:porad|odpowiedzi)",
        r"^(?:one |oni |ale )?nie (?:mowia|wspominaja|okreslaja|podaja|mowi|wspomina|okresla) {fill}(?:nic|o|"
        r"nicze\w+|jak\w+|czy|ile)",
        r"nie (?:zostal\w*|jest|sa) (?:\w+ )?(?:wspomnian\w+|okreslon\w+|sprecyzowan\w+|opisan\w+)\W*$",
        r"wyszukiwani\w+ nie (?:zwrocilo|dalo|przynioslo|znalazlo|zwraca)|nie jestem (?:\w+ )?(?:uprawnion\w+|"
        r"upowaznion\w+|wykwalifikowan\w+|w stanie)|nwm(?=[ ,.]|$)|z braku (?:\w+ )?(?:informacji|danych)|"
        r"nie (?:potrafie|umiem|dam rady)",
        r"(?:nic|niczego) (?:\w+ )?nie (?:znalazl\w*|znaleziono|ma)|nie (?:znalezlismy|znalazlem|znalazlam|"
        r"znaleziono) (?:\w+ )?(?:artykul\w*|niczego|nic|dokument\w*)",
        r"(?<!z )(?:za malo|zbyt malo|niewystarczajac\w+) (?:kontekstu|informacji|danych)",
        r"(?:musze|wole) (?:\w+ )?(?:odmowic|odrzucic|powstrzymac)|nie moge (?:\w+ )?(?:wypowiadac|komentowac|"
        r"zweryfikowac|tego zweryfikowac|oferowac|obliczyc)",
    ),
    whole=(
        r"nie wiem|nie mam pojecia|nieznan[aey]|brak odpowiedzi|nie znaleziono(?: \w+)?|n/?[ad]|b/?d|"
        r"brak wynikow|brak (?:\w+ )?(?:informacji|danych|wzmianki)(?: \w+)?",
        r"nie (?:\w+ )?(?:podano|okreslono|wspomniano|wskazano|opisano|sprecyzowano)|"
        r"nie znaleziono (?:\w+ )?(?:dokumentow|wynikow|informacji)",
        r"brak info\w*",
    ),
    silent=(
        r"(?:nie|nigdzie|ani|nic) (?:zosta\w+ |jest |sa |ma )?(?:\w+ ){0,2}?(?:{stating})|"
        r"zaden {fill}(?:{stating})|nie (?:podano|okreslono|wspomniano|wskazano|opisano|sprecyzowano|"
        r"wyjasniono|ma mowy)|milcz\w+",
        r"nie (?:mozna|da sie|sposob|moge|jestem w stanie|pozwal\w+|udalo sie) (?:\w+ ){0,2}?(?:odpowiedziec|"
        r"okreslic|ustalic|stwierdzic|powiedziec|potwierdzic|wywnioskowac|ocenic|wyliczyc|znalezc|odczytac|"
        r"udzielic)|niejasn\w+",
        r"nie (?:pozwala\w*|umozliwia\w*) (?:\w+ )?(?:obliczyc|wyliczyc|okreslic|ustalic|stwierdzic|"
        r"odpowiedziec)|nie (?:podano|wskazano|okreslono)",
    ),
    lacks=(
        r"nie (?:\w+ )?(?:{holding})|(?:nic|brak\w*|niewystarczajac\w+|zadn\w+|za malo) {fill}(?:{info}|o|"
        r"na temat|w|do|z)",
    ),
    according=(
        r"(?:zgodnie z|wedlug|na podstawie|w oparciu o|w swietle|stosownie do|jak wynika z) (?:\w+ )?{source}",
        r"w (?:tym|takim) kontekscie(?=,)",
    ),
    reported=(
        r"{source} (?:\w+ )?(?:podaj\w+|mowi\w*|stwierdza\w*|wskazuj\w+|okresla\w*|wyjasnia\w*|informuj\w+|"
        r"potwierdza\w*),? (?:jasno,? )?ze|(?:z|w) (?:\w+ )?{source} (?:\w+ )?(?:wynika|napisano|jest napisane|"
        r"podano),? ze",
        r"{source} (?:\w+ )?(?:zaleca\w*|radz\w+|ostrzega\w*|wymaga\w*|odradza\w*)",
    ),
    idle=(
        r"(?:(?:pyta|pytasz|zapytal\w*|pytal\w*)(?: pan\w?)?|(?:pana|pani|twoje) pytanie (?:to|brzmi|"
        r"brzmialo))[^,:]{0,80}$",
        r"(?:przepraszam\w*|przykro (?:mi|nam)|wybacz\w*|bardzo mi przykro)(?! za)\b[^.:]{0,40}$|niestety\W*$|"
        r"dziekuj\w+|witam|dzien dobry",
        r"(?:prosze|skontaktuj\w*|sprawdz|zapytaj|sprobuj|zwroc|zajrzyj|warto|polecam|sugeruje|zalecam|radze|"
        r"najlepiej|czy (?:mozesz|moglby|moglaby|chcesz|moze)|jesli (?:chcesz|potrzebujesz|masz|ma|moze\w*|"
        r"podasz|pan|pani)|w celu|aby (?:uzyskac|dowiedziec)|po (?:wiecej|szczegoly)|"
        r"mozesz (?:\w+ ){0,2}?(?:skontaktowac|sprawdzic|zapytac|zwrocic|zadzwonic|sprobowac))",
        r"(?:te |ten |one )?(?:{source}|one)? ?(?:tylko |jedynie |wylacznie )?(?:dotycz\w+|opisuj\w+|"
        r"omawiaj\w*|omawia|koncentruj\w+|odnosz\w+|traktuj\w+|wspomina\w*|mowi\w* o|wspominaj\w* (?:tylko|"
        r"jedynie)|obejmuj\w+ (?:tylko|jedynie))|zrodl[oa]\W*(?::|$)",
        r"(?:przejrzal\w*|przeszukal\w*|sprawdzil\w*|przeczytal\w*|przeanalizowal\w*)",
        r"moge (?:\w+ )?tylko",
    ),
    lead=(
        r"(?:niestety|dlatego|jednak|ale|wiec|zatem|przepraszam|odpowiedz|i|a|ponadto|hm+|no|coz|obecnie|"
        r"w tej chwili|poniewaz|rowniez|przykro mi)\b[ ,:.–-]{0,3}",
    ),
    condition=(r"^(?:jesli|jezeli|gdy|kiedy|o ile|chyba ze|kto|osoby,? ktore|w przypadku|w razie)(?=\W)",),
    joints=(r"(?<=[,–—]) (?=(?:ale|jednak|wiec|dlatego|zatem|natomiast|lecz|chociaz|a|i|jednakze)\b)",),
)
