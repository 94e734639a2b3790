"""The game is playable in a real terminal, and restores the terminal at its end."""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.terminal import Terminal

Start = Callable[..., Terminal]
slow = pytest.mark.slow


def walked(steps: int) -> str:
    """Return the player's row after this many steps to the east."""
    return f"   #.{'.' * steps}@{'.' * (5 - steps)}+"


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start the fake game, which writes the number of intents into the file count."""
    with ExitStack() as stack:

        def start(what: str = "play", module: str = "play_fake", **options: Any) -> Terminal:
            count = tmp_path / "count"
            terminal = Terminal(f"tests.frontend.{module}", what, count, **options)
            stack.enter_context(terminal)
            if "rows" in options:
                terminal.wait_until(lambda: bool(terminal.rows[0]))
            elif what in ("play", "ambush", "replay"):
                shows(terminal, walked(0))
            else:
                terminal.wait_until(lambda: "@" in terminal.rows[4])
            return terminal

        yield start


@pytest.fixture
def count(tmp_path: Path) -> Callable[[], int]:
    """Return the number of intents."""
    path = tmp_path / "count"
    return lambda: int(path.read_text() or 0) if path.exists() else 0


def shows(terminal: Terminal, row: str) -> None:
    """Wait until the player stands in a row that looks like this."""
    terminal.wait_until(lambda: terminal.rows[4].startswith(row))


def asks(terminal: Terminal) -> None:
    """Wait until the last row shows a prompt."""
    terminal.wait_until(lambda: bool(terminal.rows[-1]))


def quit_game(terminal: Terminal) -> None:
    terminal.press(b"Qy")
    assert terminal.wait_for_end() == 0
    assert terminal.is_restored()
    assert b"Traceback" not in terminal.output


def test_game_is_played_and_the_terminal_restored(start: Start, count: Callable[[], int]) -> None:
    terminal = start()
    assert b"\x1b[?1000h" in terminal.output  # it requests the mouse
    assert not terminal.is_restored()
    assert len(terminal.rows) == 24
    for keys, steps in ((b"\x1b[C", 1), (b"l", 2), (b"\xff\xfe\xe1 \xc3\x28" + b"6", 3)):
        terminal.press(keys)
        shows(terminal, walked(steps))
    terminal.press(b"\x1b[200~qy\nhjkl\x1b[A\x1bqy\x1b[201~l")  # a paste is not treated as keys
    shows(terminal, walked(4))
    assert count() == 4
    quit_game(terminal)
    assert terminal.output.endswith(b"left\r\n")


@slow
def test_keys_of_every_kind_move(start: Start, count: Callable[[], int]) -> None:
    terminal = start()
    for keys, turn, steps in (
        (b"\x1b[C", 1, 1),
        (b"\x1bOC", 2, 2),
        (b"6", 3, 3),
        (b"\x1bOt", 4, 2),
        (b"\x1b[57417u", 5, 1),
        (b"\x1b[E", 6, 1),
        (b"\x1b[5~\x1b[6~", 8, 3),
        (b"\x1b[H\x1b[4~", 10, 1),
    ):
        terminal.press(keys)
        terminal.wait_until(lambda turn=turn: count() == turn)  # type: ignore[misc]
        shows(terminal, walked(steps))


@slow
@pytest.mark.parametrize("keys", [b"\x1bl", b"\x1b[108;3u", b"\x1b\x1b[C"])
def test_esc_and_a_key_sent_together_are_both_received(start: Start, keys: bytes) -> None:
    terminal = start()
    terminal.press(b"'")
    asks(terminal)
    terminal.press(keys)
    shows(terminal, walked(1))


@slow
def test_ctrl_c_quits_and_restores_the_terminal(start: Start) -> None:
    terminal = start()
    terminal.press(b"\x03")
    assert terminal.wait_for_end() == 0
    assert terminal.is_restored()


@slow
def test_ctrl_z_gives_the_terminal_back_until_the_game_is_continued(start: Start) -> None:
    terminal = start(module="job")
    terminal.press(b"l")
    shows(terminal, walked(1))
    terminal.press(b"\x1a")
    terminal.wait_until(terminal.is_stopped)
    assert terminal.is_restored()
    terminal.screen.reset()
    terminal.process.send_signal(signal.SIGCONT)
    shows(terminal, walked(1))
    terminal.press(b"l")
    shows(terminal, walked(2))
    quit_game(terminal)


@slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_signal_ends_the_process_and_restores_the_terminal(start: Start, number: int) -> None:
    terminal = start()
    terminal.process.send_signal(number)
    assert terminal.wait_for_end() == 128 + number
    assert terminal.is_restored()
    assert b"Traceback" not in terminal.output


@slow
def test_error_of_the_game_is_printed_after_the_terminal_is_restored(start: Start) -> None:
    terminal = start()
    terminal.press(b"." * 10)
    assert terminal.wait_for_end() == 1
    assert terminal.is_restored()
    after = terminal.output[terminal.output.rindex(b"\x1b[?1049l") :]
    assert after.endswith(b"LookupError: no such rule\r\n")


@slow
@pytest.mark.parametrize("what", ["play", "deaf"])
def test_terminal_that_is_gone_ends_the_process(start: Start, what: str) -> None:
    terminal = start(what=what)
    terminal.hang_up()
    terminal.wait_until(lambda: terminal.process.poll() is not None)


@slow
def test_terminal_drops_typed_steps_once_a_foe_is_in_view(
    start: Start, count: Callable[[], int]
) -> None:
    terminal = start("ambush")
    terminal.press(b"l" * 40)
    shows(terminal, walked(4))
    terminal.press(b"h")
    shows(terminal, walked(3))
    assert count() == 5


def press_at(terminal: Terminal, key: bytes, times: list[float]) -> None:
    """Press a key at these times, in seconds from now."""
    begun = time.monotonic()
    for at in times:
        terminal.wait_until(lambda at=at: time.monotonic() - begun >= at)  # type: ignore[misc]
        terminal.press(key)


@slow
def test_every_separate_key_press_counts_even_if_each_reveals_danger(
    start: Start, count: Callable[[], int]
) -> None:
    terminal = start("brawl")
    press_at(terminal, b"\t", [number * 0.25 for number in range(12)])
    terminal.wait_until(lambda: count() == 12)


@slow
def test_held_key_is_ignored_after_it_reveals_danger(
    start: Start, count: Callable[[], int]
) -> None:
    terminal = start("brawl")
    terminal.press(b"\t")
    terminal.wait_until(lambda: count() == 1)
    press_at(terminal, b"\t", [0.3 + number * 0.04 for number in range(25)])
    terminal.wait_until(lambda: "Let go of the key" in terminal.rows[1])
    # The first repeat comes as late as a tap would: terminals cannot tell them apart.
    before = count()
    assert before in (1, 2)
    time.sleep(0.2)  # it is released
    terminal.press(b"\t")
    terminal.wait_until(lambda: count() == before + 1)


@slow
def test_many_quick_resizes_leave_the_screen_unchanged(start: Start) -> None:
    terminal = start()
    terminal.press(b"l")
    shows(terminal, walked(1))
    before = terminal.rows
    for number in range(200):
        terminal.resize(40 + number * 7 % 120, 10 + number * 5 % 50)
        if number % 20 == 0:
            terminal.press(b"\x1b[C")
    for columns, rows in ((90, 30), (80, 24)):
        terminal.resize(columns, rows)
        terminal.wait_until(lambda last=columns - 1: terminal.rows[0].find("? help") + 6 == last)  # type: ignore[misc]
    terminal.press(b"?")  # a key would be dropped while the terminal is too small
    terminal.wait_until(lambda: before[3] not in terminal.text)
    terminal.press(b"q")
    terminal.wait_until(lambda: terminal.rows[3] == before[3])
    assert terminal.rows[2] == before[2]
    quit_game(terminal)


@slow
def test_small_terminal_names_its_size_and_the_game_is_quit_there(start: Start) -> None:
    terminal = start(columns=60, rows=20)
    terminal.wait_for("60×20")
    terminal.resize(80, 24)
    terminal.resize(40, 10)
    terminal.wait_for("40×10")
    terminal.press(b"Q")
    assert terminal.wait_for_end() == 0
    assert terminal.is_restored()


@slow
def test_resizing_the_terminal_during_a_game_loses_nothing(
    start: Start, count: Callable[[], int]
) -> None:
    terminal = start()
    terminal.press(b"ll")
    shows(terminal, walked(2))
    for columns, rows in ((200, 50), (104, 30), (95, 26), (80, 24)):
        terminal.resize(columns, rows)
        shows(terminal, walked(2))
        has_side = columns >= 104  # the bar beside the map, which names the place
        terminal.wait_until(
            lambda: any("Cellar" in row for row in terminal.rows[1:]) == has_side  # noqa: B023
        )
    terminal.resize(60, 18)
    terminal.wait_for("60×18")
    terminal.press(b"l")  # not walked about unseen
    terminal.resize(110, 30)
    shows(terminal, walked(2))
    terminal.press(b"l")
    shows(terminal, walked(3))
    assert count() == 3


def with_options(text: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "bidden").mkdir()
    (folder / "bidden" / "options.toml").write_text(text, "utf-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder))


@slow
def test_terminal_s_own_cursor_and_background_are_used_if_wanted(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_options('cursor = "shown"\nbackground = "terminal"\n', tmp_path, monkeypatch)
    terminal = start()
    terminal.press(b"l")
    shows(terminal, walked(1))
    terminal.wait_until(lambda: (terminal.screen.cursor.x, terminal.screen.cursor.y) == (6, 4))
    assert not terminal.screen.cursor.hidden
    buffer = terminal.screen.buffer
    assert buffer[15][40].bg == "default"
    assert buffer[4][6].bg != "default"


@slow
@pytest.mark.parametrize(
    ("environment", "has", "has_not"),
    [
        ({"COLORTERM": "truecolor"}, r"38;2;", r"38;5;"),
        ({"COLORTERM": ""}, r"38;5;", r"38;2;"),
        ({"COLORTERM": "truecolor", "NO_COLOR": "1"}, r"\b2\b", r"\b[349][0-8]\b"),
    ],
)
def test_no_more_colours_are_written_than_the_terminal_has(
    environment: dict[str, str],
    has: str,
    has_not: str,
    start: Start,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    terminal = start()
    terminal.press("l")
    shows(terminal, walked(1))
    colours = {one.decode() for one in re.findall(rb"\x1b\[([0-9;]*)m", terminal.output)}
    assert any(re.search(has, one) for one in colours)
    assert {one for one in colours if re.search(has_not, one)} == set()
