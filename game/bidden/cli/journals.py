"""Commands that show recorded games. The library provides the other commands on journals."""

from __future__ import annotations

from pathlib import Path

from bidden.cli import terminal
from bidden.cli.options import Frontend
from bidden.recording.closing import close_all
from bidden.recording.folder.morgue import morgue as text_of
from bidden.recording.notes import BIDDEN, warn
from bidden.recording.player import JournalPlayer
from bidden.text import printable
from eventcore.tools import UsageError


def morgue(journal: Path) -> int:
    """Print an account of a recorded game."""
    recording = BIDDEN.open(journal)
    for line in recording.notes("told of"):
        warn(line)
    player = JournalPlayer(journal, recording.journal, write=False)
    player.aim(player.length)
    while player.move_on():
        pass
    view = player.view()
    causes, plainly = (
        player.why(view.turn, view.death, brief=True, plain=plain) if view.death else ()
        for plain in (False, True)
    )
    text = text_of(player.session, journal, causes, plainly)
    for line in text.splitlines():
        print(printable(line))
    for problem in filter(None, (player.diverged, player.stopped)):
        warn(problem, journal)
    return 2 if player.stopped else 1 if player.diverged else 0


def replay(journal: Path, *, turn: int | None, frontend: Frontend) -> int:
    """Replay a journal on screen."""
    if str(journal) == "-" and frontend == "terminal":
        raise UsageError(
            "a terminal needs standard input for its keys: name a file to replay, or show it "
            "with --frontend window"
        )
    recording = BIDDEN.open(journal)
    if frontend == "terminal" and not terminal.has_terminal():
        raise UsageError("there is no terminal to replay in; check a journal with: bidden verify")
    for line in recording.notes("played"):
        warn(line)
    player = JournalPlayer(journal, recording.journal)
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
    for problem in filter(None, (player.diverged, player.stopped)):
        warn(problem, journal)
    return max(code, 2 if player.stopped else 1 if player.diverged else 0)
