"""The command ``eventcore``, and functions to build the command line of another program.

If the user makes an error, ``run`` prints one line on stderr and returns exit code 2.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from types import FunctionType
from typing import Final

from cyclopts import (
    App,
    CycloptsError,
    MissingArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)
from rich.console import Console

from eventcore import EventcoreError
from eventcore.cli.commands import journal_commands, make_app
from eventcore.cli.progress import run_jobs
from eventcore.serving import begin_served, is_served, serve
from eventcore.text import terminal_line, there_is

__all__ = ["journal_commands", "run", "run_jobs", "serve"]

USAGE: Final = 2
"""The exit code for an error that the user can correct."""
CUT_SHORT: Final = 141
"""The exit code if the output pipe is closed; a shell returns the same code for SIGPIPE."""
_PARAGRAPH: Final = re.compile(r"^( *)(?!-)(\S.*(?:\n\1[^\s-].*)+)", re.MULTILINE)
"""Matches adjacent lines with equal indentation, but not the underline of a title."""


class Paper(Console):
    """A console for help texts, which raises an error if the output pipe is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.width = max(self.width, 20)  # rich may loop forever if a word does not fit

    def on_broken_pipe(self) -> None:  # rich would exit with code 1
        raise BrokenPipeError


def run(app: App, arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code.

    For an error that the user can correct, such as a damaged journal, print one line on stderr and
    return 2. If the error has an attribute ``others``, also print a line for each of its items.
    """
    name = app.name[0]
    if is_served():
        begin_served()
    _unwrap(app)
    app.suppress_keyboard_interrupt = False  # with True, an interrupt becomes SystemExit
    app.console = Paper()
    _open_the_closed()
    # Print file names and messages even if the terminal's encoding lacks some of their characters.
    for stream, errors in ((sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)
    try:
        result = app(
            # cyclopts would mistake a single hyphen for an option, so pass the path as ./- instead.
            ["./-" if argument == "-" else argument for argument in arguments],
            exit_on_error=False,
            print_error=False,
            result_action="return_value",
        )
        sys.stdout.flush()
    except BrokenPipeError:
        # The program that reads the output has closed the pipe, as head does after some lines.
        _write_to_nowhere()
        return CUT_SHORT
    except (CycloptsError, EventcoreError) as error:
        said, hint = str(error), ""
        if isinstance(error, CycloptsError):
            command = " ".join([name, *(error.command_chain or ())])
            said, hint = _said_of(error), f" (try '{command} --help')"
        for line in (said, *map(str, getattr(error, "others", ()))):
            text = terminal_line(" ".join(line.split()))
            print(f"{name}: {text}{hint}", file=sys.stderr)
        return USAGE
    except OSError as error:
        _write_to_nowhere()
        where = "the output cannot be written" if error.filename is None else error.filename
        print(f"{name}: {terminal_line(f'{where}: {error.strerror or error}')}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        return 130
    return result if isinstance(result, int) else 0


def _unwrap(app: App) -> None:
    """Put each paragraph of the help texts on one line, because printing wraps them again."""
    for command in app.subapps:
        if isinstance(command.default_command, FunctionType):
            command.default_command.__doc__ = _PARAGRAPH.sub(
                lambda found: found[1] + re.sub(r"\s*\n\s*", " ", found[2]),
                command.default_command.__doc__ or "",
            )
        _unwrap(command)


def _said_of(error: CycloptsError) -> str:
    """Describe an error in a command line, in simpler words than cyclopts does."""
    command = " ".join(error.command_chain or ())
    of = f"{command}: " if command else ""
    match error:
        case UnknownCommandError() | UnusedCliTokensError(command_chain=None | [] | ()):
            first, app = (error.unused_tokens or [""])[0], error.app
            if first.startswith("-") or app is None:
                return f"{of}there is no option {first!r} without a command"
            names = [name for name in app if not name.startswith("-")]
            return f"{of}there is no command {first!r}; {there_is(first, names)}"
        case UnusedCliTokensError(unused_tokens=[first, *_]):
            return f"{of}unexpected argument {first!r}"
        case UnknownOptionError(token=token, argument_collection=known):
            option = token.keyword or token.value
            options = (name for one in known for name in one.names if name.startswith("--"))
            return f"{of}there is no option {option!r}; {there_is(option, options)}"
        case MissingArgumentError(keyword=str(option)):
            return f"{of}{option} needs a value"
        case MissingArgumentError(argument=argument) if argument is not None:
            field = argument.field_info
            return f"{of}{field.name.upper() if field.is_positional else argument.name} is missing"
    return str(error)


def _open_the_closed() -> None:
    """Replace closed standard streams, which are None in Python, with empty streams."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115  # the stream stays open


def _write_to_nowhere() -> None:
    """Discard the rest of the output, because Python would try to write it again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit code."""
    if "" not in sys.path:
        sys.path.insert(0, "")  # import modules from the working folder, as ``python -m`` does
    return run(make_app(), arguments)
