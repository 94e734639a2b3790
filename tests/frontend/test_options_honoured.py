"""Each option does what is said of it: on screens, and in what is asked; see also going's tests."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest

from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.drawing.layout import layout_for
from bidden.frontend.drawing.pictures.render import text_of
from bidden.frontend.preferences.option_table import all_options
from bidden.frontend.preferences.options import Options
from bidden.frontend.running.stack import Stack
from bidden.frontend.theme import Theme, load_theme
from bidden.intents import Cast, Close, Disarm, Intent, Move, Quaff, Shoot, Throw, UseBoon, Wait
from bidden.kinds import SHARD
from bidden.perception.foretold.forecast import Forecast, TargetForecast
from bidden.recording.marking.waymarks import Exclusion
from bidden.view import (
    Aiming,
    Bond,
    CarriedBoon,
    Castable,
    Glimpse,
    Happening,
    Held,
    Peril,
    Seen,
    Shape,
    Stance,
    Tile,
)
from tests.bidden.drawn_kinds import drawn_tile
from tests.frontend.fakes import FakeGame, FakeLobby, FakePlayback, covered, line, tile
from tests.frontend.screen import press

BOND = Bond("Ada", "hunt", "hunt", "below", 101, False, 4, 400, 2)
THROWN = (("throw", Aiming(Shape.TILE)),)
BLADE = Held("a", "a sword", ("throw",), ")", "gear", kind="weapon", aimed=THROWN)
ROCK = Held("b", "a rock", ("throw",), "*", "gear", kind="rock", aimed=THROWN)
DRINK = Held("c", "a potion of poison", ("quaff",), "!", "potion", kind="potion")
SHOT = Glimpse(Happening.SHOT, ((4, 2), (5, 2), (6, 2)))


def theme(**options: Any) -> Theme:
    return attrs.evolve(load_theme(), options=Options(**options))


def stack_of(game: FakeGame, **options: Any) -> Stack:
    return Stack.for_game(game, theme(**options))


def shown(stack: Stack, width: int = 80, height: int = 24) -> list[str]:
    console = new_console(width, height)
    stack.draw(console)
    return text_of(console).split("\n")


def test_whatever_an_option_can_be_it_is_told_of_and_read() -> None:
    for one in all_options():
        values: list[Any] = [(value,) if one.several else value for value in one.values] or [
            one.usual
        ]
        values += [one.least, one.most] if one.most else []
        for value in values:
            chosen: dict[str, Any] = {one.name: value}
            assert getattr(Options(**chosen), one.name) == value


@pytest.mark.parametrize(
    ("side_bar", "map_x", "side_x"), [("right", 0, 81), ("left", 49, 0), ("none", 25, None)]
)
def test_the_side_bar_stands_where_it_is_to_and_the_mouse_goes_by_it(
    side_bar: str, map_x: int, side_x: int | None
) -> None:
    game = FakeGame()
    stack, console = stack_of(game, side_bar=side_bar), new_console(130, 36)
    stack.draw(console)
    layout = layout_for(console)
    assert (layout.map.x, None if layout.side is None else layout.side.x) == (map_x, side_x)
    rows = text_of(console).split("\n")
    assert rows[4].find("#.@.....+") == map_x + 3
    assert any("Hit points" in row for row in rows) is (side_x is not None)
    x, y = layout.cell_of((6, 3))
    stack.click(x, y)
    assert game.performed == [Move(1, 0)]


def test_messages_have_as_many_rows_as_they_are_to() -> None:
    lines = tuple(line(f"It is {n}.", turn=n) for n in range(9))
    stack = stack_of(FakeGame(lines=lines), message_rows=2)
    told = [row for row in shown(stack, 80, 40) if row.startswith("It is")]
    assert told == ["It is 7.", "It is 8."]


@pytest.mark.parametrize(("old", "told"), [("faint", 3), ("none", 1)])
def test_old_messages_are_shown_or_not(old: str, told: int) -> None:
    lines = tuple(line(f"It is {n}.", turn=n) for n in range(9))
    stack = stack_of(FakeGame(lines=lines), old_messages=old)
    assert sum(row.startswith("It is") for row in shown(stack)) == told


def test_messages_that_are_muted_are_in_the_list_of_all_alone() -> None:
    lines = tuple(line(text, tone) for text, tone in
                  (("A bell rings.", "plain"), ("No door is there.", "refusal"),
                   ("You ring a bell.", "good"), ("A cat purrs.", "plain")))  # fmt: skip
    for mute, told in (
        ((), ["A bell rings.", "You ring a bell.", "A cat purrs."]),
        (("bell",), ["A cat purrs."]),
        (("good: bell", "cat"), ["A bell rings."]),  # and no refusal comes back
    ):
        stack = stack_of(FakeGame(lines=lines), mute=mute)
        rows = "\n".join(shown(stack))
        assert [one.text for one in lines if one.text in rows] == told, mute
        press(stack, "m")
        assert all(one.text in "\n".join(shown(stack)) for one in lines)


@pytest.mark.parametrize("background", ["dark", "light"])
def test_messages_have_colours_by_patterns(background: str, tmp_path: Path) -> None:
    path, usual = tmp_path / "options.toml", f'background = "{background}"\n'
    path.write_text(usual)
    plain = load_theme(path).palette
    path.write_text(f'{usual}[palette.messages]\n"good: bell" = "#ff0000"\n"bell" = "#00ff00"\n')
    own = load_theme(path)
    red, green, other = (
        own.palette.message(line(text, tone)).fg
        for text, tone in (("A bell.", "good"), ("A bell.", "harm"), ("A cat.", "harm"))
    )
    assert red[0] > red[1]
    assert green[1] > green[0]
    assert other == plain.tone("harm").fg
    stack = Stack.for_game(FakeGame(lines=(line("A bell rings."),)), own)
    console = new_console()
    for key in ("", "m"):
        press(stack, *key)
        stack.draw(console)
        rows = text_of(console).split("\n")
        y = next(y for y, row in enumerate(rows) if "A bell rings." in row)
        colour = console.rgb["fg"][y, rows[y].index("A bell")]
        assert tuple(colour.tolist()) == green


@pytest.mark.parametrize(("term", "told"), [("turns", "Term 101"), ("percent", "Term 25%")])
def test_the_term_is_told_in_turns_or_in_hundredths(term: str, told: str) -> None:
    stack = stack_of(FakeGame(bond=BOND), term_shown=term)
    assert told in shown(stack)[0]


def test_from_how_many_hit_points_on_the_bar_warns_is_for_the_player_to_say() -> None:
    palette = load_theme().palette
    for hp, options, ink in (
        (16, {}, palette.bar_well),
        (15, {}, palette.bar_hurt),
        (16, {"hurt_below": 60}, palette.bar_hurt),
        (15, {"hurt_below": 10}, palette.bar_well),
        (7, {}, palette.bar_dire),
        (7, {"warn_below": 0}, palette.bar_hurt),
        (14, {"warn_below": 50}, palette.bar_dire),
    ):
        stack, console = stack_of(FakeGame(hp=hp), **options), new_console()
        stack.draw(console)
        bar = text_of(console).split("\n")[0].index("█")
        assert tuple(console.rgb["fg"][0, bar].tolist()) == ink.fg, (hp, options)


@pytest.mark.parametrize(("below", "warned"), [(25, True), (0, False)])
def test_a_line_warns_once_few_hit_points_are_left(below: int, warned: bool) -> None:
    game = FakeGame(hp=8)
    stack = stack_of(game, warn_below=below, stop_below=0)
    told = "Few hit points are left: 7 of 30."
    for hp, tells in ((7, warned), (7, False), (8, False), (7, warned)):
        game.changes["hp"] = hp
        press(stack, ".")
        assert any(told in row for row in shown(stack)) is tells


@pytest.mark.parametrize(("frame_time", "ticks"), [(50, 3), (100, 6), (120, 6), (1000, 60)])
def test_each_frame_is_shown_for_as_long_as_it_is_to(frame_time: int, ticks: int) -> None:
    game, console = FakeGame(), new_console()
    stack = stack_of(game, frame_time=frame_time)
    game.happening = (SHOT,)
    stack.press(".")
    passed = 0
    while stack.ticks:
        stack.draw(console)
        stack.tick()
        passed += 1
    assert passed == ticks


def test_water_may_be_still_though_frames_are_shown() -> None:
    wet = {(8, 2): Tile("≈", "water", True, "deep water")}
    for stirring in ("on", "off"):
        game = FakeGame(tiles=covered(wet).tiles)
        stack = stack_of(game, stirring=stirring)
        stack.beats.still = False
        assert stack.moves is (stirring == "on")
        game.happening = (SHOT,)
        stack.press(".")
        assert stack.ticks


@pytest.mark.parametrize(
    ("mouse", "points", "clicks"), [("on", 1, 1), ("clicks", 0, 1), ("off", 0, 0)]
)
def test_the_mouse_points_and_clicks_or_not(mouse: str, points: int, clicks: int) -> None:
    game = FakeGame()
    game.told = {(6, 3): "the floor"}
    stack = stack_of(game, mouse=mouse)
    shown(stack)
    x, y = layout_for(new_console()).cell_of((6, 3))
    stack.point(x, y)
    assert any("The floor." in row for row in shown(stack)) is bool(points)
    stack.click(x, y)
    stack.wheel(1)
    assert len(game.performed) == clicks


def test_the_opening_may_be_passed_over() -> None:
    for opening in ("shown", "passed over"):
        stack = Stack.for_lobby(FakeLobby(), theme(opening=opening))
        press(stack, "n")
        assert any("Any key" in row for row in shown(stack)) is (opening == "shown")
        assert len(stack.screens) == (2 if opening == "shown" else 1)


def test_a_replay_begins_as_fast_as_it_is_to() -> None:
    for speed in ("4", "64"):
        stack = Stack.for_playback(FakePlayback(9), theme(replay_speed=speed))
        assert f"{speed}/s" in shown(stack)[-1]


def test_quitting_asks_or_leaves_at_once() -> None:
    for ask, over in (("ask", False), ("leave", True)):
        stack = stack_of(FakeGame(), ask_to_quit=ask)
        press(stack, "Q")
        assert stack.over is over


def test_as_many_turns_are_gone_back_as_it_is_said_where_none_are_typed() -> None:
    game = FakeGame()
    stack = stack_of(game, go_back_turns=2)
    press(stack, ".", ".", ".", "=", "b")
    assert any("Go back how many turns (2)?" in row for row in shown(stack))
    press(stack, "enter")
    assert game.gone_back == 2


HARM = Forecast(targets=(TargetForecast("you", 1, 2),))
DEATH = Forecast(targets=(TargetForecast("you", 1, 2, 50),), death=50)
TRAP = Forecast(trap="dart trap")


@pytest.mark.parametrize(
    ("forecast", "ask", "asked"),
    [
        (HARM, "any", True),
        (HARM, "death", False),
        (DEATH, "death", True),
        (TRAP, "death", True),
    ],
)
@pytest.mark.parametrize(("keys", "intent"), [("qc", Quaff("c")), ("l", Move(1, 0))])
def test_harm_is_asked_about_or_only_what_may_kill(
    forecast: Forecast, ask: str, asked: bool, keys: str, intent: object
) -> None:
    game = FakeGame(pack=(DRINK,))
    game.answer = forecast
    stack = stack_of(game, ask_before_harm=ask)
    press(stack, *keys)
    assert game.performed == ([] if asked else [intent])
    press(stack, *"Y" * asked)
    assert game.performed == [intent]


SICK = Forecast(lingers=True)
HUNGER = Forecast(starves=True, death=100)


@pytest.mark.parametrize("forecast", [HARM, DEATH, TRAP, SICK, HUNGER])
@pytest.mark.parametrize(("keys", "intent"), [("qc", Quaff("c")), ("l", Move(1, 0))])
def test_what_harms_may_take_a_capital_letter_alone(
    forecast: Forecast, keys: str, intent: object
) -> None:
    asked = forecast is not SICK or intent == Quaff("c")
    for yes, says in (("any key", {"y", "Y", "enter", "space"}), ("capital", {"Y"})):
        for key in ("y", "Y", "enter", "space"):
            game = FakeGame(pack=(DRINK,))
            game.answer = forecast
            stack = stack_of(game, yes_to_harm=yes)
            press(stack, *keys)
            hint = "Y yes   n no" if yes == "capital" else "y yes   n no"
            assert any(hint in row for row in shown(stack)) is asked
            press(stack, key)
            assert (intent in game.performed) is (key in says or not asked)


def test_a_question_about_anything_else_takes_any_yes() -> None:
    stack = stack_of(game := FakeGame(pack=(DRINK,)), yes_to_harm="capital", ask_before=["poison"])
    press(stack, "q", "c", "enter")
    assert game.performed == [Quaff("c")]
    press(stack, "Q", "y")
    assert stack.over


@pytest.mark.parametrize(
    ("confirm", "walk", "says"),
    [
        ('yes = ["j", "enter"]', "l", "J"),
        ('yes = ["enter"]', "l", "enter"),  # some key has to say it
        ('yes = ["y", "enter"]\nno = ["Y"]', "l", "y"),
        ('yes = ["y", "enter"]', "Y", "y"),  # the key that walked there may be held
    ],
)
def test_with_other_keys_it_takes_their_capital_and_where_there_is_none_themselves(
    confirm: str, walk: str, says: str, tmp_path: Path
) -> None:
    path = tmp_path / "options.toml"
    path.write_text(
        f'yes_to_harm = "capital"\n[keys.confirm]\n{confirm}\n'
        '[keys.directions]\neast = ["l", "Y"]\n[keys.play]\nrun_northwest = ["shift_home"]\n'
    )
    game = FakeGame()
    game.answer = HARM
    stack = Stack.for_game(game, load_theme(path))
    press(stack, walk, walk)
    assert game.performed == []
    if not any("yes" in row for row in shown(stack)):
        press(stack, walk)  # it said no
    press(stack, says)
    assert game.performed == [Move(1, 0)]


HASTE, BLINK = Castable("haste", 5), Castable("blink", 6, Aiming(Shape.TILE))
LEAP = CarriedBoon("leap", "", "leap", 3, "Over all but walls.")
WARD = CarriedBoon("ward", "", "ward", 3, "Blows are turned back.", aimed=False)
DEAR: dict[str, Any] = {"pack": (DRINK, ROCK), "spells": (HASTE, BLINK)}


@pytest.mark.parametrize(
    ("keys", "name", "intent", "told"),
    [
        ("za", "haste", Cast("haste"), "the orc: 1–2 hp"),
        (("z", "b", "enter"), "blink", Cast("blink", 8, 3), "the orc: 1–2 hp"),
        ("qc", "poison", Quaff("c"), "the orc: 1–2 hp"),
        (("t", "b", "enter"), "rock", Throw("b", 8, 3), "the orc: 1–2 hp"),
        ("x", "ward", UseBoon(0, 0), "the orc: 1–2 hp"),
        ("xl", "leap", UseBoon(1, 0), "the orc: 1–2 hp"),
        ("qc", "poison", Quaff("c"), ""),
    ],
)
def test_what_is_called_so_is_asked_about_before_it_is_used(
    keys: Sequence[str], name: str, intent: Intent, told: str
) -> None:
    for ask, asked in (((name,), True), (("mana",), False), ((), False)):
        carried = (WARD,) if name == "ward" else (LEAP,)
        game = FakeGame(**DEAR, boons=carried, foes_at=((8, 3),))
        game.answer = Forecast(targets=(TargetForecast("the orc", 1, 2),) if told else ())
        stack = stack_of(game, ask_before=ask)
        press(stack, *keys)
        assert game.performed == ([] if asked else [intent])
        rows = "\n".join(shown(stack))
        assert ("Do it all the same?" in rows and told in rows) is asked or not told
        press(stack, *"Y" * asked)
        assert game.performed == [intent]
        press(stack, "`")
        assert game.performed == [intent] * (1 if asked else 2)


def test_what_is_called_so_is_asked_about_once_where_it_harms_as_well() -> None:
    game = FakeGame(**DEAR)
    game.answer = HARM
    stack = stack_of(game, ask_before=("poison",))
    press(stack, "q", "c")
    assert any("It would harm you. Do it all the same?" in row for row in shown(stack))
    press(stack, "Y")
    assert game.performed == [Quaff("c")]
    game.answer = Forecast(refusal="It is frozen.")
    press(stack, "q", "c")
    assert game.performed == [Quaff("c")] * 2  # the game says why not


def test_what_is_of_a_kind_not_to_throw_is_asked_about() -> None:
    game = FakeGame(pack=(BLADE, ROCK))
    stack = stack_of(game, ask_before_throwing=("gear",))
    press(stack, "t", "b", "enter")
    assert len(game.performed) == 1
    press(stack, "t", "a")
    assert any("Throw a sword?" in row for row in shown(stack))
    press(stack, "y", "enter")
    assert isinstance(game.performed[1], Throw)
    plain = stack_of(FakeGame(pack=(BLADE,)))
    press(plain, "t", "a")
    assert not any("Throw a sword?" in row for row in shown(plain))


@pytest.mark.parametrize(("typed", "count_"), [("dropped", 1), ("kept", 2)])
def test_keys_typed_ahead_are_dropped_or_kept(typed: str, count_: int) -> None:
    game = FakeGame(hp=30)
    stack = stack_of(game, typed_ahead=typed)
    game.changes["hp"] = 9
    stack.press(".")
    stack.press("s")  # before anything new was drawn
    assert game.performed == [Wait()] * count_


def test_tab_asks_below_as_many_hit_points_as_it_is_to() -> None:
    game = FakeGame(foes_at=((6, 3),), foes=1, hp=9, max_hp=30)
    stack = stack_of(game, fight_below=20)
    press(stack, "tab")
    assert game.performed == [Move(1, 0)]


@pytest.mark.parametrize(("outmatched", "struck"), [("ask", 0), ("fight on", 1)])
def test_tab_asks_where_one_is_outmatched_or_fights_on(outmatched: str, struck: int) -> None:
    game = FakeGame(foes_at=((6, 3),), foes=1, peril=Peril.DEADLY)
    stack = stack_of(game, fight_outmatched=outmatched)
    press(stack, "tab")
    assert game.performed == [Move(1, 0)] * struck
    asked = "Together they outclass you. Press Tab again to attack anyway."
    assert any(asked in row for row in shown(stack)) is (outmatched == "ask")


def test_exclusions_reach_as_far_as_they_are_to() -> None:
    game = FakeGame()
    stack = stack_of(game, exclusion_radius=3)
    press(stack, *";lllle")
    assert [one.radius for one in game.waymarks.exclusions] == [3]


BOW = Aiming(Shape.CREATURE)
FELLOW = Forecast(targets=(TargetForecast("the dog", 1, 2, fellow=True),))


@pytest.mark.parametrize(
    ("from_afar", "forecast", "done"),
    [
        ("step", Forecast(), [Move(1, 0)]),
        ("shoot", Forecast(), [Shoot(9, 3)]),
        ("shoot", Forecast(short=True), [Move(1, 0)]),
        ("shoot", Forecast(refusal="No."), [Move(1, 0)]),
        ("shoot", FELLOW, []),
        ("stay", Forecast(), []),
    ],
)
def test_from_afar_tab_steps_up_or_shoots_or_stays(
    from_afar: str, forecast: Forecast, done: list[object]
) -> None:
    game = FakeGame(foes_at=((9, 3),), foes=1, shooting=BOW, missiles=3)
    game.answer = forecast
    stack = stack_of(game, fight_from_afar=from_afar)
    press(stack, "tab")
    assert game.performed == done
    assert any("it harms the dog!" in row for row in shown(stack)) is (forecast is FELLOW)
    press(stack, *"Y" * (forecast is FELLOW))
    assert game.performed == (done or [Shoot(9, 3)] * (forecast is FELLOW))


def test_tab_throws_nothing_that_is_asked_about_unasked() -> None:
    game = FakeGame(foes_at=((9, 3),), foes=1, pack=(ROCK,))
    stack = stack_of(game, fight_from_afar="shoot", ask_before_throwing=("missiles",))
    press(stack, "tab")
    assert game.performed == []
    press(stack, "Y")
    assert game.performed == [Throw("b", 9, 3)]


def test_ground_around_a_foe_that_sleeps_is_excluded_and_that_is_kept() -> None:
    game = FakeGame()
    stack = stack_of(game, exclude_around=("zombie",), warn_below=100)
    zombie = Seen((9, 3), "a zombie, asleep", "z", "zombie", "", asleep=True)
    game.changes |= {"foes_at": ((9, 3),), "foes_seen": (zombie,), "hp": 9}
    press(stack, ".")
    assert [*game.waymarks.exclusions] == [Exclusion(1, (9, 3), 3, 1, itself=True)]
    assert any("¬" in row for row in shown(stack))
    game.trouble = "It cannot be kept"
    game.changes |= {"foes_at": (), "foes_seen": ()}
    press(stack, "s")
    assert not game.waymarks.exclusions
    assert any("It cannot be kept" in row for row in shown(stack))


def test_what_is_excluded_by_itself_hides_no_word_of_why_one_stops() -> None:
    game = FakeGame(hp=29)
    stack = stack_of(game, exclude_around=("zombie",))
    zombie = Seen((9, 3), "a zombie, asleep", "z", "zombie", "", asleep=True)
    press(stack, "Z")
    game.changes |= {"foes_at": ((9, 3),), "foes_seen": (zombie,)}
    while stack.ticks:
        stack.tick()
    assert game.waymarks.exclusions
    assert any("comes into view" in row for row in shown(stack))


@pytest.mark.parametrize(("step", "spot"), [(4, (9, 3)), (2, (7, 3))])
@pytest.mark.parametrize("keys", [("t", "b", "L"), (";", "shift_right"), ("_", "L")])
def test_the_cursor_leaps_by_shift_as_far_as_it_is_to(
    step: int, spot: tuple[int, int], keys: tuple[str, ...]
) -> None:
    game = FakeGame(pack=(ROCK,))
    stack = stack_of(game, cursor_step=step)
    press(stack, *keys[:-1])
    while cursor_of(stack) != (5, 3):
        press(stack, "h")
    press(stack, keys[-1])
    assert cursor_of(stack) == spot
    assert game.performed == []


def test_a_leap_beyond_the_map_ends_at_its_edge_and_stays_in_its_line() -> None:
    stack = stack_of(FakeGame(), cursor_step=20)
    press(stack, ";", "shift_home")
    assert cursor_of(stack) == (2, 0)
    press(stack, "shift_end")
    assert cursor_of(stack) == (0, 2)
    press(stack, "shift_down")
    assert cursor_of(stack) == (0, 19)


def cursor_of(stack: Stack) -> tuple[int, int]:
    """Find the tile that has the colours of a question."""
    console, ink = new_console(), stack.theme.palette.prompt
    stack.draw(console)
    cells = layout_for(console).map.cells(console)
    (at,) = np.argwhere((cells["bg"] == ink.bg).all(axis=2) & (cells["fg"] == ink.fg).all(axis=2))
    return int(at[1]), int(at[0])


@pytest.mark.parametrize(("below", "warned"), [(0, False), (25, True)])
def test_a_line_and_its_colour_warn_once_little_mana_is_left(below: int, warned: bool) -> None:
    game = FakeGame(mana=4, max_mana=12, hp=8, max_hp=30)
    stack = stack_of(game, mana_warn_below=below)
    palette = stack.theme.palette
    told, console = "Little mana is left: 3 of 12.", new_console(130, 30)
    for mana, hp, tells in ((3, 8, warned), (2, 8, False), (4, 8, False), (3, 7, warned)):
        game.changes |= {"mana": mana, "hp": hp}
        press(stack, ".")
        assert any(told in row for row in shown(stack)) is tells
    assert any("Few hit points are left" in row for row in shown(stack))
    stack.draw(console)
    rows = text_of(console).split("\n")
    head, side = rows[0].index("MP"), next(y for y, row in enumerate(rows) if "Mana " in row)
    bar = rows[side].index("█")
    low = tuple(console.rgb["fg"][0, head].tolist()), tuple(console.rgb["fg"][side, bar].tolist())
    usual = palette.header.fg, palette.tone("news").fg
    assert low == ((palette.tone("harm").fg, palette.bar_dire.fg) if warned else usual)


@pytest.mark.parametrize(
    ("order", "letters", "headed"), [("kind", "bca", True), ("letter", "abc", False)]
)
def test_the_pack_is_listed_by_kind_or_by_letter(order: str, letters: str, headed: bool) -> None:
    pack = attrs.evolve(DRINK, slot="a"), attrs.evolve(BLADE, slot="b"), ROCK
    pack = (*pack[:2], attrs.evolve(pack[2], slot="c"))
    stack = stack_of(FakeGame(pack=pack), pack_order=order)
    press(stack, "i")
    rows = shown(stack)
    found = [row.split("│")[1].split()[0] for row in rows if " a " in row and "│" in row]
    assert "".join(found) == letters
    assert any("Potions and flasks" in row for row in rows) is headed


KEYS = [
    Held(slot, f"a key of level {level}", ("drop",), "&", "gear", opens_on=level)
    for slot, level in (("d", 3), ("b", 2))
]


@pytest.mark.parametrize(("order", "headed"), [("kind", True), ("letter", False)])
def test_keys_that_are_folded_stand_under_no_heading_where_there_are_none(
    order: str, headed: bool
) -> None:
    stack = stack_of(FakeGame(pack=(ROCK, DRINK, *KEYS)), pack_order=order)
    press(stack, "i")
    assert any("2 keys of other levels" in row for row in shown(stack))
    assert any("Other things" in row for row in shown(stack)) is headed


@pytest.mark.parametrize("width", [80, 130])
def test_messages_stand_above_the_map_and_the_mouse_and_questions_go_by_it(width: int) -> None:
    game = FakeGame(pack=(ROCK,), lines=(line("It is dark."),))
    stack, console = stack_of(game, messages_stand="above"), new_console(width, 24)
    stack.draw(console)
    rows, layout = text_of(console).split("\n"), layout_for(console)
    assert (layout.log.y, layout.log.height, layout.map.y) == (1, 3, 4)
    assert "It is dark." in rows[1]
    assert "#.@.....+" in rows[4 + 3]
    before = console.rgb.copy()
    x, y = layout.cell_of((6, 3))
    press(stack, "t", "b")
    stack.draw(console)
    assert "never mind" in text_of(console).split("\n")[3]
    assert (console.rgb["ch"][5:, :80] == before["ch"][5:, :80]).all()
    press(stack, "escape")
    stack.click(x, y)
    assert game.performed == [Move(1, 0)]


def test_a_replay_tells_how_far_it_is_above_the_map_too() -> None:
    playback = FakePlayback(9, diverges_at=0)
    for stand, row in (("below", 23), ("above", 3)):
        stack = Stack.for_playback(playback, theme(messages_stand=stand))
        assert "Turn 0/9" in shown(stack)[row]
        assert stack.focus == stack.screens[-1].layout.cell_of((5, 3))


@pytest.mark.parametrize(
    ("row", "signed"),
    [
        ("#..g....+", "#..g!...+"),
        ("#..G....+", "#..G!!..+"),
        ("#..g+...+", "#.!g+...+"),
        ("#..G+...+", "#!!G+...+"),
        ("#+.G.+..+", "#+!G!+..+"),
        ("#.+G.+..+", "#.+G.+..+"),
        ("#..G.g..+", "#!!G.g!.+"),
        ("#..z....+", "#..z....+"),
    ],
)
@pytest.mark.parametrize("where", ["in words", "on the map"])
def test_peril_stands_beside_a_foe_on_the_map_where_there_is_room(
    row: str, signed: str, where: str
) -> None:
    perils = {"g": Peril.HARD, "G": Peril.DEADLY, "z": Peril.NONE}
    foes = [(x, one) for x, one in enumerate(row, 3) if one in perils]
    view = covered({(x, 2): tile(one) for x, one in enumerate(row, 3)})
    seen = tuple(
        Seen((x, 2), "a ghoul", one, "zombie", "hurt", peril=perils[one]) for x, one in foes
    )
    game = FakeGame(
        tiles=view.tiles,
        foes_seen=seen,
        foes=len(seen),
        stances=tuple((one.at, Stance.FOE) for one in seen),
    )
    stack, console = stack_of(game, peril_shown=where), new_console()
    stack.draw(console)
    assert shown(stack)[3][3:12] == (signed if where == "on the map" else row)
    if where == "on the map":
        behind = stack.theme.palette.stance(Stance.FOE).bg
        for x, (one, before) in enumerate(zip(signed, row, strict=True), 3):
            if one != before:
                assert tuple(console.rgb["bg"][3, x].tolist()) == behind


def test_over_a_page_a_question_stands_at_the_foot_wherever_messages_do() -> None:
    stack = stack_of(FakeGame(), messages_stand="above")
    press(stack, "=", "b")
    assert "Go back how many turns" in shown(stack)[-1]
    press(stack, "escape", "escape", "#")
    assert "never mind" in shown(stack)[3]


@pytest.mark.parametrize("keys", [(";",), ("_",), ("t", "b")])
@pytest.mark.parametrize("way", ["none", "told"])
def test_the_way_to_what_is_looked_at_is_told(keys: tuple[str, ...], way: str) -> None:
    stack = stack_of(FakeGame(pack=(ROCK,)), way_told=way)
    press(stack, *keys)
    while cursor_of(stack) != (5, 3):
        press(stack, "h")
    assert not any("tile" in row for row in shown(stack)[-3:-1])
    for key, told in (("u", "1 tile east and 1 north"), ("l", "2 tiles east and 1 north")):
        press(stack, key)
        assert any(told in row for row in shown(stack)) is (way == "told")


@pytest.mark.parametrize("reach", ["in words", "on the map"])
def test_what_is_out_of_reach_is_fainter_while_one_aims(reach: str) -> None:
    near = attrs.evolve(ROCK, aimed=(("throw", Aiming(Shape.TILE, 2)),))
    stack = stack_of(FakeGame(pack=(near, BLADE), foes_at=((9, 3),), foes=1), reach_shown=reach)
    faint = stack.theme.palette.faint.fg

    def are_faint() -> list[bool]:
        stack.draw(console := new_console())
        cells = layout_for(console).map.cells(console)
        return [tuple(cells["fg"][y, x].tolist()) == faint for x, y in spots]

    spots = (7, 3), (8, 3), (9, 2), (9, 3)  # where somebody stands

    assert not any(are_faint())
    press(stack, "t", "b", "j")
    assert are_faint() == [False, reach == "on the map", reach == "on the map", False]
    press(stack, "escape", "t", "a")  # which flies as far as one sees
    assert not any(are_faint())


@pytest.mark.parametrize(
    ("key", "glyph", "look", "intent"),
    [("c", "'", "door", Close(1, 0)), ("D", "^", "trap", Disarm(1, 0))],
)
def test_one_door_or_trap_is_meant_at_once_and_of_two_it_is_asked(
    key: str, glyph: str, look: str, intent: Intent
) -> None:
    there, thing = drawn_tile(glyph, look, True, "it"), Tile(glyph, "shard", True, "it", SHARD)
    one: dict[tuple[int, int], Tile] = {(6, 3): there, (4, 4): thing, (9, 3): there}
    for one_door, tiles, done in (
        ("at once", one, True),
        ("ask", one, False),
        ("at once", {**one, (4, 3): there}, False),
        ("at once", {}, False),
    ):
        game = FakeGame(tiles=covered(tiles).tiles)
        stack = stack_of(game, one_door=one_door)
        press(stack, key)
        assert game.performed == [intent] * done
        assert any("in which direction?" in row for row in shown(stack)) is not done
        press(stack, *"l" * (not done))
        assert game.performed == [intent]


@pytest.mark.parametrize(("step_time", "done"), [(0, [4, 4, 4, 4, 4]), (100, [1, 1, 2, 2, 3])])
def test_each_step_of_what_moves_on_is_shown_for_as_long_as_it_is_to(
    step_time: int, done: list[int]
) -> None:
    now = 0.0
    game = FakeGame()
    stack = Stack.for_game(game, theme(step_time=step_time), clock=lambda: now)
    press(stack, "#", "4", "enter")
    seen = list[int]()
    for _ in done:
        seen.append(len(game.performed))
        now += 0.05
        stack.tick()
    assert seen == done


def test_what_stops_it_is_told_at_once_and_a_key_stops_it_between_two_steps() -> None:
    now, game = 0.0, FakeGame(hp=29)
    stack = Stack.for_game(game, theme(step_time=1000), clock=lambda: now)
    stack.press("Z")
    game.changes |= {"foes_at": ((9, 3),), "foes": 1}
    now += 1
    stack.tick()
    assert len(game.performed) == 2
    assert any("comes into view" in row for row in shown(stack))
    assert not stack.ticks
    stack = Stack.for_game(FakeGame(hp=29), theme(step_time=1000), clock=lambda: now)
    stack.press("Z")
    stack.press("s")
    assert not stack.ticks
    assert any("You stop." in row for row in shown(stack))
