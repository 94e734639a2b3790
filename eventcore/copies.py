"""Copies of event packets, which a preview runs on.

A world and its parts refuse to be copied. Only the copy of a packet goes through them: an entity,
a stream or a handle stands for itself there, and the events and components in it are copied field
by field.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class PacketMemo(dict[int, Any]):
    """The memo of ``copy.deepcopy`` while it copies a packet.

    Attributes:
        copy_fields: Copies an event or a component.
    """

    def __init__(self, copy_fields: Callable[[Any, PacketMemo], Any]) -> None:
        super().__init__()
        self.copy_fields = copy_fields


def keep_in_packets(thing: Any, memo: dict[int, Any]) -> Any:
    """Return the thing itself in the copy of a packet, and refuse any other copy."""
    return thing if isinstance(memo, PacketMemo) else thing.__reduce_ex__(4)


def copy_in_packets(thing: Any, memo: dict[int, Any]) -> Any:
    """Copy the fields of the thing in the copy of a packet, and refuse any other copy."""
    if isinstance(memo, PacketMemo):
        return memo.copy_fields(thing, memo)
    return thing.__reduce_ex__(4)
