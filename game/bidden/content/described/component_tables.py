"""The tables of the page on content: components, fields and stats, from the docstrings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import attrs
from msgspec import Meta

from bidden.content.blueprints import parts_of
from bidden.content.datafiles import DICTS, LISTS, fields_of
from bidden.content.described.docstrings import description, field_descriptions
from eventcore import Component


def components_table(components: Iterable[type[Component]]) -> str:
    """Return components and their fields, in their order, as a Markdown table."""
    lines = ["| component, field | value | meaning |", "|---|---|---|"]
    for name, cls in parts_of(components).items():
        lines += [f"| **`{name}`** | | {cell(description(cls))} |", *field_rows(cls)]
    return "\n".join(lines) + "\n"


def field_rows(cls: type) -> Iterator[str]:
    """Yield the fields of a class as rows of a Markdown table."""
    descriptions = field_descriptions(cls)
    for field, (attribute, kind) in fields_of(cls).items():
        value = _value(kind, attribute.default)
        if value:
            yield f"| `{field}` | {value} | {cell(descriptions.get(field, ''))} |"


def _value(kind: Any, default: object) -> str:
    """Describe the possible values and the default; "" if no data can set the field."""
    text = _kind(kind)
    if not text or default is attrs.NOTHING:
        return text
    if isinstance(default, bool):
        return f"{text}; {str(default).lower()}"
    if isinstance(default, Enum):
        return f"{text}; `{default.value}`"
    if isinstance(default, int) or (isinstance(default, str) and default):
        return f"{text}; `{default}`"
    return f"{text}; optional"


def _kind(kind: Any) -> str:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        text = _kind(arguments[0])
        for limit in arguments[1:]:
            if isinstance(limit, Meta) and text == "number":
                least = "" if limit.ge is None else f" from {limit.ge}"
                text += least + ("" if limit.le is None else f" to {limit.le}")
        return text
    if origin in (Union, UnionType):
        return " or ".join(filter(None, map(_kind, (a for a in arguments if a is not NoneType))))
    if origin in LISTS:
        part = _kind(arguments[0]).replace("a table", "tables").replace("list of", "lists of")
        return f"list of {part.replace('number', 'numbers')}" if part else ""
    if origin in DICTS:
        return f"{_kind(arguments[1])} for each name" if _kind(arguments[1]) else ""
    if origin is Literal:
        return ", ".join(f"`{one}`" for one in arguments)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return ", ".join(f"`{one.value}`" for one in kind)
    if isinstance(kind, type) and attrs.has(kind):
        return "" if issubclass(kind, Component) or kind.__name__ == "Entity" else "a table"
    return {bool: "true or false", int: "number", str: "text"}.get(kind, "")


def cell(text: str) -> str:
    """Escape a text for a cell of a Markdown table."""
    return text.replace("|", "\\|")
