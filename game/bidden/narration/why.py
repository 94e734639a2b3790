"""The why screen: a tree of causes in sentences, in the words of the message log."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from bidden.intents import INTENTS
from bidden.narration.grammar import SOMETHING, YOU, Noun, capitalised, fill
from bidden.narration.words import refusal_of, tables, why_sentence
from eventcore.trace import Span, Tree

_ID: Final = re.compile(r" \(\d+\)$")
"""Follows the name of an entity in a field."""
_TRIED: Final = frozenset({*INTENTS, "Attack", "Climb", "Open", "Swap"})
"""Events with a refusal worth a sentence; other changes that came to nothing go unsaid."""
_HIDDEN: Final = frozenset({"MakeLevel"})
"""The player has yet to discover the consequences of these."""
_WORLD: Final = Noun("the world", exact=True)


class Words:
    """The words of a span.

    Attributes:
        cause: The type of the event that caused it; empty if nothing did.
        reason: Why it failed, as a reason code; empty if it did not.
    """

    def __init__(self, span: Span, cause: str = "") -> None:
        self._span = span
        self.cause = cause
        self.reason = span.reason
        self._roles = dict(span.roles)
        self._fields = dict(span.fields)
        for call in span.calls:
            for change in call.changes:
                if not change.component:
                    self._fields[change.field] = change.after

    def number(self, field: str) -> int:
        """Return the last value of a field, or 0 if it is not a number."""
        value = self._fields.get(field)
        return int(value) if isinstance(value, int) else 0

    def text(self, field: str) -> str:
        """Return the last value of a field as text; empty for none."""
        value = self._fields.get(field)
        return "" if value is None else str(value)

    def noun(self, role: str) -> Noun:
        """Return the entity in a role."""
        entity = self._roles.get(role)
        return _noun("" if entity is None else entity.name)

    def fill(self, template: str, **values: object) -> str:
        """Fill a template with values, roles and fields."""

        def value(name: str) -> object:
            if name in values:
                return values[name]
            if name in self._roles:
                return self.noun(name)
            found = self._fields.get(name)
            if found is None:
                return SOMETHING
            if isinstance(found, str) and _ID.search(found):
                return _noun(_ID.sub("", found))
            return found

        return fill(template, value)

    def left(self) -> object:
        """Return the target's hit points after it; None if they stayed the same."""
        target = self._roles.get("target")
        changes = (change for call in self._span.calls for change in call.changes)
        found = [
            change.after
            for change in changes
            if change.label == "Health.hp" and target is not None and change.entity == target.id
        ]
        return found[-1] if found else None

    def strength(self) -> object:
        """Return the strength before other handlers changed it."""
        own = [after for label, _, after in self._strengths() if label not in tables()["parts"]]
        return own[-1] if own else self._fields.get("strength")

    def parts(self) -> Iterator[str]:
        """Yield how other handlers changed the strength."""
        parts = tables()["parts"]
        for label, before, after in self._strengths():
            if label in parts and isinstance(before, int) and isinstance(after, int):
                yield self.fill(parts[label], n=abs(after - before))

    def _strengths(self) -> Iterator[tuple[str, object, object]]:
        for call in self._span.calls:
            for change in call.changes:
                if change.label == "strength":
                    yield call.handler.label, change.before, change.after


def _noun(name: str) -> Noun:
    return {"": SOMETHING, "you": YOU, "the world": _WORLD}.get(name) or Noun(name)


def plain_lines(tree: Tree, marked: Collection[int], walls: str = "a wall") -> Iterator[str]:
    """Yield a tree of causes, a sentence an event.

    Args:
        tree: The tree.
        marked: The numbers of events to mark with ``>``, or their nearest causes with a sentence.
        walls: What surrounds the player, such as "a tree".
    """
    shown = {_nearest(tree, number) for number in marked}
    for root in tree.roots:
        yield from _branch(tree, root, 0, shown, walls)


def plain_chain(tree: Tree, span: Span, walls: str = "a wall") -> Iterator[str]:
    """Yield the chain of causes that ends in an event, a sentence each."""
    yield from filter(None, (_sentence_in(tree, one, walls) for one in (*tree.causes(span), span)))


def sentence_of(span: Span, walls: str = "a wall", cause: str = "") -> str:
    """Return an event in a sentence; empty for an event that is not worth one.

    Args:
        span: The event.
        walls: What surrounds the player, such as "a tree".
        cause: The type of the event that caused it; empty for none.
    """
    if span.replacement:
        return ""  # the replacement has its own sentence
    words = Words(span, cause)
    name = " ".join(re.findall(r"[A-Z][a-z]*", span.event) or [span.event]).capitalize()
    template = why_sentence(span.event)
    if span.reason and span.event in _TRIED:
        reason = refusal_of(span.reason, walls) or f"{span.reason.capitalize()}."
        return f"{words.fill('{Enactor} {try|tries} to')} {name.lower()}. {reason}"
    if template == "" and span.event not in _CHOICES:
        return ""
    if span.outcome is None:
        return f"{name}: stopped by an error."
    if span.reason and span.event != "Affect":  # the player reads that an effect did nothing
        return ""
    if template is None:
        nouns = " → ".join(words.noun(role).form("the") for role, who in span.roles if who)
        return capitalised(f"{name}: {nouns}.")
    choose = _CHOICES.get(span.event)
    return words.fill(template) if choose is None else choose(words, span.event)


def _nearest(tree: Tree, number: int) -> int:
    """Return the event itself or its nearest cause with a sentence."""
    span = tree.get(number)
    if span is None:
        return number
    upwards = (span, *reversed(tree.causes(span)))
    return next((one.sequence for one in upwards if sentence_of(one)), number)


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


def _say(words: Words, event: str, variant: str = "why", **values: object) -> str:
    return words.fill(why_sentence(event, variant) or "", **values)


def _attack(words: Words, event: str) -> str:
    parts = [_say(words, event, strength=words.strength()), *words.parts()]
    if event in ("Attack", "Impact") and words.number("strength") <= 0:
        parts.append(tables()["parts"]["least"])
    return f"{'; '.join(parts)}."


def _damage(words: Words, event: str) -> str:
    variant, source = "why", words.text("source")
    if source:
        nobody = words.noun("enactor") in (SOMETHING, _WORLD)
        is_lit = source == "fire" and words.cause in ("Burn", "Move", "Arrive") and not nobody
        variant = "why_lit" if is_lit else "why_source"
    text, dealt, strength = _say(words, event, variant), words.number("dealt"), 0
    if not words.number("sure"):
        strength = words.number("strength")
    parts = [f"{text} of up to {strength}" if strength > dealt else text, *words.parts()]
    left = words.left()
    return "; ".join([*parts, *([] if left is None else [f"{left} HP left"])]) + "."


def _death(words: Words, event: str) -> str:
    return _say(words, event, "why_source" if words.text("source") else "why")


def _wound(words: Words, event: str) -> str:
    if words.number("deadly"):
        return _say(words, event, "why_deadly")
    if words.number("emptied"):
        return _say(words, event, "why_emptied")
    return _say(words, event, "why_hit" if words.cause == "Hit" else "why")


def _block(words: Words, event: str) -> str:
    return _say(words, event, "why" if words.number("stopped") else "why_not")


def _affect(words: Words, event: str) -> str:
    if words.reason or not words.number("applied"):
        return "" if words.reason == "immune" else _say(words, event, "why_nothing")
    return _say(words, event) if words.number("turns") else ""


def _moment(words: Words, event: str) -> str:
    return _say(words, event, f"why_{words.text('moment')}")


def _gain(words: Words, event: str) -> str:
    gained = words.number("gained")
    if gained < 0:
        return _say(words, event, "why_loss", lost=-gained)
    return _say(words, event) if gained else ""


def _rouse(words: Words, event: str) -> str:
    return _say(words, event, "why_woke" if words.number("woke") else "why")


def _ignite(words: Words, event: str) -> str:
    kind = words.text("kind") or "what lies there"
    if words.noun("enactor") not in (SOMETHING, _WORLD) and words.cause != "Burn":
        return _say(words, event, "why_by", kind=kind)
    by = {"Burn": "why_spread", "Tick": "why_embers", "Burst": "why_flash"}
    return _say(words, event, by.get(words.cause, "why"), kind=kind)


def _spawn(words: Words, event: str) -> str:
    what = words.text("what")
    body = what.removesuffix(" of yours")
    return _say(words, event, "why_body" if body != what else "why", body=body)


_CHOICES: Final[Mapping[str, Callable[[Words, str], str]]] = MappingProxyType(
    {
        **dict.fromkeys(("Attack", "Impact", "Shoot", "Throw"), _attack),
        **dict.fromkeys(("TakeDamage", "Suffer"), _damage),
        **dict.fromkeys(("Gain", "Heal", "Refill", "ChangeMana", "Feed"), _gain),
        "Affect": _affect,
        "Block": _block,
        "Die": _death,
        "EffectMoment": _moment,
        "Ignite": _ignite,
        "Rouse": _rouse,
        "Spawn": _spawn,
        "Wound": _wound,
    }
)
"""By event, the function that chooses among its sentences."""
