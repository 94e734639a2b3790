"""Inscriptions and shortcuts: digits, questions first, and what is taken up again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.content.datafiles import ContentError
from bidden.frontend.preferences.settings import settings_of
from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.prompts.forms.confirm import Confirm
from bidden.frontend.theme import Theme, load_theme
from bidden.intents import Cast, Drop, Eat, Intent, Name, PickUp, Quaff, Wait
from bidden.view import Aiming, Castable, Held, Shape
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import boxed, playing, press, top

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


def with_settings(game: FakeGame, folder: Path, settings: str) -> Stack:
    path = folder / "options.toml"
    path.write_text(settings)
    return Stack.for_game(game, load_theme(path))


@pytest.mark.parametrize(
    ("keys", "intent"), [("da", Drop("a")), ("iad", Drop("a")), ("ec", Eat("c")), ("dc", Drop("c"))]
)
def test_inscription_asks_before_a_use(keys: str, intent: Intent) -> None:
    game = holding()
    stack = playing(game)
    press(stack, *keys, "n")
    assert game.performed == []
    press(stack, *keys)
    assert isinstance(top(stack), Confirm)
    press(stack, "y")
    assert game.performed == [intent]


@pytest.mark.parametrize(
    ("keys", "name"),
    [
        (("{", "s", *"{}", "space", *"=g", "space", "enter"), Name("s", "Biter {!t =g}")),
        (("{", "s", "backspace", "backspace", "enter"), Name("s", "Biter")),
        (("{", "c", *"x" * 50, "enter"), Name("c", f"{{{'x' * 40}}}")),
        (("N", "s", *"Old", "enter"), Name("s", "Old {!t}")),
    ],
    ids=["more", "none", "too long", "another name"],
)
def test_inscription_is_typed_and_the_name_kept(keys: tuple[str, ...], name: Name) -> None:
    game = holding()
    stack = playing(game)
    press(stack, *keys)
    assert game.performed == [name]
    press(stack, "{", "c", "x", "escape")
    assert len(game.performed) == 1


BLADE = Held("a", "a sword", ("wield",), ")", "gear")
DARTS = Held("b", "3 darts", ("throw",), "*", "gear", stacks=True)


class Keeping(FakeGame):
    """Writes on things what it is told to."""

    def perform(self, intent: Intent) -> None:
        super().perform(intent)
        if isinstance(intent, Name):
            self.changes["pack"] = tuple(
                attrs.evolve(one, label=intent.name) if one.slot == intent.slot else one
                for one in self.changes["pack"]
            )


def test_new_thing_is_inscribed_once_by_the_first_pattern(tmp_path: Path) -> None:
    settings = '[inscribe]\n"a sw" = "@w1"\n"sword" = "no"\n"dart" = "=g"\n'
    wielded = attrs.evolve(DARTS, slot="c", stacks=False, count=3, worn=True)
    game = Keeping(pack=(DARTS, wielded))
    stack = with_settings(game, tmp_path, settings)
    press(stack, ".")
    assert game.performed == [Wait()]  # stacks are left alone
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


MENDING = Held(
    *("m", "3 potions of mending", ("quaff", "drop"), "!", "potion"),
    each="potion of mending",
    count=3,
    stacks=True,
)
SPELLS = (Castable("minor heal", 4), Castable("blink", 6))
SHORTCUTS = """
    [shortcuts]
    "a potion of mending" = "@q1 @i3"
    "a potion of" = "@q2 !d @g4"
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
        ("q1", Quaff("b")),
        ("i3q", Quaff("m")),
        ("q2", Quaff("a")),
        ("z1", Cast("blink")),
        ("rp1", Cast("blink")),
        ("ds", Drop("s")),
        ("g4", PickUp(1)),
    ],
)
def test_shortcut_chooses_stacks_and_spells_and_writes_nothing(
    keys: str, done: Intent, theme: Theme
) -> None:
    sleep = attrs.evolve(SLEEP, slot="b", name="a potion of sleep {@q1}")
    fear = attrs.evolve(SLEEP, slot="a", name="a potion of fear")
    book = Held("p", "a blue primer", ("read",), "=", "book", spells=("blink",))
    underfoot = ("a rock", "a potion of fear")
    game = FakeGame(pack=(sleep, MENDING, SWORD, fear, book), spells=SPELLS, underfoot=underfoot)
    press(Stack.for_game(game, theme), *keys)
    assert game.performed == [done]


@pytest.mark.parametrize(("keys", "done"), [("dm", Drop("m")), ("za", Cast("minor heal"))])
def test_shortcut_asks_before_a_use_and_before_the_same_again(
    keys: str, done: Intent, theme: Theme, snapshot: SnapshotAssertion
) -> None:
    game = FakeGame(pack=(MENDING,), spells=SPELLS)
    stack = Stack.for_game(game, theme)
    for again, count in ((keys, 1), ("`", 2)):
        press(stack, *again)
        assert boxed(stack) == snapshot(name="question")
        press(stack, "n")
        press(stack, *again, "y")
        assert game.performed == [done] * count


@pytest.mark.parametrize(
    ("table", "line", "key"),
    [
        ("shortcuts", '"/[/" = "!d"', "./[/"),
        ("shortcuts", '"potion" = "=g"', ".potion"),
        ("shortcuts", '"potion" = 3', ".potion"),
        ("inscribe", '"/[/" = "x"', "./[/"),
        ("inscribe", '"sword" = "a}"', ".sword"),
        ("inscribe", '"sword" = ""', ".sword"),
        ("inscribe", f'"sword" = "{"x" * 41}"', ".sword"),
    ],
)
def test_invalid_shortcut_or_inscription_is_refused(
    table: str, line: str, key: str, snapshot: SnapshotAssertion
) -> None:
    with pytest.raises(ContentError) as refused:
        settings_of(f"[{table}]\n{line}\n", "options.toml")
    assert refused.value.key == table + key
    assert refused.value.reason == snapshot
