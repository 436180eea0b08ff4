"""Words of courtesy and grammar that say nothing of what is asked, beyond the stop words of the search."""

from ragtriage.corpus.contrasts import NAMED_NUMBERS, NEGATIONS, OPPOSITES

_WORDS = """
hi hello hey dear thanks thank please kindly like know whether tell wonder wondering want wanted possible somebody
someone anybody anyone whats hows wheres
hallo guten tag danke bitte gern gerne sagen wissen mochte moechte wollte wuerde wurde mal eigentlich liebes moin
bonjour bonsoir merci svp le la les l un une du des de d et ou est sont que qu quel quelle quels quelles comment combien
quand pourquoi faut il ils elle elles on je j me m mon ma mes tu te ton ta nous notre vous votre vos ce c cet cette ces
se s en y au aux dans pour sur par peut peux puis pouvez dire savoir voudrais esque estce cas
hola gracias favor el los las lo una unos unas del al y o es son como cual cuales cuanto cuanta cuantos cuantas donde
cuando quien por para mi mis tu tus su sus nos nuestro este esta estos estas puede puedo pueden decir saber quisiera
hay ha tiene tienen debe
ciao salve grazie gli i il uno dei delle dello della degli ed sono come quale quali quanto quanti quante dove
quando chi perche per mio mia miei mie suo sua suoi nostro questo questa posso puo possono dirmi sapere vorrei ci si
ola obrigado obrigada os as um uma do dos das da na nas nos e ou como qual quais quanto quantos onde quem porque
meu minha meus minhas seu sua posso pode podem dizer gostaria
het een en of dat die deze dit er te aan ook als bij naar over hoe wat waar wanneer wie welke waarom mijn jouw uw ons
ik u je wij kan kunt kunnen graag weten zeggen alstublieft dank
w z ze i na do od o po czy jak jaki jaka jakie gdzie kiedy kto ile dlaczego moj moja moje swoj prosze dziekuje moge
mozna chcialbym wiedziec jest sa
"""
FILLERS = frozenset(_WORDS.split()) - NEGATIONS - NAMED_NUMBERS.keys() - frozenset().union(*OPPOSITES)
"""In eight languages, unmarked; no word that tells two questions apart."""
