"""The commands on journals that are there: watched, checked, compared, reduced and explained."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from bidden.cli import terminal
from bidden.cli.terminal import Frontend
from bidden.recording import explain as explaining
from bidden.recording import playing
from bidden.recording.diff import diff as compare
from bidden.recording.notes import note, warn
from bidden.recording.output_files import atomic_write, refuse_existing
from bidden.recording.player import JournalPlayer
from bidden.recording.shrink import shrink as reduce
from bidden.recording.verify import verify_files
from bidden.recording.what_if import whatif as play_otherwise
from eventcore.cli import Flag, UsageError, Whole, printable
from eventcore.journal import STDIN
from eventcore.trace import Tree, sequence_diagram, trace_events, tree_lines


def replay(journal: Path, *, turn: Whole | None = None, frontend: Frontend = "terminal") -> int:
    """Play a journal back on screen.

    Of a journal that is torn or damaged what is whole is played, and stderr says so. Exit
    code 1: it goes another way than it was recorded. 2: it holds what cannot be played; it
    is shown up to there.

    Parameters
    ----------
    journal:
        The journal to play back; - is standard input, which a window can be shown from.
    turn:
        Begin at this turn, and stay there.
    frontend:
        Where to show it.
    """
    if journal == STDIN and frontend == "terminal":
        raise UsageError(
            "a terminal needs standard input for its keys: name a file to replay, or show it "
            "with --frontend window"
        )
    recorded = playing.load(journal)
    if frontend == "terminal" and not terminal.has_terminal():
        raise UsageError("there is no terminal to replay in; check a journal with: bidden verify")
    note(journal, recorded, "played")
    player = JournalPlayer(journal, recorded)
    if turn is not None:
        if turn > player.last_turn:
            raise UsageError(f"--turn {turn}: {journal} ends on turn {player.last_turn}")
        player.aim(player.position_of_turn(turn))
    with terminal.open_front_end(frontend) as front_end:
        try:
            front_end.replay(player)
        finally:
            if player.game is not None:
                player.game.close()
    code = 0 if player.game is None else terminal.tell_where_recorded(player.game)
    for problem in filter(None, (player.diverged, player.stopped)):
        warn(problem, journal)
    return max(code, 2 if player.stopped else 1 if player.diverged else 0)


def verify(*journals: Path, jobs: Whole = 1) -> int:
    """Replay journals at full speed and compare every digest, and every event they have.

    Exit code 0: all the same. 1: one diverged. 2: one could not be read whole.

    Parameters
    ----------
    journals:
        The journals to check; - is standard input.
    jobs:
        How many to check at the same time, each in a process of its own.
    """
    if not journals:
        raise UsageError("verify needs a journal: bidden verify JOURNAL…")
    if jobs < 1:
        raise UsageError(f"--jobs {jobs}: at least 1 process checks")
    return verify_files(journals, jobs)


def diff(one: Path, other: Path) -> int:
    """Compare two recordings: what is the same from the start, and where they part.

    Exit code 0: the same. 1: they part. 2: one could not be read whole.

    Parameters
    ----------
    one:
        A journal.
    other:
        Another; its values stand second.
    """
    return compare(one, other)


def whatif(
    journal: Path,
    *,
    mute: Annotated[list[str] | None, Parameter(negative=())] = None,
    set_: Annotated[list[str] | None, Parameter(name="--set", negative=())] = None,
) -> int:
    """Play a recorded game again with a handler left out or a datum changed, and compare.

    Parameters
    ----------
    journal:
        The journal whose intents are given again.
    mute:
        A handler to leave out, such as Guard.turn_aside; may be given more than once.
    set_:
        A datum to change, such as creatures.zombie.Health.hp=20; may be given more than once.
    """
    return play_otherwise(journal, mute or [], set_ or [])


def shrink(
    journal: Path, *, check: str | None = None, out: Path | None = None, timeout: Whole = 60
) -> int:
    """Reduce a failing journal to the fewest intents that still fail, and write a test of it.

    Parameters
    ----------
    journal:
        A journal whose replay raises, or is not the same twice.
    check:
        Run this with a candidate's path instead, at its end or in place of {}; exit code 1
        means that it fails.
    out:
        The small journal; the test is written beside it.
    timeout:
        How many seconds the command may take for a candidate. One that takes longer is ended,
        and the candidate passes.
    """
    if timeout < 1:
        raise UsageError(f"--timeout {timeout}: the command gets at least 1 second")
    return reduce(journal, check, out, timeout)


def explain(
    journal: Path,
    *,
    turn: Whole,
    event: str | None = None,
    mermaid: Flag = False,
    chrome_trace: Path | None = None,
    force: Flag = False,
) -> int:
    """Tell why things happened: who changed what in a turn, and what came of what.

    Parameters
    ----------
    journal:
        The journal to replay.
    turn:
        Which turn to tell of.
    event:
        Tell only of events of this type, such as TakeDamage, or of this number: what led
        up to them, and all that came of them.
    mermaid:
        Print a Mermaid sequence diagram instead.
    chrome_trace:
        Write a file for Perfetto or chrome://tracing instead.
    force:
        Replace that file if it exists.
    """
    if chrome_trace is not None:
        if mermaid:
            raise UsageError("--mermaid and --chrome-trace are two forms of one turn: name one")
        refuse_existing(chrome_trace, force=force)
    elif force:
        raise UsageError("--force replaces the file of --chrome-trace: name one")
    recorded = playing.load(journal)
    note(journal, recorded, "told of")
    timeline = playing.timeline_of(journal, recorded, write=False)
    try:
        with playing.errors_named(journal):
            trace = explaining.trace_turn(timeline, turn)
        tree = explaining.of_turn(trace.tree, turn)
        chosen = [] if event is None else explaining.choose(tree, turn, event)
    except explaining.NotFoundError as error:
        raise UsageError(f"{journal}: {error}") from None
    tree = tree.about(chosen) if chosen else tree
    if chrome_trace is not None:
        _write_trace(chrome_trace, tree)
    elif mermaid:
        print(sequence_diagram(tree), end="")
    else:
        for line in tree_lines(tree, {span.sequence for span in chosen}):
            print(printable(line))
    if trace.raised is not None:
        warn(trace.raised, journal)
        return 1
    return 0


def _write_trace(path: Path, tree: Tree) -> None:
    with atomic_write(path) as part:
        part.write_text(json.dumps(trace_events(tree), indent=1), "utf-8")
    print(printable(f"Written to {path}; open it in Perfetto or chrome://tracing"))
