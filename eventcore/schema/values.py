"""Values: functions that check, write and copy values of an annotated type.

Values are checked against their annotations when they are written, so loading returns equal
values. Dicts keep their order. Sets are refused, because loading could change their order. The
functions are generated, like the ``__init__`` of attrs classes.
"""

from __future__ import annotations

import collections.abc as abc
import dataclasses
import re
from collections.abc import Callable
from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, TypeAlias, Union, get_args, get_origin

import attrs
import msgspec

from eventcore.codegen import Code, per_class
from eventcore.schema.fixed import Fixed
from eventcore.schema.hints import (
    REFERENCES,
    SCALARS,
    SETS,
    Unresolved,
    UnsavableType,
    UnsavableValue,
    hints_of,
    is_enum,
    is_frozen_class,
    is_object,
    is_shared,
    is_state,
    name_of,
    public_fields,
    refuse_type,
    refuse_value,
    scalar_classes,
    show,
)

Write: TypeAlias = Callable[[Any], Any]
"""Converts a value for msgspec; raises ``UnsavableValue`` if the value does not match its type."""
Copy: TypeAlias = Callable[..., Any]
"""Returns a copy of a value, given the counterparts of the entities and handles in it."""
Mode: TypeAlias = Literal["write", "write table", "copy"]
"""The task of a generated function. Fixed tables hold tuples and tables, not lists and dicts."""

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


@lru_cache(maxsize=4096)
def writer_of(hint: Any, mode: Mode = "write") -> Write:
    """Return a function that writes or copies values of an annotated type.

    Raises:
        UnsavableType: Values of this type could not be loaded from a save.
        NameError: The annotation uses a name that is not imported or not defined yet.
    """
    expressions = _Expressions(mode)
    line = f"return {expressions.of(hint, 'value')}"
    return expressions.code.function("value, counterparts=None", [line])  # type: ignore[no-any-return]


def check_hint(hint: Any) -> None:
    """Raise the same errors as ``writer_of``, also for the fields of all classes in the type."""
    _Expressions("write", set()).of(hint, "value")


class _Expressions:
    """Generates Python expressions that check and write, or copy, the value of a variable."""

    def __init__(self, mode: Mode, checked: set[type] | None = None) -> None:
        self.code: Final = Code()
        self._mode = mode
        self._checked = checked  # classes whose fields were checked; None to check no fields
        self._copies = mode == "copy"
        self._in_table = mode == "write table"

    def of(self, hint: Any, value: str) -> str:
        hint = getattr(hint, "__supertype__", hint)  # NewType
        hint = getattr(hint, "__value__", hint)  # type X = …
        if isinstance(hint, Unresolved):
            raise NameError(str(hint.error))
        if self._copies and is_shared(hint):
            return value
        classes = scalar_classes(hint)
        if classes is not None:
            return self._check_class(hint, value, *classes)
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
        if kind in REFERENCES:
            copy = f"counterparts[{value}]"
            return copy if self._copies else self._check_class(hint, value, *REFERENCES[kind])
        if kind is Fixed and not self._in_table:
            _Expressions("write table", self._checked).of(hint, value)  # raises for unsavable types
            table = f"{self.code.name(_write_table)}({value}, {self.code.name(hint)})"
            return self._check_class(hint, value, Fixed, result=table)
        if kind in _LISTS:
            return self._items(hint, value, tuple if self._in_table else list)
        if kind is tuple and (not parts or parts[1:] == (...,)):
            return self._items(hint, value, tuple)
        if kind is tuple:
            return self._row(hint, value, tuple, parts)
        if kind in _DICTS or kind is Fixed:
            return self._pairs(hint, value)
        if isinstance(kind, type) and kind not in SETS and not is_state(kind):
            if hasattr(kind, "_plain_") and hasattr(kind, "_restored_"):
                copy = f"{value}._copied_(counterparts)" if self._copies else value
                return self._check_class(hint, value, kind, result=copy)
            if is_object(kind) and not parts:
                return self._object(kind, value)
            if issubclass(kind, tuple) and hasattr(kind, "_fields"):
                return self._row(hint, value, kind, tuple(hints_of(kind).values()))
        refuse_type(hint)

    def field(self, cls: Any, name: str, value: str) -> str:
        """Return the expression for a field. Errors name the field."""
        try:
            return self.of(hints_of(cls)[name], value)
        except UnsavableType as error:
            raise UnsavableType(f"{cls.__name__}.{name}: {error}") from None

    def _check(self, hint: Any, value: str, condition: str, result: str) -> str:
        refuse = f"{self.code.name(refuse_value)}({value}, {self.code.name(hint)})"
        return f"({result} if {condition} else {refuse})"

    def _check_class(self, hint: Any, value: str, *classes: type, result: str = "") -> str:
        if len(classes) == 1:
            condition = f"{value}.__class__ is {self.code.name(*classes)}"
        else:
            condition = f"{value}.__class__ in {self.code.name(frozenset(classes))}"
        if float in classes:  # neither infinite nor NaN
            is_other = f"{value}.__class__ is not {self.code.name(float)}"
            condition += f" and ({is_other} or {value} - {value} == 0)"
        return self._check(hint, value, condition, result or value)

    def _choice(self, hint: Any, value: str, choices: frozenset[Any]) -> str:
        _require_msgspec(hint)
        choice = self._check(hint, value, f"{value} in {self.code.name(choices)}", value)
        return self._check_class(hint, value, *{type(choice) for choice in choices}, result=choice)

    def _limited(self, hint: Any, value: str) -> str:
        inner, *notes = get_args(hint)
        result, conditions = self.of(inner, value), []
        for meta in [note for note in notes if isinstance(note, msgspec.Meta)]:
            for name, text in _LIMITS.items():
                limit = getattr(meta, name)
                if limit is not None:
                    limit = re.compile(limit).search if isinstance(limit, str) else limit
                    conditions.append(text.format(value, self.code.name(limit)))
        if self._copies or not conditions:
            return result
        fits = f"{value} is None or not ({' or '.join(conditions)})"
        return f"({result}, {self._check(hint, value, fits, 'None')})[0]"

    def _union(self, hint: Any, value: str) -> str:
        parts = get_args(hint)
        if len(parts) == 2 and parts[1] is NoneType:
            return f"(None if {value} is None else {self.of(parts[0], value)})"
        _require_msgspec(hint)
        for part in parts:
            self.of(part, value)  # raises for unsavable types
        part = f"{self.code.name(_part_of)}({value}, {self.code.name(hint)}, {self._mode!r})"
        arguments = f"{value}, counterparts" if self._copies else value
        return f"{self.code.name(writer_of)}({part}, {self._mode!r})({arguments})"

    def _items(self, hint: Any, value: str, kind: type) -> str:
        item = self.code.name()
        result = self.of((*get_args(hint), Any)[0], item)
        items = f"[{result} for {item} in {value}]"
        if self._copies:
            items = f"[*{value}]" if result == item else items
            items = items if kind is list else f"tuple({items})"
        return self._check_class(hint, value, kind, result=items)

    def _row(self, hint: Any, value: str, kind: type, items: tuple[Any, ...]) -> str:
        parts = "".join(f"{self.of(part, f'{value}[{at}]')}, " for at, part in enumerate(items))
        row = f"({parts})" if kind is tuple else f"{self.code.name(kind)}({parts})"
        row = self._check(hint, value, f"len({value}) == {len(items)}", row)
        return self._check_class(hint, value, kind, result=row)

    def _pairs(self, hint: Any, value: str) -> str:
        key_hint, item_hint = get_args(hint) or (str, Any)
        if not (key_hint in (str, Any) or is_enum(key_hint) or get_origin(key_hint) is Literal):
            raise UnsavableType(
                f"a save cannot hold {name_of(hint)}: the keys of a JSON object are text; annotate "
                "it with dict[str, …], or with a list of pairs"
            )
        key, item = self.code.name(), self.code.name()
        result = self.of(item_hint, item)
        key_result = self.of(str if key_hint is Any else key_hint, key)
        pairs = f"{{{key_result}: {result} for {key}, {item} in {value}.items()}}"
        if self._copies and result == item:
            pairs = f"{value}.copy()"
        return self._check_class(hint, value, Fixed if self._in_table else dict, result=pairs)

    def _object(self, cls: Any, value: str) -> str:
        if self._checked is not None and cls not in self._checked:
            self._checked.add(cls)
            for inner in hints_of(cls).values():
                self.of(inner, value)
        # The generated code looks the function up, because a class may contain instances of itself.
        writer = _table_writer if self._in_table else class_writer
        function = class_copier if self._copies else writer
        arguments = f"{value}, counterparts" if self._copies else value
        result = f"{self.code.name(function)}({self.code.name(cls)})({arguments})"
        if self._copies and is_frozen_class(cls):
            referring = [name for name, hint in hints_of(cls).items() if not is_shared(hint)]
            refers_to_none = " and ".join(f"{value}.{name} is None" for name in referring)
            result = f"({value} if {refers_to_none} else {result})"
        return self._check_class(cls, value, cls, result=result)


def _part_of(value: Any, union: Any, mode: Mode) -> Any:
    """Return the first part of a union that a value matches."""
    for part in get_args(union):
        try:
            writer_of(part, "write" if mode == "copy" else mode)(value)
        except UnsavableValue:
            continue
        return part
    refuse_value(value, union)


def _write_any(value: Any, in_table: bool) -> Any:
    cls = value.__class__
    if cls in _JSON_SCALARS:
        return _check_scalar(value)
    if cls is list or (in_table and cls is tuple):
        return [_write_any(item, in_table) for item in value]
    if cls is (Fixed if in_table else dict) and all(type(key) is str for key in value):
        return {key: _write_any(held, in_table) for key, held in value.items()}
    raise UnsavableValue(
        f"it holds {show(value)}, of type {cls.__name__}, where Any is annotated: a load "
        "could not know the type; annotate the field with it"
    )


_JSON_SCALARS: Final = SCALARS - {bytes}
_check_scalar: Final = writer_of(int | float | bool | str | None)


def _write_table(table: Any, hint: Any) -> msgspec.Raw:
    if table._written is None or table._written[0] != hint:  # a table never changes
        text = msgspec.json.encode(writer_of(hint, "write table")(table))
        table._written = hint, msgspec.Raw(text)
    return table._written[1]  # type: ignore[no-any-return]


def _require_msgspec(hint: Any) -> None:
    try:
        msgspec.json.Decoder(hint)
    except TypeError as error:
        raise UnsavableType(f"a save cannot hold {name_of(hint)}: {error}") from None


# Classes


@per_class
def struct_of(cls: Any) -> type[msgspec.Struct]:
    """Return a struct class with the public fields of a class, sorted by name.

    msgspec writes a struct three times as fast as an instance of the class itself.
    """
    return msgspec.defstruct(cls.__name__, [(n, Any) for n in sorted(public_fields(cls))], gc=False)


@per_class
def class_writer(cls: Any) -> Write:
    """Return a function that checks the public fields of an object and returns them as a struct.

    Raises:
        NameError: An annotation uses a name that is not imported.
        UnsavableType: Values of a field could not be loaded from a save.
    """
    return _write_fields(cls, "write")


@per_class
def _table_writer(cls: Any) -> Write:
    return _write_fields(cls, "write table")


def _write_fields(cls: Any, mode: Mode) -> Write:
    expressions, names = _Expressions(mode), sorted(public_fields(cls))
    lines = [f"v{number} = value.{name}" for number, name in enumerate(names)]
    values = [expressions.field(cls, name, f"v{number}") for number, name in enumerate(names)]
    lines.append(f"return {expressions.code.name(struct_of(cls))}({', '.join(values)})")
    return expressions.code.function("value", lines)  # type: ignore[no-any-return]


@per_class
def class_copier(cls: Any) -> Copy:
    """Return a function that copies instances of a component, event, attrs class or dataclass.

    For a component, the function also takes the new entity. Private fields get their defaults. To
    avoid repeated checks, ``__init__`` is called only if the class needs it.
    """
    expressions, names = _Expressions("copy"), public_fields(cls)
    name_object = expressions.code.name
    fields: Any = attrs.fields(cls) if attrs.has(cls) else dataclasses.fields(cls)
    private = [field for field in fields if field.name not in names and field.name != "_entity"]
    is_component = is_state(cls) and hasattr(cls, "_handlers_")
    skips_init = is_component and not _needs_init(cls, private)
    arguments, lines = [], []
    for field in fields:
        if field.name in names:
            value = expressions.field(cls, field.name, f"original.{field.name}")
            if field.init and not skips_init:
                arguments.append(f"{getattr(field, 'alias', field.name)}={value}")
            else:
                lines.append(f"copy.{field.name} = {value}")
    for field in private if skips_init else ():
        is_factory = isinstance(field.default, attrs.Factory)  # type: ignore[arg-type]  # a class
        default = name_object(field.default.factory if is_factory else field.default)
        lines.append(f"copy.{field.name} = {default}{'()' if is_factory else ''}")
    if is_component:
        lines.append("copy._entity = entity")
    create = f"{name_object(cls)}({', '.join(arguments)})"
    if skips_init:
        create = f"{name_object(object.__new__)}({name_object(cls)})"
    lines = [f"copy = {create}", *lines, "return copy"]
    return expressions.code.function("original, counterparts, entity=None", lines)  # type: ignore[no-any-return]


def _needs_init(cls: Any, private: list[Any]) -> bool:
    hooks = ("__attrs_pre_init__", "__attrs_post_init__")
    return "__attrs_init__" in vars(cls) or any(
        any(hasattr(cls, hook) for hook in hooks)
        or field.init
        or field.default is attrs.NOTHING
        or getattr(field.default, "takes_self", False)
        for field in private
    )
