"""Field types: how the values of an annotation are checked, written for a save, and copied.

Values are checked against their annotations when they are written, so loading returns equal
values. Dicts keep their order. Sets are refused: their order depends on how they were filled, and
loading fills them anew. The functions of a class are generated, like its ``__init__``. So a field
type returns Python code: an expression that copies a value, and often a condition that checks it.
"""

from __future__ import annotations

import collections.abc as abc
import dataclasses
import re
from collections.abc import Callable
from enum import Enum
from functools import cached_property
from types import GenericAlias, NoneType, UnionType
from typing import Annotated, Any, Final, Literal, TypeAlias, Union, cast, get_args, get_origin

import attrs
import msgspec

from eventcore.codegen import Code, per_class
from eventcore.schema.fixed import Fixed, freeze
from eventcore.schema.hints import (
    REFERENCES,
    SCALARS,
    SETS,
    Unfit,
    Unresolved,
    Unsupported,
    hints_of,
    is_object,
    is_shared,
    is_state,
    kinds_in,
    name_of,
    public_fields,
    refuse_unfit,
    refuse_unsupported,
    scalar_kinds,
    show,
)
from eventcore.text import short_repr

Write: TypeAlias = Callable[[Any], Any]
"""Returns the form of a value for msgspec; raises ``Unfit`` if loading could not read it."""
Copy: TypeAlias = Callable[..., Any]
"""Returns a copy of a value, given the counterparts of the entities and handles in it."""

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
"""The limits of ``msgspec.Meta``, each as the condition that a value exceeds it."""

Text: TypeAlias = Callable[[str, Code], str]
"""Returns an expression about a value, which is itself given as an expression."""


def _itself(value: str, code: Code) -> str:
    return value


class FieldType:
    """The values of one annotation.

    Attributes:
        hint: The annotation.
        misfit: The condition that a value does not fit; None if only ``write`` can check it.
    """

    def __init__(
        self,
        hint: Any,
        *,
        misfit: Text | None = None,
        write: Any = None,
        copy: Text = _itself,
        kind: type | None = None,
    ) -> None:
        self.hint = hint
        self.misfit = misfit
        self._copy = copy
        self._kind = kind  # the class of values that can be copied; others are refused as in a save
        if write is not None:
            self.write = write

    @cached_property
    def write(self) -> Write:
        """Returns the form of a value for msgspec."""
        assert self.misfit is not None  # else the type was made with a function
        code = Code()
        refuse = f"{code.name(refuse_unfit)}(value, {code.name(self.hint)})"
        lines = [f"return {refuse} if {self.misfit('value', code)} else value"]
        return cast("Write", code.function("value", lines))

    @cached_property
    def copier(self) -> Copy:
        """Returns a copy of a value, given the counterparts of entities."""
        code = Code()
        return cast("Copy", code.function("value, refs", [f"return {self.copy('value', code)}"]))

    def copy(self, value: str, code: Code) -> str:
        """Return an expression that copies a value; ``refs`` has the counterparts of entities."""
        made = value if is_shared(self.hint) else self._copy(value, code)
        if self._kind is None:
            return made
        refused = f"{code.name(self.write)}({value})"
        return f"({made} if {value}.__class__ is {code.name(self._kind)} else {refused})"


def type_of(hint: Any) -> FieldType:
    """Return how values of an annotation are checked, written and copied.

    Raises:
        Unsupported: Loading could not create its values.
        NameError: The annotation uses a name that is not imported or not defined yet.
    """
    hint = getattr(hint, "__supertype__", hint)  # NewType
    hint = getattr(hint, "__value__", hint)  # type X = …
    if isinstance(hint, Unresolved):
        raise NameError(str(hint.error))
    kinds = scalar_kinds(hint)
    if kinds is not None:
        return FieldType(hint, misfit=_not_scalar(kinds))
    if hint is Any:
        return FieldType(hint, write=_any, copy=lambda value, code: f"{code.name(_any)}({value})")
    origin, parts = get_origin(hint), get_args(hint)
    kind = origin or hint
    if origin is Annotated:
        return _constrained(hint, type_of(parts[0]), parts[1:])
    if origin in (Union, UnionType):
        return _union(hint, [part for part in parts if part is not NoneType], NoneType in parts)
    if origin is Literal:
        _supported_by_msgspec(hint)
        known = frozenset((type(value), value) for value in parts)
        return _fitting(
            hint, lambda value: value.__class__ in SCALARS and (type(value), value) in known
        )
    if kind in REFERENCES:
        return FieldType(
            hint,
            misfit=lambda value, code: f"{value}.__class__ not in {code.name(REFERENCES[kind])}",
            copy=lambda value, code: f"refs[{value}]",
        )
    if kind is Fixed:
        return _table(hint)
    if kind in _LISTS:
        return _sequence(hint, list, parts[0] if parts else Any)
    if kind is tuple and (not parts or parts[1:] == (...,)):
        return _sequence(hint, tuple, parts[0] if parts else Any)
    if kind is tuple:
        return _row(hint, tuple, parts)
    if kind in _DICTS:
        return _dict(hint, *(parts or (str, Any)))
    if isinstance(kind, type) and kind not in SETS and not is_state(kind):
        if issubclass(kind, Enum):
            _supported_by_msgspec(hint)
            members = frozenset(kind.__members__.values())
            return _fitting(hint, lambda value: type(value) is kind and value in members)
        if hasattr(kind, "_plain_") and hasattr(kind, "_restored_"):
            return FieldType(
                hint,
                misfit=lambda value, code: f"{value}.__class__ is not {code.name(kind)}",
                copy=lambda value, code: f"{value}._copied_(refs)",
            )
        if is_object(kind) and not parts:
            return _object(hint, kind)
        if issubclass(kind, tuple) and hasattr(kind, "_fields"):
            return _row(hint, kind, tuple(hints_of(kind).values()))
    refuse_unsupported(hint)


def _fitting(hint: Any, fits: Callable[[Any], bool]) -> FieldType:
    return FieldType(hint, misfit=lambda value, code: f"not {code.name(fits)}({value})")


def _not_scalar(kinds: frozenset[type]) -> Text:
    def misfit(value: str, code: Code) -> str:
        if len(kinds) == 1:
            condition = f"{value}.__class__ is not {code.name(*kinds)}"
        else:
            condition = f"{value}.__class__ not in {code.name(kinds)}"
        if float in kinds:  # infinite, or not a number
            condition += f" or {value}.__class__ is {code.name(float)} and {value} - {value} != 0"
        return condition

    return misfit


def _constrained(hint: Any, inner: FieldType, extras: tuple[Any, ...]) -> FieldType:
    metas = [extra for extra in extras if isinstance(extra, msgspec.Meta)]
    limits = [(text, getattr(meta, name)) for meta in metas for name, text in _LIMITS.items()]
    limits = [(text, limit) for text, limit in limits if limit is not None]
    if not limits:
        return inner

    def beyond(value: str, code: Code) -> str:
        found = []
        for text, limit in limits:
            bound = re.compile(limit).search if isinstance(limit, str) else limit
            found.append(text.format(value, code.name(bound)))
        return f"{value} is not None and ({' or '.join(found)})"

    misfit = inner.misfit
    if misfit is not None:
        return FieldType(
            hint, misfit=lambda value, code: f"{misfit(value, code)} or {beyond(value, code)}"
        )
    code = Code()
    is_beyond = code.function("value", [f"return {beyond('value', code)}"])

    def write(value: Any) -> Any:
        written = inner.write(value)
        return refuse_unfit(value, hint) if is_beyond(value) else written

    return FieldType(hint, write=write, copy=inner.copy)


def _union(hint: Any, parts: list[Any], optional: bool) -> FieldType:
    types = [type_of(part) for part in parts]
    if len(types) == 1:
        return _optional(hint, types[0])
    _supported_by_msgspec(hint)

    def fitting(value: Any) -> tuple[FieldType | None, Any]:
        if value is None and optional:
            return None, None
        for part in types:
            try:
                return part, part.write(value)
            except Unfit:
                continue
        refuse_unfit(value, hint)

    def copied(value: Any, refs: Any) -> Any:
        found, _ = fitting(value)
        return None if found is None else found.copier(value, refs)

    def copy(value: str, code: Code) -> str:
        return f"{code.name(copied)}({value}, refs)"

    return FieldType(hint, write=lambda value: fitting(value)[1], copy=copy)


def _optional(hint: Any, inner: FieldType) -> FieldType:
    def copy(value: str, code: Code) -> str:
        made = inner.copy(value, code)
        return value if made == value else f"(None if {value} is None else {made})"

    def write(value: Any) -> Any:
        return None if value is None else inner.write(value)

    misfit = inner.misfit
    if misfit is None:
        return FieldType(hint, write=write, copy=copy)
    return FieldType(
        hint, misfit=lambda v, code: f"{v} is not None and ({misfit(v, code)})", copy=copy
    )


def _sequence(hint: Any, kind: Any, item: Any) -> FieldType:
    inner, kinds = type_of(item), scalar_kinds(item)
    same = None if kinds is None or float in kinds else kinds.issuperset

    def write(value: Any) -> Any:
        if value.__class__ is not kind:
            refuse_unfit(value, hint)
        if same is not None and same(map(type, value)):
            return value
        return [*map(inner.write, value)]

    def copy(value: str, code: Code) -> str:
        item = code.name()
        copied = inner.copy(item, code)
        made = f"[*{value}]" if copied == item else f"[{copied} for {item} in {value}]"
        return made if kind is list else f"tuple({made})"

    return FieldType(hint, write=write, copy=copy, kind=kind)


def _row(hint: Any, kind: Any, items: tuple[Any, ...]) -> FieldType:
    types = [type_of(item) for item in items]
    writers = [part.write for part in types]

    def write(value: Any) -> Any:
        if value.__class__ is not kind or len(value) != len(writers):
            refuse_unfit(value, hint)
        return [write_part(part) for write_part, part in zip(writers, value, strict=True)]

    def copy(value: str, code: Code) -> str:
        parts = "".join(f"{part.copy(f'{value}[{at}]', code)}, " for at, part in enumerate(types))
        return f"({parts})" if kind is tuple else f"{code.name(kind)}({parts})"

    return FieldType(hint, write=write, copy=copy, kind=kind)


def _dict(hint: Any, key: Any, item: Any) -> FieldType:
    is_text = key is str or (isinstance(key, type) and issubclass(key, Enum))
    if not (is_text or key is Any or get_origin(key) is Literal):
        raise Unsupported(
            f"a save cannot hold {name_of(hint)}: the keys of a JSON object are text; annotate it "
            "with dict[str, …], or with a list of pairs"
        )
    check_key = type_of(str if key is Any else key).write
    inner, kinds = type_of(item), scalar_kinds(item)
    same = None if kinds is None or float in kinds else kinds.issuperset

    def write(value: Any) -> Any:
        if value.__class__ is not dict:
            refuse_unfit(value, hint)
        for name in value:
            check_key(name)
        if same is not None and same(map(type, value.values())):
            return value
        return {name: inner.write(held) for name, held in value.items()}

    def copy(value: str, code: Code) -> str:
        name, held = code.name(), code.name()
        copied = inner.copy(held, code)
        if copied == held:
            return f"{value}.copy()"
        return f"{{{name}: {copied} for {name}, {held} in {value}.items()}}"

    return FieldType(hint, write=write, copy=copy, kind=dict)


def _object(hint: Any, cls: Any) -> FieldType:
    # The functions of the class are looked up late: a class may hold instances of itself.
    def write(value: Any) -> Any:
        return class_writer(cls)(value) if value.__class__ is cls else refuse_unfit(value, hint)

    def copied(value: Any, refs: Any) -> Any:
        return class_copier(cls)(value, refs)

    def copy(value: str, code: Code) -> str:
        made = f"{code.name(copied)}({value}, refs)"
        if not (attrs.has(cls) and attrs.inspect(cls).is_frozen):
            return made
        referring = [name for name, inner in hints_of(cls).items() if not is_shared(inner)]
        refers_to_none = " and ".join(f"{value}.{name} is None" for name in referring)
        return f"({value} if {refers_to_none} else {made})"

    return FieldType(hint, write=write, copy=copy, kind=cls)


def _any(value: Any) -> Any:
    kind = value.__class__
    if kind in SCALARS and kind is not bytes:
        return _ANY_SCALAR(value)
    if kind is list:
        return [*map(_any, value)]
    if kind is dict and all(type(key) is str for key in value):
        return {key: _any(held) for key, held in value.items()}
    raise Unfit(
        f"it holds {show(value)}, of type {kind.__name__}, where Any is annotated: a load "
        "could not know the type; annotate the field with it"
    )


_ANY_SCALAR: Final = FieldType(float, misfit=_not_scalar(SCALARS - {bytes})).write


def _table(hint: Any) -> FieldType:
    as_dict: Any = GenericAlias(dict, get_args(hint) or (str, Any))
    for kind in kinds_in(as_dict):
        if kind in SETS:
            refuse_unsupported(kind)

    def text_of(table: Any) -> msgspec.Raw:
        try:
            text = msgspec.json.encode(_with_sorted_fields(table))
            loaded = freeze(msgspec.convert(msgspec.json.decode(text), as_dict))
        except (msgspec.ValidationError, TypeError, ValueError) as error:
            raise Unfit(
                f"loading could not read the table back as {name_of(hint)}: {error}"
            ) from None
        if msgspec.json.encode(_with_sorted_fields(loaded)) != text:
            raise Unfit(f"loading would read the table back as {short_repr(loaded)}")
        return msgspec.Raw(text)

    def write(value: Any) -> Any:
        if value.__class__ is not Fixed:
            refuse_unfit(value, hint)
        if value._written is None or value._written[0] != hint:  # a table never changes
            value._written = hint, text_of(value)
        return value._written[1]

    return FieldType(hint, write=write)


def _with_sorted_fields(value: Any) -> Any:
    kind = type(value)
    if issubclass(kind, dict):
        return {key: _with_sorted_fields(held) for key, held in value.items()}
    if kind in (list, tuple):
        return [*map(_with_sorted_fields, value)]
    if attrs.has(kind):
        return {n: _with_sorted_fields(getattr(value, n)) for n in sorted(public_fields(kind))}
    return value


def _supported_by_msgspec(hint: Any) -> None:
    try:
        msgspec.json.Decoder(hint)
    except TypeError as error:
        raise Unsupported(f"a save cannot hold {name_of(hint)}: {error}") from None


# Classes


@per_class
def field_types(cls: Any) -> dict[str, FieldType]:
    """Return the types of the public fields of a class, by name.

    Raises:
        NameError: An annotation uses a name that is not imported.
        Unsupported: Loading could not create values of an annotation.
    """
    found = {}
    for name, hint in hints_of(cls).items():
        try:
            found[name] = type_of(hint)
        except Unsupported as error:
            raise Unsupported(f"{cls.__name__}.{name}: {error}") from None
    return found


@per_class
def struct_of(cls: Any) -> type[msgspec.Struct]:
    """Return a struct of the public fields of a class, sorted by name.

    msgspec writes it three times as fast as the class itself.
    """
    return msgspec.defstruct(cls.__name__, [(n, Any) for n in sorted(public_fields(cls))], gc=False)


@per_class
def class_writer(cls: Any) -> Write:
    """Return the function that checks the public fields of an object and returns their struct."""
    code, lines = Code(), []
    for number, (name, field) in enumerate(sorted(field_types(cls).items())):
        value = f"v{number}"
        lines.append(f"{value} = value.{name}")
        if field.misfit is None:
            lines.append(f"{value} = {code.name(field.write)}({value})")
        else:
            refuse = f"{code.name(refuse_unfit)}({value}, {code.name(field.hint)})"
            lines.append(f"if {field.misfit(value, code)}: {refuse}")
    values = ", ".join(f"v{number}" for number in range(len(field_types(cls))))
    lines.append(f"return {code.name(struct_of(cls))}({values})")
    return cast("Write", code.function("value", lines))


@per_class
def class_copier(cls: Any) -> Copy:
    """Return the function that copies a component, event, attrs class or dataclass.

    For a component it also takes the new entity. It calls ``__init__``, which would repeat checks,
    only if it must. Private fields get their defaults.
    """
    code, types = Code(), field_types(cls)
    fields: Any = attrs.fields(cls) if attrs.has(cls) else dataclasses.fields(cls)
    private = [field for field in fields if field.name not in types and field.name != "_entity"]
    is_component = is_state(cls) and hasattr(cls, "_handlers_")
    bare = is_component and not _only_init_can_make(cls, private)
    arguments, lines = [], []
    for field in fields:
        if field.name in types:
            value = types[field.name].copy(f"was.{field.name}", code)
            if field.init and not bare:
                arguments.append(f"{getattr(field, 'alias', field.name)}={value}")
            else:
                lines.append(f"made.{field.name} = {value}")
    for field in private if bare else ():
        is_factory = isinstance(field.default, attrs.Factory)  # type: ignore[arg-type]  # a class
        default = code.name(field.default.factory if is_factory else field.default)
        lines.append(f"made.{field.name} = {default}{'()' if is_factory else ''}")
    if is_component:
        lines.append("made._entity = entity")
    made = f"{code.name(cls)}({', '.join(arguments)})"
    if bare:
        made = f"{code.name(object.__new__)}({code.name(cls)})"
    lines = [f"made = {made}", *lines, "return made"]
    return cast("Copy", code.function("was, refs, entity=None", lines))


def _only_init_can_make(cls: Any, private: list[Any]) -> bool:
    hooks = ("__attrs_pre_init__", "__attrs_post_init__")
    return "__attrs_init__" in vars(cls) or any(
        any(hasattr(cls, hook) for hook in hooks)
        or field.init
        or field.default is attrs.NOTHING
        or getattr(field.default, "takes_self", False)
        for field in private
    )
