"""Plainly: what led to an event and what came of it, in sentences, as a player would tell it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from bidden.intents import INTENTS
from bidden.messages import refusal_of
from bidden.recording.explaining.plain_words import SENTENCES, SILENT
from bidden.recording.explaining.span_words import SpanWords
from eventcore.trace import Span, Tree

_INDENT = "  "
_MEANT = {*INTENTS, "Attack", "Climb", "Open", "Swap"}
"""What somebody means to do, and may try in vain; that a change came to nothing goes unsaid."""
_FELT = {"Affect"}
"""What is told of though nothing came of it, for that nothing is felt."""
_UNSEEN = {"MakeLevel"}
"""What comes of it is still to be found."""


def plain_lines(tree: Tree, marked: Collection[int], walls: str = "a wall") -> Iterator[str]:
    """Tell a tree of causes, a sentence an event; what is not worth one is left out.

    Args:
        tree: What to tell.
        marked: The numbers of the events it is about: a ``>`` stands before these, or before what
            led to them where they are not told of.
        walls: What the walls are where it happened, as in "a tree".
    """
    shown = {_nearest_told(tree, number) for number in marked}
    for root in tree.roots:
        yield from _branch(tree, root, 0, shown, walls)


def plain_chain(tree: Tree, span: Span, walls: str = "a wall") -> Iterator[str]:
    """Tell the chain of causes that ends in an event, a sentence each."""
    yield from filter(None, (_told(tree, one, walls) for one in (*tree.causes(span), span)))


def _told(tree: Tree, span: Span, walls: str) -> str:
    cause = tree.get(span.cause)
    return sentence_of(span, walls, "" if cause is None else cause.event)


def sentence_of(span: Span, walls: str = "a wall", cause: str = "") -> str:
    """Tell of an event in a sentence; empty for one that is not worth any.

    Args:
        span: The event.
        walls: What the walls are where it happened, as in "a tree".
        cause: The type of the event that led to it; empty for none.
    """
    refused = bool(span.reason) and span.event in _MEANT
    if span.replacement or (span.event in SILENT and not refused):
        return ""  # what took its place is told of itself
    words = SpanWords(span, cause)
    if span.outcome is None:
        return _whole(f"{_named(span.event)}: broken off by an error")
    if refused:
        return _refused(span, words, walls)
    if span.reason and span.event not in _FELT:
        return ""
    made = SENTENCES.get(span.event)
    if made is None:
        roles = " → ".join(words.text(role) for role, who in span.roles if who is not None)
        return _whole(f"{_named(span.event)}: {roles}")
    return _whole(words.fill(made) if isinstance(made, str) else made(words))


def _refused(span: Span, words: SpanWords, walls: str) -> str:
    reason = refusal_of(span.reason, walls) or f"{span.reason.capitalize()}."
    tried = words.fill("{enactor} tried in vain to ") + _named(span.event).lower()
    return f"{_whole(tried)} {reason}"


def _named(event: str) -> str:
    """Make words of the name of a type: "Become champion"."""
    first, *others = re.findall(r"[A-Z][a-z]*", event) or [event]
    return " ".join([first, *map(str.lower, others)])


def _whole(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}." if text else ""


def _nearest_told(tree: Tree, number: int) -> int:
    """Give the event itself, or the nearest that led to it and has a sentence."""
    span = tree.get(number)
    if span is None:
        return number
    upwards = (span, *reversed(tree.causes(span)))
    return next((one.sequence for one in upwards if sentence_of(one)), number)


def _branch(
    tree: Tree, span: Span, depth: int, marked: Collection[int], walls: str
) -> Iterator[str]:
    sentence = _told(tree, span, walls)
    if sentence:
        yield f"{'> ' if span.sequence in marked else _INDENT}{_INDENT * depth}{sentence}"
    for child in () if span.event in _UNSEEN else tree.children(span):
        yield from _branch(tree, child, depth + bool(sentence), marked, walls)
