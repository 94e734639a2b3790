"""What is wrong with a command line, in words of our own where the parser's are poor."""

from __future__ import annotations

from cyclopts.exceptions import CycloptsError, MissingArgumentError, UnusedCliTokensError


def said_of(error: CycloptsError) -> str:
    """Say what is wrong, and which command it is about."""
    command = " ".join(error.command_chain or ())
    of = f"{command}: " if command else ""
    match error:
        case UnusedCliTokensError(unused_tokens=[first, *_]) if not command:
            return f"there is no command {first!r}"
        case UnusedCliTokensError(unused_tokens=[*left]):
            return f"{of}there is no use for {', '.join(map(repr, left))}"
        case MissingArgumentError(keyword=str(option)):
            return f"{of}{option} needs a value"
        case MissingArgumentError(argument=argument) if argument is not None:
            field = argument.field_info
            return f"{of}{field.name.upper() if field.is_positional else argument.name} is missing"
    return str(error)
