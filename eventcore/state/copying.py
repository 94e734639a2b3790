"""Copying: a component or an event made again of the fields of another, as they stand.

Each field is copied by what it is annotated with, as a save is loaded by it: what cannot change is
shared, lists, dicts and sets are made anew, and for entities stand those that the copy is to refer
to. So a copy is what comes of saving and loading, in a fraction of the time: here too, what is kept
in underscored slots is made anew. What copies a class is generated, as its ``__init__`` is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from functools import lru_cache, partial
from types import UnionType
from typing import (
    Annotated,
    Any,
    Final,
    TypeAlias,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import attrs
import msgspec

from eventcore.component import Component
from eventcore.entity import Entity
from eventcore.errors import RegistrationError
from eventcore.event import Published
from eventcore.state.codec import plain
from eventcore.state.field_types import is_whole
from eventcore.state.restoring import converter, not_there, types_of
from eventcore.state.writing import Write, writer_of
from eventcore.time.agenda import Scheduled

Who: TypeAlias = Mapping[Entity, Entity]
"""By each entity that is referred to, the one that a copy is to refer to."""
Handles: TypeAlias = MutableMapping[int, Scheduled]
"""The handles of scheduled events that copies are to refer to, by number; made as asked for."""
CopyPart: TypeAlias = Callable[[Any, Entity, Who, Handles], Any]
"""Makes a component of another, and of the entity it is to belong to."""
_Copy: TypeAlias = Callable[[Any, Who, Handles], Any]


def _make_part_copier(cls: Any) -> CopyPart:
    text = _Text(cls)
    fields = [one for one in attrs.fields(cls) if one.name != "_entity"]
    kept = [one for one in fields if one.name not in cls._fields_]
    if _is_for_itself_to_make(cls, kept):
        lines = [f"part = cls({text.arguments()})"]
        set_after = [one for one in fields if not one.init and one not in kept]
        kept = []
    else:  # in a third of the time that ``__init__`` takes, which checks what was checked
        text.names["new"] = object.__new__
        lines = ["part = new(cls)"]
        set_after = [one for one in fields if one not in kept]
    lines += [f"part.{one.name} = {text.of(one.name)}" for one in set_after]
    for one in kept:
        made = isinstance(one.default, attrs.Factory)  # type: ignore[arg-type]  # typed as a function
        default = text.called(one.default.factory if made else one.default)
        lines.append(f"part.{one.name} = {default}{'()' if made else ''}")
    lines += ["part._entity = entity", "return part"]
    return cast("CopyPart", text.function("was, entity, who, handles", lines))


# Cast, for to mypy a class of components is not hashable.
part_copier: Final = cast(
    "Callable[[type[Component]], CopyPart]", lru_cache(maxsize=4096)(_make_part_copier)
)
"""Gives what copies the components of a class."""


def copied_event(was: Published, who: Who, handles: Handles) -> Published:
    """Make an event, not published yet, of the fields of another."""
    kind: Any = type(was)
    made: Published = _class_copier(kind)(was, who, handles)
    return made


def _is_for_itself_to_make(cls: Any, kept: list[Any]) -> bool:
    """Say whether only a component's own ``__init__`` can make what it keeps besides its state."""
    hooked = any(hasattr(cls, f"__attrs_{hook}_init__") for hook in ("pre", "post"))
    return "__attrs_init__" in vars(cls) or any(
        hooked or one.init or one.default is attrs.NOTHING or getattr(one.default, "takes_self", 0)
        for one in kept
    )


@lru_cache(maxsize=4096)
def _class_copier(cls: Any) -> _Copy:
    """Give what copies events of a type, or values of an attrs class that a field holds."""
    text = _Text(cls)
    lines = [f"made = cls({text.arguments()})"]
    lines += [
        f"made.{one.name} = {text.of(one.name)}"
        for one in attrs.fields(cls)
        if one.name in text.hints and not one.init and one.name in _public(cls)
    ]
    return cast("_Copy", text.function("was, who, handles", [*lines, "return made"]))


class _Text:
    """Writes what copies the fields of a class, of one called ``was``.

    Attributes:
        hints: What the fields are annotated with.
        names: What the text knows by name.
    """

    def __init__(self, cls: Any) -> None:
        self._cls = cls
        self.hints = _hints_of(cls)
        self.names: dict[str, Any] = {"cls": cls}

    def function(self, parameters: str, lines: list[str]) -> Any:
        """Make the function of these lines."""
        body = "".join(f"    {line}\n" for line in lines)
        exec(f"def copy({parameters}):\n{body}", self.names)
        return self.names["copy"]

    def called(self, thing: Any) -> str:
        """Give a thing a name."""
        name = f"n{len(self.names)}"
        self.names[name] = thing
        return name

    def arguments(self) -> str:
        """Write what the class is called with."""
        public = _public(self._cls)
        given = [one for one in attrs.fields(self._cls) if one.init and one.name in public]
        return ", ".join(f"{one.alias}={self.of(one.name)}" for one in given)

    def of(self, name: str) -> str:
        """Write the copy of a field."""
        return self._copy(self.hints[name], f"was.{name}")

    def _copy(self, hint: Any, value: str) -> str:
        """Write the copy of a value of a type; where none of it can change, it is the value."""
        origin, parts = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self._copy(parts[0], value)
        if _lasts(hint):
            if origin in (tuple, frozenset):
                return self._if_it_fits(hint, value, origin, value)
            return value
        if hint is Entity:
            return f"who[{value}]"
        if hint is Scheduled:
            return f"handles[{value}.number]"
        others = [part for part in parts if part is not type(None)]
        if origin in (Union, UnionType) and len(others) == 1:
            return f"(None if {value} is None else {self._copy(others[0], value)})"
        kind = origin or hint
        if kind is dict and parts:
            one = self.called(None)
            copy = f"{{k: {self._copy(parts[1], one)} for k, {one} in {value}.items()}}"
            return self._if_it_fits(hint, value, kind, copy)
        if kind in (list, set) or (kind is tuple and parts[1:] == (...,)):
            one = self.called(None)
            copy = self._copy(parts[0], one) if parts else self._as_saved(Any, one)
            if copy == one:
                return self._if_it_fits(hint, value, kind, f"{kind.__name__}({value})")
            made = f"{kind.__name__}([{copy} for {one} in {value}])"
            return self._if_it_fits(hint, value, kind, made)
        if hasattr(kind, "_copied_"):
            return f"{value}._copied_(who)"
        if attrs.has(kind):
            return self._of_class(kind, value)
        return self._as_saved(hint, value)

    def _if_it_fits(self, hint: Any, value: str, kind: type, copy: str) -> str:
        """Write the copy of a value of a type; of any other it is the error that saving raises."""
        refused = f"{self.called(writer_of(hint))}({value})"
        return f"({copy} if {value}.__class__ is {kind.__name__} else {refused})"

    def _of_class(self, cls: Any, value: str) -> str:
        """Write the copy of a value of an attrs class; a frozen one that refers to none is kept."""
        copy = f"{self.called(partial(_copied, cls))}({value}, who, handles)"
        if not attrs.inspect(cls).is_frozen:
            return copy
        hints = [(name, _hints_of(cls)[name]) for name in _public(cls)]
        refers = [f"{value}.{name} is None" for name, hint in hints if not _lasts(hint)]
        return f"({value} if {' and '.join(refers)} else {copy})"

    def _as_saved(self, hint: Any, value: str) -> str:
        """Write the copy of what only saving and loading knows how to copy."""
        names = (self.called(one) for one in (_saved_and_loaded, hint, writer_of(hint)))
        function, hint_name, writer = names
        return f"{function}({value}, {hint_name}, {writer}, who, handles)"


def _copied(cls: Any, was: Any, who: Who, handles: Handles) -> Any:
    return _class_copier(cls)(was, who, handles)  # looked up late: a class may hold its like


def _saved_and_loaded(was: Any, hint: Any, write: Write, who: Who, handles: Handles) -> Any:
    """Write a value as a save does, and make it again of what was written."""
    met: dict[int, Entity] = {}

    def hook(value: Any) -> Any:
        if isinstance(value, Entity):
            met[value.id] = who[value]
        return plain(value)

    text = msgspec.json.encode(write(was), enc_hook=hook)
    return converter(met.__getitem__, handles.__getitem__)(msgspec.json.decode(text), hint)


@lru_cache(maxsize=1024)
def _hints_of(cls: Any) -> dict[str, Any]:
    """Give the types that a class has its fields annotated with, by name.

    Raises:
        RegistrationError: One of them names what is not there as the program runs.
    """
    try:
        if hasattr(cls, "_fields_"):
            return types_of(cls)
        return get_type_hints(cls, include_extras=True)
    except NameError as error:
        raise RegistrationError(f"{cls.__name__} cannot be copied: {not_there(error)}") from None


def _public(cls: Any) -> list[str]:
    """Name the fields that are saved."""
    return [one.name for one in attrs.fields(cls) if not one.name.startswith("_")]


def _lasts(hint: Any, within: tuple[Any, ...] = ()) -> bool:
    """Say whether a value of a type may be shared: it cannot change, and refers to no entity."""
    if get_origin(hint) in (Annotated, Union, UnionType, tuple, frozenset):
        parts = [part for part in get_args(hint) if part is not ...]
        parts = parts[:1] if get_origin(hint) is Annotated else parts
        return bool(parts) and all(_lasts(part, within) for part in parts)
    if is_whole(hint) or hint in within:
        return True
    if not (isinstance(hint, type) and attrs.has(hint) and attrs.inspect(hint).is_frozen):
        return False
    inner = [_hints_of(hint)[name] for name in _public(hint)]
    return all(_lasts(one, (*within, hint)) for one in inner)
