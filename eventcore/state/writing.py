"""Writing: what a save holds of each field, and which values it refuses.

A value is checked against the annotation of its field as it is written, so that whatever is saved
is loaded as the very same value. Dicts keep their order. Sets are refused: their order depends on
how they were filled, and a load fills them anew. What writes the fields of a class is generated
once, as its ``__init__`` is.
"""

from __future__ import annotations

import collections.abc as abc
import dataclasses
import re
from collections.abc import Callable, Iterable
from enum import Enum
from functools import lru_cache
from types import GenericAlias, NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    TypeAlias,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import attrs
import msgspec

from eventcore.entity import Entity, Known
from eventcore.state.fixed import Fixed, freeze
from eventcore.state.hints import (
    SCALARS,
    SETS,
    Unfit,
    Unsupported,
    hints_of,
    int_bounds,
    is_open,
    is_state,
    name_of,
    objects_in,
    public_fields,
    refuse_sets,
    scalar_kinds,
    shown,
    supported_by_msgspec,
    unfit,
    unsupported,
    without_none,
)
from eventcore.state.short_text import short_repr
from eventcore.time.agenda import Scheduled

Write: TypeAlias = Callable[[Any], Any]
"""Returns what msgspec is to write for a value; raises ``Unfit`` if it could not be read back."""


_ENTITIES: Final = frozenset((Entity, Known))
_LISTS: Final = (list, abc.Sequence, abc.MutableSequence, abc.Collection)
_DICTS: Final = (dict, abc.Mapping, abc.MutableMapping)


@lru_cache(maxsize=4096)
def class_writer(cls: Any) -> Write:
    """Return what writes the public fields of a component, event, attrs class or dataclass.

    Raises:
        NameError: An annotation names what is not there as the program runs.
        Unsupported: A field is annotated with what no load could make.
    """
    hints = hints_of(cls)
    names = sorted(public_fields(cls))
    known: dict[str, Any] = {"unfit": unfit, "ENTITIES": _ENTITIES}
    known["struct"] = msgspec.defstruct(cls.__name__, [(name, Any) for name in names], gc=False)
    lines: list[str] = []
    for number, name in enumerate(names):
        value, hint = f"v{number}", hints[name]
        known[f"h{number}"] = hint
        lines += [f"{value} = value.{name}", *_check(hint, number, known)]
    lines.append(f"return struct({', '.join(f'v{number}' for number in range(len(names)))})")
    exec("def write(value):\n" + "".join(f"    {line}\n" for line in lines), known)
    return cast("Write", known["write"])


@lru_cache(maxsize=4096)
def field_writer(cls: Any, name: str) -> Write:
    """Return what writes one field of a class, to find out which one is unfit."""
    return writer_of(hints_of(cls)[name])


@lru_cache(maxsize=4096)
def early_check(cls: Any, name: str) -> Write:
    """Return what checks a value of a field before it is saved; a field of Any may hold anything.

    What such a field holds only passing through is refused by a save alone.
    """
    hint = hints_of(cls)[name]
    return (lambda value: value) if is_open(hint) else writer_of(hint)


def check_annotation(hint: Any) -> None:
    """Refuse an annotation of which no load could make a value.

    Raises:
        Unsupported: It is one.
        NameError: The annotation names what is not there, or not yet.
    """
    _check_annotation(hint, ())


def _check_annotation(hint: Any, within: tuple[Any, ...]) -> None:
    writer_of(hint)
    for cls in objects_in(hint):
        if cls not in within:
            for name in public_fields(cls):
                _check_annotation(hints_of(cls)[name], (*within, cls))


def _check(hint: Any, number: int, known: dict[str, Any]) -> list[str]:
    """Return the lines that check a field and replace its value by what is written."""
    value = f"v{number}"
    refuse = f"unfit({value}, h{number})"
    bare, optional = without_none(hint)
    kinds = scalar_kinds(hint)
    if kinds is not None:
        known[f"k{number}"] = kinds
        if len(kinds) == 1:
            (kind,) = kinds
            check = f"{value}.__class__ is not {kind.__name__}"
            known[kind.__name__] = kind
        else:
            check = f"{value}.__class__ not in k{number}"
        lines = [f"if {check}: {refuse}"]
        if float in kinds:
            lines.append(f"if {value}.__class__ is float and {value} - {value} != 0: {refuse}")
        return lines
    bounds = int_bounds(bare)
    if bounds is not None:
        none = f"{value} is not None and " if optional else ""
        known["int"] = int
        within = "".join(f" and {value} {sign} {bound}" for sign, bound in bounds)
        return [f"if {none}not ({value}.__class__ is int{within}): {refuse}"]
    if bare is Entity:
        none = f"{value} is not None and " if optional else ""
        return [f"if {none}{value}.__class__ not in ENTITIES: {refuse}"]
    known[f"w{number}"] = writer_of(hint)
    return [f"{value} = w{number}({value})"]


def writer_of(hint: Any) -> Write:
    """Return what writes a value of a type."""
    hint = getattr(hint, "__supertype__", hint)  # NewType
    hint = getattr(hint, "__value__", hint)  # type X = …
    if isinstance(hint, str) or type(hint).__name__ == "ForwardRef":
        raise NameError(f"name {hint!r} is not defined")
    kinds = scalar_kinds(hint)
    if kinds is not None:
        return _scalar(hint, kinds)
    if hint is Any:
        return _any
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _constrained(hint, writer_of(parts[0]), parts[1:])
    if origin in (Union, UnionType):
        return _union(hint, parts)
    if origin is Literal:
        return _one_of(hint, parts)
    kind = origin or hint
    if kind is Entity:
        return _of_classes(hint, _ENTITIES)
    if kind is Scheduled:
        return _of_classes(hint, frozenset((Scheduled,)))
    if kind is Fixed:
        return _table(hint)
    if kind in _LISTS:
        return _sequence(hint, list, parts[0] if parts else Any)
    if kind is tuple and (not parts or parts[1:] == (...,)):
        return _sequence(hint, tuple, parts[0] if parts else Any)
    if kind is tuple:
        return _row(hint, tuple, parts)
    if kind in SETS:
        unsupported(hint)
    if kind in _DICTS:
        return _dict(hint, *(parts or (str, Any)))
    if isinstance(kind, type):
        if issubclass(kind, Enum):
            supported_by_msgspec(hint)
            members = frozenset(kind.__members__.values())
            return _checked(hint, lambda value: type(value) is kind and value in members)
        if hasattr(kind, "_plain_") and hasattr(kind, "_restored_"):
            return _of_classes(hint, frozenset((kind,)))
        if not parts and not is_state(kind) and (attrs.has(kind) or dataclasses.is_dataclass(kind)):
            return _object(hint, kind)
        if issubclass(kind, tuple) and hasattr(kind, "_fields"):
            hints = get_type_hints(kind)
            return _row(hint, kind, tuple(hints[name] for name in kind._fields))
    unsupported(hint)


def _checked(hint: Any, fits: Callable[[Any], bool]) -> Write:
    def write(value: Any) -> Any:
        return value if fits(value) else unfit(value, hint)

    return write


def _scalar(hint: Any, kinds: frozenset[type]) -> Write:
    def write(value: Any) -> Any:
        kind = value.__class__
        if kind not in kinds or (kind is float and value - value != 0):
            unfit(value, hint)
        return value

    return write


def _of_classes(hint: Any, classes: frozenset[type]) -> Write:
    return _checked(hint, lambda value: value.__class__ in classes)


def _one_of(hint: Any, values: tuple[Any, ...]) -> Write:
    supported_by_msgspec(hint)
    known = frozenset((type(value), value) for value in values)
    return _checked(
        hint, lambda value: value.__class__ in SCALARS and (type(value), value) in known
    )


def _constrained(hint: Any, inner: Write, extras: tuple[Any, ...]) -> Write:
    metas = [extra for extra in extras if isinstance(extra, msgspec.Meta)]
    if not metas:
        return inner

    def write(value: Any) -> Any:
        written = inner(value)
        if not all(_meets(value, meta) for meta in metas):
            raise Unfit(f"it holds {shown(value)}, and the field is annotated with {hint}")
        return written

    return write


def _meets(value: Any, meta: msgspec.Meta) -> bool:
    """Return whether a value is within what it was annotated with; a load asks for the same."""
    if isinstance(value, int | float):
        return (
            (meta.ge is None or value >= meta.ge)
            and (meta.gt is None or value > meta.gt)
            and (meta.le is None or value <= meta.le)
            and (meta.lt is None or value < meta.lt)
            and (meta.multiple_of is None or value % meta.multiple_of == 0)
        )
    if not hasattr(value, "__len__"):
        return True
    matches = meta.pattern is None or re.search(meta.pattern, value) is not None
    return (
        matches
        and (meta.min_length or 0) <= len(value)
        and (meta.max_length is None or len(value) <= meta.max_length)
    )


def _union(hint: Any, parts: tuple[Any, ...]) -> Write:
    others = [part for part in parts if part is not NoneType]
    if len(others) == 1:
        inner = writer_of(others[0])
        return lambda value: None if value is None else inner(value)
    supported_by_msgspec(hint)
    writers = [writer_of(part) for part in parts]

    def write(value: Any) -> Any:
        for one in writers:
            try:
                return one(value)
            except Unfit:
                continue
        unfit(value, hint)

    return write


def _sequence(hint: Any, kind: Any, item: Any) -> Write:
    kinds, inner = scalar_kinds(item), writer_of(item)
    if kinds is None or float in kinds:
        return lambda value: [*map(inner, value)] if value.__class__ is kind else unfit(value, hint)
    same = kinds.issuperset

    def write(value: Any) -> Any:
        if value.__class__ is not kind:
            unfit(value, hint)
        return value if same(map(type, value)) else [*map(inner, value)]

    return write


def _row(hint: Any, kind: Any, items: tuple[Any, ...]) -> Write:
    writers = [writer_of(item) for item in items]

    def write(value: Any) -> Any:
        if value.__class__ is not kind or len(value) != len(writers):
            unfit(value, hint)
        return [one(part) for one, part in zip(writers, value, strict=True)]

    return write


def _in_order(values: Iterable[Any]) -> list[Any]:
    """Sort what a set holds."""
    found = [*values]
    try:
        found.sort()
    except TypeError:  # of several types
        found.sort(key=msgspec.json.encode)
    return found


def _dict(hint: Any, key: Any, item: Any) -> Write:
    is_text = key is str or (isinstance(key, type) and issubclass(key, Enum))
    if not (is_text or key is Any or get_origin(key) is Literal):
        raise Unsupported(
            f"a save cannot hold {name_of(hint)}: the keys of a JSON object are text; annotate it "
            "with dict[str, …], or with a list of pairs"
        )
    keys, kinds, inner = writer_of(str if key is Any else key), scalar_kinds(item), writer_of(item)

    def write(value: Any) -> Any:
        if value.__class__ is not dict:
            unfit(value, hint)
        for one in value:
            keys(one)
        if kinds is not None and float not in kinds and kinds.issuperset(map(type, value.values())):
            return value
        return {one: inner(held) for one, held in value.items()}

    return write


def _object(hint: Any, cls: Any) -> Write:
    def write(value: Any) -> Any:
        if value.__class__ is not cls:
            unfit(value, hint)
        return class_writer(cls)(value)  # looked up late: a class may hold its like

    return write


def _any(value: Any) -> Any:
    kind = value.__class__
    if kind in SCALARS and kind is not bytes:
        return _ANY_SCALAR(value)
    if kind is list:
        return [*map(_any, value)]
    if kind is dict and all(type(key) is str for key in value):
        return {key: _any(held) for key, held in value.items()}
    raise Unfit(
        f"it holds {shown(value)}, of type {kind.__name__}, where Any is annotated: a load "
        "could not know the type; annotate the field with it"
    )


_ANY_SCALAR: Final = _scalar(float, SCALARS - {bytes})


def _table(hint: Any) -> Write:
    for part in get_args(hint):
        refuse_sets(part)
    of = GenericAlias(dict, get_args(hint) or (str, Any))

    def write(value: Any) -> Any:
        if value.__class__ is not Fixed:
            unfit(value, hint)
        if value._written is None or value._written[0] != hint:
            value._written = hint, _table_text(value, hint)
        return value._written[1]

    def _table_text(value: Any, hint: Any) -> msgspec.Raw:
        try:
            text = msgspec.json.encode(in_order(value))
            again = freeze(msgspec.convert(msgspec.json.decode(text), of))
        except (msgspec.ValidationError, TypeError, ValueError) as error:
            raise Unfit(
                f"a load could not read the table back as {name_of(hint)}: {error}"
            ) from None
        if msgspec.json.encode(in_order(again)) != text:
            raise Unfit(f"a load would read the table back as {short_repr(again)}")
        return msgspec.Raw(text)

    return write


def in_order(value: Any) -> Any:
    """Return a value as msgspec writes it, with its sets sorted and the fields of classes too."""
    kind = type(value)
    if issubclass(kind, dict):
        return {key: in_order(held) for key, held in value.items()}
    if kind in (list, tuple):
        return [*map(in_order, value)]
    if kind in (set, frozenset):
        return _in_order(map(in_order, value))
    if attrs.has(kind):
        return {name: in_order(getattr(value, name)) for name in sorted(public_fields(kind))}
    return value
