"""Remaking: the components that a save tells of, all of a class at once, of its own text.

That is the quick way, for what is as it should be. Where anything is not, nothing is said of it:
each component is then made by itself by ``restoring``, which finds what it is and names it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from types import GenericAlias
from typing import Any, get_args, get_origin

import attrs
import msgspec

from eventcore.component import Component
from eventcore.state.fixed import Fixed, freeze
from eventcore.state.restoring import converter, types_of


def made_at_once(
    cls: Any, texts: Sequence[msgspec.Raw], restore: Callable[[Any, Any], Any]
) -> list[Component] | None:
    """Make components of one class; None where one of them has to be made by itself.

    Args:
        cls: Their class.
        texts: What JSON has of the fields of each.
        restore: Makes what is no number, text or the like, of its type and of what JSON has of it.
    """
    try:
        form = _form_of(cls)
        if form is None:
            return None
        rows = msgspec.json.decode(
            b"[%b]" % b",".join(texts), type=GenericAlias(list, (form,)), dec_hook=restore
        )
        fixed = _fixed_of(cls)
        if not fixed:
            return [cls(*msgspec.structs.astuple(row)) for row in rows]
        return [
            cls(
                *(
                    _table_of(fixed[name], bytes(value)) if name in fixed else value
                    for name, value in msgspec.structs.asdict(row).items()
                )
            )
            for row in rows
        ]
    except Exception:  # whatever it is, who makes it by itself comes upon it again
        return None


@cache
def _form_of(cls: Any) -> type[msgspec.Struct] | None:
    """Give a class with the same fields, which all have to be there, and no others may.

    None where the components of this class are not made of their fields in order, all at once.
    """
    given = [field for field in attrs.fields(cls) if field.init]
    if [field.name for field in given] != [*cls._fields_] or any(one.kw_only for one in given):
        return None
    hints, fixed = types_of(cls), _fixed_of(cls)
    fields = [(name, msgspec.Raw if name in fixed else hints[name]) for name in cls._fields_]
    return msgspec.defstruct(cls.__name__, fields, forbid_unknown_fields=True)


@cache
def _fixed_of(cls: Any) -> dict[str, Any]:
    """Give the fields of a class that are fixed tables, with their types."""
    hints = types_of(cls)
    kinds = {name: hints[name] for name in cls._fields_}
    return {name: kind for name, kind in kinds.items() if (get_origin(kind) or kind) is Fixed}


@lru_cache(maxsize=32)  # of one content all saves have the same tables, and worlds may share them
def _table_of(kind: Any, text: bytes) -> Fixed[Any, Any]:
    """Make a fixed table of its text; it holds no entities."""
    convert = converter(_refuse, _refuse)
    table = convert(msgspec.json.decode(text), GenericAlias(dict, get_args(kind) or (str, Any)))
    return Fixed(freeze(table))


def _refuse(number: int) -> Any:
    raise LookupError(number)
