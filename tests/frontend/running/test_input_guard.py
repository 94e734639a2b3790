"""The input guard ignores keys pressed before new danger was drawn, and keys held since then."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.frontend.running.input_guard import InputGuard
from bidden.frontend.running.stack import Stack
from bidden.frontend.theme import load_theme
from bidden.intents import Move, Wait
from bidden.view import Line, Peril, Seen
from tests.bidden.drawn_kinds import drawn_tile
from tests.frontend.fakes import FakeGame, covered
from tests.frontend.screen import Clock, drawn, lines_of, stack_for

EAST, WEST, NORTH = Move(1, 0), Move(-1, 0), Move(0, -1)


def alarmed(*pressed: float) -> tuple[Clock, InputGuard]:
    """Return a guard after an alarm that has drawn the danger right after the last press."""
    clock = Clock()
    guard = InputGuard(clock)
    for clock.now in pressed:
        assert guard.accepts("l")
    guard.alarm()
    guard.drawn()
    return clock, guard


def accepted(times: Iterable[float], clock: Clock, guard: InputGuard) -> list[bool]:
    """Press the key at these times, and return which presses count."""
    heard = []
    for clock.now in times:
        heard.append(guard.accepts("l"))
    return heard


@pytest.mark.parametrize("gap", [0.03, 0.04, 0.06])
def test_repeating_key_is_ignored_until_it_is_released(gap: float) -> None:
    clock, guard = alarmed(-2 * gap, -gap, 0.0)
    assert not any(accepted([number * gap for number in range(1, 30)], clock, guard))
    released = clock.now + 0.5
    assert accepted([released, released + 0.5, released + 0.5 + gap], clock, guard) == [True] * 3


@pytest.mark.parametrize("pause", [0.25, 0.5, 0.66])
def test_key_held_since_its_first_press_counts_at_most_once_more(pause: float) -> None:
    clock, guard = alarmed(0.0)
    repeats = accepted([pause + number * 0.04 for number in range(30)], clock, guard)
    assert sum(repeats) == 1


def test_input_guard_judges_late_handled_keys_by_their_press_time() -> None:
    clock, guard = alarmed(0.0)
    clock.now = 1.0
    assert [guard.accepts("l", pressed) for pressed in (0.25, 0.5, 0.75)] == [True] * 3


def test_key_pressed_before_the_danger_was_drawn_is_ignored_when_handled_later() -> None:
    clock = Clock()
    guard = InputGuard(clock)
    guard.alarm()
    clock.now = 0.5
    guard.drawn()
    assert not guard.accepts("l", 0.4)
    assert guard.accepts("l", 0.6)


def test_input_guard_drops_typed_steps_once_a_foe_is_seen() -> None:
    game, clock = FakeGame(), Clock()
    stack = stack_for(game, load_theme(), clock)
    for _ in range(3):
        stack.press("l")
    game.changes["foes_at"] = ((9, 3),)
    for _ in range(37):
        stack.press("l")
    assert game.performed == [EAST] * 4
    drawn(stack)
    clock.now = 1.0
    stack.press("l")
    assert game.performed == [EAST] * 5


def test_falling_below_the_stop_option_starts_the_guard() -> None:
    game = FakeGame(hp=20)
    stack = stack_for(game, load_theme(), Clock())
    stack.press("l")
    game.changes["hp"] = 17
    stack.press("l")
    stack.press(".")
    assert game.performed == [EAST, EAST, Wait()]
    game.changes["hp"] = 15
    stack.press(".")
    stack.press(".")
    assert game.performed == [EAST, EAST, Wait(), Wait()]


def notice(stack: Stack) -> str:
    """Return the notice above the map."""
    return lines_of(stack)[1].strip()


def test_notice_names_an_ignored_key_until_a_key_is_accepted(snapshot: SnapshotAssertion) -> None:
    game, clock = FakeGame(), Clock()
    stack = stack_for(game, load_theme(), clock)
    game.changes["foes_at"] = ((9, 3),)
    stack.press("l")
    before = notice(stack)
    clock.now = 0.05
    stack.press("l")
    ignored = notice(stack)
    assert ignored == snapshot
    clock.now = 0.06
    stack.press("h")
    assert ignored not in (before, notice(stack))
    assert game.performed == [EAST, WEST]


BELL = Line("A bell rings.", "plain", 2, 9)
COMING: dict[str, Any] = {
    "tiles": covered({(9, 3): drawn_tile("z", "zombie", True, "a zombie")}).tiles,
    "foes_at": ((9, 3),),
}
DEADLY = Seen((9, 3), "a zombie", "z", "zombie", "unhurt", peril=Peril.DEADLY)
