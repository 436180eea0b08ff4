"""What a workspace may set about matching and scoring. Apart from matching, so that settings load nothing else."""

import hashlib
import json
from dataclasses import asdict, dataclass, field

MATCHING_VERSION = 2
"""Raised whenever the same passages can be matched otherwise: every metric rests on it."""


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """`match:` in ragtriage.yaml."""

    overlap: float = 0.8
    """The share of a quote that must be there, by span."""
    join_split: bool = True
    """Passages of one document may bring a quote together."""
    accept_duplicates: bool = False
    """The right text counts under any doc_id."""


@dataclass(frozen=True, slots=True)
class DocIdRules:
    """How a run's doc_ids map to the corpus's (`doc_id:` in ragtriage.yaml)."""

    strip_prefix: tuple[str, ...] = ()
    """The first that fits is taken off."""
    strip_suffix: tuple[str, ...] = ()
    drop_fragment: bool = False
    """Cut at `#`; done first."""

    def apply(self, doc_id: str) -> str:
        """The corpus's id for a run's. An id that would become empty stays as it is."""
        out = doc_id.partition("#")[0] if self.drop_fragment else doc_id
        out = next((out[len(prefix) :] for prefix in self.strip_prefix if prefix and out.startswith(prefix)), out)
        out = next((out[: -len(suffix)] for suffix in self.strip_suffix if suffix and out.endswith(suffix)), out)
        return out or doc_id


@dataclass(frozen=True, slots=True)
class ScoreSettings:
    """What changes a score: part of the key under which it is kept."""

    k: int = 5
    """Passages sent to the model, where the run does not give its context."""
    depth: int = 50
    """Candidates looked at, where the run gives more."""
    match: MatchSettings = field(default_factory=MatchSettings)
    doc_ids: DocIdRules = field(default_factory=DocIdRules)

    @property
    def fingerprint(self) -> str:
        """12 hex digits over the settings and the versions of matching and of all metrics."""
        from ragtriage.metrics.registry import METRICS

        versions = {metric.name: metric.version for metric in METRICS}
        ground = [asdict(self), versions, MATCHING_VERSION]
        return hashlib.sha256(json.dumps(ground, sort_keys=True).encode()).hexdigest()[:12]
