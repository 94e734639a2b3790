"""The command line of the game: it hands each command to the module that has it."""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from typing import Annotated, Literal

from cyclopts import App, Parameter

from eventcore import JournalError, __version__
from eventcore.cli import UsageError, Whole, print_chain, printable, run
from eventcore.journal import STDIN, Sync
from eventcore.replay import verify
from eventcore.trace import Tree, sequence_diagram, trace_events, tree_lines
from game import explaining, playing
from game.bots.explorer import choose
from game.bots.showman import choose_for_show
from game.catalogue import LevelKind, load_catalogue
from game.comparing import diff
from game.continuing import continue_from
from game.export.command import export
from game.frontend.port import Stage
from game.order import COMPONENTS
from game.session import FIRST
from game.showing import Show
from game.shrinking import shrink
from game.verifying import verify_files
from game.whatif import whatif

__all__ = ["main"]

Frontend = Literal["terminal", "window"]
Forcing = Literal["always", "close", "never"]
Flag = Annotated[bool, Parameter(negative=())]

_DEMO_TURNS = 300


def play(
    *,
    seed: Whole | None = None,
    journal: Path | None = None,
    frontend: Frontend = "terminal",
    sync: Forcing = "always",
    events: Flag = False,
) -> int:
    """Play, in this terminal or in a window. Without a terminal, run the demo.

    Parameters
    ----------
    seed:
        Fixes the game; left away, every game is another.
    journal:
        Where to record the game. One that exists is continued.
    frontend:
        Where to show it.
    sync:
        When the journal is forced to the disk, so that a power cut leaves it alone: after
        each intent, when it is closed, or never. A process that is killed loses nothing.
    events:
        Record every settled event too, for verify, diff and other programs; a game begun so
        stays so.
    """
    if frontend == "terminal" and not _has_terminal():
        kept = journal is not None and os.path.exists(journal)
        note = f", and leaving {journal} as it is" if kept else ""
        said = f"There is no terminal to play in: running the demo instead{note}."
        print(printable(said), flush=True)
        return demo(seed=seed, journal=None if kept else journal, events=events)
    with _stage(frontend) as stage:
        game = _open(seed, journal, Sync(sync), events)
        if game.notice:
            print(f"bidden: {printable(game.notice)}", file=sys.stderr)
        try:
            stage.play(game)
        finally:
            game.close()
    _say_where(game)
    return 0


def demo(
    *,
    seed: Whole | None = None,
    turns: Whole = _DEMO_TURNS,
    journal: Path | None = None,
    scenario: str | None = None,
    debug: Flag = False,
    events: Flag = False,
) -> int:
    """Let a bot play without a screen, replay its journal, and compare every digest.

    Parameters
    ----------
    seed:
        Fixes the game; left away, every game is another.
    turns:
        The bot stops after this many intents, or when the game is over.
    journal:
        Where to record the game; a new file.
    scenario:
        Show a scenario instead; what changes of the player is told turn by turn.
    debug:
        Check every dispatch on the way; a game takes some five times as long.
    events:
        Record every settled event too, and compare these.
    """
    if turns < 1:
        raise UsageError(f"--turns {turns}: the bot plays at least 1 turn")
    from game.frontend.render import text

    level = _level(scenario)
    game = playing.begin(_seed(seed), journal, debug=debug, level=level, events=events)
    try:
        if scenario is None:
            _let_the_bot_play(game, turns)
        else:
            _show(game, game.session.catalogue.level(scenario), turns)
    finally:
        game.close()
    print(text(game.view()))
    recorded = playing.load(game.path, events=events)
    divergence = recorded.problem or verify(playing.session_for(recorded), recorded)
    said = f"seed {game.session.world.seed}, {len(recorded.records)} records in {game.path}"
    if divergence is not None:
        print(f"bidden: {said}: {divergence}", file=sys.stderr)
        return 1
    what = "digest and every event" if events else "digest"
    print(f"{said}: replayed, every {what} the same ({game.session.digest.value})")
    return 0


def replay(journal: Path, *, turn: Whole | None = None, frontend: Frontend = "terminal") -> int:
    """Play a journal back on screen.

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
    if recorded.problem is not None and not recorded.problem.torn:
        raise JournalError(f"{journal}: {recorded.problem}")
    if frontend == "terminal" and not _has_terminal():
        raise UsageError("there is no terminal to replay in; check a journal with: bidden verify")
    notes = playing.differences(playing.session_for(recorded), recorded)
    if recorded.problem is not None:
        notes.append(f"{recorded.problem}; what is whole is played")
    for note in notes:
        print(f"bidden: {printable(f'{journal}: {note}')}", file=sys.stderr)
    show = Show(journal, recorded)
    if turn is not None:
        if turn > show.last_turn:
            raise UsageError(f"--turn {turn}: {journal} ends on turn {show.last_turn}")
        show.aim(show.position_of_turn(turn))
    with _stage(frontend) as stage:
        try:
            stage.replay(show)
        finally:
            if show.game is not None:
                show.game.close()
    if show.game is not None:
        _say_where(show.game)
    if show.diverged:
        print(f"bidden: {printable(f'{journal}: {show.diverged}')}", file=sys.stderr)
        return 1
    return 0


def verify_command(*journals: Path, jobs: Whole = 1) -> int:
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


def diff_command(one: Path, other: Path) -> int:
    """Compare two recordings: what is the same from the start, and where they part.

    Exit code 0: the same. 1: they part. 2: one could not be read whole.

    Parameters
    ----------
    one:
        A journal.
    other:
        Another; its values stand second.
    """
    return diff(one, other)


def whatif_command(
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
    return whatif(journal, mute or [], set_ or [])


def shrink_command(journal: Path, *, check: str | None = None, out: Path | None = None) -> int:
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
    """
    return shrink(journal, check, out)


def explain(
    journal: Path,
    *,
    turn: Whole,
    event: str | None = None,
    mermaid: Flag = False,
    chrome_trace: Path | None = None,
) -> None:
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
    """
    recorded = playing.load(journal)
    timeline = playing.timeline_of(journal, recorded)
    notes = playing.differences(playing.session_for(recorded), recorded)
    if recorded.problem is not None:
        notes.append(f"{recorded.problem}; what is whole is told of")
    for note in notes:
        print(f"bidden: {printable(f'{journal}: {note}')}", file=sys.stderr)
    try:
        tree = explaining.of_turn(explaining.trace_turn(timeline, turn), turn)
        chosen = [] if event is None else explaining.choose(tree, event)
    except explaining.NotFoundError as error:
        raise UsageError(f"{journal}: {error}") from None
    tree = tree.about(chosen) if chosen else tree
    if chrome_trace is not None:
        _write_trace(chrome_trace, tree)
    elif mermaid:
        print(sequence_diagram(tree), end="")
    else:
        for line in tree_lines(tree, {passage.sequence for passage in chosen}):
            print(printable(line))


def _write_trace(path: Path, tree: Tree) -> None:
    try:
        path.write_text(json.dumps(trace_events(tree), indent=1), "utf-8")
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or error
        raise UsageError(f"{path}: cannot be written: {reason}") from None
    print(printable(f"Written to {path}; open it in Perfetto or chrome://tracing"))


def chain(event: str, *, mermaid: Flag = False) -> None:
    """Print the ordered handlers of an event type, by role.

    Parameters
    ----------
    event:
        The name of the event type, such as Move.
    mermaid:
        Print a Mermaid flowchart instead of a table.
    """
    print_chain(COMPONENTS, event, mermaid=mermaid)


def main(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit code."""
    app = App(name="bidden", version=__version__, help="Bidden, a roguelike of events.")
    app.default(play)
    app.command(play)
    app.command(demo)
    app.command(replay)
    app.command(verify_command, name="verify")
    app.command(export)
    app.command(diff_command, name="diff")
    app.command(whatif_command, name="whatif")
    app.command(shrink_command, name="shrink")
    app.command(chain)
    app.command(explain)
    # A lone hyphen is an option to cyclopts; this is the same path.
    return run(app, ["./-" if argument == "-" else argument for argument in arguments])


def _say_where(game: playing.Play) -> None:
    """Say where a game is recorded, and what can be done with that."""
    on = "play --journal" if game.session.ending is None else "replay"
    then = "go on" if game.session.ending is None else "watch it"
    print(printable(f"Recorded in {game.path}; {then} with: {_command()} {on} {game.path}"))


@contextmanager
def _stage(frontend: Frontend) -> Iterator[Stage]:
    """Give what shows a game, before there is one: no journal is begun in vain."""
    if frontend == "terminal":
        from game.frontend import terminal

        yield terminal
        return
    from game.frontend import window

    try:
        with window.opened() as stage:
            yield stage
    except window.NoDisplayError as error:
        raise UsageError(str(error)) from None


def _open(seed: int | None, path: Path | None, sync: Sync, events: bool) -> playing.Play:
    """Begin a game, or continue the one a journal holds."""
    # Not path.exists(): that one raises for a folder that may not be entered.
    if path is None or not os.path.exists(path):
        return playing.begin(_seed(seed), path, events=events, sync=sync)
    journal = playing.load(path)
    if seed is not None and seed != journal.header.seed:
        raise UsageError(
            f"{path} holds a game of seed {journal.header.seed}: leave --seed away to continue "
            "it, or name another file to begin one"
        )
    if events and not journal.header.events:
        raise UsageError(
            f"{path} was begun without events: leave --events away to continue it, or name "
            "another file to begin one"
        )
    return continue_from(path, journal, sync=sync)


def _seed(seed: int | None) -> int:
    return secrets.randbelow(1_000_000) if seed is None else seed


def _let_the_bot_play(game: playing.Play, turns: int) -> None:
    for _ in range(turns):
        if game.session.ending is not None:
            return
        game.perform(choose(game.view()))


def _show(game: playing.Play, level: LevelKind, turns: int) -> None:
    """Let a scenario go by until nothing more comes, and say what changes."""
    before: dict[str, int] = {}
    for _ in range(turns):
        stats = dict(game.session.stats())
        new = [f"{name} {value}" for name, value in stats.items() if before.get(name) != value]
        if new:
            print(f"turn {game.session.world.turn}: {', '.join(new)}")
        before, intent = stats, choose_for_show(level, game.view())
        if intent is None:
            return
        game.perform(intent)


def _level(scenario: str | None) -> str:
    if scenario is None:
        return FIRST
    there = [name for name in load_catalogue(COMPONENTS).levels if name != FIRST]
    if scenario not in there:
        raise UsageError(f"there is no scenario {scenario!r}, only {', '.join(there)}")
    return scenario


def _command() -> str:
    """Name this program as the player can call it, on PATH or in an environment's folder."""
    called = Path(sys.argv[0])
    return str(called) if called.name == "bidden" and which("bidden") is None else "bidden"


def _has_terminal() -> bool:
    dumb = os.environ.get("TERM", "dumb") in ("", "dumb")
    return sys.stdin.isatty() and sys.stdout.isatty() and not dumb
