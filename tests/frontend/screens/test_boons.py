"""Boons at the keys: x and a direction, X for the other one, and what C tells of both."""

from __future__ import annotations

import attrs
import pytest

from bidden.frontend.drawing.board import MAP_ROW
from bidden.frontend.drawing.canvas import new_console
from bidden.intents import Intent, SwitchBoon, UseBoon
from bidden.perception.foretold.forecast import Forecast, ShiftForecast, TargetForecast
from bidden.view import CarriedBoon, Spot, View
from tests.frontend.fakes import FakeGame, a_view
from tests.frontend.screen import lines_of, playing, press, text

LEAP = CarriedBoon("leap", "ember", "blazing leap", 3, "The ground around bursts into fire.")
WARD = CarriedBoon("ward", "", "ward", 1, "Blows are turned back.", aimed=False)
SPENT = CarriedBoon("rush", "", "rush", 0, "Leads straight on.")


class Gifted(FakeGame):
    """A game in which one carries boons."""

    def __init__(self, *boons: CarriedBoon) -> None:
        super().__init__()
        self.boons = boons
        self.foes: tuple[Spot, ...] = ((8, 3),)

    def view(self) -> View:
        return a_view(boons=self.boons, foes_at=self.foes)


def test_the_active_boon_asks_for_a_direction_by_its_name() -> None:
    game = Gifted(LEAP, WARD)
    stack = playing(game)
    press(stack, "x")
    assert lines_of(stack)[-1].startswith(" Use blazing leap where?")
    assert game.performed == []
    press(stack, "u")
    assert game.performed == [UseBoon(1, -1)]


@pytest.mark.parametrize("boons", [(WARD, LEAP), (SPENT, LEAP), ()])
def test_what_wants_no_direction_is_used_at_once_and_what_is_spent_refused(
    boons: tuple[CarriedBoon, ...],
) -> None:
    game = Gifted(*boons)
    press(playing(game), "x")
    assert game.performed == [UseBoon(0, 0)]


def test_what_only_foes_would_feel_is_asked_about_where_none_is_in_view() -> None:
    game = Gifted(WARD, LEAP)
    game.foes = ()
    stack = playing(game)
    press(stack, "x")
    assert "No foe is in view. Do it all the same?" in text(stack)
    assert game.performed == []
    press(stack, "y")
    assert game.performed == [UseBoon(0, 0)]


STRUCK = Forecast(targets=(TargetForecast("the zombie", 2, 10),))


class Foretold(Gifted):
    """A game in which each direction comes to something else."""

    def __init__(self, **ways: Forecast) -> None:
        super().__init__(LEAP, WARD)
        self.ways = ways

    def forecast(self, intent: Intent) -> Forecast:
        super().forecast(intent)
        assert isinstance(intent, UseBoon)
        way = next(one for one, (dx, dy) in WAYS.items() if (dx, dy) == (intent.dx, intent.dy))
        return self.ways.get(way, Forecast(refusal="There is nobody there."))


WAYS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)} | {
    "northeast": (1, -1),
    "southeast": (1, 1),
    "southwest": (-1, 1),
    "northwest": (-1, -1),
}
AWAY = Forecast(shifts=(ShiftForecast("you", "land 3 tiles ahead", ((6, 3), (7, 3), (8, 3))),))


def test_what_each_direction_would_come_to_is_listed_before_one_is_chosen() -> None:
    stack = playing(game := Foretold(east=AWAY, south=STRUCK))
    press(stack, "x")
    assert len(game.previewed) == 8
    shown = [" ".join(line.split()) for line in lines_of(stack)]
    assert [line[line.index("│") :] for line in shown if line.endswith("tiles ahead │")] == [
        "│ east you land 3 tiles ahead │"
    ]
    assert any(line.endswith("│ >south the zombie: 2–10 hp │") for line in shown)
    assert not any("north" in line for line in shown)


@pytest.mark.parametrize(("ways", "whole"), [(2, True), (8, False)])
def test_nothing_of_a_direction_is_cut_where_there_are_rows_for_it(ways: int, whole: bool) -> None:
    long = attrs.evolve(STRUCK, unsure="so it is said of old " * 3)
    stack = playing(Foretold(**dict.fromkeys([*WAYS][:ways], long)))
    press(stack, "x")
    listed = [line for line in lines_of(stack) if "│" in line]
    assert len(listed) == (2 * 3 if whole else 8 * 2)
    assert any("…" in line for line in listed) is not whole


def test_the_marked_direction_is_told_in_full_and_used_by_one_key_more() -> None:
    stack = playing(game := Foretold(east=AWAY, south=STRUCK))
    press(stack, "x")
    assert lines_of(stack)[-2].strip() == "south: the zombie: 2–10 hp"
    press(stack, "tab")
    assert lines_of(stack)[-2].strip() == "east: you land 3 tiles ahead"
    plain, marked = new_console(), new_console()
    playing(FakeGame()).draw(plain)
    stack.draw(marked)
    changed = (plain.rgb["bg"] != marked.rgb["bg"]).any(axis=-1)
    assert [x for x in range(12) if changed[3 + MAP_ROW, x]] == [6, 7, 8]
    press(stack, "enter")
    assert game.performed == [UseBoon(1, 0)]


def test_the_mouse_marks_a_direction_and_uses_it() -> None:
    stack = playing(game := Foretold(east=AWAY, south=STRUCK))
    press(stack, "x")
    lines_of(stack)
    stack.point(9, 3 + MAP_ROW)
    assert lines_of(stack)[-2].strip() == "east: you land 3 tiles ahead"
    stack.click(9, 3 + MAP_ROW)
    assert game.performed == [UseBoon(1, 0)]


@pytest.mark.parametrize("column", range(1, 79))
def test_the_list_does_not_cover_who_uses_the_boon(column: int) -> None:
    game = Foretold(**dict.fromkeys(WAYS, attrs.evolve(STRUCK, unsure="so it is " * 9)))
    stack = playing(game)
    stack.view = attrs.evolve(stack.view, here=(column, 3))
    press(stack, "x")
    console = new_console()
    stack.draw(console)
    frame = {x for x in range(80) if chr(console.rgb["ch"][12, x]) in "│┤"}
    assert not min(frame) <= column <= max(frame)


def test_where_nothing_would_be_done_the_reason_is_told() -> None:
    stack = playing(Foretold())
    press(stack, "x")
    assert lines_of(stack)[-2].strip() == "There is nobody there."


def test_another_key_switches() -> None:
    game = Gifted(LEAP, WARD)
    press(playing(game), "X")
    expected: list[Intent] = [SwitchBoon()]
    assert game.performed == expected


def test_the_page_of_the_character_tells_that_one_is_unseen() -> None:
    stack = playing(FakeGame(unseen=True))
    press(stack, "C")
    assert "until you attack, are hurt or use a boon" in text(stack)


def test_the_page_of_the_character_tells_of_both() -> None:
    stack = playing(Gifted(LEAP, WARD))
    press(stack, "C")
    shown = " ".join(text(stack).split())
    assert "Active boon blazing leap (3 charges) The ground around bursts into fire." in shown
    assert "Second boon ward (1 charge) Blows are turned back." in shown


class Switching(Foretold):
    """A game in which the other boon can be made the active one."""

    def perform(self, intent: Intent) -> None:
        super().perform(intent)
        if isinstance(intent, SwitchBoon):
            self.boons = self.boons[::-1]

    def forecast(self, intent: Intent) -> Forecast:
        return Forecast() if intent == UseBoon(0, 0) else super().forecast(intent)


RUSH = CarriedBoon("rush", "", "rush", 2, "Leads straight on.")


def test_while_a_direction_is_asked_for_the_other_boon_is_made_the_active_one() -> None:
    stack = playing(game := Switching(east=AWAY))
    game.boons = (LEAP, RUSH)
    stack.view = game.view()
    press(stack, "x")
    assert "X: other" in text(stack)
    game.ways = {"south": STRUCK}
    press(stack, "X")
    assert "Use rush where?" in text(stack)
    assert lines_of(stack)[-2].strip() == "south: the zombie: 2–10 hp"
    press(stack, "j")
    assert game.performed == [SwitchBoon(), UseBoon(0, 1)]


@pytest.mark.parametrize(
    ("other", "told", "done"),
    [
        (WARD, "It wants no direction. Blows are turned back.", [UseBoon(0, 0)]),
        (SPENT, "No use of rush is left.", []),
    ],
)
def test_the_other_boon_is_not_used_by_a_direction_it_does_not_want(
    other: CarriedBoon, told: str, done: list[Intent]
) -> None:
    stack = playing(game := Switching(east=AWAY))
    game.boons = (LEAP, other)
    stack.view = game.view()
    press(stack, "x", "X")
    assert told in text(stack)
    press(stack, "j")
    assert game.performed == [SwitchBoon()]
    press(stack, "enter", "escape")
    assert game.performed == [SwitchBoon(), *done]


def test_who_has_no_other_boon_is_told_so_and_asked_on() -> None:
    stack = playing(game := Switching(east=AWAY))
    game.boons = (LEAP,)
    stack.view = game.view()
    press(stack, "x")
    assert "X: other" not in text(stack)
    press(stack, "X")
    assert game.performed == [SwitchBoon()]  # the game says why not
    assert "Use blazing leap where?" in text(stack)
