"""In a real terminal the game is playable, and leaves the terminal as it found it."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

import pyte
import pytest

from tests.warm import Warm

ROOT = Path(__file__).resolve().parents[2]
DEADLINE = 30.0

pytestmark = pytest.mark.slow


class Terminal:
    """A terminal of 80×24 with the fake game in it."""

    def __init__(
        self,
        path: Path,
        what: str = "play",
        columns: int = 80,
        rows: int = 24,
        errors: IO[bytes] | None = None,
    ) -> None:
        self.path = path
        self.output = b""
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.master, self.slave = pty.openpty()
        self.resize(columns, rows)
        self.before = termios.tcgetattr(self.slave)
        environment = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")}
        self.process = Warm(
            "tests.frontend.play_fake",
            [what, path],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave if errors is None else errors.fileno(),
            cwd=ROOT,
            env={
                **environment,
                "TERM": "xterm-256color",
                "PYTHON_COLORS": "0",  # for tracebacks, which 3.13 colours
                "PYTHONPATH": str(ROOT),
            },
        )

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen.resize(rows, columns)

    def send(self, data: bytes) -> None:
        os.write(self.master, data)

    def rows(self) -> list[str]:
        return [row.rstrip() for row in self.screen.display]

    def wait_for(self, what: Callable[[], bool]) -> None:
        """Take in output until something holds."""
        deadline = time.monotonic() + DEADLINE
        while not what():
            assert time.monotonic() < deadline, "\n".join(self.rows())
            self._take(0.05)

    def wait_for_text(self, text: str) -> None:
        self.wait_for(lambda: any(text in row for row in self.rows()))

    def wait_for_end(self) -> int:
        self.wait_for(lambda: self.process.poll() is not None)
        while self._take(0.05):
            pass
        return self.process.wait()

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for end in (self.master, self.slave):
            if end >= 0:
                os.close(end)

    def hang_up(self) -> None:
        os.close(self.master)
        os.close(self.slave)
        self.master = self.slave = -1

    def is_stopped(self) -> bool:
        known = Path(f"/proc/{self.process.pid}/stat")
        if known.exists():  # as on Linux, which may be without a ps
            state = known.read_text().rpartition(")")[2].split()[0]
        else:
            told = ["ps", "-o", "state=", "-p", str(self.process.pid)]
            state = subprocess.check_output(told, text=True).strip()[:1]
        return state == "T" and not self._take(0.05)

    def is_restored(self) -> bool:
        """Whether everything that was set is unset: screen, cursor, pastes, keys, echo."""
        switched = {b"?1049": b"hl", b"?25": b"lh", b"?2004": b"hl", b"?1004": b"hl"}
        for mode, (on, off) in switched.items():
            first, last = (self.output.rfind(b"\x1b[" + mode + bytes([x])) for x in (on, off))
            if not -1 < first < last:
                return False
        return termios.tcgetattr(self.slave) == self.before

    def _take(self, seconds: float) -> bool:
        if self.master < 0 or not select.select([self.master], [], [], seconds)[0]:
            return False
        data = os.read(self.master, 65536)
        self.output += data
        self._stream.feed(data)
        return bool(data)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    started: list[Terminal] = []

    def start(**options: object) -> Terminal:
        started.append(Terminal(tmp_path / "count", **options))  # type: ignore[arg-type]
        return started[-1]

    yield start
    for terminal in started:
        terminal.close()


Start = Callable[..., Terminal]


def test_the_screen_is_drawn_and_keys_of_every_kind_move(start: Start) -> None:
    terminal = start()
    terminal.wait_for_text("torn end was cut off")
    assert terminal.rows()[4] == "   #.@.....+"
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
        terminal.send(keys)
        terminal.wait_for_text(f"Turn {turn} ")
        terminal.wait_for(lambda row=row: terminal.rows()[4] == row)  # type: ignore[misc]
    assert len(terminal.rows()) == 24


def test_quitting_restores_the_terminal(start: Start) -> None:
    terminal = start()
    terminal.wait_for_text("? help")
    terminal.send(b"?")
    terminal.wait_for_text("let a turn pass")
    terminal.send(b"\x1b")
    terminal.wait_for_text("No foe in view")
    terminal.send(b"Q")
    terminal.wait_for_text("Quit this game?")
    assert not terminal.is_restored()
    terminal.send(b"y")
    assert terminal.wait_for_end() == 0
    assert terminal.is_restored()
    assert terminal.output.endswith(b"left\r\n")


def test_ctrl_c_quits_and_restores_the_terminal(start: Start) -> None:
    terminal = start()
    terminal.wait_for_text("? help")
    terminal.send(b"\x03")
    assert terminal.wait_for_end() == 0
    assert terminal.is_restored()


def test_ctrl_z_gives_the_terminal_back_until_the_game_is_continued(start: Start) -> None:
    terminal = start()
    terminal.wait_for_text("? help")
    terminal.send(b"l")
    terminal.wait_for_text("   #..@....+")
    terminal.send(b"\x1a")
    terminal.wait_for(terminal.is_stopped)
    assert terminal.is_restored()
    terminal.screen.reset()
    terminal.process.send_signal(signal.SIGCONT)
    terminal.wait_for_text("   #..@....+")
    terminal.send(b"l")
    terminal.wait_for_text("Turn 2 ")
    terminal.send(b"Qy")
    assert terminal.wait_for_end() == 0
    assert terminal.is_restored()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_process_and_restores_the_terminal(start: Start, number: int) -> None:
    terminal = start()
    terminal.wait_for_text("? help")
    terminal.process.send_signal(number)
    assert terminal.wait_for_end() == 128 + number
    assert terminal.is_restored()
    assert b"Traceback" not in terminal.output


def test_an_error_of_the_game_is_told_after_the_terminal_is_restored(start: Start) -> None:
    terminal = start()
    terminal.wait_for_text("? help")
    terminal.send(b"." * 10)
    assert terminal.wait_for_end() == 1
    assert terminal.is_restored()
    after = terminal.output[terminal.output.rindex(b"\x1b[?1049l") :]
    assert after.endswith(b"LookupError: no such rule\r\n")


@pytest.mark.parametrize("what", ["play", "deaf"])
def test_a_terminal_that_is_gone_ends_the_process(start: Start, what: str) -> None:
    terminal = start(what=what)
    terminal.wait_for_text("? help")
    terminal.hang_up()
    terminal.wait_for(lambda: terminal.process.poll() is not None)


def test_the_screen_is_drawn_even_if_errors_go_to_a_file(start: Start, tmp_path: Path) -> None:
    with (tmp_path / "errors").open("wb") as errors:
        terminal = start(errors=errors)
        terminal.wait_for_text("? help")
        terminal.send(b"Qy")
        assert terminal.wait_for_end() == 0
    assert terminal.is_restored()
    assert (tmp_path / "errors").read_bytes() == b""


def test_a_key_held_down_loses_nothing_and_stops_when_released(start: Start) -> None:
    terminal = start()
    terminal.wait_for_text("? help")
    for _ in range(40):
        terminal.send(b"\x1b[C\x1b[D\x1b[C\x1b[D\x1b[C")
    terminal.wait_for_text("Turn 200 ")
    assert terminal.path.read_text() == "200"


def test_pastes_and_line_noise_are_no_keys(start: Start) -> None:
    terminal = start()
    terminal.wait_for_text("? help")
    terminal.send(b"\x1b[200~qy\nhjkl\x1b[A\x1bqy" + b"\x1bqy[0;" * 30 + b"\x1b[201~")
    terminal.send(b"\xff\xfe\xe1 \xc3\x28")
    terminal.send(b"l")
    terminal.wait_for_text("Turn 1 ")
    assert terminal.path.read_text() == "1"


def test_a_terminal_too_small_says_so_and_recovers(start: Start) -> None:
    terminal = start(columns=60, rows=20)
    terminal.wait_for_text("Q quits. 80×24 needed, 60×20 here.")
    terminal.resize(80, 24)
    terminal.wait_for_text("? help")
    terminal.resize(40, 10)
    terminal.wait_for_text("Q quits. 80×24 needed, 40×10 here.")
    terminal.send(b"Q")
    assert terminal.wait_for_end() == 0
    assert terminal.is_restored()


def test_a_replay_runs_to_its_end_and_is_left(start: Start) -> None:
    terminal = start(what="replay")
    terminal.wait_for_text(" 4/s ")
    terminal.send(b"++++")
    terminal.wait_for_text(" Turn 40/40  the end ")
    terminal.send(b"q")
    assert terminal.wait_for_end() == 0
    assert terminal.is_restored()
