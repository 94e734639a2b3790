"""Hints of a first run appear once each, at the right time, and the settings file records them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest

from bidden.frontend.input.keymap import load_keymap
from bidden.frontend.screens.hints import next_hint
from bidden.frontend.theme import load_theme
from bidden.shown.bonds import Bond
from bidden.view import CarriedBoon, Held, Peril, Stance
from tests.frontend.fakes import FakeGame, a_view
from tests.frontend.screen import press, stack_for, text

FOE = (((7, 3), Stance.FOE),)
BOON = CarriedBoon("strike", "", "strike", 3, "Attacks twice.")
LOST = Peril.DEADLY
MILKY = Held("a", "a milky potion", ("quaff",), "!", "potion", known=False)


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({}, "explore"),
        ({"stances": FOE, "foes_at": ((7, 3),)}, "fight"),
        ({"stances": FOE, "foes_at": ((7, 3),), "boons": (BOON,), "peril": LOST}, "escape"),
        ({"hp": 5}, "rest"),
        ({"hp": 5, "comes_back": (0, 0)}, "explore"),
        ({"pack": (MILKY,)}, "use"),
    ],
)
def test_hint_matches_the_situation_and_fits_on_one_line(
    changes: dict[str, Any], name: str
) -> None:
    hint = next_hint(a_view(levels=4, **changes), (), load_keymap())
    assert hint is not None
    assert hint[0] == name
    assert len(hint[1]) < 80
    assert "{" not in hint[1]
    after = next_hint(a_view(levels=4, **changes), (name,), load_keymap())
    assert after is None or after[0] != name


def test_hint_stays_among_the_messages_and_never_comes_again(tmp_path: Path) -> None:
    path = tmp_path / "options.toml"
    path.write_text("# mine\nmouse = 'off'\n")
    stack = stack_for(FakeGame(levels=4), load_theme(path))
    assert "o explores" in text(stack)
    press(stack, "l", "m")
    assert text(stack).count("o explores") == 1
    again = stack_for(FakeGame(levels=4), load_theme(path))
    assert "o explores" not in text(again)
    assert path.read_text().startswith("# mine\nmouse = 'off'\nhints_shown = [\"explore\"]")


def test_hint_is_shown_once_even_if_it_cannot_be_remembered(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("no folder")
    stack = stack_for(FakeGame(levels=4), load_theme())
    theme = attrs.evolve(stack.theme, path=tmp_path / "config" / "options.toml")
    stack.screens[0].theme = theme
    for _ in range(2):
        press(stack, ".")
        assert text(stack).count("o explores") == 1


def test_all_hints_are_shown_once_each() -> None:
    keymap, seen = load_keymap(), list[str]()
    view = a_view(levels=4, stances=FOE, boons=(BOON,), hp=5, pack=(MILKY,), peril=LOST)
    for one in (view, a_view(levels=4, hp=5, pack=(MILKY,))):
        while (hint := next_hint(one, seen, keymap)) is not None:
            seen.append(hint[0])
    assert sorted(seen) == ["escape", "explore", "fight", "rest", "use"]


def told(seen: tuple[str, ...] = (), **changes: Any) -> str:
    hint = next_hint(a_view(levels=4, **changes), seen, load_keymap())
    return "" if hint is None else hint[1]


def test_hint_about_a_lost_fight_follows_its_forecast_and_names_what_is_there() -> None:
    fight: dict[str, Any] = {"stances": FOE, "foes_at": ((7, 3),), "peril": LOST}
    spent = attrs.evolve(BOON, uses=0)
    assert "x uses a boon." in told(**fight, boons=(BOON,))
    assert told(**fight, boons=(spent,), pack=(MILKY,)).endswith(": q quaffs a potion.")
    assert "may lose" not in told(**fight, boons=(spent,))
    assert "may lose" not in told(**{**fight, "peril": Peril.HARD}, boons=(BOON,), hp=5)


def test_hint_about_resting_names_the_term_only_while_one_runs() -> None:
    assert told(hp=5) == "Z rests until you are healed."
    bond = Bond("Ashur", "hunt", "hunt", "below", 90, False, 4, 100, 2)
    assert told(hp=5, bond=bond) == "Z rests until you are healed, but your term keeps running."
