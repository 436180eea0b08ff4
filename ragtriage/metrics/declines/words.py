"""What a language's table holds: the parts that sentences which decline are made of.

Each part is a tuple of patterns for folded text: lower case, Latin letters without marks, single spaces, straight
quotes, no Markdown. `{source}` and other names in braces stand for the parts and shorthands of that name. In a
language whose words are spaced, a pattern begins and ends at the border of a word. No pattern may repeat without a
limit over what the next piece of it can match too: answers are other people's text.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

Parts = tuple[str, ...]


@dataclass(frozen=True)
class Words:
    """One language."""

    code: str
    """ISO 639-1."""
    common: str
    """Words, spaced, that tell the language from others of its script; folded."""
    source: Parts
    """What the assistant was given: context, documents, knowledge base. Not what the world has: contracts, receipts."""
    negation: Parts
    """Words that say no."""
    strong: Parts
    """Sources that are nothing else: a clause that says no of one declines, as none does of “the documents”."""
    own: Parts
    """The assistant speaks of itself: where it says no, it declines."""
    statement: Parts
    """Ends what the assistant says of itself and begins what it states: “I can confirm that | it is not covered”."""
    regret: Parts
    """The assistant is sorry, which is no word on what it knows: “I'm sorry, the discount does not apply”."""
    opinion: Parts
    """Unless it only gives its opinion: “I would not recommend it”."""
    says: Parts
    """Declines by itself: the assistant cannot answer, does not know, has no information."""
    whole: Parts
    """Declines where it is all that the clause says."""
    silent: Parts
    """Declines where a source is named anywhere: only what is written fails to mention, specify, state."""
    lacks: Parts
    """Declines where a source is the one that lacks it; after “according to the documents” the product lacks it."""
    according: Parts
    """A source that is only cited: “based on the documents”, “the documentation says that”."""
    reported: Parts
    """A source that says something: “the documentation states that”. What follows is about the world."""
    idle: Parts
    """Begins a clause that says nothing of substance: an apology, an offer, advice to ask elsewhere."""
    lead: Parts
    """Begins a clause and only links it to the last one."""
    condition: Parts
    """A clause with this speaks of a case that may arise: it declines nothing."""
    joints: Parts
    """Where a clause ends within a sentence; looked at from the end of the first clause."""
    shorthands: Mapping[str, str] = field(default_factory=dict)
    spaced: bool = True

    @cached_property
    def patterns(self) -> "Mapping[str, re.Pattern[str]]":
        """Each part as one pattern."""
        names = (
            "negation",
            "strong",
            "own",
            "statement",
            "regret",
            "opinion",
            "says",
            "silent",
            "lacks",
            "source",
            "according",
            "reported",
            "whole",
            "idle",
            "lead",
            "condition",
        )
        return {name: re.compile(self._joined(getattr(self, name), name)) for name in names}

    @cached_property
    def breaks(self) -> str:
        """The joints as the source of a pattern."""
        return "|".join(self._written(part) for part in self.joints)

    def _joined(self, parts: Parts, name: str) -> str:
        either = "|".join(self._written(part) for part in parts) or "(?!)"
        if name in ("idle", "lead"):
            either = f"^(?:{either})"
            if name == "lead":
                return either
        elif name == "statement":
            return either
        elif name == "whole":
            return rf"^\W*(?:{either})\W*$"
        return rf"(?<!\w)(?:{either})(?!\w)" if self.spaced else f"(?:{either})"

    def _written(self, part: str) -> str:
        known = {**self.shorthands, "source": "|".join(self.source)}
        for _ in range(3):  # a shorthand may be made of others
            part = re.sub(r"\{([a-z_]{3,20})\}", lambda match: f"(?:{known[match[1]]})", part)
        return part
