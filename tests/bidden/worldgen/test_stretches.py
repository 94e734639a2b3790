"""Stretches: who may live where a binding leads."""

from __future__ import annotations

import attrs
import pytest

from bidden.content.kinds.level_kinds import Deeper, LevelKind, Lots
from bidden.content.mods import RUN
from bidden.session import Session
from bidden.worldgen.stretches import harshest_of


@pytest.fixture(scope="module")
def run() -> LevelKind:
    kind = Session(1, level=RUN).catalogue.levels[RUN]

    def of(creatures: dict[str, int], slum: dict[str, int]) -> Deeper:
        return Deeper(creatures=Lots(1, creatures), dwellers={"slum": Lots(1, slum)})

    levels = [
        of({"bat": 1}, {"ooze": 1}),
        of({"bat": 1, "orc": 1}, {"ooze": 1, "glutton": 1}),
        of({"dragon": 1, "orc": 1}, {"ooze": 1}),
    ]
    return attrs.evolve(kind, deeper=levels)


@pytest.mark.parametrize(
    ("place", "danger", "names"),
    [
        ("slum", 0, ["ooze", "bat"]),
        ("slum", 1, ["glutton", "orc", "ooze", "bat"]),
        ("slum", 2, ["dragon", "orc", "ooze"]),
        ("slum", 5, ["dragon", "orc", "ooze"]),
        ("tower", 2, ["dragon", "orc"]),
    ],
)
def test_who_lives_at_no_lower_danger_is_named_first(
    run: LevelKind, place: str, danger: int, names: list[str]
) -> None:
    assert harshest_of(place, danger, run) == names
