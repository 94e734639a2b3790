"""Opening a recording: reading its journal, and creating the simulations it was recorded from."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from inspect import getattr_static
from pathlib import Path
from typing import Any, Final, Self, cast

import attrs

from eventcore.errors import JournalError
from eventcore.journal import Header, Journal
from eventcore.replay import Keyframes, Source, Timeline
from eventcore.replay.simulation import (
    Headed,
    MakeSource,
    Restorable,
    refuse_another_game,
    source_from,
)
from eventcore.text import printable, short_repr, shorten, terminal_line, there_is
from eventcore.tools.results import Result, UsageError, enumerated, one_line

_OF_A_SIMULATION: Final = ("perform", "encode", "decode", "save", "restore")
_OF_JOURNALS: Final = (".jsonl", ".gz", ".zst")
_NAME_A_FUNCTION: Final = "name a function that takes a journal and returns a Source"


@attrs.frozen
class Simulations:
    """What creates simulations, and how the tools for them are called.

    Attributes:
        make: Takes a journal and returns the source of its simulations.
        place: The name of ``make``, as ``package.module:callable``.
        program: The command that has the tools.
        own: Whether the program is about these simulations alone, so that ``place`` is no argument.
        game: The game in the header of its journals; empty if only its simulations know.
    """

    make: MakeSource
    place: str
    program: str = "eventcore"
    own: bool = False
    game: str = ""

    @classmethod
    def named(cls, place: str) -> Self:
        """Import the class of a simulation, or a function that returns the source of a journal.

        Raises:
            UsageError: The module or the callable does not exist, or the class cannot be used.
        """
        return cls._made(find_callable(place), place)

    @classmethod
    def of(cls, simulation: Simulations | Callable[..., Any] | str) -> Simulations:
        """Return the simulations of a class, of a function, or of the name of either."""
        if isinstance(simulation, Simulations):
            return simulation
        if isinstance(simulation, str):
            return cls.named(simulation)
        found: Any = simulation
        return cls._made(found, f"{found.__module__}:{found.__qualname__}")

    @classmethod
    def _made(cls, found: Callable[..., Any], place: str) -> Self:
        if isinstance(found, type) and not issubclass(found, Source):
            _check_class(found, place)
        return cls(_Making(found, place), place)

    def warn(self, line: str) -> None:
        """Print a warning on stderr, after the name of the program.

        An indented line continues the warning before it, so it has no name.
        """
        start = "" if line.startswith("  ") else f"{self.program}: "
        print(f"{start}{terminal_line(line)}", file=sys.stderr)

    def warn_all(self, lines: Iterable[str]) -> None:
        """Print warnings on stderr."""
        for line in lines:
            self.warn(line)

    def show(self, result: Result) -> int:
        """Print the result of a tool and return its exit code."""
        for line in result.lines:
            print(printable(line))
        self.warn_all(result.warnings)
        return result.code

    def call(self, command: str) -> str:
        """Write how a tool is called, for a hint."""
        return f"{self.program} {command}" + (f" {self.place}" if not self.own else "")

    def read(self, path: Path, *, events: bool = False) -> Journal:
        """Read a journal, with its settled events if ``events`` is true.

        Raises:
            JournalError: The file is not a journal, or belongs to another game.
        """
        journal = Journal.read(path, events=events)
        recorded = journal.header.game
        if self.game and recorded != self.game:
            raise JournalError(
                f"{path}: is a journal of {short_repr(recorded)}, not of {self.game}"
            )
        return journal

    def open(self, path: Path, *, events: bool = False) -> Recording:
        """Read a journal, and create the simulation it begins with.

        Raises:
            JournalError: The file is not a journal of these simulations.
            UsageError: What creates the simulations raises an error.
        """
        return self.opened(path, self.read(path, events=events))

    def opened(self, path: Path, journal: Journal) -> Recording:
        """Create the simulation that a journal begins with; raise the same errors as ``open``."""
        with journal.errors_named():
            source, first = self.begin(journal)
            refuse_another_game(first, journal.header)
        return Recording(path, journal, source, first)

    def begin(self, journal: Journal) -> tuple[Source, Restorable]:
        """Return the source of a journal's simulations, and a simulation at its start.

        Raises:
            JournalError: The journal belongs to other simulations.
            UsageError: What creates the simulations raises an error.
        """
        try:
            source = self.make(journal)
            return source, source.begin()
        except (JournalError, UsageError):
            raise
        except (Exception, SystemExit) as error:  # the user's function may do anything
            said = f"raises {type(error).__name__}: {one_line(error)}"
            hint = ""
            if isinstance(self.make, _Making) and isinstance(self.make.make, type):
                hint = (
                    "; a class is called with the journal's seed: if that is not enough, "
                    f"{_NAME_A_FUNCTION}"
                )
            raise UsageError(f"{self.place}: {said}{hint}") from error


@attrs.frozen
class Recording:
    """A journal that was opened.

    Attributes:
        path: Its file.
        journal: Its content.
        source: Creates its simulations.
        first: A simulation at its start.
    """

    path: Path
    journal: Journal
    source: Source
    first: Restorable

    @property
    def header(self) -> Header:
        """The header it would have by the present rules, if the simulation has a header."""
        return self.first.header if isinstance(self.first, Headed) else self.journal.header

    def timeline(self, *, write: bool = False) -> Timeline:
        """Return its timeline, with the keyframes beside the file; ``write`` more on the way."""
        keyframes = Keyframes.beside(self.path, write=write)
        return Timeline(self.journal, self.source, keyframes, rules=self.header.rules)

    def changes(self) -> list[str]:
        """Return a line for each thing that has changed since it was recorded."""
        return [f"{self.path}: {line}" for line in self._changes()]

    def notes(self, use: str) -> list[str]:
        """Return the lines of ``changes``, and one if the journal is torn or damaged.

        The part before the damage is ``use``, as in "played".
        """
        problem = self.journal.problem
        torn = [] if problem is None else [f"{self.path}: {problem}; what is whole is {use}"]
        return [*self.changes(), *torn]

    def _changes(self) -> Iterator[str]:
        then, now, lacking = self.journal.header, self.header, [*self.source.lacking]
        if now.chains != then.chains:
            yield "recorded with other handlers than this version's"
        if lacking:
            yield f"recorded with {shorten(enumerated(lacking))}, not installed here"
        elif now.content != then.content:
            was, here = (shorten(", ".join(one.mods)) or "no mods" for one in (then, now))
            of = "" if was == here else f": with {was}, but here with {here}"
            yield f"recorded with other content than this version's{of}"


def _check_class(cls: type, place: str) -> None:
    lacking = [name for name in _OF_A_SIMULATION if not callable(getattr(cls, name, None))]
    if lacking:
        raise UsageError(
            f"{place} is a class without {enumerated(lacking)}: add what is missing, or "
            f"{_NAME_A_FUNCTION}"
        )
    if not isinstance(getattr_static(cls, "restore"), classmethod | staticmethod):
        raise UsageError(
            f"{place}: its restore is called on the class: make it a class method, or "
            f"{_NAME_A_FUNCTION}"
        )


def find_callable(place: str) -> Callable[..., Any]:
    """Import something named as ``module:callable``; raise UsageError if it does not exist."""
    module_name, _, name = place.partition(":")
    if not module_name or not name:
        if os.path.lexists(place) or place.endswith(_OF_JOURNALS):
            raise UsageError(
                f"{place!r} is a file: the class of its simulation comes first, as module:Class"
            )
        raise UsageError(f"{place!r} is not of the form module:Class")
    try:
        found: Any = importlib.import_module(module_name)
    except (Exception, SystemExit) as error:  # the user's module may do anything
        said = f"{type(error).__name__}: {one_line(error)}"
        raise UsageError(f"{module_name} cannot be imported: {said}") from None
    owner, parts = module_name, name.split(".")
    for part in parts:
        within = found
        try:
            found = getattr(within, part, None)
        except Exception as error:  # by a __getattr__ of the module
            raise UsageError(f"{place}: raises {type(error).__name__}: {one_line(error)}") from None
        if found is None or (part == parts[-1] and not callable(found)):
            there = there_is(part, _own_callables(within))
            raise UsageError(f"{owner} has no callable {part!r}; {there}")
        owner = f"{owner}.{part}"
    return cast("Callable[..., Any]", found)


def _own_callables(module: Any) -> list[str]:
    """Return the names of the callables that a module or class declares, not those it imports."""
    names = [one for one in getattr(module, "__dict__", {}) if one[0] != "_"]
    public = {one: what for one in names if callable(what := getattr(module, one, None))}
    own = [n for n, what in public.items() if getattr(what, "__module__", "") == module.__name__]
    return own or [*public]


@attrs.frozen
class _Making:
    """Adds to each source the name it was made by, so that another process can make it too."""

    make: Callable[..., Any]
    place: str

    def __call__(self, journal: Journal) -> Source:
        source: Any = source_from(self.make, journal)
        if not isinstance(source, Source):
            raise UsageError(
                f"{self.place} returns {short_repr(source)}, not a Source: name the class of the "
                f"simulation, or {_NAME_A_FUNCTION.removeprefix('name ')}"
            )
        return source if source.made_by else attrs.evolve(source, made_by=self.place)
