"""The window takes SDL's keys, closes cleanly, and says in a line where there is no display."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
import tcod.context
import tcod.event
from tcod.event import KeySym, Modifier, Scancode

from bidden.content.datafiles import ContentError
from bidden.frontend import window
from bidden.frontend.drawing.pictures.tileset import LAYOUT, load_tileset
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


def test_keys_that_write_nothing_are_named() -> None:
    syms = (KeySym.UP, KeySym.PAGEUP, KeySym.HOME, KeySym.RETURN, KeySym.KP_ENTER, KeySym.ESCAPE)
    assert names(*map(key, syms)) == ["up", "page_up", "home", "enter", "enter", "escape"]


def test_keys_that_write_are_named_by_what_the_layout_makes_of_them() -> None:
    shifted = key(KeySym.SLASH, Modifier.LSHIFT)
    assert names(key(KeySym.H), text("h"), shifted, text("?"), text(" ")) == ["h", "?", "space"]


def test_the_number_pad_works_with_num_lock_off_and_counts_once_with_it_on() -> None:
    assert names(key(KeySym.KP_7), key(KeySym.KP_7)) == ["7", "7"]
    assert names(*[key(KeySym.KP_7), text("7")] * 2) == ["7", "7"]
    assert names(key(KeySym.N7), text("7")) == ["7"]


def test_arrows_with_shift_are_keys_of_their_own() -> None:
    syms = (KeySym.UP, KeySym.END, KeySym.PAGEDOWN, KeySym.TAB)
    shifted = [key(sym, Modifier.LSHIFT) for sym in syms]
    assert names(*shifted) == ["shift_up", "shift_end", "shift_page_down", "tab"]


def test_other_keys_with_ctrl_and_all_with_alt_are_none_of_the_games() -> None:
    assert names(key(KeySym.UP, Modifier.LCTRL), key(KeySym.KP_5, Modifier.RALT)) == []
    assert names(key(KeySym.A, Modifier.LCTRL | Modifier.RALT), key(KeySym.A, Modifier.LALT)) == []


def test_a_letter_with_ctrl_is_a_key_but_where_terminals_would_tell_another() -> None:
    held = [key(sym, Modifier.RCTRL) for sym in (KeySym.A, KeySym.Y, KeySym.N1, KeySym.TAB)]
    assert names(*held, key(KeySym.B, Modifier.LCTRL | Modifier.LSHIFT)) == [
        "ctrl_a",
        "ctrl_y",
        "ctrl_b",
    ]
    others = (KeySym.C, KeySym.H, KeySym.I, KeySym.J, KeySym.M, KeySym.Z)
    assert names(*[key(sym, Modifier.LCTRL) for sym in others]) == []


def test_other_events_and_longer_texts_are_no_keys() -> None:
    assert names(tcod.event.Quit(), text("qy"), text("")) == []


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
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
def test_without_a_display_that_is_said_in_one_line() -> None:
    done = run(REFUSED)
    assert done.stdout == "there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set\n"
    assert done.stderr == ""


@pytest.mark.slow
def test_a_display_that_cannot_be_used_is_said_in_one_line() -> None:
    done = run(REFUSED, SDL_VIDEODRIVER="no-such-driver")
    assert done.stdout == "no window can be opened: no-such-driver not available\n"
    assert done.stderr == ""


@pytest.mark.slow
def test_a_window_is_played_in_and_closed_with_nothing_on_stderr() -> None:
    done = run(PLAYED, SDL_VIDEODRIVER="dummy")
    if "no window can be opened" in done.stderr:
        pytest.skip("SDL has no dummy video driver here")
    assert done.stderr == ""
    assert done.stdout == "True\n3\n"


class Sized:
    """A window with room for so many cells."""

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
        ((320, 108), (200, 60)),  # then the cells are larger
    ],
)
def test_a_window_shows_as_many_cells_as_it_has_room_for(
    room: tuple[int, int], size: tuple[int, int]
) -> None:
    window: Any = Sized(*room)
    console = console_for(window)
    assert (console.width, console.height) == size
    assert console_for(window, console) is console
    window.size = (100, 30)
    assert console_for(window, console) is not console


def test_no_display_is_a_runtime_error() -> None:
    assert issubclass(window.NoDisplayError, RuntimeError)


class Opened(nullcontext[None]):
    """In place of a window that is open."""

    sdl_window = None


@pytest.mark.parametrize(
    ("text", "size", "full"),
    [("", (80, 24), False), ('window_size = "120x40"\nfull_screen = "on"\n', (120, 40), True)],
)
def test_it_is_as_large_as_the_player_would_have_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, size: tuple[int, int], full: bool
) -> None:
    opened: dict[str, Any] = {}

    def new(**how: Any) -> Opened:
        opened.update(how)
        return Opened()

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("tcod.context.new", new)
    settings = tmp_path / "options.toml"
    settings.write_text(text, "utf-8")
    with window.opened(settings):
        assert (opened["columns"], opened["rows"]) == size
        flags = opened["sdl_window_flags"]
        assert bool(flags & tcod.context.SDL_WINDOW_FULLSCREEN) is full
        assert flags & tcod.context.SDL_WINDOW_RESIZABLE


@pytest.mark.parametrize(
    "size", ["79x24", "80x23", "201x60", "200x61", "80", "80x", "wide", "-80x24"]
)
def test_a_size_that_is_none_is_told_of_by_its_place(tmp_path: Path, size: str) -> None:
    settings = tmp_path / "options.toml"
    settings.write_text(f'window_size = "{size}"\n', "utf-8")
    with pytest.raises(ContentError) as caught, window.opened(settings):
        pass
    assert f"window_size: '{size}' is no size from 80x24 to 200x60" in str(caught.value)


@pytest.mark.parametrize(("name", "why"), [("none.ttf", "no such file"), ("text.ttf", "no font")])
def test_a_font_that_is_none_is_told_of_by_its_place(tmp_path: Path, name: str, why: str) -> None:
    (tmp_path / "text.ttf").write_text("words", "utf-8")
    with pytest.raises(ContentError) as caught:
        load_tileset(str(tmp_path / name), "mine.toml")
    assert str(caught.value).startswith(f"mine.toml: window_font: '{tmp_path / name}'")
    assert why in str(caught.value)


def test_a_font_of_somebody_who_is_not_there_is_told_of_as_one_that_is_not() -> None:
    with pytest.raises(ContentError) as caught:
        load_tileset("~nobody_is_called_so/x.ttf", "mine.toml")
    told = "mine.toml: window_font: '~nobody_is_called_so/x.ttf': there is no such file"
    assert str(caught.value) == told


FONT = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")


@pytest.mark.skipif(not FONT.exists(), reason="needs a font (Debian: fonts-dejavu-core)")
def test_a_font_of_ones_own_has_its_letters_and_what_it_lacks_is_as_it_ships() -> None:
    ours, own = load_tileset(), load_tileset(str(FONT))
    changed = {
        code for code in LAYOUT if (ours.get_tile(code)[..., 3] != own.get_tile(code)[..., 3]).any()
    }
    assert {*map(ord, "aZ@#%")} <= changed
    assert not changed & {*map(ord, "█─│┌‖")}
    assert all(own.get_tile(code)[..., 3].any() for code in changed)
