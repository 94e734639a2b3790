"""The words of a span: who played which role, what its fields came to, and who changed them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from bidden.state import the_thing
from eventcore.trace import Span

_ID: Final = re.compile(r" \(\d+\)$")
"""What follows the name of an entity that a field holds."""

PARTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "Ambush.strike_who_sleeps": "striking one unaware added {n}",
        "Charge.strike_with_the_run": "the run-up added {n}",
        "Frail.strike_weakly": "a wounded hand took {n} away",
        "Guard.turn_aside": "{target's} defence stopped {n}",
        "Guard.ward_off": "{target's} defence stopped {n}",
        "Health.resist": "{target's} resistance spared {n}",
        "PackHunter.strike_together": "the pack beside {enactor} added {n}",
        "Quiver.add_what_the_missile_is_worth": "the missile added {n}",
        "Slaying.strike_harder": "what the weapon slays added {n}",
    }
)
"""By handler what it did to a strength; ``{n}`` is how much."""


class SpanWords:
    """A span in words; nothing of it is looked up anywhere else.

    Attributes:
        cause: The type of the event that led to it; empty for none.
        refused: Why nothing came of it, as a reason code; empty where something did.
    """

    def __init__(self, span: Span, cause: str = "") -> None:
        self._span = span
        self.cause = cause
        self.refused = span.reason
        self._roles = dict(span.roles)
        self._fields = dict(span.fields)
        for call in span.calls:
            for change in call.changes:
                if not change.component:
                    self._fields[change.field] = change.after

    def number(self, field: str) -> int:
        """Give what a field came to; 0 where it is no number."""
        value = self._fields.get(field)
        return int(value) if isinstance(value, int) else 0

    def text(self, field: str) -> str:
        """Give what a field came to, or who plays a role, as it is called in a sentence."""
        if field.endswith("'s"):
            return _possessive(self.text(field[:-2]))
        if field.endswith(" was"):
            name = self.text(field[:-4])
            return f"{name} {'were' if name == 'you' else 'was'}"
        if field in self._roles:
            who = self._roles[field]
            return _called("" if who is None else who.name)
        value = self._fields.get(field)
        if value is None:
            return "something"
        text = str(value)
        return _called(_ID.sub("", text)) if _ID.search(text) else text

    def fill(self, template: str) -> str:
        """Put roles and fields into a template."""
        return re.sub(r"\{([\w' ]+)\}", lambda found: self.text(found[1]), template)

    def left(self, label: str) -> object:
        """Give what a field of the target's came to, such as ``"Health.hp"``; None if it stayed."""
        who = self._roles.get("target")
        changes = [one for call in self._span.calls for one in call.changes if one.label == label]
        found = [one.after for one in changes if who is not None and one.entity == who.id]
        return found[-1] if found else None

    def with_changes(self, template: str, field: str) -> str:
        """Tell of a strength: what it was before others changed it, in ``{}``, and their parts."""
        own = [after for label, _, after in self._changes(field) if label not in PARTS]
        value = own[-1] if own else self._fields.get(field)
        told = [self.fill(template.replace("{}", str(value))), *self.parts(field)]
        return "; ".join(told)

    def parts(self, field: str) -> Iterator[str]:
        """Tell what others did to a strength, handler by handler."""
        for label, before, after in self._changes(field):
            if label in PARTS and isinstance(before, int) and isinstance(after, int):
                yield self.fill(PARTS[label].replace("{n}", str(abs(after - before))))

    def _changes(self, field: str) -> Iterator[tuple[str, object, object]]:
        for call in self._span.calls:
            for change in call.changes:
                if change.label == field:
                    yield call.handler.label, change.before, change.after


def _called(name: str) -> str:
    if not name:
        return "something"
    return name if name in ("you", "the world") else the_thing(name)


def _possessive(name: str) -> str:
    return "your" if name == "you" else f"{name}'{'' if name.endswith('s') else 's'}"
