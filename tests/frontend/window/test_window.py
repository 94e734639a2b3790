"""The window handles SDL's keys, closes cleanly, and reports a missing display in one line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import tcod.context
import tcod.event
from syrupy.assertion import SnapshotAssertion
from tcod.event import KeySym, Modifier, Scancode

from bidden.content.datafiles import ContentError
from bidden.frontend import window
from bidden.frontend.drawing.pictures.tileset import load_tileset
from bidden.frontend.window.keys import KeyReader
from bidden.frontend.window.loop import console_for

ROOT = Path(__file__).resolve().parents[3]


def key(sym: KeySym, mod: Modifier = Modifier.NONE) -> tcod.event.KeyDown:
    return tcod.event.KeyDown(scancode=Scancode.UNKNOWN, sym=sym, mod=mod, pressed=True)


def text(written: str) -> tcod.event.TextInput:
    return tcod.event.TextInput(text=written)


def names(*events: tcod.event.Event) -> list[str]:
    reader = KeyReader()
    found = (reader.name_of(event) for event in events)
    return [name for name in found if name is not None]


def test_keys_without_a_character_have_names() -> None:
    syms = (KeySym.UP, KeySym.PAGEUP, KeySym.HOME, KeySym.RETURN, KeySym.KP_ENTER, KeySym.ESCAPE)
    assert names(*map(key, syms)) == ["up", "page_up", "home", "enter", "enter", "escape"]


def test_keys_that_write_have_the_name_of_their_character() -> None:
    shifted = key(KeySym.SLASH, Modifier.LSHIFT)
    assert names(key(KeySym.H), text("h"), shifted, text("?"), text(" ")) == ["h", "?", "space"]


def test_number_pad_works_with_and_without_num_lock() -> None:
    assert names(key(KeySym.KP_7), key(KeySym.KP_7)) == ["7", "7"]
    assert names(*[key(KeySym.KP_7), text("7")] * 2) == ["7", "7"]
    assert names(key(KeySym.N7), text("7")) == ["7"]


def test_letter_with_ctrl_is_a_key_unless_terminals_confuse_it() -> None:
    held = [key(sym, Modifier.RCTRL) for sym in (KeySym.A, KeySym.Y, KeySym.N1, KeySym.TAB)]
    assert names(*held, key(KeySym.B, Modifier.LCTRL | Modifier.LSHIFT)) == [
        "ctrl_a",
        "ctrl_y",
        "ctrl_b",
    ]
    others = (KeySym.C, KeySym.H, KeySym.I, KeySym.J, KeySym.M, KeySym.Z)
    assert names(*[key(sym, Modifier.LCTRL) for sym in others]) == []


def run_python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER")
    kept = {name: value for name, value in os.environ.items() if name not in hidden}
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**kept, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


REFUSED = """
from bidden.frontend import window
from tests.frontend.fakes import FakeGame

try:
    with window.opened() as stage:
        stage.play(FakeGame())
except window.NoDisplayError as error:
    print(error)
"""

PLAYED = """
import tcod.event
from tcod.cffi import ffi, lib

from bidden.frontend import window
from tests.frontend.fakes import FakeGame, FakePlayback

def push(kind, sym=0):
    event = ffi.new("SDL_Event*")
    event.type = kind
    if sym:
        event.key.key, event.key.down = sym, True
    lib.SDL_PushEvent(event)

class Game(FakeGame):
    def perform(self, intent):
        super().perform(intent)
        if len(self.performed) == 3:
            push(lib.SDL_EVENT_QUIT)

game = Game()

def begin():  # there is a window now
    for sym in (0xE9, 0x40000999, *[int(tcod.event.KeySym.RIGHT)] * 3):
        push(lib.SDL_EVENT_KEY_DOWN, sym)
    return game

with window.opened() as stage:
    stage.play(begin, "")
print(game.performed == [type(game.performed[0])(1, 0)] * 3)

class Playback(FakePlayback):
    def move_on(self):
        moved = super().move_on()
        if moved and self.position == self.length:
            push(lib.SDL_EVENT_QUIT)
        return moved

playback = Playback(3)
with window.opened() as stage:
    stage.replay(playback)
print(playback.position)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
@pytest.mark.parametrize("driver", ["", "no-such-driver"])
def test_missing_display_is_reported_in_one_line(driver: str, snapshot: SnapshotAssertion) -> None:
    done = run_python(REFUSED, **({"SDL_VIDEODRIVER": driver} if driver else {}))
    assert done.stdout == snapshot
    assert done.stderr == ""


@pytest.mark.slow
def test_window_is_played_in_and_closed_with_nothing_on_stderr() -> None:
    done = run_python(PLAYED, SDL_VIDEODRIVER="dummy")
    if "can't open a window" in done.stderr:
        pytest.skip("SDL has no dummy video driver here")
    assert done.stderr == ""
    assert done.stdout == "True\n3\n"


class Sized:
    """A window with room for this many cells."""

    def __init__(self, columns: int, rows: int) -> None:
        self.size = columns, rows

    def recommended_console_size(self, columns: int, rows: int) -> tuple[int, int]:
        return max(columns, self.size[0]), max(rows, self.size[1])


@pytest.mark.parametrize(
    ("room", "size"),
    [
        ((80, 24), (80, 24)),
        ((40, 10), (80, 24)),
        ((130, 36), (130, 36)),
        ((240, 68), (120, 34)),  # from here on the cells are larger, and so is the map
        ((320, 108), (128, 43)),
        ((160, 54), (128, 43)),  # a screen of 1920 by 1080
        ((3000, 200), (200, 34)),
    ],
)
def test_window_shows_as_many_cells_as_it_has_room_for(
    room: tuple[int, int], size: tuple[int, int]
) -> None:
    window: Any = Sized(*room)
    console = console_for(window)
    assert (console.width, console.height) == size
    assert console_for(window, console) is console
    window.size = (100, 30)
    assert console_for(window, console) is not console


@pytest.mark.parametrize(
    "size", ["79x24", "80x23", "201x60", "200x61", "80", "80x", "wide", "-80x24"]
)
def test_invalid_size_is_refused(tmp_path: Path, size: str) -> None:
    settings = tmp_path / "options.toml"
    settings.write_text(f'window_size = "{size}"\n', "utf-8")
    with pytest.raises(ContentError) as caught, window.opened(settings):
        pass
    assert caught.value.key == "window_size"


@pytest.mark.parametrize("name", ["none.ttf", "text.ttf", "~nobody_is_called_so/x.ttf"])
def test_invalid_font_is_refused(name: str, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    (tmp_path / "text.ttf").write_text("words", "utf-8")
    path = name if name.startswith("~") else str(tmp_path / name)
    with pytest.raises(ContentError) as caught:
        load_tileset(path, "mine.toml")
    assert (caught.value.file, caught.value.key) == ("mine.toml", "window_font")
    assert caught.value.reason == snapshot
