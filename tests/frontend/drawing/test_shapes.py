"""What a thing is can be told by its character, and by its colour among creatures."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bidden.cli.confusions import confusions_in
from bidden.content.catalogue import load_catalogue
from bidden.frontend.drawing.ascii import ascii_for
from bidden.frontend.drawing.board import KEPT_OFF, THREATENED
from bidden.frontend.drawing.colours.palette import load_palette
from bidden.order import COMPONENTS
from bidden.state import Look


@pytest.mark.parametrize("shown_as", [str, ascii_for], ids=["all characters", "ascii"])
def test_nothing_can_be_taken_for_another_thing(shown_as: Callable[[str], str]) -> None:
    confused = confusions_in(load_catalogue(COMPONENTS), load_palette(), shown_as)
    assert [*confused] == []


@pytest.mark.parametrize("shown_as", [str, ascii_for], ids=["all characters", "ascii"])
@pytest.mark.parametrize("mark", [THREATENED, KEPT_OFF, "&"])
def test_marks_and_trees_look_like_nothing_else(shown_as: Callable[[str], str], mark: str) -> None:
    made = load_catalogue(COMPONENTS)
    things = {
        part.glyph for one in made.blueprints for part in made.make(one) if type(part) is Look
    }
    drawn = {*things, *(kind.glyph for kind in made.ground.values()), *"#.:+'<>XΠ→←↑↓"}
    assert shown_as(mark) not in {*map(shown_as, drawn)}
