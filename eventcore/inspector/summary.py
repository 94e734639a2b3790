"""Summarize the effects of a turn's intents in one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from eventcore.outcome import Outcome
from eventcore.trace import Span
from eventcore.trace.values import Value, Written, show

_LONGEST = 16
_MOST_EFFECTS = 6


def count_repeated(texts: Iterable[str]) -> str:
    """Join texts, but write a repeated text only once, with its count in front."""
    counts = Counter(texts)
    return ", ".join(text if n == 1 else f"{n} {text}" for text, n in counts.items())


def summarize(
    intents: str, numbers: Sequence[int], spans: Sequence[Span], exists: Callable[[int], bool]
) -> str:
    """Return the intents and their most important effects, such as ``hp 12 → 9``.

    The effects are refusals, entities that left the world, and fields that changed in the intents'
    own events or in events between two entities. Fields of the actor come first.

    Args:
        intents: The texts of the intents.
        numbers: The numbers of the intents' events.
        spans: The intents' events and all their effects.
        exists: A function that takes an id and returns whether the entity exists after the turn.
    """
    own = [span for span in spans if span.sequence in numbers]
    refusals = [span.reason for span in own if span.outcome is Outcome.FAILED]
    known = {who.id: who for span in spans for _, who in span.roles if who is not None}
    names = {number: who.name or str(who) for number, who in known.items()}
    gone = [f"{names.pop(number)} gone" for number in [*names] if not exists(number)]
    for span in own:
        names |= {who.id: "" for _, who in span.roles[:1] if who is not None and who.id in names}
    effects = [*refusals, *gone, *_changes(spans, numbers, names)]
    return " · ".join([*filter(None, [intents]), *[*dict.fromkeys(effects)][:_MOST_EFFECTS]])


def _changes(spans: Iterable[Span], own: Sequence[int], names: Mapping[int, str]) -> Iterator[str]:
    """Yield each important field that changed, with its first and its last value."""
    ends: dict[tuple[bool, bool, int, str], tuple[Value, Value]] = {}
    for span in spans:
        alone = sum(who is not None for _, who in span.roles) < 2
        for change in (change for call in span.calls for change in call.changes):
            if change.entity in names and (not alone or span.sequence in own):
                key = bool(names[change.entity]), alone, change.entity, change.field
                ends[key] = ends.get(key, (change.before,))[0], change.after
    for (*_, entity, field), values in sorted(ends.items(), key=lambda end: end[0][:2]):
        first, last = (show(value, _LONGEST + 1) for value in values)
        described = any(isinstance(value, Written) for value in values)
        if first != last and not described and max(len(first), len(last)) <= _LONGEST:
            yield " ".join(filter(None, [names[entity], field, first, "→", last]))
