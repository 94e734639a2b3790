"""The terminal or display of the program, and the command that started it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shlex import quote
from shutil import which
from typing import TYPE_CHECKING, Protocol

import attrs

from bidden.cli.options import Frontend, Told
from bidden.frontend.port import FrontEnd, Game
from bidden.text import printable
from eventcore.tools import UsageError

if TYPE_CHECKING:
    from bidden.frontend.preferences.options import Options
    from bidden.frontend.theme import Theme
    from bidden.recording.finishing import Finished
    from bidden.recording.playing import Play


def is_served() -> bool:
    """Return whether a parent process sends the screens to a browser."""
    return os.environ.get("TEXTUAL_DRIVER", "").endswith(":WebDriver")


def has_terminal() -> bool:
    """Return whether a terminal is available for both keys and screens."""
    if is_served():
        return True
    dumb = os.environ.get("TERM", "dumb") in ("", "dumb")
    return sys.stdin.isatty() and sys.stdout.isatty() and not dumb


class Player(Protocol):
    """A map or a text view that can play games."""

    def play(self, begin: Callable[[], Game], told: str) -> None:
        """Play until the game ends or the player leaves. Show ``told`` while the game loads."""


def named_settings(path: Path | None) -> Path | None:
    """Return the named settings file, or None, after checking that it exists.

    Raises:
        UsageError: The file does not exist.
    """
    if path is not None and not os.path.exists(path):
        raise UsageError(f"--options {path}: there is no such file")
    return path


def usual_view(settings: Path | None = None) -> Told:
    """Return the view that the player prefers.

    Raises:
        ContentError: The player's settings are invalid.
    """
    from bidden.frontend.theme import load_own_theme

    return load_own_theme(settings).options.view


@contextmanager
def open_view(frontend: Frontend, view: Told, settings: Path | None = None) -> Iterator[Player]:
    """Open the map or the text view of a game.

    Raises:
        ContentError: The player's settings are invalid.
        UsageError: No display is available, or a window cannot show this view.
    """
    if view == "map":
        with open_front_end(frontend, settings) as front_end:
            yield front_end
    elif frontend != "terminal":
        raise UsageError(f"--view {view} needs --frontend terminal")
    else:
        yield _InWords(view == "log", _load_own_theme(settings).options)


@contextmanager
def open_front_end(frontend: Frontend, settings: Path | None = None) -> Iterator[FrontEnd]:
    """Open the front end of a game, before its journal is created.

    Without a settings file, the one in the configuration folder is used.

    Raises:
        ContentError: The player's settings are invalid.
        UsageError: The front end does not exist, or cannot be opened.
    """
    from bidden.frontend.preferences.settings import settings_path

    if settings is not None or _may_be_there(settings_path()):
        _load_own_theme(settings)
    if frontend == "terminal":
        from bidden.frontend.terminal import in_terminal

        yield in_terminal(settings)
        return
    if frontend != "window":
        from bidden.frontend.named import make_front_end

        yield make_front_end(frontend)
        return
    from bidden.frontend import window

    try:
        with window.opened(settings) as front_end:
            yield front_end
    except window.NoDisplayError as error:
        raise UsageError(str(error)) from None


def _load_own_theme(settings: Path | None) -> Theme:
    from bidden.frontend.theme import load_own_theme
    from bidden.recording.notes import warn

    theme = load_own_theme(settings)
    if theme.unused:
        warn(f"{theme.path}: no longer used: {', '.join(theme.unused)}")
    return theme


def _may_be_there(path: Path) -> bool:
    try:
        path.stat()
    except FileNotFoundError:
        return False
    except OSError:
        return True  # the code that reads the file reports the error
    return True


@attrs.frozen
class _InWords:
    """The text views, in which players type commands."""

    brief: bool
    options: Options

    def play(self, begin: Callable[[], Game], told: str) -> None:
        from bidden.prose.lines import play  # only the text views need it

        play(begin(), self.options, brief=self.brief)


@contextmanager
def told_where_recorded(
    close: Callable[[], None], games: Callable[[], Iterable[Play]]
) -> Iterator[None]:
    """Close games when the block ends. After an error, print where each is recorded.

    ``games`` returns all games, including those that began during the block.
    """
    try:
        yield
    except BaseException:
        try:
            close()
        finally:
            with suppress(OSError):  # the terminal may be gone
                for game in games():
                    print(_recorded_in(game), file=sys.stderr, flush=True)
        raise
    close()


@contextmanager
def kept_where_broken_off(games: Callable[[], Iterable[Play]]) -> Iterator[None]:
    """Save the results of finished, closed games if the block raises an error.

    Without an error, ``tell_where_recorded`` saves them.
    """
    try:
        yield
    except BaseException:
        for game in games():
            if game.session.ending is not None:
                with suppress(Exception):  # the first error is reported instead
                    _finished(game)
        raise


def tell_notice(game: Play) -> None:
    """Print the notice with which a game began, if there is one."""
    from bidden.recording.notes import warn

    if game.notice:
        warn(game.notice)


def tell_where_recorded(game: Play, kept: Finished | None = None) -> int:
    """Print where a closed game is recorded and how to continue it; return the exit code."""
    from bidden.recording.notes import warn

    kept = _finished(game) if kept is None else kept
    for problem in kept.problems:
        warn(problem)
    if kept.told_in is not None:
        print(printable(f"A log of the game is in {kept.told_in}"))
    if kept.score is not None:
        print(f"Score {kept.score:,}; to list all scores, run: {_command()} records")
    print(_recorded_in(game))
    return 0


def _finished(game: Play) -> Finished:
    from bidden.recording.finishing import finish  # slow to import, but a played game has loaded it

    return finish(game)


def _recorded_in(game: Play) -> str:
    on = "play --journal" if game.session.ending is None else "replay"
    then = "continue" if game.session.ending is None else "watch it"
    command = f"  {_command()} {on} {quote(str(game.path))}"
    return "\n".join(map(printable, (f"Recorded in {game.path}; {then} with:", command)))


def _command() -> str:
    """Return the command for this program, with its path if it is not on PATH."""
    called = Path(sys.argv[0])
    return quote(str(called)) if called.name == "bidden" and which("bidden") is None else "bidden"
