"""Copy events for previews.

A packet is an event together with everything in its fields. The copy of a packet has its own events
and components, but shares entities, streams and handles of scheduled events with the original.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NoReturn, SupportsIndex

from eventcore.errors import CopyError


class PacketMemo(dict[int, Any]):
    """A ``copy.deepcopy`` memo for packets, which also stores the function that copies fields."""

    def __init__(self, copy_fields: Callable[[Any, PacketMemo], Any]) -> None:
        super().__init__()
        self.copy_fields = copy_fields


class Uncopied:
    """An object that cannot be copied or pickled, except as part of a packet."""

    __slots__ = ()

    _packed_: ClassVar[bool] = False  # whether a copied packet contains a copy of this object

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        if isinstance(memo, PacketMemo):
            return memo.copy_fields(self, memo) if self._packed_ else self
        return self.__reduce_ex__(4)

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        raise CopyError(
            f"{type(self).__name__} objects cannot be copied or pickled: copy the whole world "
            "with Snapshot(world).make_world(), or save it with save_world(world); instead of an "
            "entity, keep its id; instead of an event or a component, keep its fields"
        )
