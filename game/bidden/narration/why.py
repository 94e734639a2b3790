"""The why screen: a tree of causes in sentences, in the words of the message log."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from bidden.intents import INTENTS
from bidden.narration.grammar import SOMETHING, YOU, Noun, capitalised, fill
from bidden.words import phrase, refusal_of, tables, why_sentence
from eventcore.trace import Span, Tree

_ID: Final = re.compile(r" \d+$")
"""Follows the name of an entity in a field."""
_TRIED: Final = frozenset({*INTENTS, "Attack", "Climb", "Open", "Swap"})
"""A refusal of these is worth a sentence. Other events that failed are left out."""
_HIDDEN: Final = frozenset({"MakeLevel"})
"""The player has yet to discover the consequences of these."""
_ATTACKS: Final = ("Attack", "Impact", "Shoot", "Throw")
_WORLD: Final = Noun("the world", exact=True)


class Words:
    """The words of a span, given the type of the event that caused it; empty if nothing did."""

    def __init__(self, span: Span, cause: str = "") -> None:
        self._span, self._cause = span, cause
        self._roles = dict(span.roles)
        self._fields = dict(span.fields)
        self._changes = [(call.handler.label, each) for call in span.calls for each in call.changes]
        self._fields |= {one.field: one.after for _, one in self._changes if not one.component}

    def noun(self, role: str) -> Noun:
        """Return the entity in a role."""
        entity = self._roles.get(role)
        return _noun("" if entity is None else entity.name)

    def _number(self, field: str) -> int:
        value = self._fields.get(field)
        return int(value) if isinstance(value, int) else 0

    def _text(self, field: str) -> str:
        value = self._fields.get(field)
        return "" if value is None else str(value)

    def holds(self, name: str) -> bool:
        """Return whether ``why_<name>`` is the sentence: a field is set, or this caused it.

        Some names mean more: an effect did ``nothing``, its ``moment``, a negative gain is a
        ``loss``, a ``body`` is left, a fire is lit ``by`` somebody, or somebody ``lit`` it before.
        """
        match name:
            case "nothing":
                return bool(self._span.reason) or not self._number("applied")
            case "loss":
                return self._number("gained") < 0
            case "body":
                return self._text("what").endswith(" of yours")
            case "by":
                return self._is_enacted and self._cause != "Burn"
            case "lit":
                spreads = self._cause in ("Burn", "Move", "Arrive")
                return self._is_enacted and spreads and self._text("source") == "fire"
        names = (self._span.reason, self._cause.lower(), self._text("moment"))
        return name in names or bool(self._fields.get(name))

    @property
    def _is_enacted(self) -> bool:
        return self.noun("enactor") not in (SOMETHING, _WORLD)

    def fill(self, template: str, **values: object) -> str:
        """Fill a template with values, roles and fields."""
        values = {
            "lost": -self._number("gained"),
            "body": self._text("what").removesuffix(" of yours"),
            "kind": self._text("kind") or "something flammable",
            "option": "max HP" if self._text("option") == "hp" else self._text("option"),
            "strength": self._strength(),
        } | values

        def value(name: str) -> object:
            if name in values:
                return values[name]
            if name in self._roles:
                return self.noun(name)
            field = self._fields.get(name)
            if isinstance(field, str) and getattr(field, "entities", None):
                return _noun(_ID.sub("", field))
            return SOMETHING if field is None else field

        return fill(template, value)

    def sentence(self, template: str) -> str:
        """Fill the template of the event, and add the numbers of an attack or of damage."""
        event, told, parts = self._span.event, self.fill(template), [*self._parts()]
        strength = 0 if self._number("sure") else self._number("strength")
        if event in ("TakeDamage", "Suffer"):
            if strength > self._number("dealt"):
                parts.insert(0, phrase("strength", "damage", most=strength))
            of = f" damage ({', '.join(parts)})" if parts else " damage"
            return " ".join([f"{told.replace(' damage', of, 1)}.", *self._left()])
        if event not in _ATTACKS:
            return told
        most = phrase("strength", "attack", most=strength) if strength > 0 else ""
        most = most or tables()["parts"].get(event, "")
        terms = f" ({', '.join([f'Attack {self._strength()}', *parts])})" if parts else ""
        return f"{told}{terms}{most}."

    def _left(self) -> Sequence[str]:
        who, left = self._roles.get("target"), tables()["why"]["left"]
        hp = [each for _, each in self._changes if each.label == "Health.hp"]
        return [self.fill(left, hp=one.after) for one in hp if who and one.entity == who.id][-1:]

    def _strength(self) -> object:
        own = [after for label, _, after in self._strengths() if label not in tables()["parts"]]
        return own[-1] if own else self._fields.get("strength")

    def _parts(self) -> Iterator[str]:
        parts = tables()["parts"]
        for label, before, after in self._strengths():
            if label in parts and isinstance(before, int) and isinstance(after, int):
                yield self.fill(parts[label], n=abs(after - before))

    def _strengths(self) -> list[tuple[str, object, object]]:
        changes = [(label, each) for label, each in self._changes if each.label == "strength"]
        return [(label, each.before, each.after) for label, each in changes]


def _noun(name: str) -> Noun:
    return {"": SOMETHING, "you": YOU, "the world": _WORLD}.get(name) or Noun(name)


def plain_lines(tree: Tree, marked: Collection[int], walls: str = "a wall") -> Iterator[str]:
    """Yield a tree of causes, a sentence an event, with a ``>`` before the marked events.

    If a marked event has no sentence, its nearest cause with one gets the mark. ``walls`` is the
    name of the walls around the player, such as "a tree".
    """
    shown = {_nearest(tree, number) for number in marked}
    for root in tree.roots:
        yield from _branch(tree, root, 0, shown, walls)


def plain_chain(tree: Tree, span: Span, walls: str = "a wall") -> Iterator[str]:
    """Yield the chain of causes that ends in an event, a sentence each."""
    chain = (_sentence_in(tree, each, walls) for each in (*tree.causes(span), span))
    yield from filter(None, chain)


def sentence_of(span: Span, walls: str = "a wall", cause: str = "") -> str:
    """Return an event in a sentence; empty for an event that is not worth one."""
    if span.replacement:
        return ""  # the replacement has its own sentence
    words = Words(span, cause)
    name = " ".join(re.findall(r"[A-Z][a-z]*", span.event) or [span.event]).capitalize()
    template = why_sentence(span.event, words.holds)
    if span.reason and span.event in _TRIED:
        reason = refusal_of(span.reason, walls) or f"{span.reason.capitalize()}."
        return words.fill(tables()["why"]["tried"], name=name.lower(), reason=reason)
    if template == "":
        return ""
    if span.outcome is None:
        return phrase("failed event", "error", name=name)
    if span.reason and span.event != "Affect":  # the player reads that an effect did nothing
        return ""
    if template is None:
        nouns = " → ".join(words.noun(role).form("the") for role, who in span.roles if who)
        return capitalised(f"{name}: {nouns}.")
    return words.sentence(template)


def _nearest(tree: Tree, number: int) -> int:
    span = tree.get(number)
    if span is None:
        return number
    upwards = (span, *reversed(tree.causes(span)))
    return next((each.sequence for each in upwards if sentence_of(each)), number)


def _sentence_in(tree: Tree, span: Span, walls: str) -> str:
    cause = tree.get(span.cause)
    return sentence_of(span, walls, "" if cause is None else cause.event)


def _branch(
    tree: Tree, span: Span, depth: int, marked: Collection[int], walls: str
) -> Iterator[str]:
    sentence = _sentence_in(tree, span, walls)
    if sentence:
        yield f"{'> ' if span.sequence in marked else '  '}{'  ' * depth}{sentence}"
    for child in () if span.event in _HIDDEN else tree.children(span):
        yield from _branch(tree, child, depth + bool(sentence), marked, walls)
