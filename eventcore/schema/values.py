"""Check the values of fields against their annotations, write them as JSON, and read them.

Equal values produce equal bytes in every process and every version of Python. A value that passes
the check can be saved and loaded without change. The checks are generated functions, like the
``__init__`` of attrs classes.
"""

from __future__ import annotations

import collections.abc as abc
import re
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from types import GenericAlias, NoneType, UnionType
from typing import Annotated, Any, Final, Literal, TypeAlias, Union, get_args, get_origin

import msgspec

from eventcore.codegen import Code, per_class
from eventcore.errors import DispatchError, RegistrationError, SaveError
from eventcore.schema.fixed import Fixed, freeze
from eventcore.schema.hints import (
    REFERENCES,
    SAVABLE,
    SCALARS,
    Unsavable,
    hints_of,
    is_enum,
    is_object,
    refuse_type,
    refuse_value,
    unresolved_message,
)

Write: TypeAlias = Callable[[Any], Any]  # converts a value, or raises ``Unsavable``
Restore: TypeAlias = Callable[[Any, Any], Any]  # creates an instance of a class from JSON
Read: TypeAlias = Callable[[bytes | msgspec.Raw, Restore], Any]  # creates an object from JSON

UNSAVED: Final = (TypeError, ValueError, RecursionError)  # raised if JSON cannot hold a value
DAMAGED: Final = (*UNSAVED, AttributeError, LookupError, ArithmeticError)  # raised for damaged data
_LISTS: Final = (list, abc.Sequence, abc.MutableSequence, abc.Collection)
_DICTS: Final = (dict, abc.Mapping, abc.MutableMapping)
_LIMITS: Final = {  # the condition for each limit of msgspec.Meta
    "ge": "{0} >= {1}",
    "gt": "{0} > {1}",
    "le": "{0} <= {1}",
    "lt": "{0} < {1}",
    "multiple_of": "{0} % {1} == 0",
    "min_length": "len({0}) >= {1}",
    "max_length": "len({0}) <= {1}",
    "pattern": "search({1}, {0})",
}


def enc_hook(value: Any) -> Any:
    """Return the JSON data for a value whose type has a ``_plain_`` method."""
    if hasattr(value, "_plain_"):
        return value._plain_()
    raise TypeError(f"{value!r} has a type that JSON cannot represent")


_encode_in_order: Final = msgspec.json.Encoder(enc_hook=enc_hook).encode
encode_unchecked: Final = msgspec.json.Encoder(enc_hook=enc_hook, order="deterministic").encode
"""A function that writes JSON with sorted dicts, and may raise the errors in ``UNSAVED``."""


def encode(value: Any) -> bytes:
    """Write a value as JSON with sorted dicts. Raise SaveError if JSON cannot represent it."""
    try:
        return encode_unchecked(value)
    except UNSAVED as error:
        raise SaveError(f"the value cannot be saved: {reason_of(error)}") from None


def reason_of(error: BaseException) -> str:
    """Return the reason why a value cannot be written, and the remedy."""
    if isinstance(error, Unsavable):
        return str(error)
    if isinstance(error, RecursionError):
        return "it contains itself, or is nested too deeply to be written; store ids instead"
    if isinstance(error, UnicodeEncodeError):
        return f"{error}; where the program reads the text, decode it with errors='replace'"
    return f"{error}; use {SAVABLE}" if isinstance(error, TypeError) else str(error)


def fields_of(packet: Any) -> dict[str, Any]:
    """Return a dict from the public fields of a component or an event to their values."""
    return {name: getattr(packet, name) for name in packet._fields_}


def encode_event(event: Any) -> bytes:
    """Write the type, outcome, reason and fields of an event as JSON, for comparisons."""
    name, outcome = type(event).__name__, event._outcome._value_
    try:
        return _encode_in_order((name, outcome, event.reason, fields_of(event)))
    except UNSAVED as error:
        raise SaveError(f"{name} cannot be saved: {reason_of(error)}") from None


def refuse_unwritable(event: Any, name: str) -> None:
    """Raise DispatchError if a recording cannot store the value of a field."""
    try:
        encode_unchecked(getattr(event, name))
    except UNSAVED as error:
        field = f"{type(event).__name__}.{name}"
        raise DispatchError(f"{field} cannot be recorded: {reason_of(error)}") from None


def check_fields(cls: Any, *, final: bool = False) -> None:
    """Check the annotations of a component class and of the classes that its fields refer to.

    Raise RegistrationError for an unsavable type and, if ``final`` is true, for an unknown name.
    """
    keys = [(cls, False)]
    try:
        for key in keys:  # the loop adds nested types to the list
            keys += [nested for nested in _code_of(*key).nested if nested not in keys]
    except Unsavable as error:
        raise RegistrationError(str(error)) from None
    except NameError as error:
        hints_of.cache_clear()  # evaluate the annotations again when the names are defined
        if final:
            message = unresolved_message(error)
            raise RegistrationError(f"{cls.__name__} could not be saved: {message}") from None


def check_value(hint: Any, value: Any, encode: Callable[[Any], bytes] = encode_unchecked) -> None:
    """Raise ``Unsavable`` if a value cannot be saved in a field with the given annotation."""
    try:
        encode(writer_of(hint)(value))
    except UNSAVED as error:
        raise Unsavable(reason_of(error)) from None


def write_fields(packet: Any, encode: Callable[[Any], bytes]) -> bytes:
    """Return the public fields of a component or an event as JSON.

    If a value would not be the same after loading, raise ``Unsavable``, which names the field.
    """
    cls = packet._declared_
    try:
        return encode(writer_of(cls)(packet))
    except UNSAVED as error:
        for name, hint in hints_of(cls).items():
            try:
                check_value(hint, getattr(packet, name), encode)
            except Unsavable as cause:
                raise Unsavable(f"{cls.__name__}.{name}: {cause}") from None
        raise Unsavable(f"{cls.__name__}: {reason_of(error)}") from None


@per_class
def writer_of(kind: Any, in_table: bool = False) -> Write:
    """Return a function that checks and converts components, events or other values of a type.

    If ``in_table`` is true, values must contain tuples instead of lists, and fixed tables instead
    of dicts. Raise ``Unsavable`` if the type cannot be saved, or NameError if an annotation uses
    an unknown name.
    """
    code = _code_of(kind, in_table)
    return code.function("value", code.lines)  # type: ignore[no-any-return]


@per_class
def _code_of(kind: Any, in_table: bool) -> _WriterCode:
    code = _WriterCode(in_table)
    if is_object(kind):
        code.lines.append(f"value = {code.check_class(kind, 'value', kind)}")
    elif not hasattr(kind, "_fields_"):
        code.lines.append(f"return {code.convert(kind, 'value')}")
        return code
    hints, values = sorted(hints_of(kind).items()), []
    for number, (name, hint) in enumerate(hints):
        code.lines.append(f"v{number} = value.{name}")
        try:
            values.append(code.convert(hint, f"v{number}"))
            msgspec.json.Decoder(hint)  # raises an error for an enum of floats, for example
        except TypeError as error:
            raise Unsavable(f"{kind.__name__}.{name}: {error}") from None
    # Return a struct, because msgspec writes it three times as fast as an instance of the class.
    struct = msgspec.defstruct(kind.__name__, [(name, Any) for name, _ in hints], gc=False)
    code.lines.append(f"return {code.name(struct)}({', '.join(values)})")
    return code


class _WriterCode(Code):
    """Generates Python expressions that check and convert the values of variables."""

    def __init__(self, in_table: bool) -> None:
        super().__init__()
        self.names["search"] = re.search
        self.lines: list[str] = []
        self.nested: list[tuple[Any, bool]] = []  # types that the generated code must write
        self._in_table = in_table

    def convert(self, hint: Any, value: str) -> str:
        hint = getattr(hint, "__supertype__", hint)  # the base type of a NewType
        hint = getattr(hint, "__value__", hint)  # the type behind an alias: type X = …
        if isinstance(hint, Exception):  # the annotation could not be evaluated
            raise NameError(str(hint))
        kind, parts = get_origin(hint) or hint, get_args(hint)
        if kind is Any:
            return f"{self.name(_write_any)}({value}, {self._in_table})"
        if kind is Annotated:
            return self._limited(hint, value)
        if kind in (Union, UnionType):
            return self._union(hint, value)
        if kind is Literal or is_enum(kind):
            return self._choice(hint, value, frozenset(parts or kind.__members__.values()))
        if kind in SCALARS or kind is None:
            return self.check_class(hint, value, kind or NoneType)
        if kind in REFERENCES.values():
            return self.check_class(hint, value, kind, *kind.__subclasses__())
        if kind is Fixed and not self._in_table:
            self.nested.append((hint, True))
            table = f"{self.name(_write_table)}({value}, {self.name(hint)})"
            return self.check_class(hint, value, Fixed, result=table)
        if kind in _LISTS:
            return self._items(hint, value, tuple if self._in_table else list)
        if kind is tuple and hint != tuple[()] and (not parts or parts[1:] == (...,)):
            return self._items(hint, value, tuple)
        if kind is tuple:
            return self._row(hint, value)
        if kind in _DICTS or kind is Fixed:
            return self._pairs(hint, value)
        if hasattr(kind, "_plain_") and hasattr(kind, "_restored_"):
            return self.check_class(hint, value, kind)
        if is_object(kind) and not parts:
            self.nested.append((kind, self._in_table))
            # The code looks up the writer when it runs, because a class may contain itself.
            return f"{self.name(writer_of)}({self.name(kind)}, {self._in_table})({value})"
        refuse_type(hint)

    def _check(self, hint: Any, value: str, condition: str, result: str) -> str:
        refuse = f"{self.name(refuse_value)}({value}, {self.name(hint)})"
        return f"({result} if {condition} else {refuse})"

    def check_class(self, hint: Any, value: str, *classes: type, result: str = "") -> str:
        if len(classes) == 1:
            condition = f"{value}.__class__ is {self.name(*classes)}"
        else:
            condition = f"{value}.__class__ in {self.name(frozenset(classes))}"
        if float in classes:  # JSON has neither infinity nor NaN
            condition += f" and ({value}.__class__ is not float or {value} - {value} == 0)"
        return self._check(hint, value, condition, result or value)

    def _choice(self, hint: Any, value: str, choices: frozenset[Any]) -> str:
        classes = self.name(frozenset(map(type, choices)))
        condition = f"{value}.__class__ in {classes} and {value} in {self.name(choices)}"
        return self._check(hint, value, condition, value)

    def _limited(self, hint: Any, value: str) -> str:
        inner, *notes = get_args(hint)
        limits = [
            condition.format(value, self.name(limit))
            for meta in notes
            if isinstance(meta, msgspec.Meta)
            for name, condition in _LIMITS.items()
            if (limit := getattr(meta, name)) is not None
        ]
        fits = f"{value} is None or {' and '.join(limits) or True}"
        return f"({self.convert(inner, value)}, {self._check(hint, value, fits, 'None')})[0]"

    def _union(self, hint: Any, value: str) -> str:
        parts = get_args(hint)
        if SCALARS.issuperset(parts) and not {str, bytes}.issubset(parts):
            return self.check_class(hint, value, *parts)
        inner, *others = [part for part in parts if part is not NoneType]
        if others:
            refuse_type(hint)
        return f"(None if {value} is None else {self.convert(inner, value)})"

    def _items(self, hint: Any, value: str, kind: type) -> str:
        item = self.name()
        result = self.convert((*get_args(hint), Any)[0], item)
        return self.check_class(hint, value, kind, result=f"[{result} for {item} in {value}]")

    def _row(self, hint: Any, value: str) -> str:
        items = get_args(hint)
        parts = "".join(f"{self.convert(part, f'{value}[{n}]')}, " for n, part in enumerate(items))
        condition = f"{value}.__class__ is tuple and len({value}) == {len(items)}"
        return self._check(hint, value, condition, f"({parts})")

    def _pairs(self, hint: Any, value: str) -> str:
        key_hint, item_hint = get_args(hint) or (str, Any)
        if not (key_hint in (str, Any) or is_enum(key_hint) or get_origin(key_hint) is Literal):
            refuse_type(hint)
        key, item = self.name(), self.name()
        key_result = self.convert(str if key_hint is Any else key_hint, key)
        item_result = self.convert(item_hint, item)
        pairs = f"{{{key_result}: {item_result} for {key}, {item} in {value}.items()}}"
        return self.check_class(hint, value, Fixed if self._in_table else dict, result=pairs)


def _write_any(value: Any, in_table: bool) -> Any:
    kind, containers = value.__class__, (tuple, Fixed) if in_table else (list, dict)
    if kind is bytes or not (kind in SCALARS or kind in containers):
        writer_of(kind)  # raises an error if no annotation allows values of this type
        refuse_value(value, Any)
    return writer_of(kind, in_table)(value)


def _write_table(table: Any, hint: Any) -> msgspec.Raw:
    if table._written is None or table._written[0] != hint:  # cache the JSON of the table
        table._written = hint, msgspec.Raw(msgspec.json.encode(writer_of(hint, True)(table)))
    return table._written[1]  # type: ignore[no-any-return]


def restorer(finders: Mapping[Any, Callable[[int], Any]]) -> Restore:
    """Return a ``dec_hook`` for msgspec that finds referenced objects and creates other objects.

    ``finders`` maps each class of referenced objects to a function that takes a number, and returns
    the object with this number or raises LookupError.
    """

    def restore(kind: Any, value: Any) -> Any:
        if kind in finders:
            try:
                return finders[kind](value)
            except LookupError:
                raise ValueError(f"there is no {kind.__name__} {value!r}") from None
        if (get_origin(kind) or kind) is Fixed:
            return freeze(convert(value, _dict_of(kind)))
        if not hasattr(kind, "_restored_"):
            raise TypeError(f"a save cannot hold {getattr(kind, '__name__', kind)}")
        return kind._restored_(value, convert)

    convert = partial(msgspec.convert, dec_hook=restore)
    return restore


@per_class
def reader_of(cls: Any) -> Read:
    """Return the function that creates instances of a class from the JSON of its fields.

    The function raises SaveError if a field is missing or unknown, or if a value is invalid.
    """
    code, kinds, values = Code(), list[tuple[str, Any]](), dict[str, str]()
    for name, hint in hints_of(cls).items():
        values[name] = f"form.{name}"
        if isinstance(hint, Exception):  # the annotation could not be evaluated
            raise SaveError(f"{cls.__name__} cannot be loaded: {unresolved_message(hint)}")
        if (get_origin(hint) or hint) is Fixed:
            table = f"{code.name(_read_table)}({name!r}, {code.name(hint)}, bytes(form.{name}))"
            values[name], hint = table, msgspec.Raw
        kinds.append((name, hint))
    make = code.function("form", [*code.creation(cls, values), "return made"])
    form: Any = msgspec.defstruct(cls.__name__, kinds, forbid_unknown_fields=True, gc=False)
    decode = msgspec.json.decode

    def read_fields(text: bytes | msgspec.Raw, restore: Restore) -> Any:
        try:
            return make(decode(text, type=form, dec_hook=restore))
        except DAMAGED as error:
            raise SaveError(f"{cls.__name__} cannot be loaded: {error}") from None

    return read_fields


@lru_cache(maxsize=32)  # all saves of a program contain the same tables
def _read_table(name: str, hint: Any, text: bytes) -> Fixed[Any, Any]:
    try:
        table = msgspec.json.decode(text, type=_dict_of(hint), dec_hook=restorer({}))
        return Fixed(freeze(table))
    except DAMAGED as error:
        raise ValueError(f"{error} of {name!r}") from None


def _dict_of(hint: Any) -> Any:
    return GenericAlias(dict, get_args(hint) or (str, Any))
