"""What tests of screens share: a stack on a fake game, and its screen as text."""

from __future__ import annotations

from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.drawing.pictures.render import text_of
from bidden.frontend.running.stack import Stack
from bidden.frontend.theme import load_theme
from tests.frontend.fakes import FakeGame, FakeLobby, FakePlayback


def playing(game: FakeGame) -> Stack:
    return Stack.for_game(game, load_theme())


def replaying(playback: FakePlayback) -> Stack:
    return Stack.for_playback(playback, load_theme())


def at_the_title(lobby: FakeLobby) -> Stack:
    return Stack.for_lobby(lobby, load_theme())


def lines_of(stack: Stack) -> list[str]:
    console = new_console()
    stack.draw(console)
    return text_of(console).split("\n")


def text(stack: Stack) -> str:
    """The screen in one."""
    return "\n".join(lines_of(stack))


def press(stack: Stack, *keys: str) -> None:
    """Press keys that come one by one, with time between them to catch up."""
    for key in keys:
        stack.press(key)
        wait(stack)
        stack.catch_up()


def wait(stack: Stack) -> None:
    """Wait until what is said to be done soon is done."""
    while stack.waits:
        lines_of(stack)
        stack.tick()
