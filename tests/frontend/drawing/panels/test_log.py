"""The log keeps the order of the messages, and shows the most important ones."""

from __future__ import annotations

from random import Random

import pytest

from bidden.frontend.drawing.board import draw_board, draw_log
from bidden.frontend.drawing.canvas import fill, new_console
from bidden.frontend.drawing.colours.palette import load_palette
from bidden.frontend.drawing.pictures.render import text_of
from bidden.intents import Intent
from bidden.view import MAP_HEIGHT, Line, Spot, View
from tests.frontend.fakes import FakeGame, a_view
from tests.frontend.screen import playing, press, text

PALETTE = load_palette()
TONES = ("plain", "harm", "good", "news")


def told(random: Random, turns: int) -> list[Line]:
    """Return random messages with a different first word each."""
    lines = list[Line]()
    for turn in range(turns):
        for _ in range(random.randint(0, 4)):
            number, loud = len(lines) + 1, random.random() < 0.2
            words = f"<{number}> " + "word " * random.randint(1, 12)
            lines.append(Line(words.strip(), random.choice(TONES), turn, number, loud=loud))
    return lines


def shown(view: View, size: tuple[int, int], read: int) -> tuple[list[int], set[int]]:
    """Return the numbers of the messages on the screen, in order, and of the reversed ones."""
    console = new_console(*size)
    fill(console, PALETTE)
    draw_board(console, view, PALETTE, more="m", read=read)
    found, marked = list[int](), set[int]()
    for y, row in enumerate(text_of(console).split("\n")):
        for at, char in enumerate(row):
            if char == "<" and "> word" in row[at : at + 8]:
                found.append(int(row[at + 1 :].partition(">")[0]))
                if tuple(console.rgb["bg"][y, at]) != PALETTE.ground.bg:
                    marked.add(found[-1])
    return found, marked


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_log_messages_stay_in_order_and_read_ones_are_not_marked_new(size: tuple[int, int]) -> None:
    for seed in range(8):
        random = Random(seed)
        lines, read = told(random, 30), 0
        here = 9, random.randrange(2, MAP_HEIGHT - 2)
        for turn in range(1, 30):
            past = [line for line in lines if line.turn <= turn]
            if not past:
                continue
            view = a_view(here=here, lines=tuple(past), turn=turn)
            found, marked = shown(view, size, read)
            assert found == sorted(found), (seed, turn)
            assert all(number > read for number in marked), (seed, turn)
            if random.random() < 0.7:
                read = past[-1].sequence


@pytest.mark.parametrize("here", [(9, 2), (9, MAP_HEIGHT - 2), (9, 10)])
def test_all_loud_messages_of_a_turn_are_shown(here: Spot) -> None:
    lines = [Line(f"<{n}> " + "word " * 11, "good", 1, n, loud=n > 2) for n in range(1, 8)]
    found, marked = shown(a_view(here=here, lines=tuple(lines), turn=1), (80, 24), 0)
    assert {3, 4, 5, 6, 7} <= {*found}
    assert marked == {3, 4, 5, 6, 7}


def test_messages_without_room_are_counted_even_if_loud_ones_fill_the_rows() -> None:
    lines = [Line(f"<{n}> " + "word " * 13, "good", 1, n, loud=n < 4) for n in range(1, 9)]
    view, console = (
        a_view(lines=tuple(lines), turn=1, foes_at=((5, 1), (5, MAP_HEIGHT - 2))),
        new_console(),
    )
    fill(console, PALETTE)
    draw_board(console, view, PALETTE, more="m", read=0)
    drawn = text_of(console)
    left = sum(f"<{n}>" not in drawn for n in range(1, 9))
    assert left
    assert f"… m: {left} more" in drawn


def test_message_that_was_read_shares_no_row_with_a_new_one() -> None:
    lines = [Line("<1> word", "harm", 1, 1, loud=True)]
    lines += [Line(f"<{n}> word", "plain", 2, n) for n in range(2, 9)]
    console = new_console()
    fill(console, PALETTE)
    draw_board(console, a_view(lines=tuple(lines), turn=2), PALETTE, read=1)
    row = next(row for row in text_of(console).split("\n") if "<1>" in row)
    assert "<2>" not in row


def test_log_prefers_event_messages_to_the_list_of_items_underfoot() -> None:
    west = 0, MAP_HEIGHT - 1
    lines = [
        Line(
            "You take off the rags and put on a coat of mail, which takes a while.", "plain", 1, 1
        ),
        Line("A goblin cries out for help, and something answers from far away.", "harm", 1, 2),
        Line(
            "You see here a sword, a mace and several other things that lie about.", "plain", 1, 3
        ),
    ]
    console = new_console()
    fill(console, PALETTE)
    view = a_view(lines=tuple(lines), turn=1, foes_at=((5, 0), west))
    draw_log(console, view, PALETTE, rows=2, read=0)
    assert [line.text in text_of(console) for line in lines] == [True, True, False]


class InVain(FakeGame):
    """Each intent takes a turn and has no effect, and then something else happens."""

    def perform(self, intent: Intent) -> None:
        super().perform(intent)
        turn = len(self.performed)
        old = [Line(f"It rains {n}.", "plain", 0, n) for n in range(3)]
        nothing = Line("Nothing happens.", "refusal", turn, 60 + turn)
        hum = Line("Something hums.", "plain", turn, 60 + turn)
        self.changes.update(lines=(*old, nothing, hum))


def test_message_of_an_action_without_effect_stays_on_screen() -> None:
    stack = playing(InVain())
    press(stack, ".")
    assert "Nothing happens." in text(stack)
    press(stack, "x")
    assert "Nothing happens." in text(stack)
