"""Endings: the story at the end of a run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import Formatter
from typing import Annotated, Final

import attrs
from msgspec import Meta

from bidden.content.datafiles import Faults, instead
from bidden.content.kinds.factions import Faction, Passage
from bidden.content.tables import ENDINGS, FACTIONS
from bidden.state import with_comma
from bidden.text import capitalised

OF_A_RUN: Final = ("bound", "feared", "free", "lost", "fallen")
"""The endings of runs: victories, a death on the last way, and the death of an unbound player."""

FACTS: Final = (
    "summoner",
    "faction",
    "task",
    "revolt",
    "bindings",
    "served",
    "wronged",
    "wounds",
    "boons",
    "embers",
    "hollows",
    "burns",
    "champions",
    "turns",
    "levels",
)
"""The facts about a run that a line may mention; each may be empty."""


@attrs.frozen
class EndingKind:
    """The story at the end of a run.

    Attributes:
        lines: The lines, in order.
    """

    lines: Annotated[tuple[Passage, ...], Meta(min_length=1)]


def told_of(passages: Iterable[Passage], facts: Mapping[str, str]) -> tuple[str, ...]:
    """Return the passages that hold for a run, with its facts filled in."""
    return tuple(
        capitalised(with_comma(passage.text.format_map(facts), facts["summoner"]))
        for passage in passages
        if (not passage.when or facts[passage.when])
        and not (passage.unless and facts[passage.unless])
    )


def check_endings(
    endings: Mapping[str, EndingKind], factions: Mapping[str, Faction], faults: Faults
) -> None:
    """Check that endings exist, and that their lines mention only known facts."""
    for name, ending in endings.items():
        if name not in OF_A_RUN:
            faults.add(ENDINGS, name, f"there is no such ending{instead(name, OF_A_RUN)}")
        _check_lines(faults, ENDINGS, f"{name}.lines", ending.lines)
    for name, faction in factions.items():
        _check_lines(faults, FACTIONS, f"{name}.fallen", faction.fallen)


def _check_lines(faults: Faults, file: str, key: str, passages: Iterable[Passage]) -> None:
    for number, passage in enumerate(passages):
        place = f"{key}[{number}]"
        try:
            told = [field for _, field, _, _ in Formatter().parse(passage.text)]
        except ValueError as error:
            faults.add(file, f"{place}.text", str(error))
            continue
        for field in (*told, passage.when or None, passage.unless or None):
            if field is not None and field not in FACTS:
                faults.add(file, place, f"{field!r} is not a known fact{instead(field, FACTS)}")
