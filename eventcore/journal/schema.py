"""The JSON Schema for the lines of a journal, for programs in any language."""

from __future__ import annotations

from importlib import resources


def schema_text() -> str:
    """Return the JSON Schema (draft 2020-12) as text."""
    return (resources.files("eventcore") / "journal" / "schema.json").read_text("utf-8")
