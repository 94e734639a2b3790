"""Choosing things: which is meant is asked, and a letter answers."""

from __future__ import annotations

import attrs
import pytest

from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.drawing.pictures.render import text_of
from bidden.intents import Drop, Eat, Move, PickUp, PutOn, Quaff, TakeOff
from bidden.view import Held
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import lines_of, playing, press, text

HEALTH = Held("a", "a potion of health", ("quaff", "drop"), "!", "potion", kind="potion")
RATION = Held("c", "a ration", ("eat", "drop"), "%", "food")
MAIL = Held("m", "a coat of mail", ("take off", "drop"), "[", "gear", worn=True)
SWORD = Held("s", "a sword", ("put on", "drop"), ")", "gear", kind="weapon")
ROCK = Held("q", "a rock", ("drop",), "*", "rock", kind="rock")


def holding(*pack: Held, underfoot: tuple[str, ...] = ()) -> FakeGame:
    """A game whose player holds things, and stands on others."""
    return FakeGame(pack=pack, underfoot=underfoot)


@pytest.mark.parametrize(
    ("keys", "intent"),
    [
        ("qa", Quaff("a")),
        ("ec", Eat("c")),
        ("da", Drop("a")),
        ("dq", Drop("q")),
        ("iaq", Quaff("a")),
        ("iad", Drop("a")),
        ("ice", Eat("c")),
        ("Ws", PutOn("s")),
        ("isW", PutOn("s")),
        ("Tm", TakeOff("m")),
    ],
)
def test_a_thing_is_chosen_by_its_letter(keys: str, intent: object) -> None:
    game = holding(HEALTH, MAIL, RATION, ROCK, SWORD)
    press(playing(game), *keys)
    assert game.performed == [intent]


def test_what_is_worn_is_marked() -> None:
    stack = playing(holding(MAIL, SWORD))
    press(stack, "i")
    assert "m [ a coat of mail (worn)" in text(stack)
    assert "s ) a sword (w" not in text(stack)


def test_what_is_in_hand_is_wielded_and_not_worn() -> None:
    stack = playing(holding(attrs.evolve(SWORD, worn=True, kind="weapon")))
    press(stack, "i")
    assert "s ) a sword (wielded)" in text(stack)


def test_only_what_can_be_quaffed_is_offered_for_it() -> None:
    game = holding(HEALTH, RATION, ROCK)
    stack = playing(game)
    press(stack, "q")
    assert "What will you quaff?" in text(stack)
    assert "a ! a potion of health" in text(stack)
    assert "a ration" not in text(stack)
    press(stack, "c", "q")
    assert game.performed == []
    assert "What will you quaff?" in text(stack)


@pytest.mark.parametrize("keys", ["q", "i", "d", "ia"])
@pytest.mark.parametrize("leave", ["escape", "space", "enter"])
def test_a_choice_can_be_left_without_an_intent(keys: str, leave: str) -> None:
    game = holding(HEALTH)
    stack = playing(game)
    before = lines_of(stack)
    press(stack, *keys, leave)
    assert lines_of(stack) == before
    press(stack, "l")
    assert game.performed == [Move(1, 0)]


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("q", "You hold nothing to quaff."),
        ("e", "You hold nothing to eat."),
        ("d", "You hold nothing."),
        ("W", "You hold nothing to put on or wield."),
        ("T", "You hold nothing to take off or put away."),
        ("i", "You hold nothing."),
    ],
)
def test_where_there_is_nothing_to_choose_it_says_so(key: str, said: str) -> None:
    game = holding()
    stack = playing(game)
    press(stack, key)
    assert said in text(stack)
    press(stack, "l")
    assert said not in text(stack)
    assert game.performed == [Move(1, 0)]


def test_what_there_is_to_tell_of_a_thing_stands_above_what_can_be_done_with_it() -> None:
    told = attrs.evolve(ROCK, about="Thrown, it adds 3 to half your attack.")
    stack = playing(holding(told))
    press(stack, "i", "q")
    assert lines_of(stack)[-2].strip() == told.about


def test_what_cannot_be_done_with_a_thing_is_not_offered() -> None:
    game = holding(ROCK)
    stack = playing(game)
    press(stack, "i", "q")
    assert lines_of(stack)[-1].startswith(" a rock  (d: drop, x: examine, Esc: never mind)")
    press(stack, "e")
    assert game.performed == []
    press(stack, "d")
    assert game.performed == [Drop("q")]


@pytest.mark.parametrize("underfoot", [(), ("a ration",)])
@pytest.mark.parametrize("key", ["g", ","])
def test_a_single_thing_is_taken_at_once(key: str, underfoot: tuple[str, ...]) -> None:
    game = holding(underfoot=underfoot)
    press(playing(game), key)
    assert game.performed == [PickUp(0)]  # the game says where there is none


def test_of_several_things_one_is_chosen_to_be_taken() -> None:
    game = holding(underfoot=("a ration", "a zombie corpse", "a rock"))
    stack = playing(game)
    press(stack, "g")
    assert "b   a zombie corpse" in text(stack)
    press(stack, "b")
    assert game.performed == [PickUp(1)]


def test_a_full_pack_fits_on_the_screen() -> None:
    pack = [Held(letter, f"a thing {letter}", (), "!", "x") for letter in map(chr, range(97, 123))]
    stack = playing(holding(*pack))
    press(stack, "i")
    rows = lines_of(stack)
    assert all(f"a thing {one.slot}" in "\n".join(rows) for one in pack)
    assert all(len(row) <= 80 for row in rows)
    assert len(rows) == 24


def test_a_long_name_stays_in_its_column() -> None:
    stack = playing(holding(*[Held(one, "x" * 99, (), "!", "x") for one in "abcdefghijklmnop"]))
    press(stack, "i")
    assert "x…" in text(stack)
    assert all(row.count("│") in (0, 2) for row in lines_of(stack))


LONG = "a coat of mail of the sentinel that was called Grandmother"


@pytest.mark.parametrize("count", [1, 13, 18])
def test_a_row_as_long_as_there_is_room_for_is_readable(count: int) -> None:
    pack = [Held(chr(97 + n), f"{LONG} {n}", (), "[", "gear", worn=True) for n in range(count)]
    stack = playing(holding(*pack))
    press(stack, "i")
    rows = lines_of(stack)
    assert all(any(f"{LONG} {n} (worn)" in row for row in rows) for n in range(count))
    assert all(len(row) <= 80 for row in rows)


def test_of_two_columns_the_one_with_the_longer_rows_is_wider() -> None:
    pack = [Held(chr(97 + n), "a rock", (), "*", "rock", kind="rock") for n in range(26)]
    pack[3] = Held("d", LONG[:46], (), "[", "gear", worn=True)
    stack = playing(holding(*pack))
    press(stack, "i")
    assert f"{LONG[:46]} (worn)" in text(stack)
    assert text(stack).count("a rock") == 25


def test_where_two_columns_cannot_hold_all_both_are_cut_and_none_is_lost() -> None:
    pack = [Held(chr(97 + n), f"{n} {LONG}", (), "[", "gear") for n in range(26)]
    stack = playing(holding(*pack))
    press(stack, "i")
    assert all(f"{n} a coat of mail of the" in text(stack) for n in range(26))
    assert all(len(row) <= 80 for row in lines_of(stack))


def test_things_of_several_kinds_stand_under_headings_by_name_and_keep_their_letters() -> None:
    elixir = Held("z", "an elixir", ("quaff", "drop"), "!", "potion", kind="potion", each="elixir")
    stack = playing(holding(SWORD, HEALTH, RATION, MAIL, ROCK, elixir))
    press(stack, "i")
    inside = [row.split("│")[1].strip() for row in lines_of(stack) if "│" in row]
    assert [row for row in inside if row] == [
        "You hold",
        "Worn and wielded",
        "m [ a coat of mail (worn)",
        "Weapons",
        "s ) a sword",
        "Missiles",
        "q * a rock",
        "Potions and flasks",
        "z ! an elixir",
        "a ! a potion of health",
        "Food",
        "c % a ration",
        "Esc: never mind   ?: examine",
    ]
    press(stack, "z", "q")


def test_things_of_one_kind_have_no_heading() -> None:
    stack = playing(holding(HEALTH))
    press(stack, "i")
    assert "Potions" not in text(stack)


@pytest.mark.parametrize("width", [80, 110, 200])
def test_what_is_told_beside_a_name_is_never_cut(width: int) -> None:
    pack = [Held(chr(97 + n), f"{n} {LONG}", (), "[", "gear", worn=True) for n in range(26)]
    stack = playing(holding(*pack))
    press(stack, "i")
    console = new_console(width, 24)
    stack.draw(console)
    shown = text_of(console)
    assert shown.count("(worn)") == 26
    assert (shown.count(f"{LONG} (worn)") == 26) == (width > 150)


def test_a_thing_is_chosen_by_a_click_and_a_right_click_goes_away() -> None:
    game = holding(HEALTH, attrs.evolve(HEALTH, slot="b", name="a potion of speed"), RATION)
    stack = playing(game)
    press(stack, "q")
    rows = lines_of(stack)
    y = next(y for y, row in enumerate(rows) if "speed" in row)
    stack.click(rows[y].index("speed"), 0)
    stack.click(2, y)
    assert game.performed == []
    stack.click(rows[y].index("speed"), y)
    assert game.performed == [Quaff("b")]
    press(stack, "q")
    stack.click(rows[y].index("speed"), y, right=True)
    assert len(stack.screens) == 1
    assert game.performed == [Quaff("b")]


HALBERD = Held(
    "h", "a halberd", ("throw", "drop"), ")", "gear", kind="weapon", barred="takes two sound hands"
)


def test_why_a_thing_cannot_be_wielded_stands_beside_it_and_it_can_be_tried() -> None:
    game = holding(HALBERD)
    stack = playing(game)
    press(stack, "W")
    assert "h ) a halberd (takes two sound hands)" in text(stack)
    press(stack, "h")
    assert game.performed == [PutOn("h")]
    press(stack, "i")
    assert "h ) a halberd (takes two sound hands)" in text(stack)
    press(stack, "h")
    assert "not to be wielded: it takes two sound hands" in " ".join(text(stack).split())
    press(stack, "W")
    assert game.performed == [PutOn("h")]


def keys(*levels: int) -> list[Held]:
    names = ("a brass key", "an iron key", "a bone key", "a glass key")
    return [
        Held(slot, name, ("throw", "drop"), "-", "key", opens_on=level)
        for slot, name, level in zip("kwxy", names, levels, strict=False)
    ]


def test_keys_of_other_levels_take_one_row_which_the_letter_of_each_unfolds() -> None:
    game = FakeGame(pack=(HEALTH, *keys(1, 2, 3)), level=3)
    stack = playing(game)
    press(stack, "i")
    shown = text(stack)
    assert "k - 2 keys of other levels" in shown
    assert "x - a bone key" in shown
    assert "a brass key" not in shown
    press(stack, "w")
    assert "Which key?" in text(stack)
    assert "k - a brass key" in text(stack)
    press(stack, "w", "d")
    assert game.performed == [Drop("w")]


def test_a_single_key_of_another_level_stands_for_itself() -> None:
    stack = playing(FakeGame(pack=(HEALTH, *keys(1, 3)), level=3))
    press(stack, "i")
    assert "k - a brass key" in text(stack)
    assert "of other levels" not in text(stack)
