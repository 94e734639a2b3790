"""Each option works as described, on screens and in prompts; see also the tests of going."""

from __future__ import annotations

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.frontend.drawing.layout import layout_for
from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.prompts.forms.confirm import Confirm
from bidden.frontend.screens.prompts.forms.direction import DirectionPrompt
from bidden.frontend.theme import load_theme
from bidden.intents import Close, Disarm, Intent, Move, PickUp, Quaff, Shoot, Wait
from bidden.kinds import SHARD
from bidden.perception.foretold.forecast import Forecast, TargetForecast
from bidden.view import (
    Aiming,
    CarriedBoon,
    Castable,
    Glimpse,
    Happening,
    Held,
    Peril,
    Seen,
    Shape,
    Spot,
    Tile,
)
from tests.bidden.drawn_kinds import drawn_tile
from tests.frontend.fakes import FakeGame, covered, line
from tests.frontend.screen import (
    Clock,
    cursor,
    drawn,
    ink,
    lines_of,
    place_of,
    playing,
    press,
    said,
    stack_for,
    text,
    theme,
    top,
)

EAST = Move(1, 0)


THROWN = (("throw", Aiming(Shape.TILE)),)
BLADE = Held("a", "a sword", ("throw",), ")", "gear", kind="weapon", aimed=THROWN)
ROCK = Held("b", "a rock", ("throw",), "*", "gear", kind="rock", aimed=THROWN)
DRINK = Held("c", "a potion of poison", ("quaff",), "!", "potion", kind="potion")
SHOT = Glimpse(Happening.SHOT, ((4, 2), (5, 2), (6, 2)))
SLEEPER = Seen((9, 3), "a zombie, asleep", "z", "zombie", "", asleep=True)


def asks(stack: Stack) -> bool:
    return isinstance(top(stack), Confirm)


# What is shown where.


@pytest.mark.parametrize(
    ("side_bar", "map_x", "side_x"), [("right", 0, 81), ("left", 49, 0), ("none", 0, None)]
)
def test_side_bar_moves_the_map_and_the_mouse_follows(
    side_bar: str, map_x: int, side_x: int | None
) -> None:
    game = FakeGame()
    stack = playing(game, side_bar=side_bar)
    console = drawn(stack, 130, 36)
    layout = layout_for(console)
    assert (layout.map.x, None if layout.side is None else layout.side.x) == (map_x, side_x)
    assert lines_of(stack, 130, 36)[4].find("#.@.....+") == map_x + 3
    stack.click(*layout.cell_of((6, 3)))
    assert game.performed == [EAST]


TOLD = tuple(line(f"It is {n}.", turn=n) for n in range(9))


def test_muted_messages_appear_only_in_the_message_history() -> None:
    bell, ring, cat = line("A bell rings."), line("You ring a bell.", "good"), line("A cat purrs.")
    lines = (bell, line("No door is there.", "refusal"), ring, cat)
    for mute, told in (
        ((), [bell, ring, cat]),
        (("bell",), [cat]),
        (("good: bell", "cat"), [bell]),  # and no refusal comes back
    ):
        stack = playing(FakeGame(lines=lines), mute=mute)
        assert [one for one in lines if one.text in said(stack)] == told, mute
        press(stack, "m")
        assert all(one.text in text(stack) for one in lines)


def test_options_set_the_colour_thresholds_of_the_hit_point_bar() -> None:
    palette = load_theme().palette
    for hp, options, colour in (
        (16, {}, palette.bar_well),
        (15, {}, palette.bar_hurt),
        (16, {"hurt_below": 60}, palette.bar_hurt),
        (15, {"hurt_below": 10}, palette.bar_well),
        (7, {}, palette.bar_dire),
        (7, {"warn_below": 0}, palette.bar_hurt),
        (15, {"warn_below": 50}, palette.bar_dire),
    ):
        console = drawn(playing(FakeGame(hp=hp), **options))
        assert ink(console, *place_of(console, "█")) == colour.fg, (hp, options)


@pytest.mark.parametrize("warned", [True, False])
def test_player_is_warned_once_each_time_hit_points_fall_too_low(
    warned: bool, snapshot: SnapshotAssertion
) -> None:
    game = FakeGame(hp=8)
    stack = playing(game, warn_below=25 if warned else 0, hurt_below=0)
    told = []
    for hp in (7, 7, 8, 7):
        game.changes["hp"] = hp
        press(stack, ".")
        told.append("7" in said(stack))
        if told == [True]:
            assert said(stack) == snapshot
    assert told == [warned, False, False, warned]


@pytest.mark.parametrize("keys", [(";",), ("_",), ("t", "b")])
def test_way_to_the_cursor_is_described(keys: tuple[str, ...], snapshot: SnapshotAssertion) -> None:
    shown = {}
    for way in ("none", "told"):
        stack = playing(FakeGame(pack=(ROCK,)), way_told=way)
        press(stack, *keys)
        while cursor(stack) != (5, 3):
            press(stack, "h")
        shown[way] = [lines_of(stack)[-2]]
        for key in "ul":
            press(stack, key)
            shown[way].append(lines_of(stack)[-2])
    assert shown["none"][0] == shown["told"][0]
    assert shown["told"] == snapshot
    assert all(told.startswith(row) for row, told in zip(*shown.values(), strict=True))


# What moves, and when.


@pytest.mark.parametrize(("step_time", "done"), [(0, [4, 4, 4, 4, 4]), (100, [1, 1, 2, 2, 3])])
def test_each_step_of_a_command_is_shown_for_its_time(step_time: int, done: list[int]) -> None:
    game, clock = FakeGame(), Clock()
    stack = stack_for(game, theme(step_time=step_time), clock)
    press(stack, "#", "4", "enter")
    seen = list[int]()
    for _ in done:
        seen.append(len(game.performed))
        clock.now += 0.05
        stack.tick()
    assert seen == done


# Keys and mouse.


@pytest.mark.parametrize(
    ("mouse", "points", "clicks"), [("on", True, 1), ("clicks", False, 1), ("off", False, 0)]
)
def test_mouse_option_controls_pointing_and_clicking(mouse: str, points: bool, clicks: int) -> None:
    game = FakeGame()
    game.told = {(6, 3): "the floor"}
    stack = playing(game, mouse=mouse)
    cell = layout_for(drawn(stack)).cell_of((6, 3))
    stack.point(*cell)
    assert ("The floor." in said(stack)) is points
    stack.click(*cell)
    stack.wheel(1)
    assert len(game.performed) == clicks


@pytest.mark.parametrize(("typed", "count"), [("dropped", 1), ("kept", 2)])
def test_keys_typed_ahead_are_dropped_or_kept(typed: str, count: int) -> None:
    game = FakeGame(hp=30)
    stack = playing(game, typed_ahead=typed)
    game.changes["hp"] = 9
    stack.press(".")
    stack.press("s")  # before anything new was drawn
    assert game.performed == [Wait()] * count


@pytest.mark.parametrize("bell", ["off", "on"])
def test_bell_rings_when_danger_appears(bell: str) -> None:
    game = FakeGame(hp=30)
    stack = playing(game, bell=bell)
    stack.press(".")
    assert not stack.rings
    game.changes["hp"] = 9
    stack.press(".")
    assert stack.rings is (bell == "on")


@pytest.mark.parametrize("keys", [("t", "b", "L"), (";", "shift_right"), ("_", "L")])
def test_cursor_leaps_with_shift(keys: tuple[str, ...]) -> None:
    game = FakeGame(pack=(ROCK,))
    stack = playing(game)
    press(stack, *keys[:-1])
    while cursor(stack) != (5, 3):
        press(stack, "h")
    press(stack, keys[-1])
    assert cursor(stack) == (13, 3)
    assert game.performed == []


# What needs confirmation.


HARM = Forecast(targets=(TargetForecast("you", 1, 2),))
DEATH = Forecast(targets=(TargetForecast("you", 1, 2, 50),), death=50)
TRAP = Forecast(trap="dart trap")
SICK = Forecast(lingers=True)
HUNGER = Forecast(starves=True, death=100)

uses = pytest.mark.parametrize(("keys", "intent"), [("qc", Quaff("c")), ("l", EAST)])


@pytest.mark.parametrize(
    ("forecast", "ask", "asked"),
    [(HARM, "any", True), (HARM, "death", False), (DEATH, "death", True), (TRAP, "death", True)],
)
@uses
def test_confirmation_is_asked_for_any_harm_or_only_for_deadly_harm_as_set(
    forecast: Forecast, ask: str, asked: bool, keys: str, intent: object
) -> None:
    game = FakeGame(pack=(DRINK,))
    game.answer = forecast
    stack = playing(game, ask_before_harm=ask)
    press(stack, *keys)
    assert game.performed == ([] if asked else [intent])
    press(stack, *"Y" * asked)
    assert game.performed == [intent]


HASTE, BLINK = Castable("haste", 5), Castable("blink", 6, Aiming(Shape.TILE))
LEAP = CarriedBoon("leap", "", "leap", 3, "Over all but walls.")
WARD = CarriedBoon("ward", "", "ward", 3, "Blows are turned back.", aimed=False)
STRUCK = Forecast(targets=(TargetForecast("the orc", 1, 2),))


@pytest.mark.parametrize(
    ("key", "glyph", "look", "intent"),
    [("c", "'", "door", Close(1, 0)), ("D", "^", "trap", Disarm(1, 0))],
)
def test_direction_is_asked_for_only_if_two_doors_or_traps_are_adjacent(
    key: str, glyph: str, look: str, intent: Intent
) -> None:
    there, thing = drawn_tile(glyph, look, True, "it"), Tile(glyph, "shard", True, "it", SHARD)
    one: dict[Spot, Tile] = {(6, 3): there, (4, 4): thing, (9, 3): there}
    for tiles, done in ((one, True), ({**one, (4, 3): there}, False), ({}, False)):
        game = FakeGame(tiles=covered(tiles).tiles)
        stack = playing(game)
        press(stack, key)
        assert game.performed == [intent] * done
        none = not tiles  # a door or trap must be known, so there is nothing to ask
        assert isinstance(top(stack), DirectionPrompt) is not (done or none)
        press(stack, *"l" * (not done and not none))
        assert game.performed == [intent] * (not none)
        told = "No trap next to you." if key == "D" else "There is no open door next to you."
        assert (told in text(stack)) is none


# Fighting with Tab, and tiles to avoid.


BOW = Aiming(Shape.CREATURE)
FELLOW = Forecast(targets=(TargetForecast("the dog", 1, 2, fellow=True),))


@pytest.mark.parametrize(
    ("options", "changes", "struck"),
    [
        ({"hurt_below": 20}, {"hp": 9}, True),
        ({"hurt_below": 50}, {"hp": 9}, False),
        ({}, {"peril": Peril.DEADLY}, False),
    ],
)
def test_tab_does_not_attack_when_outmatched_or_hurt_below_the_option(
    options: dict[str, Any], changes: dict[str, Any], struck: bool
) -> None:
    game = FakeGame(foes_at=((6, 3),), foes=1, max_hp=30, **changes)
    press(playing(game, **options), "tab")
    assert game.performed == [EAST] * struck


@pytest.mark.parametrize(
    ("from_afar", "forecast", "done"),
    [
        ("step", Forecast(), [EAST]),
        ("shoot", Forecast(), [Shoot(9, 3)]),
        ("shoot", Forecast(short=True), [EAST]),
        ("shoot", Forecast(refusal="No."), [EAST]),
        ("shoot", FELLOW, []),
        ("stay", Forecast(), []),
    ],
)
def test_tab_from_afar_steps_up_or_shoots_or_stays(
    from_afar: str, forecast: Forecast, done: list[object]
) -> None:
    game = FakeGame(foes_at=((9, 3),), foes=1, shooting=BOW, missiles=3)
    game.answer = forecast
    stack = playing(game, fight_from_afar=from_afar)
    press(stack, "tab")
    assert game.performed == done
    assert asks(stack) is (forecast is FELLOW)
    press(stack, *"Y" * (forecast is FELLOW))
    assert game.performed == (done or [Shoot(9, 3)] * (forecast is FELLOW))


class Healing(FakeGame):
    """The item on the next tile heals the creature that picks it up."""

    def perform(self, intent: Intent) -> None:
        super().perform(intent)
        self.changes["hp"] = 7 if isinstance(intent, Move) else 30
        if isinstance(intent, Move):
            self.changes.update(underfoot=("a rock",), things_at=())


def test_warning_of_few_hit_points_goes_when_they_are_healed() -> None:
    game = Healing(things_at=((6, 3),))
    stack = playing(game)
    press(stack, "g")
    assert game.performed == [Move(1, 0), PickUp()]
    assert "Low HP" not in said(stack)
