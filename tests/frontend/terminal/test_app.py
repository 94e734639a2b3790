"""The terminal application sends keys to the screens and shows them at any size."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import attrs
import pytest
from rich.color import Color
from rich.style import Style
from syrupy.assertion import SnapshotAssertion
from textual import events
from textual._compositor import ChopsUpdate
from textual.pilot import Pilot

from bidden.frontend.drawing.colours.light import palette_for
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.preferences.options import Options
from bidden.frontend.preferences.settings import with_keys
from bidden.frontend.running.stack import Stack
from bidden.frontend.terminal.app import TerminalApp
from bidden.frontend.terminal.canvas import Canvas
from bidden.frontend.terminal.update import NarrowUpdate
from bidden.frontend.theme import load_theme
from bidden.intents import Intent, Move, Wait
from bidden.view import Tile, View
from tests.frontend.fakes import FakeGame, FakePlayback, covered
from tests.frontend.screen import is_playing, playing, replaying, slowly, stack_for, top

Steps = Callable[[Pilot[None]], Awaitable[None]]
EAST = Move(1, 0)


def screen(app: TerminalApp) -> list[str]:
    """Return the rows of the canvas, without trailing blanks."""
    canvas = app.query_one(Canvas)
    return [canvas.render_line(y).text.rstrip() for y in range(canvas.size.height)]


async def resize(pilot: Pilot[None], width: int, height: int) -> None:
    """Resize the terminal, and wait until the canvas has the new size, however busy the machine."""
    await pilot.resize_terminal(width, height)
    await filled(pilot, width, height)


async def filled(pilot: Pilot[None], width: int, height: int) -> None:
    """Wait until the canvas fills a terminal of this size."""
    canvas = pilot.app.query_one(Canvas)
    while canvas.size != (width, height):
        await pilot.pause()
    await pilot.pause()


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    """Wait until the condition is true."""
    async with asyncio.timeout(20):
        while not holds():
            await pilot.pause(0.01)


def drive(app: TerminalApp, steps: Steps, size: tuple[int, int] = (80, 24)) -> None:
    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await filled(pilot, *size)
            await steps(pilot)

    asyncio.run(run())


def app_of(stack: Stack) -> TerminalApp:
    return TerminalApp(stack)


def app_for(game: FakeGame) -> TerminalApp:
    return app_of(playing(game))


@pytest.mark.parametrize("keys", [("Q", "y"), ("ctrl+c",)])
def test_quitting_ends_the_application(keys: tuple[str, ...]) -> None:
    app = app_for(FakeGame())

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press(*keys)

    drive(app, steps)
    assert (app.return_code, app.failure) == (0, None)


@pytest.mark.parametrize("key", ["ctrl+p", "ctrl+q", "shift+tab", "f1", "paste"])
def test_textual_adds_no_key_bindings(key: str) -> None:
    game = FakeGame()
    app = app_for(game)

    async def steps(pilot: Pilot[None]) -> None:
        before = screen(app)[:20]
        if key == "paste":
            app.post_message(events.Paste("qy\x1bhjkl"))
        else:
            await pilot.press(key)
        assert screen(app)[:20] == before
        await pilot.press("l")

    drive(app, steps)
    assert game.performed == [EAST]


def test_small_terminal_says_so_keeps_the_game_and_recovers(snapshot: SnapshotAssertion) -> None:
    game = FakeGame()
    app = app_for(game)

    async def steps(pilot: Pilot[None]) -> None:
        before = screen(app)
        await resize(pilot, 79, 24)
        assert screen(app)[0] == snapshot
        assert screen(app)[1:] == [""] * 23
        await pilot.press("l", "question_mark", "escape")
        await resize(pilot, 80, 23)
        assert screen(app)[0] == snapshot
        await resize(pilot, 80, 24)
        await until(pilot, lambda: screen(app) == before)
        await resize(pilot, 5, 1)
        assert screen(app) == snapshot
        await pilot.press("Q")

    drive(app, steps)
    assert game.performed == []
    assert app.return_code == 0


@pytest.mark.parametrize(("keys", "pressed"), [(["f10"], "f10"), (["f9", "ctrl_q"], "ctrl+q")])
def test_every_key_bound_to_quit_works_in_a_terminal_that_is_too_small(
    keys: list[str], pressed: str
) -> None:
    stack = playing(FakeGame())
    app = app_of(stack)

    async def steps(pilot: Pilot[None]) -> None:
        top(stack).theme = stack.theme.changed(with_keys(Context.PLAY, Command.QUIT, keys))
        await resize(pilot, 79, 24)
        await pilot.press("Q")
        assert app.is_running
        await pilot.press(pressed)

    drive(app, steps)
    assert is_playing(stack)  # it did not ask for confirmation
    assert app.return_code == 0


def test_screen_fills_a_large_terminal_and_follows_every_resize() -> None:
    game = FakeGame()
    app = app_for(game)

    async def steps(pilot: Pilot[None]) -> None:
        small = screen(app)
        await resize(pilot, 100, 30)
        await until(pilot, lambda: screen(app)[1:21] == small[1:21])
        await pilot.press("question_mark")
        await resize(pilot, 130, 40)
        await until(pilot, lambda: bool(screen(app)[39]))
        await pilot.press("escape", "l")
        assert screen(app)[4].startswith("   #..@....+")
        assert any(row[81:] for row in screen(app)[1:])  # the side bar
        await resize(pilot, 80, 24)
        await until(pilot, lambda: screen(app)[4] == "   #..@....+")
        assert len(screen(app)) == 24

    drive(app, steps)
    assert game.performed == [EAST]


def test_mouse_points_at_the_tile_that_is_drawn_there_whatever_the_size() -> None:
    app = app_for(FakeGame())

    async def steps(pilot: Pilot[None]) -> None:
        await resize(pilot, 100, 30)
        await pilot.press("semicolon")
        for column, name in ((3, "A wall."), (4, "The floor.")):
            await pilot.hover(offset=(column, 4))
            await until(pilot, lambda name=name: name in screen(app)[-2])  # type: ignore[misc]

    drive(app, steps)


def test_error_of_the_game_ends_the_application_and_is_kept() -> None:
    class Broken(FakeGame):
        def perform(self, intent: Intent) -> None:
            raise LookupError("no such rule")

    app = app_for(Broken())

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("l")

    drive(app, steps)
    assert isinstance(app.failure, LookupError)


def test_replay_plays_by_itself() -> None:
    playback = FakePlayback(3)
    app = app_of(replaying(playback))

    async def steps(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: playback.position == playback.length)
        await pilot.press("q")

    drive(app, steps)
    assert app.return_code == 0


def test_multi_turn_command_goes_on_by_itself_until_a_key_stops_it() -> None:
    game = FakeGame()
    app = app_of(slowly(game))

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("Z", "Z")  # an endless rest, because nothing heals here
        await until(pilot, lambda: len(game.performed) >= 3)
        await pilot.press("x")
        stopped = len(game.performed)
        await pilot.pause(0.2)
        assert len(game.performed) == stopped

    drive(app, steps)
    assert {*game.performed} == {Wait()}


def test_only_changed_rows_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_for(FakeGame())
    make, written, rows = NarrowUpdate.of, list[set[int]](), list[set[int]]()

    def noted(update: ChopsUpdate) -> NarrowUpdate:
        written.append({y for y, _, _ in update.spans})
        return make(update)

    async def steps(pilot: Pilot[None]) -> None:
        for _ in range(4):  # one of which nothing else comes between
            written.clear()
            await pilot.press("l")
            await until(pilot, lambda: any(4 in one for one in written))
            rows.append(set().union(*written))

    monkeypatch.setattr(NarrowUpdate, "of", noted)
    drive(app, steps)
    assert min(rows, key=len) <= {0, *range(2, 8), 21, 22, 23}


def test_changed_options_are_drawn_at_once() -> None:
    theme = attrs.evolve(load_theme(), options=Options(colours="full"))
    stack = stack_for(FakeGame(), theme)
    app = TerminalApp(stack)

    def ground() -> Style:
        style = next(iter(app.query_one(Canvas).render_line(20))).style
        assert style is not None
        return style

    async def steps(pilot: Pilot[None]) -> None:
        assert ground().bgcolor == Color.from_rgb(*palette_for("dark").ground.bg)
        light = Options(background="light", colours="full")
        top(stack).theme = attrs.evolve(theme, palette=palette_for("light"), options=light)
        await pilot.press("l")
        assert ground().bgcolor == Color.from_rgb(*palette_for("light").ground.bg)
        top(stack).theme = attrs.evolve(theme, options=Options(colours="none"))
        await pilot.press("l")
        assert ground().bgcolor is None

    drive(app, steps)


def test_bell_is_rung_once_for_new_danger(monkeypatch: pytest.MonkeyPatch) -> None:
    theme, game = attrs.evolve(load_theme(), options=Options(bell="on")), FakeGame(hp=30)
    app, rung = TerminalApp(stack_for(game, theme)), list[bool]()
    monkeypatch.setattr(app, "bell", lambda: rung.append(True))

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("s")
        assert rung == []
        game.changes["hp"] = 9
        await pilot.press("s")
        await until(pilot, lambda: bool(rung))
        await pilot.press("s")

    drive(app, steps)
    assert rung == [True]


class Wet(FakeGame):
    """Has water in view."""

    def view(self) -> View:
        water = Tile("≈", "water", True, "deep water")
        return attrs.evolve(super().view(), tiles=covered({(8, 2): water, (8, 4): water}).tiles)


def moves(game: FakeGame, colours: str, *keys: str, looked_at: bool = True) -> bool:
    """Return whether the screen changes by itself after some keys."""
    stack, moved = playing(game, colours=colours), list[bool]()

    async def steps(pilot: Pilot[None]) -> None:
        if not looked_at:
            pilot.app.post_message(events.AppBlur())
        await pilot.press(*keys)
        await pilot.pause()
        start = stack.beats.passed
        for _ in range(10):
            await pilot.pause(0.06)
            if stack.beats.passed > start:
                break
        moved.append(stack.beats.passed > start)

    drive(app_of(stack), steps)
    return moved[0]


def test_water_in_view_moves_by_itself() -> None:
    assert moves(Wet(), "full")
    assert moves(Wet(), "256", "question_mark", "escape")


@pytest.mark.parametrize(
    ("game", "colours", "keys", "looked_at"),
    [
        (FakeGame, "full", (), True),
        (Wet, "16", (), True),
        (Wet, "none", (), True),
        (Wet, "full", ("question_mark",), True),
        (Wet, "full", (), False),
    ],
    ids=["plain room", "16 colours", "no colours", "help", "not looked at"],
)
def test_nothing_moves_by_itself(
    game: type[FakeGame], colours: str, keys: tuple[str, ...], looked_at: bool
) -> None:
    assert not moves(game(), colours, *keys, looked_at=looked_at)
