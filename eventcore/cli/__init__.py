"""The ``eventcore`` command, and functions that build command lines for other programs."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from cyclopts import (
    App,
    Argument,
    CycloptsError,
    MissingArgumentError,
    UnknownCommandError,
    UnusedCliTokensError,
)

from eventcore import EventcoreError
from eventcore.cli.commands import journal_commands, make_app
from eventcore.cli.progress import run_jobs
from eventcore.serving import begin_served, is_served, serve
from eventcore.text import terminal_line, there_is

__all__ = ["journal_commands", "run", "run_jobs", "serve"]


def run(app: App, arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code.

    If the user can correct an error, such as a damaged journal, print one line to stderr and return
    2. If the error has an ``others`` attribute, also print a line for each item in it.
    """
    name = app.name[0]
    if is_served():
        begin_served()
    app.suppress_keyboard_interrupt = False  # with True, cyclopts raises SystemExit instead
    # Replace closed standard streams, which are None in Python, with empty streams.
    for closed, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, closed) is None:
            setattr(sys, closed, open(os.devnull, mode))  # noqa: SIM115  # the stream stays open
    # Print file names and messages even if the terminal's encoding lacks some of their characters.
    for stream, errors in ((sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)
    try:
        result = app(
            # cyclopts would mistake a single hyphen for an option, so pass the path ./- instead.
            ["./-" if argument == "-" else argument for argument in arguments],
            exit_on_error=False,
            print_error=False,
            result_action="return_value",
        )
        sys.stdout.flush()
    except BrokenPipeError:
        # The program that reads the output, such as ``head``, has closed the pipe.
        _write_to_nowhere()
        return 141  # as shells do for SIGPIPE
    except CycloptsError as error:
        command = " ".join([name, *(error.command_chain or ())])
        return _fail(name, f"{_said_of(error)} (try '{command} --help')")
    except EventcoreError as error:
        return _fail(name, error, *getattr(error, "others", ()))
    except OSError as error:
        _write_to_nowhere()
        where = "the output cannot be written" if error.filename is None else error.filename
        return _fail(name, f"{where}: {error.strerror or error}")
    except KeyboardInterrupt:
        return 130
    return result if isinstance(result, int) else 0


def _fail(name: str, *lines: object) -> int:
    for line in lines:
        print(f"{name}: {terminal_line(' '.join(str(line).split()))}", file=sys.stderr)
    return 2


def _said_of(error: CycloptsError) -> str:
    """Return cyclopts' message for an error, or a simpler message for some types of errors."""
    error.verbose = False
    match error:
        case UnknownCommandError() | UnusedCliTokensError(command_chain=None | [] | ()):
            first, names = (error.unused_tokens or [""])[0], error.app or ()
            commands = (name for name in names if not name.startswith("-"))
            return f"there is no command {first!r}; {there_is(first, commands)}"
        case UnusedCliTokensError(unused_tokens=[first, *_]):
            return f"unexpected argument {first!r}"
        case MissingArgumentError(keyword=None, argument=Argument(field_info=field, name=name)):
            return f"{field.name.upper() if field.is_positional else name} is missing"
    return str(error).removesuffix(".")


def _write_to_nowhere() -> None:
    """Discard the rest of the output, because Python would try to write it again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(arguments: Sequence[str]) -> int:
    """Run the ``eventcore`` command and return its exit code."""
    if "" not in sys.path:
        sys.path.insert(0, "")  # import modules from the working folder, as ``python -m`` does
    return run(make_app(), arguments)
