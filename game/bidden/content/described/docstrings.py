"""Descriptions of classes and fields from docstrings, for schemas and pages."""

from __future__ import annotations

import re
from inspect import cleandoc

_FIELD = re.compile(r"^    (\w+): (.*)$")


def description(cls: type) -> str:
    """Return the first paragraph about a class in one line."""
    return _line(cleandoc(cls.__doc__ or "").partition("\n\n")[0])


def field_descriptions(cls: type) -> dict[str, str]:
    """Return the descriptions of the fields of a class and its bases, by name."""
    found: dict[str, str] = {}
    for one in reversed(cls.__mro__):
        _, _, section = cleandoc(one.__dict__.get("__doc__") or "").partition("\nAttributes:\n")
        name = ""
        for line in section.splitlines():
            field = _FIELD.match(line)
            if field is not None:
                name = field[1]
                found[name] = field[2]
            elif name and line.startswith("        "):
                found[name] += f" {line.strip()}"
            else:
                break
    return {name: _line(text) for name, text in found.items()}


def _line(text: str) -> str:
    return " ".join(text.replace("``", "").split())
