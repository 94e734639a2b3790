"""Open a recording: read its journal, and create a simulation that can replay it.

If the user names something that does not exist or cannot be used, a UsageError gives a hint.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path
from shlex import quote
from typing import Any

import attrs

from eventcore.errors import JournalError, RaisedError
from eventcore.journal import Header, Journal
from eventcore.journal.files import IMPORTING
from eventcore.journal.format import Record, Upgrade, decode_upgrade, unpack
from eventcore.journal.rules import handler_changes
from eventcore.replay import Keyframes, Source, Timeline
from eventcore.replay.simulation import Simulation, source_from
from eventcore.text import printable, short_repr, shorten, terminal_line, there_is, with_place
from eventcore.tools.results import Result, UsageError, counted


@attrs.frozen
class Simulations:
    """Creates simulations that can replay journals, and prints the results of the tools.

    Attributes:
        make: The class of a simulation, or a function that takes a journal and returns a source.
        place: The name of ``make``, as ``package.module:callable``.
        program: The name of the command-line program that runs the tools.
        own: Whether the program always uses these simulations, so that users need not name them.
    """

    make: Callable[..., Any]
    place: str
    program: str = "eventcore"
    own: bool = False

    @classmethod
    def of(cls, simulation: Simulations | Callable[..., Any] | str) -> Simulations:
        """Return the ``Simulations`` of a class or a function, which may be given by its name."""
        if isinstance(simulation, Simulations):
            return simulation
        if isinstance(simulation, str):
            return cls(find(simulation), simulation)
        return cls(simulation, f"{simulation.__module__}:{simulation.__qualname__}")

    def warn(self, *lines: str) -> None:
        """Print warnings to stderr, each prefixed with the name of the program."""
        for line in lines:
            # An indented line continues the previous warning.
            start = "" if line.startswith("  ") else f"{self.program}: "
            print(f"{start}{terminal_line(line)}", file=sys.stderr)

    def show(self, result: Result) -> int:
        """Print the result of a tool and return its exit code."""
        for line in result.lines:
            print(printable(line))
        self.warn(*result.warnings)
        return result.code

    def call(self, command: str) -> str:
        """Return the start of a command line that runs a tool, for use in a hint."""
        return f"{self.program} {command}" + (f" {self.place}" if not self.own else "")

    def open(self, path: Path, *, events: bool = False) -> Recording:
        """Read a journal, with its settled events if ``events`` is true, and create its simulation.

        Raises:
            JournalError: The file is not a journal of these simulations.
            UsageError: The code that creates the simulations raises an error.
        """
        journal = Journal.read(path, events=events)
        try:
            with journal.errors_named():
                source = self.source(journal)
                first = source.begin()
                game, own = journal.header.game, getattr(first, "header", journal.header).game
                if own != game:
                    raise JournalError(f"this is a journal of {short_repr(game)}, not of {own!r}")
                return Recording(self, path, journal, source, first)
        except (JournalError, UsageError) as error:
            of_game = _did_you_mean(self.place, journal.header.game)
            if of_game and isinstance(error, JournalError) and isinstance(self.make, type):
                raise JournalError(f"{error}{of_game}") from None
            raise
        except (Exception, SystemExit) as error:  # the user's code may raise any error
            said = f"raises {type(error).__name__}: {with_place(error)}"
            mistaken = isinstance(error, TypeError) and not isinstance(self.make, type)
            hint = _did_you_mean(self.place) if mistaken else ""
            raise UsageError(f"{self.place}: {said}{hint}") from error

    def source(self, journal: Journal) -> Source:
        """Return the source that creates the simulations for a journal.

        If the source lacks ``made_by`` and ``own`` is false, ``made_by`` is set to ``place``, so
        that other processes can create the source too.
        """
        make: Any = self.make  # users may name an object of any type
        if not callable(make) or (isinstance(make, type) and not _makes(make)):
            raise UsageError(f"{self.place} is not a Simulation{_did_you_mean(self.place)}")
        source: Any = source_from(self.make, journal)
        if not isinstance(source, Source):
            raise UsageError(
                f"{self.place} returns {short_repr(source)}, not a Source: name the class of the "
                "simulation, or a function that takes a journal and returns a Source"
            )
        return source if source.made_by or self.own else attrs.evolve(source, made_by=self.place)


def _makes(value: Any) -> bool:
    return isinstance(value, type) and (hasattr(value, "source") or issubclass(value, Source))


def _simulations_in(module: object) -> dict[str, Any]:
    """Return the simulation classes in a module, except the library's own, keyed by name."""
    members = getattr(module, "__dict__", {}).items()
    found = {name: value for name, value in members if _makes(value)}
    return {n: value for n, value in found.items() if not value.__module__.startswith("eventcore.")}


def _did_you_mean(place: str, game: str = "") -> str:
    """Return a hint that names the simulations in the module of ``place``, if there are any.

    If ``game`` is given, only its simulations count. If ``place`` is one of them, return "".
    """
    module, _, own = place.partition(":")
    found = _simulations_in(sys.modules.get(module))
    games = {name: getattr(cls, "game", "") or cls.__name__ for name, cls in found.items()}
    names = [name for name in found if game in ("", games[name])]
    hint = " or ".join(f"{module}:{name}" for name in names)
    return f"; did you mean {hint}?" if names and own not in names else ""


@attrs.frozen
class Recording:
    """An open journal, its source, a new simulation, and the errors that replays have skipped."""

    simulations: Simulations
    path: Path
    journal: Journal
    source: Source
    first: Simulation
    passed: dict[int, RaisedError] = attrs.field(factory=dict, init=False, eq=False)

    @property
    def header(self) -> Header:
        """The header of ``first``, or the recorded header if ``first`` has none."""
        return getattr(self.first, "header", self.journal.header)

    def intents(self) -> dict[int, Record]:
        """Return the intents, keyed by line number. Raise JournalError if the rules change."""
        by_line = dict(zip(self.journal.lines, self.journal.records, strict=True))
        for position, (line, record) in enumerate(by_line.items()):
            if record.is_upgrade and not self._leads_to(decode_upgrade(record, line), position):
                raise JournalError(
                    f"{self.path}: line {line}: the rules change here, so the intents cannot be "
                    "played from beginning to end; to use the part before the change, copy the "
                    f"first {line - 1} lines to a new file"
                )
        return {line: record for line, record in by_line.items() if record.is_intent}

    def _leads_to(self, upgrade: Upgrade, position: int) -> bool:
        timeline = self.timeline()
        with suppress(JournalError):
            timeline.seek(position)
        return timeline.position == position and timeline.simulation.save() == unpack(upgrade.state)

    def call(self, command: str) -> str:
        """Return a command line that runs a tool on this recording, for use in a hint."""
        return f"{self.simulations.call(command)} {quote(str(self.path))}"

    def timeline(self) -> Timeline:
        """Return a timeline that uses the keyframes stored beside the journal."""
        keyframes, rules = Keyframes.beside(self.path, write=False), self.header.rules
        return Timeline(self.journal, self.source, keyframes, rules=rules, passed=self.passed)

    def notes(self, use: str = "") -> list[str]:
        """Return warnings about changes to the rules since the journal was recorded.

        If ``use`` is given, also warn if the journal is damaged. If ``use`` is "played", this
        warning ends with the words "the complete part is played".
        """
        then, now, lacking = self.journal.header, self.header, self.source.lacking
        problem, lines = self.journal.problem, list[str]()
        if now.chains != then.chains:
            changes = handler_changes(then.handlers, now.handlers)
            first = f": {changes[0][1]}" if changes else ""
            more = f", and {counted(len(changes) - 1, 'more change')}" if changes[1:] else ""
            kind = "handlers" if changes else "handlers or components"
            lines.append(f"recorded with different {kind}{first}{more}")
        if lacking:
            lines.append(f"recorded with {shorten(', '.join(lacking))} (not installed here)")
        elif now.content != then.content:
            was, here = (shorten(", ".join(one.mods)) or "no mods" for one in (then, now))
            of = "" if was == here else f": {was} instead of {here}"
            lines.append(f"recorded with different content{of}")
        if use and problem is not None:
            lines.append(f"{problem}; the complete part is {use}")
        return [f"{self.path}: {line}" for line in lines]


def journals_of(paths: Iterable[Path]) -> list[Path]:
    """Return the paths, but replace each folder with its journals, sorted by name."""
    found = list[Path]()
    for path in paths:
        is_folder = os.path.isdir(path)  # path.is_dir() would raise an error for a long name
        inside = sorted(path.glob("*.jsonl")) if is_folder else [path]
        if not inside:
            raise UsageError(f"{path}: this folder contains no journals (files named *.jsonl)")
        found += inside
    return found


def find(place: str, default: str = "") -> Any:
    """Import and return the object named ``module:name``; ``default`` replaces a missing name."""
    module_name, _, name = place.partition(":")
    is_source, is_absolute = module_name.endswith(".py"), module_name[:1] not in ("", ".", "/")
    if is_source or not is_absolute or not (name or default):
        if not is_source and (os.path.lexists(place) or place.endswith(".jsonl")):
            said = "is a file: name the class of its simulation first, as module:Class"
            raise UsageError(f"{place!r} {said}")
        module_name = module_name.removesuffix(".py").replace("/", ".")
        if is_absolute:
            with suppress(UsageError):  # import the module, to suggest its simulations
                find(f"{module_name}:__name__")
        example = f", such as my_module:{place}" if place.isidentifier() else ""
        hint = _did_you_mean(module_name) or _did_you_mean(module_name.rpartition(".")[0])
        raise UsageError(f"{place!r} does not have the form module:Class{hint or example}")
    *within, last = (name or default).split(".")
    importing = IMPORTING.set(True)
    try:
        __import__(module_name)
        owner: Any = sys.modules[module_name]
        for part in within:
            owner = getattr(owner, part)
        if hasattr(owner, last):
            return getattr(owner, last)
    except (Exception, SystemExit) as error:  # the user's module may raise any error
        said, top = f"{type(error).__name__}: {with_place(error)}", module_name.partition(".")[0]
        if isinstance(error, ModuleNotFoundError) and error.name == top:
            said += f"; check the name, or run the command in the folder that contains {top}"
        raise UsageError(f"{place} cannot be imported: {said}") from None
    finally:
        IMPORTING.reset(importing)
    functions = [
        name
        for name, value in vars(owner).items()
        if name[0] != "_" and not isinstance(value, type)
        if getattr(value, "__module__", "") == module_name
    ]
    found = _simulations_in(owner)
    known = [*found, *get_close_matches(last, functions)] or functions
    where = ".".join([module_name, *within])
    if not name:
        classes = there_is(last, [f"{where}:{each}" for each in found])
        raise UsageError(f"{where} has no {last}: name the class of a simulation; {classes}")
    raise UsageError(f"{where} has no {last!r}; {there_is(last, known)}")
