"""The words: sentences by type of event, in the TOML files beside this module.

Each event has a table named for its type. ``why`` is its sentence on the why screen; every other
key is a sentence of the message log, ``[tone, sentence]``, chosen by the narrator of the event or,
without one, by the roles in it: ``you`` if the player enacts it, ``yours`` if it happens to the
player, ``seen`` and ``seen_target`` if the player sees the enactor or the target. ``yours_deadly``
replaces ``yours`` if the field ``deadly`` is set, and ``yours_fulfil`` if a Fulfil caused the
event; the same goes for each key. Without ``why``, the why screen uses ``seen``, then ``you``.
``grammar`` explains the braces. Every other table has a name in small letters, and its phrases
are filled in by ``phrase``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import Any, Final, NamedTuple

_LOUD: Final = " loud"


class Sentence(NamedTuple):
    """A sentence of the message log, its colour, and whether the player must not miss it."""

    text: str
    tone: str = "plain"
    loud: bool = False


@cache
def tables() -> dict[str, dict[str, Any]]:
    """Return the tables of all files by name."""
    files = [each for each in resources.files(__name__).iterdir() if each.name.endswith(".toml")]
    texts = (each.read_text("utf-8") for each in sorted(files, key=lambda each: each.name))
    return {name: table for text in texts for name, table in tomllib.loads(text).items()}


def sentence_of(entry: object) -> Sentence:
    """Return an entry of a table as a sentence: ``[tone, sentence]``, or a plain sentence."""
    match entry:
        case [str(tone), str(text)]:
            return Sentence(text, tone.removesuffix(_LOUD), tone.endswith(_LOUD))
    return Sentence(str(entry))


def variant_in(table: Mapping[str, Any], key: str, holds: Callable[[str], object]) -> str:
    """Return the first variant of a key whose condition holds, or the key."""
    conditions = {each: each.removeprefix(f"{key}_") for each in table}
    return next((each for each, name in conditions.items() if each != name and holds(name)), key)


def why_sentence(event: str, holds: Callable[[str], object] = lambda name: False) -> str | None:
    """Return an event's sentence on the why screen; None if it has no words at all."""
    table = tables().get(event)
    if table is None:
        return "" if event in tables()["why"]["silent"] else None
    first = next((key for key in ("why", "seen", "you") if key in table), "")
    return sentence_of(table.get(variant_in(table, first, holds), "")).text


def refusal_of(reason: str, walls: str = "a wall", reach: int = 0) -> str:
    """Return the message for a reason code, or an empty text for reasons that go unsaid.

    ``walls`` is the name of the walls around the player, such as "a tree"; ``reach`` is in tiles.
    """
    text: str = tables()["refusals"].get(reason, "")
    text = text.replace("in range", f"within {reach} tiles") if reach else text
    return text.replace("{Walls}", walls[:1].upper() + walls[1:])


def phrase(subject: str, key: str, /, **fields: object) -> str:
    """Return a phrase from the table of a subject, with its fields filled in by their names."""
    return str(tables()[subject][key]).format_map(fields)


def kind_named(kind: str) -> str:
    """Return the player's word for a kind of damage."""
    return str(tables()["kinds"].get(kind, kind))
