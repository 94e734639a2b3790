"""Choosing things: the game asks which thing to use, and a letter answers."""

from __future__ import annotations

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.frontend.drawing.colours.palette import load_palette
from bidden.intents import Drop, Eat, Move, PickUp, PutOn, Quaff, TakeOff
from bidden.perception.cards.card import Card, CardLine, InPack
from bidden.view import Held
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import (
    boxed,
    drawn,
    ink,
    is_playing,
    lines_of,
    place_of,
    playing,
    press,
    said,
    text,
)

HEALTH = Held("a", "a potion of health", ("quaff", "drop"), "!", "potion", kind="potion")
RED = Held("b", "a red potion", ("quaff",), "!", "potion", kind="potion")
RATION = Held("c", "a ration", ("eat", "drop"), "%", "food")
MAIL = Held("m", "a coat of mail", ("take off", "drop"), "[", "gear", worn=True)
SWORD = Held("s", "a sword", ("put on", "drop"), ")", "gear", kind="weapon")
ROCK = Held("q", "a rock", ("drop",), "*", "rock", kind="rock")


def holding(*pack: Held, underfoot: tuple[str, ...] = ()) -> FakeGame:
    """Return a game whose player holds things, and stands on others."""
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
def test_thing_is_chosen_by_its_letter(keys: str, intent: object) -> None:
    game = holding(HEALTH, MAIL, RATION, ROCK, SWORD)
    press(playing(game), *keys)
    assert game.performed == [intent]


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("r", "You have nothing to read. Press g to pick up a scroll of fireball."),
        (
            "q",
            "You have nothing to quaff. Press g to pick up a potion of health and 2 red potions.",
        ),
        ("e", "You have nothing to eat."),
    ],
)
def test_message_for_a_missing_item_names_such_items_on_the_floor(key: str, told: str) -> None:
    things = {
        "a scroll of fireball": "scroll",
        "a potion of health": "potion",
        "2 red potions": "potion",
    }
    stack = playing(FakeGame(underfoot=(*things,), kinds_underfoot=(*things.values(),)))
    press(stack, key)
    assert said(stack) == told


@pytest.mark.parametrize(
    ("keys", "listed"),
    [
        ("d", ["Shift+letter", "Enter"]),
        ("W", ["W"]),
        ("ia", ["q", "d"]),
        (";", ["Shift+Left …"]),
        ("_", ["Shift+Left …"]),
    ],
)
def test_help_of_a_list_includes_the_keys_specific_to_that_list(
    keys: str, listed: list[str]
) -> None:
    sword, worse = (
        attrs.evolve(SWORD, adds=(3, 0, 0), worth=3),
        Held("b", "a stone", ("throw",), "*", "rock"),
    )
    game = FakeGame(pack=(HEALTH, sword, worse))
    stack = playing(game)
    press(stack, *keys, "?")
    rows = [row.strip() for row in lines_of(stack)]
    assert all(any(row.startswith(f"{key}  ") for row in rows) for key in listed)


def test_item_with_a_name_of_its_own_is_coloured() -> None:
    named = attrs.evolve(SWORD, name='a sword named "Wolfkin"')
    palette = load_palette()
    for one, colour in ((named, palette.tone("news").fg), (SWORD, palette.box.fg)):
        stack = playing(holding(one))
        press(stack, "i")
        console = drawn(stack)
        assert ink(console, *place_of(console, "a sword")) == colour


@pytest.mark.parametrize("keys", ["q", "i", "d", "ia"])
@pytest.mark.parametrize("leave", ["escape", "space"])
def test_leaving_a_choice_performs_no_intent(keys: str, leave: str) -> None:
    game = holding(HEALTH)
    stack = playing(game)
    before = lines_of(stack)
    press(stack, *keys, leave)
    assert lines_of(stack) == before
    press(stack, "l")
    assert game.performed == [Move(1, 0)]


@pytest.mark.parametrize(("others", "told"), [((), "a"), ((RED,), "a–b")])
@pytest.mark.parametrize("key", ["enter", "z"])
def test_key_that_chooses_nothing_says_which_letters_do(
    others: tuple[Held, ...], told: str, key: str
) -> None:
    stack = playing(game := holding(HEALTH, *others))
    press(stack, "q", key)
    assert boxed(stack)[0] == f"Press a letter: {told}."
    press(stack, "a")
    assert game.performed == [Quaff("a")]


def test_enter_examines_an_item_whose_uses_are_asked_for() -> None:
    game = holding(HEALTH)
    game.cards[InPack("a")] = Card("a potion of health", lines=(CardLine("Heals 15 HP."),))
    stack = playing(game)
    press(stack, "i", "a", "enter")
    assert "Heals 15 HP." in text(stack)
    assert game.performed == []


@pytest.mark.parametrize("key", "qedWTi{")
def test_empty_pack_offers_nothing(key: str, snapshot: SnapshotAssertion) -> None:
    game = holding()
    stack = playing(game)
    press(stack, key)
    told = said(stack)
    assert told == snapshot
    press(stack, "l")
    assert told not in said(stack)
    assert game.performed == [Move(1, 0)]


def test_description_of_a_thing_stands_above_its_uses(snapshot: SnapshotAssertion) -> None:
    game = holding(attrs.evolve(ROCK, about="Thrown, it adds 3 to half your attack."))
    stack = playing(game)
    press(stack, "i", "q")
    assert lines_of(stack)[-2:] == snapshot
    press(stack, "e")  # a rock cannot be eaten
    assert game.performed == []
    press(stack, "d")
    assert game.performed == [Drop("q")]


def test_player_chooses_which_of_several_items_to_pick_up() -> None:
    game = holding(underfoot=("a ration", "a zombie corpse", "a rock"))
    stack = playing(game)
    press(stack, "g")
    assert "b   a zombie corpse" in boxed(stack)
    press(stack, "b")
    assert game.performed == [PickUp(1)]


LONG = "a coat of mail of the sentinel that was called Grandmother"


@pytest.mark.parametrize("width", [80, 110, 200])
@pytest.mark.parametrize("count", [1, 13, 18, 26])
def test_long_item_names_are_shown_in_full_over_several_pages(width: int, count: int) -> None:
    uses = ("drop",)
    pack = [Held(chr(97 + n), f"{n} {LONG}", uses, "[", "gear", worn=True) for n in range(count)]
    stack = playing(game := holding(*pack))
    press(stack, "d")
    pages, is_long = set[str](), count == 26 and width < 200
    for _ in range(6):
        rows = lines_of(stack, width, 24)
        assert all(len(row) <= width and row.count("│") in (0, 2) for row in rows)
        assert len(rows) == 24
        assert ("PgDn: more" in "".join(rows)) is is_long
        pages.add("\n".join(rows))
        press(stack, "page_down")
    there = lines_of(stack, width, 24)
    press(stack, "page_down", "page_up")
    assert lines_of(stack, width, 24) == there
    shown = "\n".join(sorted(pages))
    assert all(f" {n} {LONG[:20]}" in shown for n in range(count))
    press(stack, "?")
    listed = any(row.strip().startswith("PgUp PgDn  ") for row in lines_of(stack, width, 24))
    assert listed is is_long
    press(stack, "?")
    assert "…" not in shown
    press(stack, pack[-1].slot)
    assert game.performed == [Drop(pack[-1].slot)]


def test_long_entries_go_on_in_the_next_row_of_their_column() -> None:
    sling = Held("b", 'a sling named "Ravenmark"', (), ")", "gear", kind="weapon", two_handed=True)
    key = Held("k", "a silver key", (), "-", "key", opens_on=3)
    others = [Held(chr(100 + n), f"{n} ink-black potion", (), "!", "potion") for n in range(7)]
    more = [Held(chr(108 + n), f"{n} potion of combat mastery", (), "!", "") for n in range(13)]
    stack = playing(holding(attrs.evolve(sling, adds=(-3, 0, 9)), key, *others, *more))
    press(stack, "i")
    rows = lines_of(stack, 80, 24)
    shown = "\n".join(rows)
    assert "…" not in shown
    assert 'b ) a sling named "Ravenmark" (–3' in shown
    assert "k - a silver key (opens locks on" in shown
    assert all(part in shown for part in ("missile damage,", "two-handed)", "level 3)"))


def test_comparison_is_cut_before_the_name() -> None:
    bow = Held("c", "a short bow named Kin", (), ")", "gear", kind="weapon", adds=(-6, 0, 5))
    others = [Held(chr(100 + n), f"{n} thin robes", (), "[", "gear") for n in range(22)]
    stack = playing(holding(bow, *others))
    press(stack, "i")
    rows = lines_of(stack, 80, 24)
    assert any(bow.name in row for row in rows)


def test_thing_is_chosen_by_a_click_and_a_right_click_goes_back() -> None:
    game = holding(HEALTH, attrs.evolve(HEALTH, slot="b", name="a potion of speed"), RATION)
    stack = playing(game)
    press(stack, "q")
    x, y = place_of(drawn(stack), "speed")
    stack.click(x, 0)
    stack.click(2, y)
    assert game.performed == []
    stack.click(x, y)
    assert game.performed == [Quaff("b")]
    press(stack, "q")
    stack.click(x, y, right=True)
    assert is_playing(stack)
    assert game.performed == [Quaff("b")]


def test_unusable_item_shows_the_reason_and_can_still_be_chosen(
    snapshot: SnapshotAssertion,
) -> None:
    halberd = Held("h", "a halberd", ("throw", "drop"), ")", "gear", kind="weapon", barred="is big")
    game = holding(halberd)
    stack = playing(game)
    press(stack, "W")
    assert "h ) a halberd (is big)" in boxed(stack)
    press(stack, "h")
    assert game.performed == [PutOn("h")]
    press(stack, "i", "h")
    assert lines_of(stack)[-1] == snapshot
    press(stack, "W")
    assert game.performed == [PutOn("h")]


def keys(*levels: int) -> list[Held]:
    names = ("a brass key", "an iron key", "a bone key", "a glass key")
    return [
        Held(slot, name, ("throw", "drop"), "-", "key", opens_on=level)
        for slot, name, level in zip("kwxy", names, levels, strict=False)
    ]


def test_keys_of_other_levels_are_folded_and_unfold_by_the_letter_of_each(
    snapshot: SnapshotAssertion,
) -> None:
    game = FakeGame(pack=(HEALTH, *keys(1, 2, 3)), level=3)
    stack = playing(game)
    press(stack, "i")
    assert boxed(stack) == snapshot
    press(stack, "w")
    assert "k - a brass key (opens locks on level 1)" in boxed(stack)
    press(stack, "w", "d")
    assert game.performed == [Drop("w")]
