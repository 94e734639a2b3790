"""Foes and structures that come into view during steps by hand are messages of the log."""

from __future__ import annotations

import attrs
import pytest

from bidden.kinds import ALTAR, LOCKED_DOOR
from bidden.view import Bond, Ending, Line, Seen, Tile, View
from tests.bidden.drawn_kinds import drawn_tile
from tests.frontend.fakes import FakeGame, covered, tile
from tests.frontend.screen import playing, press, text

FOE, ALTAR_AT, LOCK_AT = (9, 3), (20, 3), (22, 3)


def test_foe_comes_into_view_in_the_log_before_it_acts() -> None:
    stack = playing(game := FakeGame(lines=(Line("You wait.", "plain", 0, 4),)))
    seen = {
        FOE: tile("z"),
        ALTAR_AT: drawn_tile("_", ALTAR, True, "an altar"),
        LOCK_AT: drawn_tile("X", LOCKED_DOOR, True, "a locked door"),
    }
    alarm = Line("The zombie raises the alarm.", "harm", 1, 9)
    game.changes |= {"tiles": covered(seen).tiles, "foes_at": (FOE,), "lines": (alarm,)}
    press(stack, ".")
    told = [
        "A zombie comes into view.",
        "The zombie raises the alarm.",
        "You see an altar and a locked door.",
    ]
    assert [line for line in text(stack).splitlines() if line.strip() in told] == told
    press(stack, "m")
    assert [row.split("  ")[-1].strip(" >") for row in text(stack).splitlines()[2:5]] == told
    press(stack, "enter")
    assert "You noticed this when it came into view." in text(stack)
    assert game.asked == []


def test_no_creature_is_announced_after_the_player_dies() -> None:
    stack = playing(game := FakeGame(lines=(Line("You wait.", "plain", 0, 4),)))
    dies = Line("You die.", "harm", 1, 9)
    seen = {"tiles": covered({FOE: tile("z")}).tiles, "foes_at": (FOE,)}
    game.changes |= {**seen, "lines": (dies,), "ending": Ending.DIED, "epitaph": "Killed."}
    press(stack, ".")
    press(stack, "m")
    assert "You die." in text(stack)
    assert "comes into view" not in text(stack)


def test_why_explains_the_message_that_is_shown_last() -> None:
    stack = playing(game := FakeGame(), typed_ahead="kept")
    lines = (Line("It dies.", "plain", 1, 9), Line("You hit it for 5.", "plain", 1, 8))
    game.changes |= {"lines": lines}
    press(stack, ".", "w")
    assert "Why (turn 1): It dies." in text(stack)
    press(stack, "escape")
    game.changes |= {"tiles": covered({FOE: tile("z")}).tiles, "foes_at": (FOE,)}
    game.changes |= {"lines": lines[::-1]}
    press(stack, ".", "w")
    assert "A zombie comes into view." in text(stack)
    assert "You noticed this when it came into view." in text(stack)


def test_called_foe_comes_into_view_in_the_log_after_the_call() -> None:
    stack = playing(game := FakeGame())
    whistle = "The zombieherd whistles. Zombies fly to the zombieherd's side."
    seen, call = covered({FOE: tile("z")}).tiles, Line(whistle, "harm", 1, 9)
    game.changes |= {"tiles": seen, "foes_at": (FOE,), "lines": (call,)}
    press(stack, ".")
    told = [line.strip() for line in text(stack).splitlines()]
    assert told.index(whistle) < told.index("A zombie comes into view.")


def test_revealed_foe_is_not_announced_as_coming_into_view() -> None:
    stack = playing(game := FakeGame())
    hit = Line("You hit the zombie for 5.", "plain", 1, 8)
    revealed = Line("The chest is a zombie!", "harm", 1, 9)
    seen = covered({FOE: tile("z")}).tiles
    game.changes |= {"tiles": seen, "foes_at": (FOE,), "lines": (hit, revealed)}
    press(stack, ".")
    assert revealed.text in text(stack)
    assert "comes into view" not in text(stack)


def test_altar_of_the_task_is_announced_only_once_as_the_goal() -> None:
    bond = Bond("Ashur", "bear", "carry the urn", "below a valley", 90, False, 3, 100, 1)
    stack = playing(game := FakeGame(bond=bond))
    altar = drawn_tile("_", ALTAR, True, "an altar")
    game.changes |= {"tiles": covered({ALTAR_AT: altar}).tiles}
    press(stack, ".")
    assert "You see an altar, your goal." in text(stack)
    assert text(stack).count("altar") == 1


def test_foe_that_comes_back_soon_is_not_logged_again() -> None:
    stack = playing(game := FakeGame(), typed_ahead="kept")
    shown = covered({FOE: tile("z")}).tiles
    for tiles, foes in [(shown, (FOE,)), (covered({}).tiles, ()), (shown, (FOE,))]:
        game.changes |= {"tiles": tiles, "foes_at": foes}
        press(stack, ".")
    press(stack, "m")
    assert text(stack).count("comes into view") == 1


def test_two_foes_seen_one_after_the_other_are_not_logged_when_both_come_back() -> None:
    stack = playing(game := FakeGame(), typed_ahead="kept")
    both = {FOE: tile("z"), (9, 4): tile("z")}
    steps = [{FOE: tile("z")}, both, {}, {FOE: tile("z")}, both]
    for seen in steps:
        game.changes |= {"tiles": covered(seen).tiles, "foes_at": tuple(seen)}
        press(stack, ".")
    press(stack, "m")
    told = [row.strip() for row in text(stack).splitlines() if "into view" in row]
    assert len(told) == 2
    assert "A zombie comes into view." in told[0]
    assert "Another zombie comes into view." in told[1]


def zombies(*entities: int) -> tuple[Seen, ...]:
    return tuple(
        Seen((FOE[0], 3 + n), "a zombie", "z", "zombie", "unhurt", entity=entity)
        for n, entity in enumerate(entities)
    )


@pytest.mark.parametrize(
    ("then", "told"),
    [
        ((2,), "Another zombie comes into view."),
        ((1, 2), "Another zombie comes into view."),
        ((2, 3), "Two zombies come into view."),
    ],
)
def test_newly_seen_zombies_are_announced_even_if_as_many_were_in_view(
    then: tuple[int, ...], told: str
) -> None:
    stack = playing(game := FakeGame(), typed_ahead="kept")
    for foes in (zombies(1), zombies(*then)):
        game.changes |= {"foes_seen": foes, "foes_at": tuple(foe.at for foe in foes)}
        press(stack, ".")
    press(stack, "m")
    rows = [row for row in text(stack).splitlines() if "into view" in row]
    assert ["A zombie comes into view." in rows[0], told in rows[-1], len(rows)] == [True, True, 2]


def test_foe_that_returns_after_a_long_time_is_announced_as_the_same_foe() -> None:
    stack = playing(game := FakeGame(), typed_ahead="kept")
    for turn, foes in [(1, zombies(1)), (2, ()), (40, zombies(1))]:
        game.changes |= {"turn": turn, "foes_seen": foes, "foes_at": tuple(foe.at for foe in foes)}
        press(stack, ".")
    press(stack, "m")
    assert text(stack).count("A zombie comes into view.") == 1
    assert "The zombie comes back into view." in text(stack)


def test_second_locked_door_is_logged_soon_after_the_first() -> None:
    stack = playing(game := FakeGame(), typed_ahead="kept")
    doors = {
        spot: drawn_tile("X", LOCKED_DOOR, True, "a locked door") for spot in (ALTAR_AT, LOCK_AT)
    }
    for known in ({ALTAR_AT: doors[ALTAR_AT]}, doors):
        game.changes |= {"tiles": covered(known).tiles}
        press(stack, ".")
    press(stack, "m")
    assert text(stack).count("You see a locked door.") == 2


class Haunted(FakeGame):
    """A zombie is in view after every third intent."""

    def view(self) -> View:
        comes = len(self.performed) % 3 == 2
        shown = covered({FOE: tile("z")} if comes else {})
        self.changes |= {"tiles": shown.tiles, "foes_at": (FOE,) if comes else ()}
        return super().view()


def test_foe_that_stops_a_command_is_logged_even_if_it_comes_back_soon() -> None:
    stack = playing(Haunted(), typed_ahead="kept")
    for told in ("A zombie comes into view.", "The zombie comes back into view."):
        press(stack, "Z", "Z")
        assert told in text(stack)
        press(stack, ".")
    press(stack, "m")
    assert text(stack).count("into view") == 2


@pytest.mark.parametrize("end", ["", "Urgal the Lame, orc champion, is no longer your ally."])
def test_ally_that_comes_back_as_an_enemy_is_no_longer_called_an_ally(end: str) -> None:
    name = "Urgal the Lame, orc champion"
    ally = Seen(FOE, f"{name}, your ally", "o", "orc", "unhurt")
    stack = playing(game := FakeGame(allies=(ally,)))
    game.changes |= {"allies": ()}
    press(stack, ".")
    seen = covered({FOE: Tile("o", "orc", True, name)}).tiles
    foe = attrs.evolve(ally, name=name)
    game.changes |= {"tiles": seen, "foes_at": (FOE,), "foes_seen": (foe,)}
    game.changes |= {"lines": (Line(end or "You wait.", "plain", 2, 9),)}
    press(stack, ".")
    deserted, _, rest = text(stack).partition("is no longer your ally.")
    assert "Urgal" in deserted
    assert "comes into view" not in deserted
    assert "no longer" not in rest
