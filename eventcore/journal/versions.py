"""Whether only the code of the rules has changed since a journal was recorded."""

from __future__ import annotations

from eventcore.journal.format import Header


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
        f"the rules' code has changed since: it was recorded by {then.written_by}, "
        f"and this is {now.written_by}"
    )
