"""Hints: every scenario begins with one."""

from __future__ import annotations

import pytest

from bidden.content.catalogue import load_catalogue
from bidden.content.mods import RUN
from bidden.order import COMPONENTS
from bidden.session import Session

LEVELS = load_catalogue(COMPONENTS).levels


def test_every_level_but_the_run_has_a_hint() -> None:
    assert [name for name, kind in LEVELS.items() if not kind.hint] == [RUN]


@pytest.mark.parametrize("name", ["worm", "traps"])
def test_hint_is_the_first_message(name: str) -> None:
    lines = Session(1, level=name).view().lines
    assert (lines[0].text, lines[0].tone) == (LEVELS[name].hint, "news")
