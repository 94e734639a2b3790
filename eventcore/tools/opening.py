"""Opening a recording: its journal, and what makes its simulations, whoever wrote these.

What makes them is named as ``package.module:callable``: it takes a journal and gives a ``Source``.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Iterator
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
    """What makes simulations, and how the tools for them are called.

    Attributes:
        make: Takes a journal and gives the source of its simulations.
        place: Where that is, as ``package.module:callable``.
        program: The command that has the tools.
        own: Whether the program is about these simulations alone, so that ``place`` is no argument.
        game: What its journals have as their game; empty where only its simulations say that.
    """

    make: MakeSource
    place: str
    program: str = "eventcore"
    own: bool = False
    game: str = ""

    @classmethod
    def named(cls, place: str) -> Self:
        """Import what makes simulations.

        Args:
            place: Its name, as ``package.module:callable``: a function that takes a journal and
                returns a ``Source``, or the class of a simulation.

        Raises:
            UsageError: The module or the callable does not exist, or the class cannot be used.
        """
        found = find_callable(place)
        if isinstance(found, type) and not issubclass(found, Source):
            _check_class(found, place)
        return cls(_Making(found, place), place)

    def warn(self, line: str) -> None:
        """Print a warning on stderr, after the name of the program.

        An indented line continues the warning before it, so it has no name.
        """
        start = "" if line.startswith("  ") else f"{self.program}: "
        print(f"{start}{terminal_line(line)}", file=sys.stderr)

    def show(self, result: Result) -> int:
        """Print the result of a tool and return its exit code."""
        for line in result.lines:
            print(printable(line))
        for line in result.warnings:
            self.warn(line)
        return result.code

    def replayed(self, path: Path, simulation: Restorable) -> Result:
        """Replay a journal that was recorded just now, twice, and compare.

        Args:
            path: The journal, closed.
            simulation: The simulation that was recorded.
        """
        from eventcore.tools.demo import replayed  # it stands on this module

        return replayed(self, path, simulation)

    def call(self, command: str) -> str:
        """Write how a tool is called, for a hint."""
        return f"{self.program} {command}" + (f" {self.place}" if not self.own else "")

    def read(self, path: Path, *, events: bool = False) -> Journal:
        """Read a journal.

        Args:
            path: The journal.
            events: Whether its settled events are to be read too.

        Raises:
            JournalError: The file is no journal, or one of another game.
        """
        journal = Journal.read(path, events=events)
        recorded = journal.header.game
        if self.game and recorded != self.game:
            raise JournalError(
                f"{path}: is a journal of {short_repr(recorded)}, not of {self.game}"
            )
        return journal

    def open(self, path: Path, *, events: bool = False) -> Recording:
        """Read a journal, and make what it begins with.

        Args:
            path: The journal.
            events: Whether its settled events are to be read too.

        Raises:
            JournalError: The file is no journal, or one of which none of them is made.
            UsageError: What makes the simulations raises.
        """
        return self.opened(path, self.read(path, events=events))

    def opened(self, path: Path, journal: Journal) -> Recording:
        """Make what a journal that was read begins with.

        Raises:
            JournalError: None of these simulations is made of the journal.
            UsageError: What makes the simulations raises.
        """
        with journal.errors_named():
            source, first = self.begin(journal)
            refuse_another_game(first, journal.header)
        return Recording(path, journal, source, first)

    def begin(self, journal: Journal) -> tuple[Source, Restorable]:
        """Give the source of a journal's simulations, and one as it begins.

        Raises:
            JournalError: The journal is none that simulations are made of.
            UsageError: What makes the simulations raises.
        """
        try:
            source = self.make(journal)
            return source, source.begin()
        except (JournalError, UsageError):
            raise
        except (Exception, SystemExit) as error:  # whatever a stranger's function does
            said = f"raises {type(error).__name__}: {one_line(error)}"
            hint = self.make.hint if isinstance(self.make, _Making) else ""
            raise UsageError(f"{self.place}: {said}{hint}") from error


@attrs.frozen
class Recording:
    """A journal that was opened.

    Attributes:
        path: Its file.
        journal: What it holds.
        source: Where its simulations come from.
        first: One, as it begins.
    """

    path: Path
    journal: Journal
    source: Source
    first: Restorable

    @property
    def header(self) -> Header:
        """The header it would have by the present rules, as far as the simulation says them."""
        return self.first.header if isinstance(self.first, Headed) else self.journal.header

    def timeline(self, *, write: bool = False) -> Timeline:
        """Give its timeline, with the keyframes beside it where it is a file.

        Args:
            write: Whether to keep more keyframes there on the way.
        """
        keyframes = Keyframes.beside(self.path, write=write)
        return Timeline(self.journal, self.source, keyframes, rules=self.header.rules)

    def changes(self) -> list[str]:
        """Say in a line each what has changed since it was recorded."""
        return [f"{self.path}: {line}" for line in self._changes()]

    def notes(self, use: str) -> list[str]:
        """Say what has changed since it was recorded, and what is not whole of it.

        Args:
            use: What is done with the whole part of one that is torn or damaged, as in "played".
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
            of = "" if was == here else f": with {was}, where {here} is here"
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
    """Find something that a user names on a command line.

    Args:
        place: Where, as ``package.module:callable``.

    Raises:
        UsageError: The module or the callable in it is not there.
    """
    module_name, _, name = place.partition(":")
    if not module_name or not name:
        said = f"{place!r} is not of the form package.module:callable"
        if os.path.lexists(place) or place.endswith(_OF_JOURNALS):
            said = (
                f"{place!r} is a file: what makes its simulations comes first, as "
                "package.module:callable"
            )
        raise UsageError(said)
    try:
        module = importlib.import_module(module_name)
    except (Exception, SystemExit) as error:  # whatever a stranger's module does
        said = f"{type(error).__name__}: {one_line(error)}"
        raise UsageError(f"{module_name} cannot be imported: {said}") from None
    owner, found, parts = module_name, cast(Any, module), name.split(".")
    for part in parts:
        within = found
        try:
            found = getattr(within, part, None)
        except Exception as error:  # a module may say by itself what it has
            raise UsageError(f"{place}: raises {type(error).__name__}: {one_line(error)}") from None
        if found is None or (part == parts[-1] and not callable(found)):
            there = there_is(part, _own_callables(within))
            raise UsageError(f"{owner} has no callable {part!r}; {there}")
        owner = f"{owner}.{part}"
    return cast("Callable[..., Any]", found)


def _own_callables(module: Any) -> list[str]:
    """Name what a module or class declares that can be called, without what a module imports."""
    names = [one for one in getattr(module, "__dict__", {}) if one[0] != "_"]
    public = {one: what for one in names if callable(what := getattr(module, one, None))}
    own = [n for n, what in public.items() if getattr(what, "__module__", "") == module.__name__]
    return own or [*public]


@attrs.frozen
class _Making:
    """Has each source say by what name it was made, so that another process can make it too."""

    make: Callable[..., Any]
    place: str

    @property
    def hint(self) -> str:
        """What to try if the call raises; empty where nothing is known."""
        if not isinstance(self.make, type):
            return ""
        return (
            f"; a class is called with the journal's seed: if that does not do, {_NAME_A_FUNCTION}"
        )

    def __call__(self, journal: Journal) -> Source:
        source: Any = source_from(self.make, journal)
        if not isinstance(source, Source):
            raise UsageError(f"{self.place} gives a {type(source).__name__}, not a Source")
        return source if source.made_by else attrs.evolve(source, made_by=self.place)
