"""Commands that show recorded games. The library provides the other commands on journals."""

from __future__ import annotations

from pathlib import Path

from bidden.cli import terminal
from bidden.cli.options import Frontend
from bidden.recording.closing import close_all
from bidden.recording.folder.morgue import morgue as text_of
from bidden.recording.notes import opened, warn
from bidden.recording.player import JournalPlayer
from bidden.text import printable
from eventcore.tools import UsageError


def morgue(journal: Path) -> int:
    """Print an account of a recorded game, and return the exit code.

    Parameters
    ----------
    journal:
        The journal; - is standard input.
    """
    player = JournalPlayer(journal, opened(journal, "used"), write=False)
    player.play_to_end()
    for line in text_of(player.session, journal, *player.why_it_ended()).splitlines():
        print(printable(line))
    return _code_of(player, journal)


def replay(journal: Path, *, turn: int | None = None, frontend: Frontend = "terminal") -> int:
    """Replay a journal on screen, and return the exit code.

    Parameters
    ----------
    journal:
        The journal; - is standard input, if the game is shown in a window.
    turn:
        Start at this turn, and stop there.
    frontend:
        Show the game in a terminal or a window, or in a front end of your own: package:callable.
    """
    if str(journal) == "-" and frontend == "terminal":
        raise UsageError(
            "can't read a journal from standard input, which the terminal needs for keys: name a "
            "file, or use --frontend window"
        )
    recorded = opened(journal, "played")
    if frontend == "terminal" and not terminal.has_terminal():
        raise UsageError("there is no terminal to replay in; check a journal with: bidden verify")
    player = JournalPlayer(journal, recorded)
    if turn is not None:
        if turn > player.last_turn:
            raise UsageError(f"--turn {turn}: {journal} ends on turn {player.last_turn}")
        player.aim(player.position_of_turn(turn))
    with (
        terminal.open_front_end(frontend) as front_end,
        terminal.kept_where_broken_off(player.taken_over),
        terminal.told_where_recorded(lambda: close_all(player.taken_over()), player.taken_over),
    ):
        front_end.replay(player)
    code = max((terminal.tell_where_recorded(game) for game in player.taken_over()), default=0)
    return max(code, _code_of(player, journal))


def _code_of(player: JournalPlayer, journal: Path) -> int:
    """Print the problems of a playback, and return the exit code."""
    for problem in player.problems:
        warn(problem, journal)
    return 2 if player.stopped else 1 if player.diverged else 0
