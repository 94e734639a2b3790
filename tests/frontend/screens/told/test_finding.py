"""Things seen on any level can be found by name and travelled to; so can levels on the map."""

from __future__ import annotations

import attrs
from syrupy.assertion import SnapshotAssertion

from bidden.intents import Move
from bidden.view import Chart, ChartedLevel
from tests.frontend.fakes import FakeGame, tile
from tests.frontend.screen import go, is_playing, menu, playing, press, said, text

BELOW = ("#####", "#!.>#", "#_..#", "#####")
STAIR, THINGS = "stairs down, level 2, tower", "a thing (×2), level 2, tower"


def a_level(level: int, rows: tuple[str, ...]) -> ChartedLevel:
    return ChartedLevel(level, "tower", tiles=tuple(tuple(map(tile, row)) for row in rows))


def game() -> FakeGame:
    made = FakeGame()
    made.remembered = Chart(1, (a_level(1, ("  <  ",)), a_level(2, BELOW)))
    return made


def found(typed: str, *keys: str) -> list[str]:
    """Return the list after some text is typed."""
    stack = playing(game())
    press(stack, "/", *("space" if one == " " else one for one in typed), *keys)
    return [choice.text for choice in menu(stack).choices]


def test_item_with_a_name_of_its_own_stands_out() -> None:
    made, named = game(), attrs.evolve(tile("!"), name='a sword named "Wolfkin"')
    level = attrs.evolve(a_level(2, BELOW), tiles=((tile("#"), named, tile("."), tile(">")),))
    made.remembered = attrs.evolve(made.remembered, levels=(a_level(1, ("  <  ",)), level))
    stack = playing(made)
    press(stack, "/")
    tones = {choice.tone for choice in menu(stack).choices if "Wolfkin" in choice.text}
    assert tones == {"news"}
    assert all(choice.tone != "news" for choice in menu(stack).choices if "stair" in choice.text)


def test_list_is_narrowed_by_typed_patterns_of_names_and_kinds() -> None:
    everything = found("")
    assert {STAIR, THINGS} <= {*everything}
    for typed in ("tower dow", "stairs d", "St*, LEVEL", "d?wn, st"):
        assert found(typed) == [STAIR]
    assert found("potions") == [THINGS]
    assert found("xyzzy") == found("stairway") == found("[0-9]xyzzy") == []
    assert found("xyzzy", *["backspace"] * 5) == everything


def test_find_screen(snapshot: SnapshotAssertion) -> None:
    stack = playing(game())
    press(stack, "/", "d", "o")
    assert text(stack) == snapshot
    press(stack, "q")
    assert text(stack) == snapshot


def test_finder_travels_to_the_choice_and_reports_why_it_stopped(
    snapshot: SnapshotAssertion,
) -> None:
    stack = playing(game())
    go(stack, "/", *"down", "enter")
    assert is_playing(stack)
    assert said(stack) == snapshot


def test_level_on_the_map_is_travelled_to(snapshot: SnapshotAssertion) -> None:
    made = game()
    stack = playing(made)
    go(stack, "M", ">", "_")
    assert is_playing(stack)
    assert said(stack) == snapshot
    go(stack, "M", "enter")
    assert said(stack) == snapshot
    assert not [one for one in made.performed if not isinstance(one, Move)]
