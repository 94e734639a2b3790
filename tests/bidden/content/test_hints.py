"""Hints: each scenario tells what to try, in its list and as the first message."""

from __future__ import annotations

import pytest

from bidden.components.places.trap import Trap
from bidden.content.catalogue import load_catalogue
from bidden.content.mods import RUN
from bidden.intents import Bid, Wait
from bidden.order import COMPONENTS
from bidden.session import Session
from bidden.state import is_secret, name_of

LEVELS = load_catalogue(COMPONENTS).levels


def test_each_scenario_has_one_and_the_run_has_none() -> None:
    assert [name for name, kind in LEVELS.items() if not kind.hint] == [RUN]


@pytest.mark.parametrize("name", ["worm", "traps"])
def test_it_is_the_first_message(name: str) -> None:
    lines = Session(1, level=name).view().lines
    assert (lines[0].text, lines[0].tone) == (LEVELS[name].hint, "news")


def test_the_scenario_of_traps_has_each_kind_seen_and_hidden() -> None:
    session = Session(1, level="traps")
    traps = [(name_of(one), is_secret(one)) for one in session.world.having(Trap)]
    kinds = ("needle trap", "flash trap", "dart trap", "fire trap", "jaw trap")
    assert {(kind, hidden) for kind in kinds for hidden in (True, False)} | {("web", False)} == {
        *traps
    }


def test_in_the_scenario_of_stairs_two_serve_and_a_hunter_comes() -> None:
    session = Session(1, level="stairs")
    for _ in range(20):
        session.perform(Wait())
    assert session.perform(Bid("stay")).done
    for _ in range(20):
        session.perform(Wait())
    assert "A headhunter comes after you!" in session.told_since(0)
