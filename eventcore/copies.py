"""Copies of event packets, on which previews run.

A world and its parts cannot be copied. In the copy of a packet, entities, streams and handles stand
for themselves, and events and components are copied field by field.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NoReturn, SupportsIndex

from eventcore.errors import CopyError


class PacketMemo(dict[int, Any]):
    """The memo of ``copy.deepcopy`` for a packet, with the function that copies its fields."""

    def __init__(self, copy_fields: Callable[[Any, PacketMemo], Any]) -> None:
        super().__init__()
        self.copy_fields = copy_fields


class Uncopied:
    """A part of a world: a copy outside a packet raises a CopyError with the remedy."""

    __slots__ = ()

    _remedy_: ClassVar[str]
    """The error message; ``{0}`` is the object."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self if isinstance(memo, PacketMemo) else self.__reduce_ex__(4)

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        raise CopyError(self._remedy_.format(self))


class Packed(Uncopied):
    """An event or component: in the copy of a packet it is copied field by field."""

    __slots__ = ()

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        if isinstance(memo, PacketMemo):
            return memo.copy_fields(self, memo)
        return self.__reduce_ex__(4)
