"""Keys pressed before something new was drawn do not count, nor one that is held from then on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest

from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.preferences.options import Options
from bidden.frontend.running.stack import Stack
from bidden.frontend.running.startled import Startled
from bidden.frontend.theme import load_theme
from bidden.intents import Move, Wait
from bidden.view import Line, Peril, Seen, Tile
from tests.frontend.fakes import FakeGame, covered
from tests.frontend.screen import lines_of


class Clock:
    """Tells the time it is set to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_no_key_counts_until_the_screen_is_drawn() -> None:
    startled = Startled(Clock())
    assert startled.hears("l")
    startled.startle()
    assert [startled.hears(key) for key in "lkl"] == [False, False, False]
    startled.drawn()
    assert startled.hears("k")
    assert startled.hears("k")


@pytest.mark.parametrize(
    "held",
    [
        (0.04, 0.08, 0.12, 0.16),  # it was held already
        (0.25, 0.28, 0.31, 0.34),  # held since the key that showed it: the first comes late
        (0.66, 0.69, 0.72, 0.75),
        (0.50, 0.70, 0.90, 1.10),  # five a second
    ],
)
def test_a_key_that_is_held_counts_once_it_was_let_go(held: tuple[float, ...]) -> None:
    clock = Clock()
    startled = Startled(clock)
    startled.hears("l")
    startled.startle()
    startled.drawn()
    heard = []
    for clock.now in (*held, held[-1] + 0.9, held[-1] + 0.93):
        heard.append(startled.hears("l"))
    assert heard == [False, False, False, False, True, True]


def test_a_key_that_is_tapped_counts_the_second_time() -> None:
    clock = Clock()
    startled = Startled(clock)
    startled.hears("o")
    startled.startle()
    startled.drawn()
    heard = []
    for clock.now in (0.6, 1.2, 1.8):
        heard.append(startled.hears("o"))
    assert heard == [False, True, True]


@pytest.mark.parametrize(
    ("times", "counts"),
    [
        ((-1.4, -0.7, 0.0, 0.7), True),  # one press after the other, none of which repeats
        ((-0.35, 0.0, 0.35), True),
        ((-0.7, 0.0, 0.1), False),  # pressed long before, and held since
        ((0.0, 0.7), False),  # it may be held since, and repeat late
    ],
)
def test_who_presses_a_key_again_and_again_holds_it_not(
    times: tuple[float, ...], counts: bool
) -> None:
    clock = Clock()
    startled = Startled(clock)
    for clock.now in times[:-1]:
        assert startled.hears("l")
    startled.startle()
    startled.drawn()
    clock.now = times[-1]
    assert startled.hears("l") is counts


def test_another_key_counts_at_once() -> None:
    startled = Startled(Clock())
    startled.hears("l")
    startled.startle()
    startled.drawn()
    assert startled.hears("q")
    assert startled.hears("l")


def test_of_forty_steps_that_were_typed_none_is_taken_once_a_foe_is_seen() -> None:
    game, clock = FakeGame(), Clock()
    stack = Stack.for_game(game, load_theme(), clock)
    for _ in range(3):
        stack.press("l")
    game.changes["foes_at"] = ((9, 3),)
    for _ in range(37):
        stack.press("l")
    assert game.performed == [Move(1, 0)] * 4
    stack.draw(new_console())
    clock.now = 1.0
    stack.press("l")
    assert game.performed == [Move(1, 0)] * 5


def test_who_is_hurt_below_what_the_options_say_stops_as_well() -> None:
    game = FakeGame(hp=20)
    stack = Stack.for_game(game, load_theme(), Clock())
    stack.press("l")
    game.changes["hp"] = 17
    stack.press("l")
    stack.press(".")
    assert game.performed == [Move(1, 0), Move(1, 0), Wait()]
    game.changes["hp"] = 15
    stack.press(".")
    stack.press(".")
    assert game.performed == [Move(1, 0), Move(1, 0), Wait(), Wait()]


def test_a_key_that_does_not_count_is_named_until_one_does() -> None:
    game, clock = FakeGame(), Clock()
    stack = Stack.for_game(game, load_theme(), clock)
    game.changes["foes_at"] = ((9, 3),)
    stack.press("l")
    assert "let go" not in lines_of(stack)[-1].strip()
    clock.now = 0.5
    stack.press("l")
    told = "There is something new to see: l counts again once it was let go."
    assert lines_of(stack)[-1].strip() == told
    clock.now = 0.6
    stack.press("h")
    assert "let go" not in lines_of(stack)[-1].strip()
    assert game.performed == [Move(1, 0), Move(-1, 0)]


BELL = Line("A bell rings.", "plain", 2, 9)
COMING: dict[str, Any] = {
    "tiles": covered({(9, 3): Tile("z", "zombie", True, "a zombie")}).tiles,
    "foes_at": ((9, 3),),
}
DEADLY = Seen((9, 3), "a zombie", "z", "zombie", "unhurt", peril=Peril.DEADLY)


def halting(**options: Any) -> tuple[FakeGame, Clock, Stack]:
    game, clock = FakeGame(), Clock()
    theme = attrs.evolve(load_theme(), options=Options(typed_ahead="kept", **options))
    return game, clock, Stack.for_game(game, theme, clock)


@pytest.mark.parametrize(
    ("options", "then", "told"),
    [
        ({"halt_at": ("bell",)}, {"lines": (BELL,)}, "A bell rings."),
        ({"halt_for_foes": ("zombie",)}, COMING, "A zombie comes into view."),
        (
            {"halt_for_foes": ("more than a match",)},
            {**COMING, "foes_seen": (DEADLY,)},
            "A zombie comes into view: more than a match for you.",
        ),
        (
            {"halt_at": ("bell",), "halt_for_foes": ("zombie",)},
            {"lines": (BELL,), **COMING},
            "A bell rings. A zombie comes into view.",
        ),
    ],
)
@pytest.mark.parametrize("goes_on", ["enter", "escape"])
def test_what_halts_has_to_be_acknowledged_before_any_key_counts(
    options: dict[str, Any], then: dict[str, Any], told: str, goes_on: str
) -> None:
    game, clock, stack = halting(**options)
    game.changes |= then
    stack.press("l")
    stack.press(goes_on)  # typed ahead: it is not drawn yet
    assert lines_of(stack)[-1].strip() == f"{told} (Enter: go on)"
    for clock.now in range(1, 40):
        stack.press("l" if clock.now % 2 else ".")
    assert game.performed == [Move(1, 0)]
    stack.press(goes_on)
    assert "go on)" not in lines_of(stack)[-1]
    clock.now += 1
    stack.press(".")
    assert game.performed == [Move(1, 0), Wait()]  # and it is no news any more
    assert "go on)" not in lines_of(stack)[-1]


def test_what_fits_no_pattern_halts_nobody() -> None:
    game, _, stack = halting(halt_at=("harm: bell",), halt_for_foes=("orc", "more than a match"))
    worse = attrs.evolve(DEADLY, at=(8, 3), name="an ogre")  # which was in view before
    game.changes |= {"lines": (BELL,), **COMING, "foes_seen": (worse,)}
    stack.press("l")
    stack.press(".")
    assert game.performed == [Move(1, 0), Wait()]


def test_a_halt_is_acknowledged_by_mouse_and_ends_a_macro() -> None:
    game, _, stack = halting(halt_at=("bell",))
    stack.screens[0].theme = attrs.evolve(stack.theme, macros={"F": ("l", "enter", "l")})
    game.changes["lines"] = (BELL,)
    stack.press("F")
    row = lines_of(stack)[-1]
    assert game.performed == [Move(1, 0)]
    stack.click(row.index("go on"), new_console().height - 1)
    assert "go on)" not in lines_of(stack)[-1]
    stack.press(".")
    assert game.performed == [Move(1, 0), Wait()]


def test_a_key_that_types_a_macro_is_held_as_any_other(tmp_path: Path) -> None:
    (tmp_path / "options.toml").write_text('[macros]\nF = "kl"\n')
    game, clock = FakeGame(), Clock()
    stack = Stack.for_game(game, load_theme(tmp_path / "options.toml"), clock)
    game.changes["foes_at"] = ((9, 3),)
    stack.press("F")
    assert game.performed == [Move(0, -1)]
    stack.draw(new_console())
    for clock.now in (0.5, 0.53, 0.56):
        stack.press("F")
    assert game.performed == [Move(0, -1)]
    clock.now = 2.0
    stack.press("F")
    assert game.performed == [Move(0, -1), Move(0, -1), Move(1, 0)]
