"""Stats: every one that a rule asks for can be changed by an effect, and no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bidden.content.catalogue import read_catalogue
from bidden.content.datafiles import ContentError
from bidden.content.kinds.stats import STATS
from bidden.order import COMPONENTS

GAME = Path(__file__).resolve().parents[4] / "game" / "bidden"
ASKED = re.compile(
    r"what_is\([^\"()]*(?:\[[^\]]*\])?[^\"()]*\"([a-z_ ]+)\"|\bstat == \"([a-z_ ]+)\""
)


def test_every_stat_that_is_asked_for_by_name_is_one() -> None:
    asked = {
        name
        for path in GAME.rglob("*.py")
        for found in ASKED.finditer(path.read_text("utf-8"))
        for name in found.groups()
        if name
    }
    assert {"attack", "sight", "speed", "paralysed"} <= asked
    assert asked <= set(STATS)


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("changes = { spede = 10 }", "haste.changes.spede"),
        ("waned = { spede = 10 }", "haste.waned.spede"),
        ('kept_off_by = "spede"', "haste.kept_off_by"),
    ],
)
def test_an_effect_on_a_stat_that_there_is_not_is_refused(field: str, said: str) -> None:
    with pytest.raises(ContentError) as caught:
        read_catalogue({"effects.toml": f"[haste]\nturns = 3\n{field}"}, COMPONENTS)
    reason = "there is no stat 'spede'; did you mean speed?"
    assert str(caught.value).startswith(f"effects.toml: {said}: {reason}")


def test_an_effect_on_a_resistance_is_allowed() -> None:
    text = '[ward]\nturns = 3\nchanges = { "fire resistance" = 50 }'
    assert "ward" in read_catalogue({"effects.toml": text}, COMPONENTS).effects


def test_an_effect_that_leaves_one_that_there_is_not_is_refused() -> None:
    with pytest.raises(ContentError, match=r"effects.toml: haste.leaves: there is no such table"):
        read_catalogue({"effects.toml": '[haste]\nturns = 3\nleaves = "sloth"'}, COMPONENTS)
