"""Schemas of the keymap and of the palette, for editors."""

from __future__ import annotations

from typing import Any, Final

import attrs

from bidden.frontend.drawing.colours.palette import Palette
from bidden.frontend.drawing.colours.specs import PATTERN
from bidden.frontend.input.keymap import load_keymap

_DRAFT: Final = "http://json-schema.org/draft-07/schema#"
_COLOUR: Final = {"type": "string", "pattern": PATTERN}


def keymap_schema() -> dict[str, Any]:
    """Return the schema of a keymap: all contexts with all their actions."""
    keys = {"type": "array", "minItems": 1, "items": {"type": "string", "minLength": 1}}
    binding = _whole({"keys": keys, "does": {"type": "string"}})
    contexts = {
        str(context): _whole(
            {
                "title": {"type": "string"},
                "actions": _whole({str(action): binding for action in section.actions}),
            }
        )
        for context, section in load_keymap().sections.items()
    }
    return {"$schema": _DRAFT, "title": "keymap.toml", **_whole(contexts)}


def palette_schema() -> dict[str, Any]:
    """Return the schema of a palette: the colours of the screen, of tones and of looks."""
    screen = [field.name for field in attrs.fields(Palette) if field.name[0] != "_"]
    look = {
        **_whole({"lit": _COLOUR, "remembered": _COLOUR}),
        "properties": {
            "lit": _COLOUR,
            "remembered": _COLOUR,
            "torchlit": {"type": "boolean"},
            "glyph": {"type": "string", "maxLength": 1},
        },
    }
    looks = {"type": "object", "additionalProperties": look}
    tables = {
        "screen": _whole(dict.fromkeys(screen, _COLOUR)),
        "tones": {"type": "object", "additionalProperties": _COLOUR, "required": ["plain"]},
        "looks": {**looks, "required": ["other"]},
        "stances": {"type": "object", "additionalProperties": _COLOUR},
        "flashes": {"type": "object", "additionalProperties": _COLOUR},
    }
    whole = _whole(tables)
    places = {"type": "object", "additionalProperties": looks}
    whole["properties"] = {**tables, "places": places}
    return {"$schema": _DRAFT, "title": "palette.toml", **whole}


SCHEMAS: Final = {"keymap.toml": keymap_schema, "palette.toml": palette_schema}
"""By file, what gives its schema."""


def _whole(parts: dict[str, Any]) -> dict[str, Any]:
    """Describe a table that has all of these, and no others."""
    return {
        "type": "object",
        "properties": parts,
        "required": [*parts],
        "additionalProperties": False,
    }
