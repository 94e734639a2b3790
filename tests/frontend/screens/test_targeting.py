"""Targeting, looking, casting and naming: choosing tiles and things by keys and by mouse."""

from __future__ import annotations

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.frontend.asking import told_of
from bidden.frontend.drawing.board import MAP_ROW
from bidden.intents import Cast, Engrave, Move, Name, Shoot, Throw, Wait
from bidden.perception.foretold.forecast import Forecast, GroundForecast, TargetForecast
from bidden.view import Aiming, Castable, Shape, Spot
from tests.frontend.armed import armed
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import (
    boxed,
    click,
    cursor,
    drawn,
    ink,
    is_playing,
    lines_of,
    playing,
    press,
    said,
)


@pytest.mark.parametrize(
    ("keys", "spot"),
    [
        ([], (7, 3)),
        (["tab"], (9, 3)),
        (["tab", "tab"], (7, 3)),
        (["-"], (9, 3)),
        (["l"], (8, 3)),
        (["up", "left"], (6, 2)),
        (["l", "tab"], (7, 3)),
    ],
)
def test_cursor_begins_on_the_nearest_foe_and_keys_move_it(keys: list[str], spot: Spot) -> None:
    game = armed()
    stack = playing(game)
    press(stack, "t", "a", *keys)
    assert cursor(stack) == spot
    press(stack, "enter")
    assert game.performed == [Throw("a", *spot)]


@pytest.mark.parametrize(
    ("foes", "aiming", "spot"),
    [
        (((6, 3),), Aiming(Shape.TILE, 5), (10, 3)),  # as blinking does: away from the foe
        (((6, 3),), Aiming(Shape.TILE, 2), (4, 2)),
        (((6, 3),), Aiming(Shape.TILE, 5, 1), (6, 3)),
        (((6, 3),), Aiming(Shape.CREATURE, 5), (6, 3)),
        ((), Aiming(Shape.TILE, 5), (8, 3)),
    ],
)
def test_spell_that_moves_the_player_is_first_aimed_away_from_foes(
    foes: tuple[Spot, ...], aiming: Aiming, spot: Spot
) -> None:
    harm = ((10, 4),)
    stack = playing(FakeGame(spells=(Castable("blink", 6, aiming),), foes_at=foes, harm_at=harm))
    press(stack, "z", "a")
    assert cursor(stack) == spot
    press(stack, *["tab"] * len(foes))
    assert cursor(stack) == (foes[0] if foes else spot)


def test_throw_that_falls_short_asks_first() -> None:
    game = armed()
    game.answer = Forecast(short=True)
    stack = playing(game)
    press(stack, "t", "a", "enter")
    assert boxed(stack)[0].startswith("Do it anyway?")
    press(stack, "n")
    assert game.performed == []


def test_unexplored_tile_is_not_offered_to_examine() -> None:
    stack = playing(FakeGame())
    press(stack, ";")
    assert "Enter: examine" in lines_of(stack)[-1]
    press(stack, *"K" * 2)
    assert "Unexplored." in lines_of(stack)[-2]
    assert "examine" not in lines_of(stack)[-1]
    press(stack, "enter", "escape")
    assert is_playing(stack)


def test_throw_at_nobody_asks_first_unless_the_cursor_was_moved() -> None:
    stack = playing(game := armed(foes_at=()))
    press(stack, "t", "a", "enter")
    assert boxed(stack)[0] == "No enemy in view. Throw a rock anyway?"
    press(stack, "n")
    assert game.performed == []
    press(stack, "t", "a", "l", "enter")
    assert [type(intent) for intent in game.performed] == [Throw]


def test_forecast_of_the_tile_is_shown(snapshot: SnapshotAssertion) -> None:
    game = armed()
    game.answer = Forecast(
        targets=(TargetForecast("the zombie", 1, 5, 40), TargetForecast("you", 12, 12))
    )
    stack = playing(game)
    press(stack, "r", "b")
    assert lines_of(stack)[-2:] == snapshot
    assert told_of(game.answer) in said(stack)


def test_forecast_does_not_repeat_the_name_of_the_target_at_the_cursor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = armed()
    monkeypatch.setattr(game, "tile", lambda x, y: "a zombie")
    game.answer = Forecast(targets=(TargetForecast("the zombie", 1, 5, 40),))
    stack = playing(game)
    press(stack, "t", "a")
    assert "A zombie. It takes 1–5 damage (40% chance to die)" in said(stack)
    game.answer = attrs.evolve(game.answer, short=True)  # it may hit another one
    press(stack, "l")
    assert "Another zombie is in the way and takes 1–5 damage (40% chance to die)" in said(stack)


def test_aiming_names_the_target_and_not_what_lies_beneath_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = armed()
    monkeypatch.setattr(game, "tile", lambda x, y: "an ooze; a bat corpse; haze")
    game.answer = Forecast(targets=(TargetForecast("the ooze", 1, 5, 40),))
    stack = playing(game)
    press(stack, "t", "a")
    assert "An ooze. It takes 1–5 damage (40% chance to die)." in said(stack)
    assert "bat corpse" not in said(stack)


def test_look_says_that_a_step_attacks_a_foe_in_reach() -> None:
    game = FakeGame()
    foe = TargetForecast("the bronze mirror", 1, 9)
    game.answer = Forecast(targets=(foe, TargetForecast("you", 1, 4)))
    stack = playing(game)
    press(stack, ";", "l")
    told = "Step this way to attack. You take 1–4 damage! The bronze mirror takes 1–9 damage"
    assert told in said(stack)


def test_look_warns_that_a_step_causes_damage() -> None:
    game = FakeGame()
    game.answer = Forecast(targets=(TargetForecast("you", 1, 4),))
    stack = playing(game)
    press(stack, ";", "l")
    assert "If you step there: you take 1–4 damage!" in said(stack)


def test_name_of_a_tile_stands_above_its_description() -> None:
    game = FakeGame()
    game.abouts[6, 3] = "It is slow."
    stack = playing(game)
    press(stack, ";", "l")
    *_, name, about, _ = lines_of(stack)
    assert name.strip()
    assert about.strip() == "It is slow."
    assert name != about


def test_long_description_of_a_tile_is_told_in_full() -> None:
    game, about = (
        FakeGame(),
        f"Offers a binding. {'It offers a reward. ' * 5}Reward: leather armour.",
    )
    game.abouts[6, 3] = about
    stack = playing(game)
    press(stack, ";", "l")
    name, *told, _ = [row.strip() for row in lines_of(stack)[-4:]]
    assert " ".join(told) == about
    assert name


def test_forecast_mentions_fire_that_may_spread_to_the_player_first() -> None:
    fire = GroundForecast("fire", ((8, 3),), 6, perhaps=((7, 3),), endangered=("you", "an orc"))
    told = told_of(Forecast(targets=(TargetForecast("the orc", 2, 8),), ground=(fire,)))
    assert told.startswith(
        "The fire may spread to you! The orc takes 2–8 damage. Fire covers 1 tile"
    )
    assert told.endswith("(may spread to 1 more). The fire may spread to an orc.")


def test_long_forecast_is_shown_in_full_if_it_does_not_cover_the_cursor() -> None:
    game = armed()
    targets = tuple(TargetForecast(f"the zombie number {n}", 1, 5, 40) for n in range(5))
    game.answer = Forecast(targets=targets)
    stack = playing(game)
    press(stack, "r", "b")
    rows = [row.strip() for row in lines_of(stack, 80, 24)[-6:]]
    assert told_of(game.answer) in " ".join(rows)


def test_refused_target_is_not_offered(snapshot: SnapshotAssertion) -> None:
    game = armed(foes_at=())
    game.answer = Forecast(refusal="There is nobody there.")
    stack = playing(game)
    press(stack, "r", "b")
    assert lines_of(stack)[-1] == snapshot
    press(stack, "escape", ";")
    assert lines_of(stack)[-1] == snapshot


def marked(game: FakeGame, *keys: str) -> dict[Spot, int]:
    """Return the tiles whose background keys change, with the brightness of each."""
    stack = playing(game)
    before = drawn(stack)
    press(stack, *keys)
    after = drawn(stack)
    return {
        (x, y): sum(ink(after, x, y + MAP_ROW, "bg"))
        for y in range(20)
        for x in range(80)
        if ink(before, x, y + MAP_ROW, "bg") != ink(after, x, y + MAP_ROW, "bg")
    }


def test_affected_tiles_and_the_cursor_are_marked() -> None:
    game = armed()
    game.answer = Forecast(tiles=((6, 3), (7, 3)))
    tiles = marked(game, "t", "a")
    assert {*tiles} == {(6, 3), (7, 3)}
    assert tiles[6, 3] != tiles[7, 3]


def test_possible_fire_is_highlighted_more_faintly_than_certain_fire(
    snapshot: SnapshotAssertion,
) -> None:
    game = armed()
    perhaps = tuple((x, y) for y in (2, 3) for x in range(8, 14))
    fire = GroundForecast(
        "fire", ((7, 2), (7, 3)), 6, ("the orc", "you"), ("the imp",), (), perhaps
    )
    game.answer = Forecast(targets=(TargetForecast("the orc", 1, 3),), ground=(fire,))
    game.abouts[7, 3] = "It is slow."
    tiles = marked(game, "t", "a")
    assert {*tiles} == {(7, 2), (7, 3), *perhaps}
    assert 0 < tiles[8, 2] < tiles[7, 2]
    stack = playing(game)
    press(stack, "t", "a")
    assert lines_of(stack)[-3:] == snapshot


@pytest.mark.parametrize(("key", "spot"), [("h", (0, 3)), ("k", (5, 0)), ("l", (79, 3))])
def test_cursor_stays_on_the_map(key: str, spot: Spot) -> None:
    stack = playing(FakeGame())
    press(stack, ";", *[key] * 90)
    assert cursor(stack) == spot


def test_mouse_moves_the_cursor_and_a_click_takes_the_tile() -> None:
    game = armed()
    stack = playing(game)
    press(stack, "t", "a")
    stack.point(8, 2 + MAP_ROW)
    assert game.previewed[-1] == Throw("a", 8, 2)
    click(stack, (8, 2))
    assert game.performed == [Throw("a", 8, 2)]


@pytest.mark.parametrize("row", [0, MAP_ROW + 20, 23])
def test_mouse_beyond_the_map_points_nowhere_and_a_right_click_goes_back(row: int) -> None:
    game = armed()
    stack = playing(game)
    press(stack, "t", "a")
    stack.point(8, row)
    stack.click(8, row)
    assert game.performed == []
    assert game.previewed == [Throw("a", 7, 3)]
    stack.click(8, row, right=True)
    assert is_playing(stack)


@pytest.mark.parametrize(
    ("shooting", "keys", "shot"),
    [(Aiming(Shape.CREATURE), ["f", "enter"], Shoot(7, 3)), (None, ["f"], Shoot(5, 3))],
)
def test_shoot_key_aims_with_a_bow_and_sends_the_intent_without_one(
    shooting: Aiming | None, keys: list[str], shot: Shoot
) -> None:
    game = armed(shooting=shooting)
    stack = playing(game)
    press(stack, *keys)
    assert is_playing(stack)
    assert game.performed == [shot]


def test_spell_list_shows_costs_and_targeted_spells_ask_for_a_target(
    snapshot: SnapshotAssertion,
) -> None:
    game = armed()
    stack = playing(game)
    press(stack, "z")
    assert boxed(stack) == snapshot
    press(stack, "a", "z", "b", "enter")
    assert game.performed == [Cast("blink"), Cast("bolt", 7, 3)]


def test_out_of_range_message_is_not_repeated_for_the_target(snapshot: SnapshotAssertion) -> None:
    game = armed(foes_at=((11, 3),))
    game.answer = Forecast(refusal="Out of range.")
    stack = playing(game)
    press(stack, "z", "b")
    assert lines_of(stack)[-2].strip() == snapshot
    game.answer = Forecast()
    press(stack, "h")
    assert lines_of(stack)[-2].strip() == "The floor."


@pytest.mark.parametrize("missiles", [3, 0])
def test_looking_forecasts_a_step_beside_and_a_shot_from_afar(missiles: int) -> None:
    game = armed(shooting=Aiming(Shape.CREATURE), missiles=missiles)
    stack = playing(game)
    press(stack, ";", "h", "tab", "tab")
    shots = [Shoot(7, 3), Move(1, 0), Shoot(7, 3), Shoot(9, 3)]
    assert game.previewed == (shots if missiles else [Move(1, 0)])
    press(stack, "escape")
    assert is_playing(stack)
    assert game.performed == []


def test_looking_reaches_peaceful_creatures_after_the_enemies() -> None:
    game = armed()
    view = game.view()
    friend = attrs.evolve(view.tiles[1][1], glyph="S", kind="creature", lit=True)
    row = tuple(friend if x == 1 else one for x, one in enumerate(view.tiles[1]))
    tiles = (view.tiles[0], row, *view.tiles[2:])
    stack = playing(armed(tiles=tiles))
    press(stack, ";", "tab", "tab")
    assert cursor(stack) == (1, 1)
    press(stack, "tab")
    assert cursor(stack) == (7, 3)


def test_naming_a_known_item_applies_to_that_item_only() -> None:
    game = armed()
    stack = playing(game)
    press(stack, ".", "N", "a", "B", "i", "space", "t", "x", "backspace", "enter")
    assert game.performed == [Wait(), Name("a", "Bi t")]
    press(stack, "`")
    assert game.performed[2:] == [Wait()]  # naming does not count as repeatable


@pytest.mark.parametrize(("letter", "alike"), [("a", True), ("b", False)])
def test_unknown_thing_is_named_alone_or_with_all_alike(letter: str, alike: bool) -> None:
    game = armed()
    press(playing(game), "N", "e", letter, *"bad", "enter")
    assert game.performed == [Name("e", "bad", alike)]


def test_impossible_engraving_is_refused_before_the_prompt_for_words() -> None:
    game = armed()
    game.answer = Forecast(refusal="Can't engrave here.")
    stack = playing(game)
    press(stack, "E")
    assert is_playing(stack)
    assert "Can't engrave here." in said(stack)
    assert game.performed == []


def test_words_are_engraved_as_they_were_typed() -> None:
    game = armed()
    stack = playing(game)
    press(stack, "E", *"go", "space", *"on", "space", "enter")
    assert game.performed == [Engrave("go on")]
    press(stack, "E", *"x" * 90)
    assert "x" * 60 + "_" in lines_of(stack)[-2]
    press(stack, "escape", "E", "space", "enter")
    assert len(game.performed) == 1


@pytest.mark.parametrize("key", ["z", "r"])
def test_silenced_player_sees_a_notice_and_loses_no_turn(key: str) -> None:
    stack = playing(game := armed(lasting=(("silence", 3),)))
    press(stack, key)
    assert "You are silenced (3 turns)." in "\n".join(boxed(stack))
    press(stack, "a" if key == "z" else "b")
    assert game.performed == []
    assert not is_playing(stack)  # a card says why
