"""Boons: x and a direction use one, X uses the other, and C describes both."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.frontend.asking import told_of
from bidden.frontend.drawing.board import MAP_ROW
from bidden.frontend.input.keymap import DIRECTIONS
from bidden.intents import Intent, PickUp, Read, SwitchBoon, UseBoon
from bidden.kinds import SHARD
from bidden.perception.cards.card import Card, CardLine, InPack, OnTile
from bidden.perception.foretold.forecast import Forecast, ShiftForecast, TargetForecast
from bidden.view import CarriedBoon, Held, Spot, View
from tests.frontend.fakes import FakeGame, a_view
from tests.frontend.screen import boxed, drawn, go, is_playing, lines_of, playing, press, said

LEAP = CarriedBoon("leap", "ember", "blazing leap", 3, "The ground around bursts into fire.")
WARD = CarriedBoon("ward", "", "ward", 1, "Blows are turned back.", aimed=False)
SPENT = CarriedBoon("rush", "", "rush", 0, "Leads straight on.")
RUSH = CarriedBoon("rush", "", "rush", 2, "Leads straight on.")
STRUCK = Forecast(targets=(TargetForecast("the zombie", 2, 10),))
AWAY = Forecast(shifts=(ShiftForecast("you", "land 3 tiles ahead", ((6, 3), (7, 3), (8, 3))),))


class Gifted(FakeGame):
    """A game whose player has boons; each direction has a different forecast."""

    def __init__(self, *boons: CarriedBoon, **ways: Forecast) -> None:
        super().__init__()
        self.boons = boons
        self.ways = ways
        self.foes: tuple[Spot, ...] = ((8, 3),)

    def view(self) -> View:
        return a_view(boons=self.boons, foes_at=self.foes)

    def forecast(self, intent: Intent) -> Forecast:
        super().forecast(intent)
        assert isinstance(intent, UseBoon)
        way = next((one for one, at in DIRECTIONS.items() if at == (intent.dx, intent.dy)), None)
        return Forecast() if way is None else self.ways.get(way, Forecast(refusal="Nobody there."))

    def perform(self, intent: Intent) -> None:
        super().perform(intent)
        if isinstance(intent, SwitchBoon) and len(self.boons) > 1:
            self.boons = self.boons[::-1]


def test_active_boon_asks_for_a_direction(snapshot: SnapshotAssertion) -> None:
    game = Gifted(LEAP, WARD, northeast=AWAY)
    stack = playing(game)
    press(stack, "x")
    assert lines_of(stack)[-1] == snapshot
    assert game.performed == []
    press(stack, "u")
    assert game.performed == [UseBoon(1, -1)]


@pytest.mark.parametrize(
    ("width", "height", "first"),
    [(120, 40, (0, 21)), (80, 40, (0, 21)), (120, 24, (81, 1))],
)
def test_list_stands_beneath_the_map_if_there_is_room(width: int, height: int, first: Spot) -> None:
    stack = playing(Gifted(RUSH, north=STRUCK, east=AWAY))
    press(stack, "x")
    rows = lines_of(stack, width, height)
    y = next(number for number, row in enumerate(rows) if "┌" in row)
    assert (rows[y].index("┌"), y) == first
    assert any(f" east       {told_of(AWAY)}" in row for row in rows) is (first == (0, 21))


def test_list_uses_all_columns_of_a_wide_terminal() -> None:
    struck = TargetForecast("the zombie with a long name", 1, 5, lasting=("is knocked back",))
    ways = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
    told = Forecast(targets=(struck,), shifts=AWAY.shifts)
    stack = playing(Gifted(RUSH, **dict.fromkeys(ways, told)))
    press(stack, "x")
    listed = [row for row in lines_of(stack, 120, 40) if row.strip().startswith("│")]
    assert len(listed) == len(ways)
    assert not [row for row in listed if "…" in row]


def test_help_of_the_prompt_lists_the_key_of_the_other_boon() -> None:
    stack = playing(Gifted(RUSH, WARD, north=STRUCK))
    press(stack, "x", "?")
    assert any(row.strip().startswith("X  ") for row in lines_of(stack))


def test_marked_direction_is_shown_on_the_map_and_enter_uses_it() -> None:
    stack = playing(game := Gifted(LEAP, WARD, east=AWAY, south=STRUCK))
    plain = drawn(stack)
    press(stack, "x")
    assert told_of(STRUCK) in lines_of(stack)[-2]
    press(stack, "tab")
    assert told_of(AWAY) in lines_of(stack)[-2]
    changed = (plain.rgb["bg"] != drawn(stack).rgb["bg"]).any(axis=-1)
    assert [x for x in range(12) if changed[3 + MAP_ROW, x]] == [6, 7, 8]
    press(stack, "enter")
    assert game.performed == [UseBoon(1, 0)]


def test_no_direction_is_preselected_if_none_affects_a_target() -> None:
    stack = playing(game := Gifted(LEAP, WARD, east=AWAY, south=AWAY))
    press(stack, "x")
    assert "Enter" not in lines_of(stack)[-1]
    assert "Press a direction." in lines_of(stack)[-2]
    press(stack, "enter")
    assert game.performed == []
    press(stack, "tab", "enter")
    assert game.performed == [UseBoon(1, 0)]
    dragged = Forecast(shifts=(ShiftForecast("the zombie", "is pushed 5 tiles"),))
    stack = playing(game := Gifted(LEAP, WARD, east=AWAY, south=dragged))
    press(stack, "x", "enter")
    assert game.performed == [UseBoon(0, 1)]


def test_boon_without_a_target_says_what_it_needs_and_asks_only_if_pressed_again() -> None:
    stack = playing(game := Gifted(RUSH))
    press(stack, "x")
    assert is_playing(stack)
    assert "Nobody there. Rush: leads straight on. (x: aim anyway)" in said(stack)
    press(stack, "x")
    assert not is_playing(stack)
    press(stack, "l")
    assert game.performed == [UseBoon(1, 0)]


def test_key_that_is_not_a_direction_asks_for_a_direction() -> None:
    stack = playing(game := Gifted(LEAP, WARD, east=AWAY, south=STRUCK))
    press(stack, "x", "o")
    assert lines_of(stack)[-2].strip() == "Press a direction."
    press(stack, "tab")
    assert lines_of(stack)[-2].strip() == f"East: {told_of(AWAY)}"
    assert game.performed == []


def test_mouse_marks_a_direction_and_uses_it() -> None:
    stack = playing(game := Gifted(LEAP, WARD, east=AWAY, south=STRUCK))
    press(stack, "x")
    lines_of(stack)
    stack.point(9, 3 + MAP_ROW)
    assert told_of(AWAY) in lines_of(stack)[-2]
    stack.click(9, 3 + MAP_ROW)
    assert game.performed == [UseBoon(1, 0)]


@pytest.mark.parametrize("column", [1, 20, 38, 39, 40, 41, 60, 78])
def test_list_does_not_cover_the_player(column: int) -> None:
    long = attrs.evolve(STRUCK, unsure="so it is " * 9)
    stack = playing(Gifted(LEAP, WARD, **dict.fromkeys(DIRECTIONS, long)))
    stack.view = attrs.evolve(stack.view, here=(column, 3))
    press(stack, "x")
    row = lines_of(stack)[12].ljust(80)
    frame = {x for x in range(80) if row[x] in "│┤"}
    assert not min(frame) <= column <= max(frame)


@pytest.mark.parametrize("words", range(1, 40, 3))
def test_boon_list_border_closes_above_the_direction_description(words: int) -> None:
    long = attrs.evolve(STRUCK, unsure="so it is " * words)
    boon = attrs.evolve(LEAP, name="leap of the summoner's apprentice")
    stack = playing(Gifted(boon, WARD, **dict.fromkeys(DIRECTIONS, long)))
    press(stack, "x")
    rows = lines_of(stack)
    assert sum(row.count("┌") for row in rows) == sum(row.count("└") for row in rows) == 1


def test_other_boon_is_made_active_while_a_direction_is_asked_for() -> None:
    stack = playing(game := Gifted(LEAP, RUSH, east=AWAY))
    press(stack, "x")
    game.ways = {"south": STRUCK}
    press(stack, "X")
    assert told_of(STRUCK) in lines_of(stack)[-2]
    press(stack, "j")
    assert game.performed == [SwitchBoon(), UseBoon(0, 1)]


@pytest.mark.parametrize(("other", "done"), [(WARD, [UseBoon(0, 0)]), (SPENT, [])])
def test_other_boon_is_not_used_by_a_direction_it_does_not_want(
    other: CarriedBoon, done: list[Intent], snapshot: SnapshotAssertion
) -> None:
    stack = playing(game := Gifted(LEAP, other, east=AWAY))
    press(stack, "x", "X")
    assert lines_of(stack)[-2].strip() == snapshot
    press(stack, "j")
    assert game.performed == [SwitchBoon()]
    press(stack, "enter")
    if not is_playing(stack):
        press(stack, "escape")
    assert game.performed == [SwitchBoon(), *done]
    assert is_playing(stack)


def test_character_page_shows_both_boons_and_that_the_player_is_unseen(
    snapshot: SnapshotAssertion,
) -> None:
    stack = playing(FakeGame(boons=(LEAP, WARD), unseen=True))
    press(stack, "C")
    assert lines_of(stack)[2:9] == snapshot


def test_using_a_source_shows_the_warped_boon_and_asks_for_confirmation() -> None:
    becomes = "Your ward would become ward of embers: attackers catch fire."
    stack = playing(game := FakeGame(source="altar of embers", boons=(WARD,)))
    game.cards[OnTile(5, 3)] = Card("altar", lines=(CardLine(becomes, "news"),))
    press(stack, "g")
    assert boxed(stack)[:2] == ["Use the altar of embers?", becomes]
    press(stack, "n", "g", "y")
    assert game.performed == [PickUp()]
    game.answer = Forecast(refusal="Your boon is already warped that way.")
    press(stack, "g")  # the game shows the refusal
    assert game.performed == [PickUp()] * 2


@pytest.mark.parametrize("keys", [("r", "s"), ("i", "s", "r")])
def test_reading_a_shard_shows_the_warped_boon_and_asks_for_confirmation(
    keys: tuple[str, ...],
) -> None:
    becomes = "Your ward would become ward of embers: attackers catch fire."
    shard = Held("s", "an ember shard", ("read",), "*", "gear", kind=SHARD)
    stack = playing(game := FakeGame(pack=(shard,), boons=(WARD,)))
    game.cards[InPack("s")] = Card("shard", lines=(CardLine(becomes, "news"),))
    press(stack, *keys)
    assert boxed(stack)[:2] == ["Read an ember shard?", becomes]
    press(stack, "n", *keys, "y")
    assert game.performed == [Read("s")]


def test_header_has_one_space_before_the_turns_of_an_effect() -> None:
    stack = playing(FakeGame(boons=(WARD,), lasting=(("ward", 5),)))
    assert "ward ×1, ward (5 turns)" in lines_of(stack)[0]  # not two counts of charges
    assert (
        "ward ×1, haste 5" in lines_of(playing(FakeGame(boons=(WARD,), lasting=(("haste", 5),))))[0]
    )


def test_raising_a_ward_that_is_still_up_asks_first() -> None:
    foe: Any = {"foes_at": ((7, 3),)}
    game = FakeGame(boons=(WARD,), lasting=(("ward of embers", 6),), **foe)
    stack = playing(game)
    press(stack, "x")
    assert boxed(stack)[0] == "Your ward of embers is still up (6 turns). Do it anyway?"
    assert game.performed == []
    game = FakeGame(boons=(WARD,), lasting=(("might", 6),), **foe)
    go(playing(game), "x")
    assert game.performed == [UseBoon(0, 0)]
