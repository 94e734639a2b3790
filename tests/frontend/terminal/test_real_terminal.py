"""In a real terminal the game is playable, and leaves the terminal as it found it."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.sampling import amount
from tests.terminal import Terminal

pytestmark = pytest.mark.slow

Start = Callable[..., Terminal]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts the fake game, which writes how many intents there were into the file count."""
    with ExitStack() as stack:

        def start(what: str = "play", module: str = "play_fake", **options: Any) -> Terminal:
            count = tmp_path / "count"
            terminal = Terminal(f"tests.frontend.{module}", what, count, **options)
            stack.enter_context(terminal)
            terminal.wait_for("needed" if "rows" in options else "? help")
            return terminal

        yield start


def test_the_screen_is_drawn_and_keys_of_every_kind_move(start: Start) -> None:
    terminal = start()
    terminal.wait_for("torn end was cut off")
    assert terminal.rows[4] == "   #.@.....+"
    for keys, turn, row in (
        (b"\x1b[C", 1, "   #..@....+"),
        (b"\x1bOC", 2, "   #...@...+"),
        (b"l", 3, "   #....@..+"),
        (b"6", 4, "   #.....@.+"),
        (b"\x1bOt", 5, "   #....@..+"),
        (b"\x1b[57417u", 6, "   #...@...+"),
        (b"\x1b[E", 7, "   #...@...+"),
        (b"\x1b[5~\x1b[6~", 9, "   #.....@.+"),
        (b"\x1b[H\x1b[4~", 11, "   #...@...+"),
    ):
        terminal.press(keys)
        terminal.wait_for(f"Turn {turn} ")
        terminal.wait_until(lambda row=row: terminal.rows[4] == row)  # type: ignore[misc]
    assert len(terminal.rows) == 24


def test_quitting_restores_the_terminal(start: Start) -> None:
    terminal = start()
    terminal.press(b"?")
    terminal.wait_for("What you are")
    terminal.press(b"\x1b")
    terminal.wait_for("No foe in view")
    terminal.press(b"Q")
    terminal.wait_for("Quit this game?")
    assert not terminal.is_restored()
    terminal.press(b"y")
    assert terminal.wait_for_end() == 0
    assert terminal.is_restored()
    assert terminal.output.endswith(b"left\r\n")


@pytest.mark.parametrize("keys", [b"\x1bl", b"\x1b[108;3u", b"\x1b\x1b[C"])
def test_esc_and_a_key_at_once_are_both_heard(start: Start, keys: bytes) -> None:
    terminal = start()
    terminal.press(b"c")
    terminal.wait_for("Close the door in which direction?")
    terminal.press(keys)
    terminal.wait_for("Turn 1 ")
    assert terminal.rows[4] == "   #..@....+"


def test_esc_takes_a_moment_and_no_tenth_of_a_second(start: Start) -> None:
    terminal, taken = start(), list[float]()
    for _ in range(8):
        terminal.press(b"?")
        terminal.wait_for("What you are")
        begun = time.monotonic()
        terminal.press(b"\x1b")
        terminal.wait_until(lambda: "What you are" not in terminal.text)
        taken.append(time.monotonic() - begun)
    assert min(taken) < 0.1  # however busy the machine, once there is time for it


def test_letters_with_ctrl_come_through_though_terminals_mean_something_by_them(
    start: Start,
) -> None:
    terminal = start()
    for letter in "dorqsuvwy":
        terminal.press(bytes([ord(letter) - 0x60]))
        terminal.wait_for(f"Ctrl+{letter} does nothing here")
    terminal.press(b"l")
    terminal.wait_for("Turn 1 ")


def test_ctrl_c_quits_and_restores_the_terminal(start: Start) -> None:
    terminal = start()
    terminal.press(b"\x03")
    assert terminal.wait_for_end() == 0
    assert terminal.is_restored()


def test_ctrl_z_gives_the_terminal_back_until_the_game_is_continued(start: Start) -> None:
    terminal = start(module="job")
    terminal.press(b"l")
    terminal.wait_for("   #..@....+")
    terminal.press(b"\x1a")
    terminal.wait_until(terminal.is_stopped)
    assert terminal.is_restored()
    terminal.screen.reset()
    terminal.process.send_signal(signal.SIGCONT)
    terminal.wait_for("   #..@....+")
    terminal.press(b"l")
    terminal.wait_for("Turn 2 ")
    terminal.press(b"Qy")
    assert terminal.wait_for_end() == 0
    assert terminal.is_restored()


def test_where_nobody_would_continue_it_ctrl_z_stops_nothing(start: Start) -> None:
    terminal = start()
    terminal.press(b"\x1a")
    terminal.wait_until(lambda: terminal.output.count(b"\x1b[?1049h") == 2)  # given and taken back
    terminal.press(b"l")
    terminal.wait_for("Turn 1 ")
    terminal.press(b"Qy")
    assert terminal.wait_for_end() == 0
    assert terminal.is_restored()


def test_a_sequence_that_means_no_key_does_no_harm(start: Start) -> None:
    terminal = start()
    terminal.press(b"\x1b[1114112u\x1b[97;1:3u\x1b[27:u" + b"l")
    terminal.wait_for("Turn 1 ")
    terminal.press(b"Qy")
    assert terminal.wait_for_end() == 0
    assert b"Traceback" not in terminal.output


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_process_and_restores_the_terminal(start: Start, number: int) -> None:
    terminal = start()
    terminal.process.send_signal(number)
    assert terminal.wait_for_end() == 128 + number
    assert terminal.is_restored()
    assert b"Traceback" not in terminal.output


def test_an_error_of_the_game_is_told_after_the_terminal_is_restored(start: Start) -> None:
    terminal = start()
    terminal.press(b"." * 10)
    assert terminal.wait_for_end() == 1
    assert terminal.is_restored()
    after = terminal.output[terminal.output.rindex(b"\x1b[?1049l") :]
    assert after.endswith(b"LookupError: no such rule\r\n")


@pytest.mark.parametrize("what", ["play", "deaf"])
def test_a_terminal_that_is_gone_ends_the_process(start: Start, what: str) -> None:
    terminal = start(what=what)
    terminal.hang_up()
    terminal.wait_until(lambda: terminal.process.poll() is not None)


def test_the_screen_is_drawn_even_if_errors_go_to_a_file(start: Start, tmp_path: Path) -> None:
    with (tmp_path / "errors").open("wb") as errors:
        terminal = start(errors=errors)
        terminal.press(b"Qy")
        assert terminal.wait_for_end() == 0
    assert terminal.is_restored()
    assert (tmp_path / "errors").read_bytes() == b""


def test_a_key_held_down_loses_nothing_and_stops_when_released(
    start: Start, tmp_path: Path
) -> None:
    terminal = start()
    for _ in range(40):
        terminal.press(b"\x1b[C\x1b[D\x1b[C\x1b[D\x1b[C")
    terminal.wait_for("Turn 200 ")
    assert (tmp_path / "count").read_text() == "200"


def test_of_forty_steps_typed_ahead_none_is_taken_once_a_foe_is_in_view(
    start: Start, tmp_path: Path
) -> None:
    terminal = start("ambush")
    terminal.press(b"l" * 40)
    terminal.wait_for("Turn 4 ")
    terminal.press(b"h")
    terminal.wait_for("Turn 5 ")
    assert (tmp_path / "count").read_text() == "5"


def press_at(terminal: Terminal, key: bytes, times: list[float]) -> None:
    """Press a key at these times, in seconds from now."""
    begun = time.monotonic()
    for at in times:
        terminal.wait_until(lambda at=at: time.monotonic() - begun >= at)  # type: ignore[misc]
        terminal.press(key)


def test_every_tap_counts_though_each_shows_new_danger(start: Start, tmp_path: Path) -> None:
    terminal = start("brawl")
    press_at(terminal, b"\t", [number * 0.25 for number in range(12)])
    terminal.wait_for("Turn 12 ")
    assert (tmp_path / "count").read_text() == "12"


def test_held_key_counts_no_more_once_it_has_shown_danger(start: Start, tmp_path: Path) -> None:
    terminal = start("brawl")
    terminal.press(b"\t")
    terminal.wait_for("Turn 1 ")
    repeats = [0.3 + number * 0.04 for number in range(25)]
    press_at(terminal, b"\t", repeats)
    terminal.wait_for("Release Tab")
    # The first repeat comes as late as a tap would: no terminal tells one from the other.
    assert (tmp_path / "count").read_text() in ("1", "2")
    time.sleep(0.2)  # it is released
    before = int((tmp_path / "count").read_text())
    terminal.press(b"\t")
    terminal.wait_for(f"Turn {before + 1} ")


def test_running_goes_on_until_there_is_something_to_decide(start: Start) -> None:
    terminal = start()
    terminal.press(b"L")
    terminal.wait_for("A closed door is ahead.")
    assert terminal.rows[4] == "   #......@+"
    terminal.press(b"\x1b[1;2D")
    terminal.wait_for("Before you is a wall.")
    assert terminal.rows[4] == "   #@......+"


def test_thousands_of_keys_are_as_many_intents(start: Start, tmp_path: Path) -> None:
    terminal, count = start(), tmp_path / "count"
    count.write_text("0")
    whole = amount(2, 10)
    for thousands in range(1, whole + 1):
        terminal.press(b"lh" * 500)
        done = str(thousands * 1000)
        terminal.wait_until(lambda done=done: count.read_text() == done)  # type: ignore[misc]
    terminal.wait_for(f"Turn {whole}000 ")
    terminal.press(b"Qy")
    assert terminal.wait_for_end() == 0
    assert terminal.is_restored()


def test_a_storm_of_sizes_leaves_the_screen_as_it_was(start: Start) -> None:
    terminal = start()
    terminal.press(b"l")
    terminal.wait_for("Turn 1 ")
    before = terminal.rows
    for number in range(200):
        terminal.resize(40 + number * 7 % 120, 10 + number * 5 % 50)
        if number % 20 == 0:
            terminal.press(b"\x1b[C")
    for columns, rows in ((90, 30), (80, 24)):
        terminal.resize(columns, rows)
        terminal.wait_until(lambda last=columns - 1: terminal.rows[0].find("? help") + 6 == last)  # type: ignore[misc]
    terminal.press(b"?")  # which would be dropped in a terminal that is still too small
    terminal.wait_for("Help")
    terminal.press(b"q")
    terminal.wait_until(lambda: terminal.rows[3] == before[3])
    assert "#########" in terminal.rows[2]
    terminal.press(b"Qy")
    assert terminal.wait_for_end() == 0
    assert terminal.is_restored()


def test_pastes_and_line_noise_are_no_keys(start: Start, tmp_path: Path) -> None:
    terminal = start()
    terminal.press(b"\x1b[200~qy\nhjkl\x1b[A\x1bqy" + b"\x1bqy[0;" * 30 + b"\x1b[201~")
    terminal.press(b"\xff\xfe\xe1 \xc3\x28")
    terminal.press(b"l")
    terminal.wait_for("Turn 1 ")
    assert (tmp_path / "count").read_text() == "1"


def test_a_terminal_too_small_says_so_and_recovers(start: Start) -> None:
    terminal = start(columns=60, rows=20)
    terminal.wait_for("Q quits. 80×24 needed, 60×20 here.")
    terminal.resize(80, 24)
    terminal.resize(40, 10)
    terminal.wait_for("Q quits. 80×24 needed, 40×10 here.")
    terminal.press(b"Q")
    assert terminal.wait_for_end() == 0
    assert terminal.is_restored()


def test_the_size_may_change_in_the_middle_of_the_game_and_nothing_is_lost(
    start: Start, tmp_path: Path
) -> None:
    terminal = start()
    terminal.press(b"ll")
    terminal.wait_for("Turn 2 ")
    for columns, rows, left in ((200, 50, 31), (110, 30, 0), (95, 26, 7), (80, 24, 0)):
        terminal.resize(columns, rows)
        terminal.wait_until(lambda left=left: terminal.rows[4][left:].startswith("   #...@...+"))  # type: ignore[misc]
        terminal.wait_until(lambda: "? help" in terminal.rows[0])
        assert len(terminal.rows) == rows
        side = any("Hit points" in row for row in terminal.rows)
        assert side == (columns >= 110)
    terminal.resize(60, 18)
    terminal.wait_for("Q quits. 80×24 needed, 60×18 here.")
    terminal.press(b"l")  # not walked about unseen
    terminal.resize(110, 30)
    terminal.wait_for("Turn 2 ")
    terminal.press(b"l")
    terminal.wait_for("Turn 3 ")
    terminal.wait_until(lambda: terminal.rows[4].startswith("   #....@..+"))
    assert (tmp_path / "count").read_text() == "3"


def test_a_prompt_that_is_open_survives_another_size(start: Start) -> None:
    terminal = start()
    terminal.press(b"c")
    terminal.wait_for("Close the door in which direction?")
    terminal.resize(120, 40)
    terminal.wait_until(lambda: "Close the door in which direction?" in terminal.rows[39])
    terminal.press(b"l")
    terminal.wait_for("You do Close.")


def test_a_replay_runs_to_its_end_and_is_left(start: Start) -> None:
    terminal = start(what="replay")
    terminal.wait_for(" 4/s ")
    terminal.press(b"++++")
    terminal.wait_for(" Turn 40/40  the end ")
    terminal.press(b"q")
    assert terminal.wait_for_end() == 0
    assert terminal.is_restored()


@pytest.mark.parametrize(("mouse", "asks"), [("on", True), ("off", False)])
def test_a_mouse_that_is_left_to_the_terminal_is_not_asked_for(
    start: Start, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, mouse: str, asks: bool
) -> None:
    (tmp_path / "bidden").mkdir()
    (tmp_path / "bidden" / "options.toml").write_text(f'mouse = "{mouse}"\n')
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    terminal = start()
    assert (b"\x1b[?1000h" in terminal.output) is asks
    terminal.press(b"l")
    terminal.wait_for("Turn 1 ")


def test_the_terminals_own_cursor_and_colours_are_left_where_one_would_have_them(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "bidden").mkdir()
    (tmp_path / "bidden" / "options.toml").write_text(
        'cursor = "shown"\nbackground = "terminal"\n', "utf-8"
    )
    terminal = start()
    terminal.press(b"l")
    terminal.wait_for("   #..@....+")
    terminal.wait_until(lambda: (terminal.screen.cursor.x, terminal.screen.cursor.y) == (6, 4))
    assert not terminal.screen.cursor.hidden
    buffer = terminal.screen.buffer
    assert buffer[15][40].bg == "default"
    assert buffer[4][6].bg != "default"
