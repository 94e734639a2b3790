"""A game by the mouse alone, in a real terminal: from the title into a run and back to it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from bidden.recording.playing import load, session_for
from tests.cli.conftest import Command
from tests.terminal import Terminal

pytestmark = pytest.mark.slow


class Mouse:
    """A mouse on a terminal: it presses what xterm writes for it."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal

    def click(self, x: int, y: int, *, right: bool = False) -> None:
        button = 2 if right else 0
        self.terminal.press(f"\x1b[<{button};{x + 1};{y + 1}M\x1b[<{button};{x + 1};{y + 1}m")

    def point(self, x: int, y: int) -> None:
        self.terminal.press(f"\x1b[<35;{x + 1};{y + 1}M")

    def turn(self, x: int, y: int, *, down: bool = True) -> None:
        self.terminal.press(f"\x1b[<{64 + down};{x + 1};{y + 1}M")

    def find(self, words: str) -> tuple[int, int]:
        """Wait until there are words; give where the lowest of them stand."""
        self.terminal.wait_for(words)
        rows = self.terminal.rows
        y = max(row for row, one in enumerate(rows) if words in one)
        return rows[y].index(words), y

    def find_oneself(self) -> tuple[int, int]:
        """Give where the player's own tile is drawn, once nothing is left of a list over it."""
        # A screen is drawn from its top: its first lines come before the last of a list are gone.
        self.terminal.wait_until(lambda: "such as @q1" not in self.terminal.text)
        return self.find("@")

    def list_drawn(self, before: str) -> str:
        """Wait until a list is drawn to its last row, which is another than before; give that."""
        there = self.terminal
        there.wait_until(lambda: "Esc" in there.rows[-1] and there.rows[-1] != before)
        return there.rows[-1]

    def click_on(self, words: str, *, right: bool = False) -> None:
        self.click(*self.find(words), right=right)


def intents(folder: Path) -> list[str]:
    (path,) = folder.glob("*.jsonl")
    return [one.type for one in load(path).records]


@pytest.mark.parametrize("size", [(80, 24), (200, 60)], ids=str)
def test_by_mouse_alone_from_the_title_into_a_game_and_back(
    bidden: Command, data_folder: Path, size: tuple[int, int]
) -> None:
    with Terminal("bidden", columns=size[0], rows=size[1]) as terminal:
        mouse = Mouse(terminal)
        mouse.click_on("New game with a seed")
        mouse.find("Which seed?")
        for number in range(1, 10):
            mouse.turn(5, 5, down=False)
            mouse.find(f"Which seed? {number}_")
        mouse.click_on("Enter: begin")
        mouse.click_on("Any key goes on")
        mouse.click_on("Danger 1")
        mouse.click_on("y yes")
        mouse.find("Term 12")

        mouse.click(*mouse.find_oneself(), right=True)
        mouse.click_on("wait a turn")
        terminal.wait_until(lambda: intents(data_folder)[-1] == "Wait")
        mouse.find("? help")
        x, y = mouse.find_oneself()
        mouse.click(x + 1, y)
        terminal.wait_until(lambda: intents(data_folder)[-1] == "Move")
        mouse.click_on("? help")
        mouse.find(" What you are")
        mouse.turn(5, 5)
        terminal.wait_until(lambda: "1–20 of" not in terminal.text)
        mouse.click_on("Esc back")

        x, y = mouse.find_oneself()
        mouse.click(x + 1, y - 3)  # travels there, unless something comes between
        terminal.wait_until(lambda: intents(data_folder).count("Move") > 1)

        mouse.click(x, y - 3, right=True)  # looks about
        mouse.point(x + 2, y)
        mouse.click_on("Esc: ")
        mouse.click(*mouse.find_oneself(), right=True)
        for _ in range(4):
            mouse.turn(5, 5)
        mouse.click_on("close a door; then a direction")
        mouse.find("Close the door in which direction?")
        x, y = mouse.find_oneself()
        mouse.click(x + 3, y)
        mouse.find("There is no door")

        mouse.click(*mouse.find_oneself(), right=True)
        for _ in range(13):
            mouse.turn(5, 5)
        mouse.click_on("quit; you can continue later")
        mouse.click_on("y yes")
        mouse.click_on("q leave")
        assert terminal.wait_for_end() == 0
        assert terminal.is_restored()
    done_all = intents(data_folder)
    assert done_all[:3] == ["Bind", "Wait", "Move"]
    assert done_all[-2:] == ["Close", "close"]
    (path,) = data_folder.glob("*.jsonl")
    assert bidden("verify", path).code == 0


def command(mouse: Mouse, words: str) -> None:
    """Choose a command of the list that a right click on oneself opens."""
    mouse.click(*mouse.find_oneself(), right=True)
    mouse.find("What do you want to do?")
    footer = mouse.list_drawn("")
    while words not in mouse.terminal.text:
        mouse.turn(5, 5)
        footer = mouse.list_drawn(footer)
    mouse.click_on(words)


def here_in(path: Path) -> tuple[int, int]:
    """Where the player is, by the journal."""
    journal = load(path)
    session = session_for(journal)
    for one in journal.records:
        session.perform(session.decode(one.type, one.v, one.data))
    return session.view().here


@pytest.mark.parametrize("size", [(80, 24), (200, 60)], ids=str)
def test_by_mouse_alone_one_travels_to_a_thing_and_throws_it_where_one_aims(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    path = tmp_path / "game.jsonl"
    game = ("play", "--seed", "5", "--scenario", "first", "--journal", path)
    with Terminal("bidden", *game, columns=size[0], rows=size[1]) as terminal:
        mouse = Mouse(terminal)
        mouse.find("A journey")
        mouse.find(" Turn 0 " if size[0] < 110 else "Level 1 of 4: valley")
        lies = mouse.find("!")
        start, (x, y) = here_in(path), mouse.find_oneself()
        left, top = x - start[0], y - start[1]
        mouse.point(*lies)
        mouse.find("A milky potion")
        mouse.click(*lies)
        mouse.find("You see here a milky potion.")
        assert here_in(path) == (lies[0] - left, lies[1] - top)
        command(mouse, "pick up an item")
        terminal.wait_until(lambda: "PickUp" in intents(tmp_path))
        command(mouse, "throw something")
        mouse.find("What will you throw?")
        mouse.click_on(" ! ")
        mouse.find("Esc: never mind")
        aimed = lies[0] - 3, lies[1] + 1
        mouse.point(*aimed)
        mouse.click(*aimed)
        terminal.wait_until(lambda: intents(tmp_path)[-1] == "Throw")
        throw = load(path).records[-1]
        mouse.find("? help")
        terminal.press("Qy")
        assert terminal.wait_for_end() == 0
    thrown = msgspec.json.decode(throw.data)
    assert (thrown["x"], thrown["y"]) == (aimed[0] - left, aimed[1] - top)
