"""Which cases to grade where not all are wanted: some of each kind, the same ones every time."""

import hashlib
from collections.abc import Mapping


def stratified(strata: Mapping[str, str], size: int, seed: str) -> dict[str, list[str]]:
    """Up to `size` cases, by stratum: at least one of each, as long as `size` allows, the others in proportion.

    `strata`: what each case is of. Where there are more strata than `size`, the largest come first. Within a stratum
    the draw is one of the seed and each case's id, so that it is the same on every machine.
    """
    groups: dict[str, list[str]] = {}
    for case_id, stratum in strata.items():
        groups.setdefault(stratum, []).append(case_id)
    shares = _shares({name: len(group) for name, group in groups.items()}, size)
    return {name: sorted(groups[name], key=lambda one: _lot(seed, one))[:few] for name, few in shares.items() if few}


def _shares(sizes: Mapping[str, int], size: int) -> dict[str, int]:
    """How many of each: one each, the largest first, then whoever is furthest behind its proportion."""
    order = sorted(sizes, key=lambda name: (-sizes[name], name))
    shares = {name: int(place < size) for place, name in enumerate(order)}
    whole = sum(sizes.values())
    for _ in range(min(size, whole) - sum(shares.values())):
        open_ = [name for name in order if shares[name] < sizes[name]]
        shares[max(open_, key=lambda name: sizes[name] * size / whole - shares[name])] += 1
    return shares


def _lot(seed: str, case_id: str) -> bytes:
    return hashlib.sha256(f"{seed}:{case_id}".encode()).digest()
