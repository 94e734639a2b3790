"""What is wrong with a command line, in words of our own where the parser's are poor."""

from __future__ import annotations

from cyclopts import App
from cyclopts.exceptions import (
    CycloptsError,
    MissingArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from eventcore.text import there_is


def said_of(error: CycloptsError) -> str:
    """Say what is wrong, and which command it is about."""
    command = " ".join(error.command_chain or ())
    of = f"{command}: " if command else ""
    match error:
        case UnusedCliTokensError(unused_tokens=[first, *_], app=App() as app) if not command:
            return _no_command(first, app)
        case UnusedCliTokensError(unused_tokens=[*left]):
            return f"{of}there is no use for {', '.join(map(repr, left))}"
        case UnknownCommandError(unused_tokens=[first, *_], app=App() as app):
            if first.startswith("-"):
                return f"{of}there is no option {first!r} without a command"
            return f"{of}{_no_command(first, app)}"
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


def _no_command(name: str, app: App) -> str:
    names = (one for one in app if not one.startswith("-"))
    return f"there is no command {name!r}; {there_is(name, names)}"


def help_for(name: str, error: CycloptsError) -> str:
    """Give the command that helps: of the subcommand, if the mistake is in one."""
    return " ".join([name, *(error.command_chain or ()), "--help"])
