"""Which version wrote a journal, and whether what a program does has changed since."""

from __future__ import annotations

from eventcore.journal.format import Header
from eventcore.text import shorten


def version_of(header: Header) -> str:
    """Name the program that wrote a journal: ``bidden 0.1.0, code 5c0d9e1f7a3b2c44``."""
    version = shorten(header.version) or f"on eventcore {shorten(header.engine)}"
    code = f", code {shorten(header.code)}" if header.code else ""
    return f"{shorten(header.game)} {version}{code}"


def code_change(then: Header, now: Header) -> str:
    """Say that the code of the rules has changed, where nothing else of them has.

    It tells why a replay goes another way; of one that does not there is nothing to tell.

    Args:
        then: What a journal was recorded by.
        now: What it would be recorded by now.

    Returns:
        A line; nothing where the code is the same or not known, or other changes are to be told.
    """
    others = then.chains != now.chains or then.content != now.content
    if others or not (then.code and now.code) or then.code == now.code:
        return ""
    return (
        f"the rules' code has changed since: it was recorded by {version_of(then)}, "
        f"and this is {version_of(now)}"
    )
