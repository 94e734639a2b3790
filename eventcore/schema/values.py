"""Values: check the values of fields against their annotations, and convert them for JSON.

A value that passes the check can be saved and loaded unchanged. Dicts keep their order.
Sets are refused, because loading could change their order. The checks are generated functions, like
the ``__init__`` of attrs classes.
"""

from __future__ import annotations

import collections.abc as abc
import re
from collections.abc import Callable
from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, TypeAlias, Union, get_args, get_origin

import msgspec

from eventcore.codegen import Code
from eventcore.errors import RegistrationError
from eventcore.schema.encoding import UNSAVED, encode_unchecked, reason_of
from eventcore.schema.fixed import Fixed
from eventcore.schema.hints import (
    REFERENCES,
    SCALARS,
    SETS,
    Unsavable,
    hints_of,
    is_enum,
    is_object,
    is_state,
    name_of,
    public_fields,
    refuse_type,
    refuse_value,
    show,
    unresolved_message,
)

Write: TypeAlias = Callable[[Any], Any]
"""A function that converts a value for msgspec, or raises ``Unsavable`` for an invalid value."""

_LISTS: Final = (list, abc.Sequence, abc.MutableSequence, abc.Collection)
_DICTS: Final = (dict, abc.Mapping, abc.MutableMapping)
_LIMITS: Final = {
    "ge": "{0} < {1}",
    "gt": "{0} <= {1}",
    "le": "{0} > {1}",
    "lt": "{0} >= {1}",
    "multiple_of": "{0} % {1} != 0",
    "min_length": "len({0}) < {1}",
    "max_length": "len({0}) > {1}",
    "pattern": "not {1}({0})",
}
"""Maps each limit of ``msgspec.Meta`` to a condition that is true if a value violates the limit."""


# Checks of classes


def check_fields(cls: Any, *, final: bool = False) -> bool:
    """Check the annotations of a component class.

    Returns:
        False if an annotation uses a name that is not defined yet, otherwise True.

    Raises:
        RegistrationError: A type cannot be saved, or, if ``final`` is True, a name is unknown.
    """
    unknown = None
    for name, hint in hints_of(cls).items():
        try:
            _Expressions(checked=set()).of(hint, "value")
        except Unsavable as error:
            raise RegistrationError(f"{cls.__name__}.{name}: {error}") from None
        except NameError as error:
            unknown = error
    if unknown is not None:
        hints_of.cache_clear()  # evaluate the annotations again once the names are defined
        if final:
            message = unresolved_message(unknown)
            raise RegistrationError(f"{cls.__name__} could not be saved: {message}")
    return unknown is None


# Checks of values


def check_value(hint: Any, value: Any, encode: Callable[[Any], bytes] = encode_unchecked) -> None:
    """Raise ``Unsavable`` if a save cannot hold a value in a field with the given annotation.

    ``encode`` writes the checked value as JSON, or raises an error.
    """
    try:
        encode(writer_of(hint)(value))
    except UNSAVED as error:
        raise Unsavable(reason_of(error)) from None


def write_fields(packet: Any, encode: Callable[[Any], bytes]) -> bytes:
    """Return the public fields of a component or an event as JSON.

    Raises:
        Unsavable: A field holds a value that a load could not read back unchanged. The message
            names the field.
    """
    cls = packet._declared_
    try:
        return encode(class_writer(cls)(packet))
    except UNSAVED as error:
        for name, hint in hints_of(cls).items():
            try:
                check_value(hint, getattr(packet, name), encode)
            except Unsavable as cause:
                raise Unsavable(f"{cls.__name__}.{name}: {cause}") from None
        raise Unsavable(f"{cls.__name__}: {reason_of(error)}") from None


@lru_cache(maxsize=4096)
def writer_of(hint: Any, in_table: bool = False) -> Write:
    """Return a function that checks and converts values of an annotated type.

    If ``in_table`` is True, the values must hold tuples instead of lists, and fixed tables instead
    of dicts.

    Raises:
        Unsavable: Values of this type could not be loaded from a save.
        NameError: The annotation uses a name that is not imported or not defined yet.
    """
    expressions = _Expressions(in_table)
    line = f"return {expressions.of(hint, 'value')}"
    return expressions.code.function("value", [line])  # type: ignore[no-any-return]


@lru_cache(maxsize=4096)
def class_writer(cls: Any, in_table: bool = False) -> Write:
    """Return a function that checks the public fields of an object and returns them as a struct.

    Raises:
        NameError: An annotation uses a name that is not imported.
        Unsavable: Values of a field could not be loaded from a save.
    """
    expressions, names = _Expressions(in_table), sorted(public_fields(cls))
    # msgspec writes a struct three times as fast as an instance of the class itself.
    struct = msgspec.defstruct(cls.__name__, [(name, Any) for name in names], gc=False)
    lines, values = [], []
    for number, name in enumerate(names):
        lines.append(f"v{number} = value.{name}")
        try:
            values.append(expressions.of(hints_of(cls)[name], f"v{number}"))
        except Unsavable as error:
            raise Unsavable(f"{cls.__name__}.{name}: {error}") from None
    lines.append(f"return {expressions.code.name(struct)}({', '.join(values)})")
    return expressions.code.function("value", lines)  # type: ignore[no-any-return]


class _Expressions:
    """Generates Python expressions that check and convert the values of variables."""

    def __init__(self, in_table: bool = False, checked: set[type] | None = None) -> None:
        self.code: Final = Code()
        self._in_table = in_table
        self._checked = checked  # the nested classes already checked, or None to skip them

    def of(self, hint: Any, value: str) -> str:
        hint = getattr(hint, "__supertype__", hint)  # the base type of a NewType
        hint = getattr(hint, "__value__", hint)  # the type behind an alias: type X = …
        if isinstance(hint, Exception):  # the annotation could not be evaluated
            raise NameError(str(hint))
        origin, parts = get_origin(hint), get_args(hint)
        kind: Any = origin or hint
        if kind is Any:
            return f"{self.code.name(_write_any)}({value}, {self._in_table})"
        if kind is Annotated:
            return self._limited(hint, value)
        if kind in (Union, UnionType):
            return self._union(hint, value)
        if kind is Literal or is_enum(kind):
            return self._choice(hint, value, frozenset(parts or kind.__members__.values()))
        if kind in SCALARS or kind is None:
            return self._check_class(hint, value, kind or NoneType)
        if kind in REFERENCES:
            return self._check_class(hint, value, *REFERENCES[kind])
        if kind is Fixed and not self._in_table:
            _Expressions(True, self._checked).of(hint, value)  # raises an error for a bad type
            table = f"{self.code.name(_write_table)}({value}, {self.code.name(hint)})"
            return self._check_class(hint, value, Fixed, result=table)
        if kind in _LISTS:
            return self._items(hint, value, tuple if self._in_table else list)
        if kind is tuple and (not parts or parts[1:] == (...,)):
            return self._items(hint, value, tuple)
        if kind is tuple:
            return self._row(hint, value)
        if kind in _DICTS or kind is Fixed:
            return self._pairs(hint, value)
        if isinstance(kind, type) and kind not in SETS and not is_state(kind):
            if hasattr(kind, "_plain_") and hasattr(kind, "_restored_"):
                return self._check_class(hint, value, kind)
            if is_object(kind) and not parts:
                return self._object(kind, value)
        refuse_type(hint)

    def _check(self, hint: Any, value: str, condition: str, result: str) -> str:
        refuse = f"{self.code.name(refuse_value)}({value}, {self.code.name(hint)})"
        return f"({result} if {condition} else {refuse})"

    def _check_class(self, hint: Any, value: str, *classes: type, result: str = "") -> str:
        if len(classes) == 1:
            condition = f"{value}.__class__ is {self.code.name(*classes)}"
        else:
            condition = f"{value}.__class__ in {self.code.name(frozenset(classes))}"
        if float in classes:  # JSON has neither infinity nor NaN
            condition += f" and ({value}.__class__ is not float or {value} - {value} == 0)"
        return self._check(hint, value, condition, result or value)

    def _choice(self, hint: Any, value: str, choices: frozenset[Any]) -> str:
        try:
            msgspec.json.Decoder(hint)
        except TypeError as error:  # msgspec rejects enums of floats, for example
            raise Unsavable(f"a save cannot hold {name_of(hint)}: {error}") from None
        classes = self.code.name(frozenset(map(type, choices)))
        condition = f"{value}.__class__ in {classes} and {value} in {self.code.name(choices)}"
        return self._check(hint, value, condition, value)

    def _limited(self, hint: Any, value: str) -> str:
        inner, *notes = get_args(hint)
        result, conditions = self.of(inner, value), []
        for meta in [note for note in notes if isinstance(note, msgspec.Meta)]:
            for name, text in _LIMITS.items():
                limit = getattr(meta, name)
                if limit is not None:
                    limit = re.compile(limit).search if isinstance(limit, str) else limit
                    conditions.append(text.format(value, self.code.name(limit)))
        if not conditions:
            return result
        fits = f"{value} is None or not ({' or '.join(conditions)})"
        return f"({result}, {self._check(hint, value, fits, 'None')})[0]"

    def _union(self, hint: Any, value: str) -> str:
        parts = [part for part in get_args(hint) if part is not NoneType]
        if len(parts) == 1:
            result = self.of(parts[0], value)
        elif SCALARS.issuperset(parts) and not {str, bytes}.issubset(parts):
            result = self._check_class(hint, value, *parts)
        else:
            refuse_type(hint)
        unless_none = f"None if {value} is None else " if NoneType in get_args(hint) else ""
        return f"({unless_none}{result})"

    def _items(self, hint: Any, value: str, kind: type) -> str:
        item = self.code.name()
        result = self.of((*get_args(hint), Any)[0], item)
        return self._check_class(hint, value, kind, result=f"[{result} for {item} in {value}]")

    def _row(self, hint: Any, value: str) -> str:
        items = get_args(hint)
        parts = "".join(f"{self.of(part, f'{value}[{at}]')}, " for at, part in enumerate(items))
        condition = f"{value}.__class__ is tuple and len({value}) == {len(items)}"
        return self._check(hint, value, condition, f"({parts})")

    def _pairs(self, hint: Any, value: str) -> str:
        key_hint, item_hint = get_args(hint) or (str, Any)
        if not (key_hint in (str, Any) or is_enum(key_hint) or get_origin(key_hint) is Literal):
            raise Unsavable(
                f"a save cannot hold {name_of(hint)}: the keys of a JSON object are text; annotate "
                "it with dict[str, …], or with a list of pairs"
            )
        key, item = self.code.name(), self.code.name()
        key_result = self.of(str if key_hint is Any else key_hint, key)
        pairs = f"{{{key_result}: {self.of(item_hint, item)} for {key}, {item} in {value}.items()}}"
        return self._check_class(hint, value, Fixed if self._in_table else dict, result=pairs)

    def _object(self, cls: Any, value: str) -> str:
        if self._checked is not None and cls not in self._checked:
            self._checked.add(cls)
            for inner in hints_of(cls).values():
                self.of(inner, value)
        # A class may contain instances of itself, so the code looks up the writer when it runs.
        writer = f"{self.code.name(class_writer)}({self.code.name(cls)}, {self._in_table})"
        return self._check_class(cls, value, cls, result=f"{writer}({value})")


def _write_any(value: Any, in_table: bool) -> Any:
    cls = value.__class__
    if cls in _JSON_SCALARS:
        return _check_scalar(value)
    if cls is list or (in_table and cls is tuple):
        return [_write_any(item, in_table) for item in value]
    if cls is (Fixed if in_table else dict) and all(type(key) is str for key in value):
        return {key: _write_any(held, in_table) for key, held in value.items()}
    raise Unsavable(
        f"it holds {show(value)}, of type {cls.__name__}, where the annotation is Any: a load "
        "could not know the type; annotate the field with that type"
    )


_JSON_SCALARS: Final = SCALARS - {bytes}
_check_scalar: Final = writer_of(int | float | bool | str | None)


def _write_table(table: Any, hint: Any) -> msgspec.Raw:
    if table._written is None or table._written[0] != hint:  # cached, as a table never changes
        text = msgspec.json.encode(writer_of(hint, True)(table))
        table._written = hint, msgspec.Raw(text)
    return table._written[1]  # type: ignore[no-any-return]
