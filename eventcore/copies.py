"""Copies of event packets, on which previews run.

A world and its parts cannot be copied. In the copy of a packet, entities, streams and handles stand
for themselves, and events and components are copied field by field.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class PacketMemo(dict[int, Any]):
    """The memo of ``copy.deepcopy`` for a packet, with the function that copies its fields."""

    def __init__(self, copy_fields: Callable[[Any, PacketMemo], Any]) -> None:
        super().__init__()
        self.copy_fields = copy_fields


def keep_in_packets(thing: Any, memo: dict[int, Any]) -> Any:
    """Return the object itself in the copy of a packet; refuse any other copy."""
    return thing if isinstance(memo, PacketMemo) else thing.__reduce_ex__(4)


def copy_in_packets(thing: Any, memo: dict[int, Any]) -> Any:
    """Copy an object's fields in the copy of a packet; refuse any other copy."""
    if isinstance(memo, PacketMemo):
        return memo.copy_fields(thing, memo)
    return thing.__reduce_ex__(4)
