"""The terminal application hands keys to the screens and shows them, whatever the size."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from queue import Queue
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from rich.color import Color
from rich.style import Style
from textual import events
from textual.pilot import Pilot

from bidden.frontend.drawing.colours.palettes import palette_for
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.preferences.options import Options
from bidden.frontend.preferences.settings import with_keys, with_option
from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.screen import Change
from bidden.frontend.terminal.app import TerminalApp
from bidden.frontend.terminal.canvas import Canvas
from bidden.frontend.theme import load_theme
from bidden.intents import Intent, Move, Wait
from bidden.view import Glimpse, Happening, Tile, View
from tests.frontend.fakes import FakeGame, FakePlayback, covered


def screen(app: TerminalApp) -> list[str]:
    """The rows the canvas shows, without blanks at their ends."""
    canvas = app.query_one(Canvas)
    return [canvas.render_line(y).text.rstrip() for y in range(canvas.size.height)]


async def resize(pilot: Pilot[None], width: int, height: int) -> None:
    """Make the terminal another size, and wait until the canvas has it, however busy it is here."""
    await pilot.resize_terminal(width, height)
    await filled(pilot, width, height)


async def filled(pilot: Pilot[None], width: int, height: int) -> None:
    """Wait until the canvas fills a terminal of this size."""
    canvas = pilot.app.query_one(Canvas)
    while canvas.size != (width, height):
        await pilot.pause()


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    """Wait until something holds, for five seconds at the most."""
    for _ in range(500):
        if holds():
            return
        await pilot.pause(0.01)


def drive(
    app: TerminalApp,
    steps: Callable[[Pilot[None]], Awaitable[None]],
    size: tuple[int, int] = (80, 24),
) -> None:
    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await filled(pilot, *size)
            await steps(pilot)

    asyncio.run(run())


def app_for(game: FakeGame) -> TerminalApp:
    theme = load_theme()
    return TerminalApp(Stack.for_game(game, theme), theme)


def test_keys_become_intents_and_the_screen_follows() -> None:
    game = FakeGame()
    app = app_for(game)

    async def steps(pilot: Pilot[None]) -> None:
        assert screen(app)[4] == "   #.@.....+"
        await pilot.press("right", "l", "6", "full_stop")
        assert screen(app)[4] == "   #....@..+"

    drive(app, steps)
    assert game.performed == [Move(1, 0)] * 3 + [Wait()]


def test_help_opens_and_escape_closes_it() -> None:
    app = app_for(FakeGame())

    async def steps(pilot: Pilot[None]) -> None:
        before = screen(app)
        await pilot.press("question_mark")
        assert screen(app)[0] == " Help"
        await pilot.press("escape")
        assert screen(app) == before

    drive(app, steps)


def test_quitting_ends_the_application() -> None:
    app = app_for(FakeGame())

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("Q", "y")

    drive(app, steps)
    assert (app.return_code, app.failure) == (0, None)


def test_what_a_turn_leaves_to_be_done_is_done_once_it_was_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, order = FakeGame(), list[str]()
    app, show = app_for(game), Canvas.show

    def shown(canvas: Canvas, console: Any) -> None:
        show(canvas, console)
        order.append(f"shown {len(game.performed)}")

    monkeypatch.setattr(Canvas, "show", shown)
    monkeypatch.setattr(game, "settle", lambda: order.append(f"settled {len(game.performed)}"))

    async def steps(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "settled 0" in order)  # what the beginning left to be done
        order.clear()
        await pilot.press("l")
        await pilot.press("l")

    drive(app, steps)
    assert order[:2] == ["shown 1", "settled 1"]
    assert order[-2:] == ["shown 2", "settled 2"]


def test_what_changed_is_written_at_once_and_not_with_the_next_frame(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app, display, written = app_for(FakeGame()), TerminalApp._display, list[bool]()

    def noted(app: TerminalApp, shown: Any, update: Any) -> None:
        written.append(update is not None)
        display(app, shown, update)

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.pause()
        monkeypatch.setattr(TerminalApp, "_display", noted)
        app._press("l")
        app._draw()  # and nothing is waited for
        assert written == [True]
        await pilot.pause(0.1)
        assert True not in written[1:]  # nor written once more

    drive(app, steps)


def test_ctrl_c_ends_the_application_at_once() -> None:
    app = app_for(FakeGame())

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+c")

    drive(app, steps)
    assert (app.return_code, app.failure) == (0, None)


@pytest.mark.parametrize(
    ("key", "called"),
    [
        ("ctrl+p", "Ctrl+p"),
        ("ctrl+q", "Ctrl+q"),
        ("shift+tab", "nothing"),
        ("f1", "F1"),
        ("ctrl+alt+l", "Ctrl+l"),
    ],
)
def test_textual_has_no_keys_of_its_own(key: str, called: str) -> None:
    game = FakeGame()
    app = app_for(game)

    async def steps(pilot: Pilot[None]) -> None:
        before = screen(app)
        await pilot.press(key)
        told = [row for row in screen(app) if row not in before]
        assert told in ([], [f"{called} does nothing here; ? lists all keys."])
        await pilot.press("l")

    drive(app, steps)
    assert game.performed == [Move(1, 0)]


def test_a_paste_is_ignored() -> None:
    game = FakeGame()
    app = app_for(game)

    async def steps(pilot: Pilot[None]) -> None:
        app.post_message(events.Paste("qy\x1bhjkl"))
        await pilot.press("l")

    drive(app, steps)
    assert game.performed == [Move(1, 0)]


def test_a_terminal_too_small_says_so_keeps_the_game_and_recovers() -> None:
    game = FakeGame()
    app = app_for(game)

    async def steps(pilot: Pilot[None]) -> None:
        before = screen(app)
        await resize(pilot, 79, 24)
        assert screen(app) == ["Q quits. 80×24 needed, 79×24 here.", *[""] * 23]
        await pilot.press("l", "question_mark", "escape")
        await resize(pilot, 80, 23)
        assert screen(app)[0] == "Q quits. 80×24 needed, 80×23 here."
        await resize(pilot, 80, 24)
        assert screen(app) == before

    drive(app, steps)
    assert game.performed == []


def test_a_terminal_of_a_few_cells_does_no_harm() -> None:
    app = app_for(FakeGame())

    async def steps(pilot: Pilot[None]) -> None:
        await resize(pilot, 5, 1)
        assert screen(app) == ["Q qu…"]
        await pilot.press("Q")

    drive(app, steps)
    assert app.return_code == 0


@pytest.mark.parametrize(
    ("keys", "said", "pressed"),
    [(["f10"], "F10", "f10"), (["ctrl_q"], "Ctrl+q", "ctrl+q"), (["f9", "f10"], "F9", "f10")],
)
def test_where_it_is_too_small_any_key_quits_that_does_elsewhere_as_it_is_now(
    keys: list[str], said: str, pressed: str
) -> None:
    stack = Stack.for_game(FakeGame(), load_theme())
    app = TerminalApp(stack, stack.theme)

    async def steps(pilot: Pilot[None]) -> None:
        stack._take((Change(with_keys(Context.PLAY, Command.QUIT, keys), print),))
        await resize(pilot, 79, 24)
        await until(pilot, lambda: screen(app)[0].startswith(said))
        assert screen(app)[0] == f"{said} quits. 80×24 needed, 79×24 here."
        await pilot.press("Q")
        assert app.is_running
        await pilot.press(pressed)

    drive(app, steps)
    assert not stack.over  # it was not asked whether to
    assert app.return_code == 0


def test_a_larger_terminal_is_filled_and_its_size_may_change_at_any_time() -> None:
    game = FakeGame()
    app = app_for(game)

    async def steps(pilot: Pilot[None]) -> None:
        small = screen(app)
        await resize(pilot, 100, 30)
        await pilot.pause()
        assert [row[10:] for row in screen(app)[1:21]] == small[1:21]
        assert screen(app)[0].endswith("? help")
        await pilot.press("question_mark")
        await resize(pilot, 130, 40)
        await pilot.pause()
        assert screen(app)[0] == " Help"
        assert "1–36 of" in screen(app)[39]
        await pilot.press("escape", "l")
        assert screen(app)[4].startswith("   #..@....+")
        assert "No foe in view" in "\n".join(row[81:] for row in screen(app)[1:])
        await resize(pilot, 80, 24)
        await pilot.pause()
        assert screen(app)[4] == "   #..@....+"
        assert len(screen(app)) == 24

    drive(app, steps)
    assert game.performed == [Move(1, 0)]


def test_the_mouse_points_at_the_tile_that_is_drawn_there_whatever_the_size() -> None:
    app = app_for(FakeGame())

    async def steps(pilot: Pilot[None]) -> None:
        await resize(pilot, 100, 30)
        await pilot.pause()
        await pilot.press("semicolon")
        await pilot.hover(offset=(10 + 3, 4))
        await pilot.pause()
        assert "a wall" in screen(app)[-2]
        await pilot.hover(offset=(10 + 4, 4))
        await pilot.pause()
        assert "the floor" in screen(app)[-2]

    drive(app, steps)


def test_what_the_game_raises_ends_the_application_and_is_kept() -> None:
    class Broken(FakeGame):
        def perform(self, intent: Intent) -> None:
            raise LookupError("no such rule")

    app = app_for(Broken())

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("l")

    drive(app, steps)
    assert isinstance(app.failure, LookupError)


def test_a_replay_plays_by_itself() -> None:
    playback, theme = FakePlayback(3), load_theme()
    app = TerminalApp(Stack.for_playback(playback, theme), theme)

    async def steps(pilot: Pilot[None]) -> None:
        async with asyncio.timeout(20):
            while playback.position < playback.length:
                await pilot.pause()
        await pilot.pause()
        assert screen(app)[-1].startswith(" Turn 3/3  the end ")
        await pilot.press("q")

    drive(app, steps)
    assert app.return_code == 0


def test_what_is_gone_on_with_goes_on_by_itself_until_a_key_stops_it() -> None:
    game, theme = FakeGame(), load_theme()
    app = TerminalApp(Stack.for_game(game, theme, map(float, count()).__next__), theme)

    async def steps(pilot: Pilot[None]) -> None:
        # A rest that comes to no end, for nothing is healed here; that it is long is told first.
        await pilot.press("Z", "Z")
        async with asyncio.timeout(20):
            while len(game.performed) < 3:
                await pilot.pause()
        await pilot.press("x")
        stopped = len(game.performed)
        await pilot.pause(0.2)
        assert len(game.performed) == stopped
        assert any("You stop." in row for row in screen(app))

    drive(app, steps)
    assert {*game.performed} == {Wait()}


def test_a_replay_is_taken_over_and_played_on_in_the_same_terminal() -> None:
    playback, theme = FakePlayback(1000), load_theme()
    app = TerminalApp(Stack.for_playback(playback, theme), theme)

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("space", "t", "7", "enter")
        await pilot.pause()
        assert screen(app)[-1].startswith(" Turn 7/1000  4/s, paused ")
        await pilot.press("o", "y")
        for _ in range(100):  # it is said first, and done a tick or two later
            if "It is yours." in screen(app):
                break
            await pilot.pause(0.05)
        assert "It is yours." in screen(app)
        await pilot.press("l")
        assert screen(app)[4] == "   #..@....+"

    drive(app, steps)
    assert playback.game.performed == [Move(1, 0)]
    assert playback.position == 7


def test_keys_that_come_faster_than_it_goes_lead_to_few_moves() -> None:
    playback, theme = FakePlayback(1000), load_theme()
    app = TerminalApp(Stack.for_playback(playback, theme), theme)

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("space")
        moves = playback.moves
        for _ in range(60):
            app.post_message(events.Key("right", None))
        await pilot.pause()
        await pilot.pause()
        assert playback.position == 60
        assert playback.moves - moves < 10

    drive(app, steps)


def test_what_a_playback_raises_ends_the_application_and_is_kept() -> None:
    class Broken(FakePlayback):
        def move_on(self) -> bool:
            if self.target:
                raise LookupError("no such record")
            return False

    playback, theme = Broken(1000), load_theme()
    app = TerminalApp(Stack.for_playback(playback, theme), theme)

    async def steps(pilot: Pilot[None]) -> None:
        await pilot.press("end")
        await pilot.pause()

    drive(app, steps)
    assert isinstance(app.failure, LookupError)


def test_only_what_changed_is_redrawn() -> None:
    app = app_for(FakeGame())
    redrawn: list[int] = []

    async def steps(pilot: Pilot[None]) -> None:
        canvas = app.query_one(Canvas)
        real = canvas.refresh

        def refresh(*regions: object, **options: object) -> object:
            redrawn.extend(getattr(region, "y", -1) for region in regions)
            return real(*regions, **options)  # type: ignore[arg-type]

        canvas.refresh = refresh  # type: ignore[assignment, method-assign]
        await pilot.press("l")
        await until(pilot, lambda: bool(redrawn))

    drive(app, steps)
    assert set(redrawn) <= {0, *range(2, 8), 21}
    assert 4 in redrawn


def test_other_options_are_drawn_by_at_once() -> None:
    theme = attrs.evolve(load_theme(), options=Options(colours="full"))
    stack = Stack.for_game(FakeGame(), theme)
    app = TerminalApp(stack, theme)

    def ground() -> Style:
        style = next(iter(app.query_one(Canvas).render_line(20))).style
        assert style is not None
        return style

    async def steps(pilot: Pilot[None]) -> None:
        assert ground().bgcolor == Color.from_rgb(13, 12, 16)
        light = Options(background="light", colours="full")
        stack.screens[0].theme = attrs.evolve(theme, palette=palette_for("light"), options=light)
        await pilot.press("l")
        assert ground().bgcolor == Color.from_rgb(*palette_for("light").ground.bg)
        none = Options(colours="none")
        stack.screens[0].theme = attrs.evolve(theme, options=none)
        await pilot.press("l")
        assert ground().bgcolor is None

    drive(app, steps)


def test_what_happened_passes_by_itself_frame_by_frame() -> None:
    game = FakeGame()
    app = app_for(game)
    shown: list[str] = []

    async def steps(pilot: Pilot[None]) -> None:
        game.happening = (Glimpse(Happening.SHOT, ((4, 2), (5, 2), (6, 2))),)
        await pilot.press("full_stop")
        for _ in range(1000):
            row = screen(app)[3]
            shown.extend([] if row in shown[-1:] else [row])
            if len(shown) > 1 and row == "   #.......#":
                return
            await pilot.pause(0.01)

    drive(app, steps)
    assert set(shown) & {
        "   #-......#",
        "   #--.....#",
        "   #.--....#",
    }  # a busy machine skips some
    assert shown[-1] == "   #.......#"


class Wet(FakeGame):
    """Has water in view."""

    def view(self) -> View:
        water = Tile("≈", "water", True, "deep water")
        return attrs.evolve(super().view(), tiles=covered({(8, 2): water, (8, 4): water}).tiles)


def beats_of(app: TerminalApp, before: Callable[[Pilot[None]], Awaitable[None]]) -> int:
    """How many beats pass in six tenths of a second, once something was done."""
    passed: list[int] = []

    async def steps(pilot: Pilot[None]) -> None:
        await before(pilot)
        start = app._stack.beats.passed
        await pilot.pause(0.6)
        passed.append(app._stack.beats.passed - start)

    drive(app, steps)
    return passed[0]


async def nothing(pilot: Pilot[None]) -> None:
    await pilot.pause()


def wet_app(game: FakeGame | None = None, **options: Any) -> TerminalApp:
    theme = attrs.evolve(load_theme(), options=Options(**{"colours": "full"} | options))
    return TerminalApp(Stack.for_game(game or Wet(), theme), theme)


def test_water_in_view_moves_by_itself_three_times_in_six_tenths_of_a_second_at_most() -> None:
    assert 1 <= beats_of(wet_app(), nothing) <= 3


def test_with_256_colours_it_moves_and_with_fewer_it_does_not() -> None:
    assert beats_of(wet_app(colours="256"), nothing)
    assert not beats_of(wet_app(colours="16"), nothing)
    assert not beats_of(wet_app(colours="none"), nothing)


def test_where_nothing_in_view_moves_nothing_is_drawn() -> None:
    assert not beats_of(wet_app(FakeGame()), nothing)


def test_while_the_terminal_is_not_looked_at_nothing_moves() -> None:
    async def turn_away(pilot: Pilot[None]) -> None:
        pilot.app.post_message(events.AppBlur())
        await pilot.pause()

    assert not beats_of(wet_app(), turn_away)


def test_while_the_terminal_is_behind_nothing_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    written = Queue[str]()
    written.put("what the terminal has not taken")

    async def fall_behind(pilot: Pilot[None]) -> None:
        writer = SimpleNamespace(_queue=written)
        monkeypatch.setattr(pilot.app._driver, "_writer_thread", writer, raising=False)

    assert not beats_of(wet_app(), fall_behind)
    written.get()
    assert beats_of(wet_app(), fall_behind)


def test_where_only_a_page_is_seen_nothing_moves_until_it_is_left() -> None:
    async def help(pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")

    async def leave(pilot: Pilot[None]) -> None:
        await pilot.press("question_mark", "escape")

    assert not beats_of(wet_app(), help)
    assert beats_of(wet_app(), leave)


@pytest.mark.parametrize("cursor", ["shown", "hidden"])
def test_the_terminals_own_cursor_stands_where_one_looks_or_is_hidden(
    cursor: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    theme = attrs.evolve(load_theme(), options=Options(cursor=cursor))
    app = TerminalApp(Stack.for_game(FakeGame(), theme), theme)
    written: list[str] = []

    async def steps(pilot: Pilot[None]) -> None:
        monkeypatch.setattr(app._driver, "write", written.append)
        for keys, at in (
            (["l"], (6, 4)),
            (["semicolon", "j"], (6, 5)),
            (["escape", "question_mark"], (0, 0)),
            (["escape", "l"], (7, 4)),
            (["equals_sign"], (5, 2)),
        ):
            await pilot.press(*keys)
            await pilot.pause()
            assert tuple(app.cursor_position) == (at if cursor == "shown" else (0, 0))
            if cursor == "shown":
                assert written[-1] == f"\x1b[{at[1] + 1};{at[0] + 1}H\x1b[?25h"
        await pilot.press("escape")
        app._stack._take((Change(with_option("cursor", "hidden", ""), lambda _: None),))
        await pilot.press("l")
        await pilot.pause()
        assert written[-1:] == (["\x1b[1;1H\x1b[?25l"] if cursor == "shown" else [])

    drive(app, steps)
