"""Inscribing things, and what the keys heed of it: digits, questions, and what is fetched."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest

from bidden.content.datafiles import ContentError
from bidden.frontend.preferences.settings import settings_of
from bidden.frontend.running.stack import Stack
from bidden.frontend.theme import Theme, load_theme
from bidden.intents import Cast, Drop, Eat, Intent, Move, Name, PickUp, Quaff, Throw, Wait
from bidden.perception.cards.card import InPack
from bidden.view import Aiming, Castable, Held, Shape
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import lines_of, playing, press, text

HEALTH = Held("a", "a potion of health {@q1 !d}", ("quaff", "drop"), "!", "potion")
SLEEP = Held("b", "a potion of sleep {@q1 @*2}", ("quaff", "drop"), "!", "potion")
RATION = Held("c", "2 rations {!* for the way}", ("eat", "drop"), "%", "food")
SWORD = Held(
    *("s", 'a sword named "Biter" {!t}', ("throw", "drop"), ")", "gear"),
    each='sword named "Biter" {!t}',
    label="Biter {!t}",
    aimed=(("throw", Aiming(Shape.DIRECTION)),),
)
YEW = Held("y", "a yew wand {!d}", ("drop",), "-", "gear")


def holding(**changes: Any) -> FakeGame:
    return FakeGame(pack=(HEALTH, SLEEP, RATION, SWORD, YEW), longest_inscription=40, **changes)


@pytest.mark.parametrize(
    ("keys", "intent"),
    [
        ("q1", Quaff("a")),
        ("q2", Quaff("b")),
        ("d2", Drop("b")),
        ("i2q", Quaff("b")),
        ("qb", Quaff("b")),
    ],
)
def test_a_digit_chooses_what_is_inscribed_with_it(keys: str, intent: Intent) -> None:
    game = holding()
    press(playing(game), *keys)
    assert game.performed == [intent]


def test_a_digit_of_another_verb_chooses_nothing_and_one_is_examined_by_it_too() -> None:
    game = holding()
    stack = playing(game)
    press(stack, "d", "1")
    assert "What will you drop?" in text(stack)
    press(stack, "x", "2")
    assert game.examined == [InPack("b")]
    assert game.performed == []


def test_of_several_things_that_lie_here_a_digit_takes_one() -> None:
    game = holding(underfoot=("a rock", "a rock {@g3}"))
    press(playing(game), "g", "3")
    assert game.performed == [PickUp(1)]


@pytest.mark.parametrize(
    ("keys", "intent", "asked"),
    [
        ("da", Drop("a"), "Drop a potion of health?"),
        ("d2", Drop("b"), ""),
        ("iad", Drop("a"), "Drop a potion of health?"),
        ("ec", Eat("c"), "Eat 2 rations?"),
        ("dc", Drop("c"), "Drop 2 rations?"),
        ("qa", Quaff("a"), ""),
    ],
)
def test_what_is_inscribed_so_is_asked_about_first(keys: str, intent: Intent, asked: str) -> None:
    game = holding()
    stack = playing(game)
    if asked:
        press(stack, *keys, "n")
        assert game.performed == []
        press(stack, *keys)
        assert asked in text(stack)
        press(stack, "y")
    else:
        press(stack, *keys)
    assert game.performed == [intent]


def test_the_question_comes_before_the_aim_and_says_what_is_inscribed() -> None:
    game = holding()
    stack = playing(game)
    press(stack, "t", "s")
    assert 'Throw a sword named "Biter"?' in text(stack)
    assert "It is inscribed {!t}." in text(stack)
    press(stack, "y", "enter")
    assert game.performed == [Throw("s", 8, 3)]


def test_the_letter_that_chose_a_thing_says_no_yes_to_it() -> None:
    game = holding()
    stack = playing(game)
    press(stack, "d", "y", "y")
    assert game.performed == []
    press(stack, "enter")
    assert game.performed == [Drop("y")]


def test_the_same_again_is_asked_about_as_well() -> None:
    game = holding()
    stack = playing(game)
    press(stack, "e", "c", "y", "`")
    assert "Eat 2 rations?" in text(stack)
    press(stack, "n")
    assert game.performed == [Eat("c")]
    press(stack, "`", "y")
    assert game.performed == [Eat("c")] * 2


def test_a_verb_goes_by_the_keys_that_the_player_gave_it(tmp_path: Path) -> None:
    path = tmp_path / "options.toml"
    path.write_text('[keys.play]\nquaff = ["v"]\n')
    other = attrs.evolve(SLEEP, slot="e", name="a potion of speed {@v1}")
    game = FakeGame(pack=(HEALTH, other))
    press(Stack.for_game(game, load_theme(path)), "v", "1")
    assert game.performed == [Quaff("e")]


def test_a_long_question_stays_on_the_screen() -> None:
    long = attrs.evolve(YEW, name=f"a {'long ' * 20}wand {{!d {'x' * 37}}}")
    stack = playing(FakeGame(pack=(long,)))
    press(stack, "d", "y")
    assert "Drop a long long" in text(stack)
    assert all(len(row) <= 80 for row in lines_of(stack))
    assert sum(row.count("│") for row in lines_of(stack)) == 2 * 6  # its question has two rows


def test_an_inscription_is_typed_over_the_one_there_is_and_the_name_stays() -> None:
    game = holding()
    stack = playing(game)
    press(stack, "{", "s")
    assert lines_of(stack)[-1].startswith(" Inscribe what? !t_ ")
    press(stack, *"{}", "space", *"=g", "space", "enter")
    assert game.performed == [Name("s", "Biter {!t =g}")]


def test_an_inscription_is_taken_away_by_an_empty_one() -> None:
    game = holding()
    press(playing(game), "{", "s", "backspace", "backspace", "enter")
    assert game.performed == [Name("s", "Biter")]


def test_an_inscription_is_as_long_as_the_view_lets_it_be_and_can_be_left() -> None:
    game = holding()
    stack = playing(game)
    press(stack, "{", "c", *"x" * 50, "enter")
    assert game.performed == [Name("c", f"{{{'x' * 40}}}")]
    press(stack, "{", "c", "x", "escape")
    assert len(game.performed) == 1


def test_another_name_leaves_the_inscription() -> None:
    game = holding()
    press(playing(game), "N", "s", *"Old", "enter")
    assert game.performed == [Name("s", "Old {!t}")]


def test_who_holds_nothing_is_told_so() -> None:
    stack = playing(FakeGame())
    press(stack, "{")
    assert "You hold nothing." in text(stack)


def test_what_was_thrown_is_taken_up_by_itself_as_one_comes_to_it() -> None:
    game = holding()
    stack = playing(game)
    press(stack, "t", "s", "y", "enter")
    game.changes |= {"underfoot": ('a sword named "Biter" {!t}',), "kinds_underfoot": ("weapon",)}
    press(stack, "l")
    assert game.performed[1:] == [Move(1, 0), PickUp(0)]


def test_what_lies_there_of_its_kind_and_was_not_thrown_is_left() -> None:
    game = holding(underfoot=(), kinds_underfoot=())
    stack = playing(game)
    game.changes |= {"underfoot": ("a sword",), "kinds_underfoot": ("weapon",)}
    press(stack, "l")
    assert game.performed == [Move(1, 0)]


BLADE = Held("a", "a sword", ("wield",), ")", "gear")
DARTS = Held("b", "3 darts", ("throw",), "*", "gear", stacks=True)


class Keeping(FakeGame):
    """Writes on things what it is told to."""

    def perform(self, intent: Intent) -> None:
        super().perform(intent)
        if isinstance(intent, Name):
            pack = self.changes["pack"]
            self.changes["pack"] = tuple(
                attrs.evolve(one, label=intent.name) if one.slot == intent.slot else one
                for one in pack
            )


def test_what_comes_into_the_pack_is_inscribed_once_by_the_first_pattern(tmp_path: Path) -> None:
    path = tmp_path / "options.toml"
    path.write_text('[inscribe]\n"^a sw" = "@w1"\n"sword" = "no"\n"dart" = "=g"\n')
    wielded = attrs.evolve(DARTS, slot="c", stacks=False, count=3, worn=True)
    game = Keeping(pack=(DARTS, wielded))
    stack = Stack.for_game(game, load_theme(path))
    press(stack, ".")
    assert game.performed == [Wait()]
    game.changes["pack"] = (attrs.evolve(BLADE, label="Biter"), DARTS)
    press(stack, ".")
    assert game.performed[2:] == [Name("a", "Biter {@w1}")]
    game.perform(Name("a", ""))
    press(stack, ".", "`")  # it stays away, and is nothing that is done again
    assert game.performed[4:] == [Wait(), Wait()]
    game.changes["pack"] = ()
    press(stack, ".")
    game.changes["pack"] = (attrs.evolve(BLADE, label="{mine}"),)
    press(stack, ".")
    assert game.performed[6:] == [Wait(), Wait()]


def test_what_was_inscribed_is_left_without_it_by_patterns_of_whole_names_too(
    tmp_path: Path,
) -> None:
    path = tmp_path / "options.toml"
    path.write_text('[inscribe]\n"^a sword$" = "@w1"\n')
    game = Keeping(pack=(attrs.evolve(BLADE, name="a sword {@w1}", label="{@w1}"),))
    stack = Stack.for_game(game, load_theme(path))
    game.changes["pack"] = (BLADE,)
    press(stack, ".")
    assert game.performed == [Wait()]


MENDING = Held(
    *("m", "3 potions of mending", ("quaff", "drop"), "!", "potion"),
    each="potion of mending",
    count=3,
    stacks=True,
)
SPELLS = (Castable("minor heal", 4), Castable("blink", 6))
SHORTCUTS = """
    [shortcuts]
    "^a potion of mending" = "@q1 @i3"
    "^a potion of" = "@q2 !d @g4"
    "blink" = "@z1"
    "heal" = "!z"
"""


@pytest.fixture
def theme(tmp_path: Path) -> Theme:
    path = tmp_path / "options.toml"
    path.write_text(SHORTCUTS)
    return load_theme(path)


@pytest.mark.parametrize(
    ("keys", "done"),
    [
        ("q1", [Quaff("b")]),
        ("i3q", [Quaff("m")]),
        ("q2", [Quaff("a")]),
        ("z1", [Cast("blink")]),
        ("ds", [Drop("s")]),
        ("g4", [PickUp(1)]),
    ],
)
def test_a_shortcut_chooses_stacks_and_spells_and_writes_nothing(
    keys: str, done: list[Intent], theme: Theme
) -> None:
    pack = (attrs.evolve(SLEEP, slot="b", name="a potion of sleep {@q1}"), MENDING, SWORD)
    fear = attrs.evolve(SLEEP, slot="a", name="a potion of fear")
    game = FakeGame(pack=(*pack, fear), spells=SPELLS, underfoot=("a rock", "a potion of fear"))
    press(Stack.for_game(game, theme), *keys)
    assert game.performed == done


@pytest.mark.parametrize(
    ("keys", "done", "told"),
    [
        ("dm", Drop("m"), ("Drop 3 potions of mending?", "Your shortcuts say @q2 !d @g4 of it.")),
        ("za", Cast("minor heal"), ("Cast minor heal?", "Your shortcuts say !z of it.")),
    ],
)
def test_a_shortcut_has_a_use_asked_about_and_the_same_again_too(
    keys: str, done: Intent, told: tuple[str, str], theme: Theme
) -> None:
    game = FakeGame(pack=(MENDING,), spells=SPELLS)
    stack = Stack.for_game(game, theme)
    for again, count in ((keys, 1), ("`", 2)):
        press(stack, *again)
        assert all(one in text(stack) for one in told)
        press(stack, "n")
        press(stack, *again, "y")
        assert game.performed == [done] * count


def test_a_spell_of_a_book_goes_by_the_keys_of_casting(theme: Theme) -> None:
    book = Held("p", "a blue primer", ("read",), "=", "book", spells=("blink",))
    game = FakeGame(pack=(book,), spells=SPELLS)
    press(Stack.for_game(game, theme), "r", "p", "1")
    assert game.performed == [Cast("blink")]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('"/[/" = "!d"', "shortcuts./[/: is no pattern: it is a regular expression"),
        ('"potion" = "=g"', "shortcuts.potion: '=g' is no shortcut: that is @ or ! and the key"),
        ('"potion" = 3', "shortcuts.potion: Expected `str`, got `int`"),
    ],
)
def test_what_is_no_shortcut_is_told_of(line: str, told: str) -> None:
    with pytest.raises(ContentError) as refused:
        settings_of(f"[shortcuts]\n{line}\n", "options.toml")
    assert told in str(refused.value)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('"/[/" = "x"', "inscribe./[/: is no pattern: it is a regular expression"),
        ('"sword" = "a}"', "inscribe.sword: 'a}' is no inscription: up to 40 characters"),
        ('"sword" = ""', "inscribe.sword: '' is no inscription"),
        (f'"sword" = "{"x" * 41}"', "is no inscription"),
    ],
)
def test_what_is_no_inscription_is_told_of(line: str, told: str) -> None:
    with pytest.raises(ContentError) as refused:
        settings_of(f"[inscribe]\n{line}\n", "options.toml")
    assert told in str(refused.value)
