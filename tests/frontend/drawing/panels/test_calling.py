"""A fight uses a creature's long name once, and then a unique short name."""

from __future__ import annotations

import pytest

from bidden.frontend.drawing.panels.calling import called_shortly, fitting_name, short_name
from bidden.view import Line, Seen
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import playing, press, side_of, text

URGAL = "Urgal the Twice-buried, skeleton champion"
OTHER = "Urgal the Lame, troll champion"
ASH = "Ash, Voice of the Ninth Landing"


@pytest.mark.parametrize(
    ("name", "known", "short"),
    [
        (URGAL, (URGAL, ASH), "Urgal"),
        (ASH, (URGAL, ASH), "Ash"),
        (URGAL, (URGAL, OTHER), "Urgal the Twice-buried"),
        (OTHER, (URGAL, OTHER, "Urgal the Lame, bat champion"), OTHER),
        (ASH, (ASH, "Ashley the Bright, bat champion"), "Ash"),
    ],
)
def test_short_name_is_unique_among_known_names(
    name: str, known: tuple[str, ...], short: str
) -> None:
    assert short_name(name, known) == short


def blow(turn: int, words: str) -> Line:
    return Line(words, "harm", turn, turn)


def test_first_line_of_a_fight_has_the_whole_name() -> None:
    lines = tuple(blow(turn, f"{URGAL} hits you for {turn}.") for turn in (1, 2, 51, 110, 111))
    called = [line.text.partition(" hits")[0] for line in called_shortly(lines, [URGAL])]
    assert called == [URGAL, "Urgal", "Urgal", URGAL, "Urgal"]
    assert called_shortly(lines, ()) == called_shortly(lines, [OTHER]) == lines


@pytest.mark.parametrize(
    ("name", "room", "stands"),
    [
        (URGAL, 41, URGAL),
        (URGAL, 40, "Urgal, skeleton champion"),
        (f"{URGAL}, asleep", 41, "Urgal, skeleton champion, asleep"),
        ("a skeleton, asleep", 5, "a skeleton, asleep"),
    ],
)
def test_champion_name_that_does_not_fit_is_cut_to_given_name_and_kind(
    name: str, room: int, stands: str
) -> None:
    (foe,) = champions(name)
    assert fitting_name(foe, (URGAL,), room) == stands


def champions(*names: str) -> tuple[Seen, ...]:
    return tuple(Seen((6 + n, 3), name, "s", "zombie", "hurt") for n, name in enumerate(names))


def test_possessive_form_of_a_long_name_is_shortened_too() -> None:
    lines = (blow(1, f"{URGAL}, hits you."), blow(2, "Urgal the Twice-buried's ward falls."))
    texts = [line.text for line in called_shortly(lines, {URGAL})]
    assert texts == [f"{URGAL}, hits you.", "Urgal's ward falls."]


def test_side_bar_distinguishes_two_champions_with_the_same_first_name() -> None:
    rows = side_of(foes=2, foes_seen=champions(URGAL, OTHER))
    for name in ("Urgal the Twice-buried", "Urgal the Lame, troll champion"):
        assert any(row.startswith(f"s {name}") for row in rows)
    one = side_of(foes=1, foes_seen=champions(URGAL))
    assert "s Urgal, skeleton champion          hurt" in one


def test_log_uses_the_short_name_and_the_history_the_full_name() -> None:
    lines = (blow(1, f"{URGAL}, hits you for 3."), blow(2, f"You hit {URGAL}, for 2."))
    game = FakeGame(lines=lines, foes=1, foes_seen=champions(URGAL))
    stack = playing(game)
    assert f"{URGAL}, hits you for 3." in text(stack)
    assert "You hit Urgal for 2." in text(stack)
    game.changes |= {"foes": 0, "foes_seen": ()}
    press(stack, ".")
    assert "You hit Urgal for 2." in text(stack)
    press(stack, "m")
    assert f"You hit {URGAL}, for 2." in text(stack)
