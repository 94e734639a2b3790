"""Stacks on a fake game, with helpers for keys, clicks and the shown text."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from itertools import count
from typing import Any

import attrs
import tcod.console

from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.drawing.colours.palette import load_palette
from bidden.frontend.drawing.layout import Rect
from bidden.frontend.drawing.panels.side import draw_side
from bidden.frontend.drawing.pictures.render import text_of
from bidden.frontend.port import Game
from bidden.frontend.preferences.options import Options
from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.menu import Menu
from bidden.frontend.screens.play import PlayScreen
from bidden.frontend.screens.screen import Screen
from bidden.frontend.theme import Theme, load_theme
from bidden.view import Spot
from tests.frontend.fakes import FakeGame, FakeLobby, FakePlayback, a_view


class Clock:
    """Returns the time it is set to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


shipped = cache(load_theme)
"""Loads the theme that ships with the game, once."""


def theme(**options: Any) -> Theme:
    """Return the shipped theme, with some options changed."""
    return attrs.evolve(shipped(), options=Options(**options))


def stack_for(game: Game, theme: Theme, clock: Callable[[], float] = time.monotonic) -> Stack:
    """Create a stack that shows a game. The clock returns seconds."""
    return Stack(PlayScreen(theme, game.notice), game, clock=clock)


def playing(game: FakeGame, **options: Any) -> Stack:
    return stack_for(game, theme(**options), Clock())


def slowly(game: FakeGame) -> Stack:
    """Return a stack on which each intent of a multi-turn command takes a tick."""
    return stack_for(game, shipped(), map(float, count()).__next__)


def replaying(playback: FakePlayback, **options: Any) -> Stack:
    return Stack.for_playback(playback, theme(**options))


def at_the_title(lobby: FakeLobby, **options: Any) -> Stack:
    return Stack.for_lobby(lobby, theme(**options))


def press(stack: Stack, *keys: str) -> None:
    """Press keys one by one, with time between them to catch up."""
    for key in keys:
        stack.press(key)
        wait(stack)
        stack.catch_up()


def wait(stack: Stack) -> None:
    """Wait until an announced slow step is done."""
    while stack.waits:
        lines_of(stack)
        stack.tick()


def settle(stack: Stack) -> None:
    """Wait until nothing runs by itself."""
    while stack.ticks:
        stack.tick()


def go(stack: Stack, *keys: str) -> None:
    """Press keys one by one, each after the result of the previous key has finished."""
    for key in keys:
        press(stack, key)
        settle(stack)


def click(stack: Stack, tile: Spot, *, right: bool = False) -> None:
    """Click on a tile of the map, and wait until its result has finished."""
    lines_of(stack)
    stack.click(*top(stack).layout.cell_of(tile), right=right)
    wait(stack)


def click_hint(stack: Stack, key: str) -> None:
    """Click on the hint that names a key."""
    lines_of(stack)
    where = next(one.where for one in top(stack).buttons if one.key == key)
    stack.click(where.x, where.y)
    wait(stack)


def drawn(stack: Stack, width: int = 80, height: int = 24) -> tcod.console.Console:
    console: tcod.console.Console = new_console(width, height)
    stack.draw(console)
    return console


def lines_of(stack: Stack, width: int = 80, height: int = 24) -> list[str]:
    return text_of(drawn(stack, width, height)).split("\n")


def text(stack: Stack, width: int = 80, height: int = 24) -> str:
    """Return the rows of the screen."""
    return "\n".join(lines_of(stack, width, height))


def words(stack: Stack, width: int = 80, height: int = 24) -> str:
    """Return the words on the screen, without frames and line breaks."""
    return " ".join(text(stack, width, height).replace("│", " ").split())


def said(stack: Stack) -> str:
    """Return the text under the map, without line breaks."""
    return " ".join(" ".join(lines_of(stack)[21:]).split())


def boxed(stack: Stack) -> list[str]:
    """Return the rows of text in the box on the screen."""
    inside = [row.split("│")[1].strip() for row in lines_of(stack) if row.count("│") == 2]
    return [row for row in inside if row]


def top(stack: Stack) -> Screen:
    return stack.screens[-1]


def is_playing(stack: Stack) -> bool:
    """Return whether no prompt or screen is open over the game."""
    return [type(screen) for screen in stack.screens] == [PlayScreen]


def menu(stack: Stack) -> Menu:
    screen = top(stack)
    assert isinstance(screen, Menu)
    return screen


def marked(stack: Stack) -> str:
    """Return the text of the marked line of a menu."""
    screen = menu(stack)
    return screen.choices[screen.marked].text


def cursor(stack: Stack) -> Spot:
    """Return the tile of the cursor."""
    lines_of(stack)
    tile = top(stack).layout.tile_at(*stack.focus)
    assert tile is not None
    return tile


def ink(console: tcod.console.Console, x: int, y: int, part: str = "fg") -> tuple[int, ...]:
    """Return a colour of a cell."""
    return tuple(console.rgb[part][y, x].tolist())


def place_of(console: tcod.console.Console, words: str) -> Spot:
    """Return the cell where words begin, in the lowest row that has them."""
    rows = text_of(console).split("\n")
    y = max(number for number, row in enumerate(rows) if words in row)
    return rows[y].index(words), y


def side_of(width: int = 40, height: int = 40, **changes: Any) -> list[str]:
    """Return the rows of a side bar; it must not draw outside its area."""
    console = new_console(width + 10, height + 2)
    draw_side(console, Rect(5, 1, width, height), a_view(**changes), load_palette())
    rows = text_of(console).replace("\0", " ").split("\n")
    assert all(not row[:5].strip() and not row[5 + width :].strip() for row in rows)
    assert not (rows[0] + rows[-1]).strip()
    return [row[5:].rstrip() for row in rows[1:-1]]
