"""The JSON Schema of the lines of a journal, for readers in any language."""

from __future__ import annotations

from importlib import resources


def schema_text() -> str:
    """Return the schema, draft 2020-12, as text."""
    return (resources.files("eventcore") / "journal" / "schema.json").read_text("utf-8")
