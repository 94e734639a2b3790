"""An event with one role: the raw loop, eventcore, and every other library."""

from __future__ import annotations

from collections.abc import Callable, Collection

from benchmarks.core import eventcore_contender, raw_contender
from benchmarks.measure import Contender, Row, Times, compare, ratio_of
from benchmarks.peers import PEERS, bidden, contenders_of
from benchmarks.results import Section, Target
from benchmarks.work import prove

__all__ = ["NAMES", "gather", "one_role"]

NAMES = ("raw", "eventcore", *PEERS, "bidden")
"""Names of all contenders that can be selected."""


def gather(names: Collection[str], *, quick: bool) -> tuple[list[Contender], list[Row]]:
    """Create the contenders with these names, and rows for those that are not installed."""
    crowds = [(10, 1), (1_000, 4), *([] if quick else [(10_000, 10)])]
    made: dict[str, Callable[[], list[Contender]]] = {
        "raw": lambda: [raw_contender()],
        "eventcore": lambda: [eventcore_contender()],
        "bidden": lambda: [bidden.contender(crowd, every) for crowd, every in crowds],
    }
    contenders: list[Contender] = []
    missing: list[Row] = []
    for name in NAMES:
        if name in names:
            found = made[name]() if name in made else contenders_of(name)
            if isinstance(found, Row):
                missing.append(found)
            else:
                contenders += found
    return contenders, missing


def one_role(names: Collection[str], *, quick: bool) -> Section:
    """Measure the contenders with these names; the raw loop is always included."""
    contenders, missing = gather({"raw", *names}, quick=quick)
    for contender in contenders:
        prove(contender)
    rows, times = compare(contenders, rounds=60)
    title = (
        "One role: construct a Move and publish it through four working handlers\n"
        "(eventcore's and the raw loop's events have an outcome, and places for a cause and a\n"
        "sequence number, which eventcore fills; those of the others carry what they need)"
    )
    return Section("peers", title, [*rows, *missing], targets=_targets(rows, times))


def _targets(rows: list[Row], times: Times) -> list[Target]:
    if "eventcore" not in times:
        return []
    targets = [Target("one role, of the raw loop", ratio_of(times, "eventcore", "raw"), 1.15)]
    for row in rows:
        if row.has_priorities and row.has_veto and row.name not in ("eventcore", "raw"):
            ratio = ratio_of(times, "eventcore", row.name)
            targets.append(Target(f"one role, of {row.name}", ratio, 1.0, strict=True))
    return targets
