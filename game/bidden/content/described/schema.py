"""JSON Schemas of the files of content, for editors.

They are made from the component classes, the kinds of table, and their docstrings. References
between tables and conditions on several fields are checked only when the content is loaded.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, TypeAlias, Union, get_args, get_origin

import attrs
from msgspec import Meta

from bidden.ai.behaviours import BEHAVIOURS
from bidden.ai.mind import Mind
from bidden.components.combat.guard import Resistances
from bidden.components.combat.on_hit import Brand
from bidden.content.blueprints import parts_of
from bidden.content.catalogue import KINDS
from bidden.content.datafiles import DICTS, LISTS, MOST, fields_of
from bidden.content.described.docstrings import description, field_descriptions
from bidden.content.kinds.abouts import ABOUT
from bidden.content.kinds.abouts import MOST as MOST_ABOUT
from bidden.content.kinds.stats import STATS
from bidden.content.tables import CREATURES, EXISTING, ITEMS, TRAPS
from bidden.events.combat import HARMS
from bidden.events.magic import INSTANT_EFFECTS
from bidden.rules.magic.effect_kinds import STORES, EffectKind
from eventcore import Component

Schema: TypeAlias = dict[str, Any]

DRAFT: Final = "http://json-schema.org/draft-07/schema#"
"""The draft of JSON Schema: the newest that common TOML editors know."""

PRINTABLE: Final = r"^[^\u0000-\u001f\u007f-\u009f]*$"
"""The pattern of texts: no control characters."""

_DESCRIPTIONS: Final = {
    CREATURES: "A creature: its components and their fields.",
    ITEMS: "An item: its components and their fields.",
    TRAPS: "A trap: its components and their fields.",
}
_ABOUT: Final = "The text the player reads: what it does to you, and how to deal with it."
_PART: Final = " in part"
_LIMITS: Final = {"ge": "minimum", "le": "maximum", "pattern": "pattern"}


def schema_of(file: str, components: Sequence[type[Component]], *, mod: bool = False) -> Schema:
    """Return the schema of a file of content.

    The tables of a ``mod`` may extend or replace existing ones.
    """
    return _Writer(components).write(file, mod=mod)


class _Writer:
    def __init__(self, components: Sequence[type[Component]]) -> None:
        self._classes = parts_of(components)
        self._definitions: Schema = {}
        self._whole = True

    def write(self, file: str, *, mod: bool) -> Schema:
        table = self._table(file, mod=mod)
        if mod:
            self._whole = False
            part = self._table(file, mod=True)
            extends = {"properties": {EXISTING: {"const": "extend"}}, "required": [EXISTING]}
            table = {"if": extends, "then": part, "else": table}
        return {
            "$schema": DRAFT,
            "title": f"{file} of a mod" if mod else file,
            "type": "object",
            "propertyNames": {"minLength": 1, "pattern": PRINTABLE},
            "additionalProperties": table,
            "definitions": self._definitions,
        }

    def _table(self, file: str, *, mod: bool) -> Schema:
        kind = KINDS.get(file)
        if kind is None:
            parts = {name: self._class(cls) for name, cls in self._classes.items()}
            line = {"type": "string", "pattern": PRINTABLE, "maxLength": MOST_ABOUT}
            parts[ABOUT] = {**line, "description": _ABOUT}
            table = _object(parts, _DESCRIPTIONS[file])
        else:
            table = {**self._definition(kind)}
        if mod:
            existing = {
                "enum": ["extend", "replace"],
                "description": "What to do if a table with this name already exists.",
            }
            table["properties"] = {**table["properties"], EXISTING: existing}
        return table

    def _class(self, cls: type) -> Schema:
        """Refer to an attrs class, which is defined on its first use."""
        name = cls.__name__ if self._whole else cls.__name__ + _PART
        if name not in self._definitions:
            self._definitions[name] = {}
            self._definitions[name] = self._definition(cls)
        return {"$ref": f"#/definitions/{name.replace(' ', '%20')}"}

    def _definition(self, cls: type) -> Schema:
        descriptions = field_descriptions(cls)
        parts, required = {}, []
        for name, (field, kind) in fields_of(cls).items():
            part = self._special(cls, name) or self._type(kind)
            if name in descriptions:
                # Beside a reference, nothing else counts in this draft.
                part = {"allOf": [part]} if "$ref" in part else part
                part = {**part, "description": descriptions[name]}
            if field.default is attrs.NOTHING and self._whole:
                required.append(name)
            parts[name] = part
        return _object(parts, description(cls), required)

    def _special(self, cls: type, field: str) -> Schema | None:
        """Return the schema of a field whose type does not tell everything."""
        if cls is EffectKind and field in ("once", "each"):
            return _object({name: self._type(int) for name in STORES})
        if cls is EffectKind and field == "instant":
            return _object({name: self._instant(kind) for name, kind in INSTANT_EFFECTS.items()})
        if cls is EffectKind and field in ("changes", "waned"):
            number = self._type(int)
            return _object({stat: {**number, "description": of} for stat, of in STATS.items()})
        if cls is EffectKind and field == "kept_off_by":
            return {"enum": ["", *STATS]}
        if (cls, field) in ((EffectKind, "kind"), (Brand, "kind")):
            return {"enum": [*HARMS]}
        if (cls, field) == (Resistances, "percent"):
            return _object({name: self._type(int) for name in HARMS})
        if (cls, field) in ((Mind, "plan"), (EffectKind, "mind")):
            return {"type": "array", "items": {"enum": [*BEHAVIOURS]}}
        return None

    def _instant(self, kind: type) -> Schema:
        descriptions = field_descriptions(kind)
        parts, required = {}, []
        for name, (field, of) in fields_of(kind).items():
            if name not in ("enactor", "target"):
                parts[name] = {**self._type(of), "description": descriptions.get(name, "")}
                if not field.default and "minLength" in parts[name] and self._whole:
                    required.append(name)
        return _object(parts, description(kind), required)

    def _type(self, kind: Any) -> Schema:
        origin, arguments = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self._limited(self._type(arguments[0]), arguments[1:])
        if origin in (Union, UnionType):
            of = [self._type(one) for one in arguments if one is not NoneType]
            return of[0] if len(of) == 1 else {"anyOf": of}
        if origin in LISTS:
            return {"type": "array", "items": self._type(arguments[0])}
        if origin in DICTS:
            names, values = self._type(arguments[0]), self._type(arguments[1])
            names = {**names, "minLength": 1} if "enum" not in names else names
            return {"type": "object", "propertyNames": names, "additionalProperties": values}
        if origin is Literal:
            return {"enum": [*arguments]}
        if kind is Any:
            return {}
        if attrs.has(kind):
            return self._class(kind)
        if isinstance(kind, type) and issubclass(kind, Enum):
            return {"enum": [one.value for one in kind]}
        known: dict[type, Schema] = {
            bool: {"type": "boolean"},
            int: {"type": "integer", "minimum": -MOST, "maximum": MOST},
            str: {"type": "string", "pattern": PRINTABLE},
        }
        return {**known[kind]} if kind in known else {"not": {}}  # an entity: no data can name it

    def _limited(self, schema: Schema, limits: Sequence[object]) -> Schema:
        of = "Items" if schema.get("type") == "array" else "Length"
        for meta in limits:
            if isinstance(meta, Meta):
                for name, key in _LIMITS.items():
                    if getattr(meta, name) is not None:
                        schema[key] = getattr(meta, name)
                if meta.min_length is not None and (self._whole or of == "Length"):
                    schema[f"min{of}"] = meta.min_length
                if meta.max_length is not None:
                    schema[f"max{of}"] = meta.max_length
        return schema


def _object(parts: Schema, text: str = "", required: Sequence[str] = ()) -> Schema:
    schema: Schema = {"type": "object", "properties": parts, "additionalProperties": False}
    if text:
        schema["description"] = text
    if required:
        schema["required"] = [*required]
    return schema
