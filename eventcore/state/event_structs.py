"""Packing: what an event says, as a struct that msgspec writes at once.

msgspec writes the attrs class of an event too, but looks its slots up one by one and asks
back for each entity. A struct of the same fields is written in a third of that time, so
one is made for each event type, and what fills it is generated as attrs generates
``__init__``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from types import CodeType
from typing import Any, Final, TypeAlias, cast

import msgspec

from eventcore.event import Event
from eventcore.state.ordering import dict_fields, ordered

Pack: TypeAlias = Callable[[Event], msgspec.Struct]
"""Gives the public fields of an event, in order of their names, roles by their ids."""


def _make_struct(kind: type[Event]) -> type[msgspec.Struct]:
    fields = [(name, Any) for name in names_of(kind)]
    return msgspec.defstruct(kind.__name__, fields, gc=False)


def _make_packer(kind: type[Event]) -> Pack:
    made: dict[str, Any] = {"packed": _make_struct(kind), "ordered": ordered}
    exec(f"def pack(event):\n    return packed({digested_values_of(kind)})\n", made)
    return made["pack"]  # type: ignore[no-any-return]  # exec is not typed


# Cast, for to mypy the class of an event is not hashable.
packer_of: Final = cast("Callable[[type[Event]], Pack]", lru_cache(maxsize=4096)(_make_packer))
"""Gives the function that packs events of a type, and of no other."""


def names_of(kind: type[Event]) -> list[str]:
    """Name what an event of a type is packed of, in order."""
    return sorted(kind._fields_)


def values_of(kind: type[Event]) -> str:
    """Write what an event of a type is packed of, in that order, as Python."""
    return ", ".join(_value(name, name in kind._roles_) for name in names_of(kind))


def make_function(source: str, names: dict[str, Any]) -> Callable[..., Any]:
    """Compile the text of one function, as attrs does for ``__init__``."""
    exec(_compiled(source), names)
    return names[source.split("(", 1)[0].split()[-1]]  # type: ignore[no-any-return]  # exec


@lru_cache(maxsize=4096)
def _compiled(source: str) -> CodeType:
    return compile(source, "<eventcore function>", "exec")


def digested_values_of(kind: type[Event]) -> str:
    """Write the same as a digest has it, by ``ordered``: the order of dicts counts."""
    cls: Any = kind  # to mypy the class of an event is not hashable
    dicts = dict_fields(cls)
    return ", ".join(
        f"ordered({_value(name, False)})"
        if name in dicts and name not in kind._roles_
        else _value(name, name in kind._roles_)
        for name in names_of(kind)
    )


def _value(name: str, is_role: bool) -> str:
    field = f"event.{name}"
    if not is_role:
        return field
    return "event.enactor.id" if name == "enactor" else f"None if {field} is None else {field}.id"
