"""Ideas: sentences that would work now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bidden.prose.nouns import called, creatures, state_of
from bidden.prose.telling import AFTERWARDS
from bidden.view import View

_CREATURES: Final = 3
"""So many of those in view are spoken of."""
_LYING: Final = 3
"""So many of the things that lie here."""
_HELD: Final = 6
"""So many of the things that one holds."""
_ALWAYS: Final = ("explore", "look", "inventory", "rest", "status", "task", "help")


def what_to_say(view: View) -> Iterator[str]:
    """Yield some sentences that would work now, in a line."""
    if view.ending is not None:
        yield AFTERWARDS
        return
    ideas = dict.fromkeys(filter(None, (*_ideas(view), *_ALWAYS)))
    yield f"Try: {'; '.join(ideas)}."


def _ideas(view: View) -> Iterator[str]:
    if view.offers:
        yield "accept the first"
    if view.improvements:
        yield f"improve {view.improvements[0][0]}"
    for one in creatures(view)[:_CREATURES]:
        name = called(state_of(one.name)[0])
        yield f"look at {name}"
        step = (one.spot[0] - view.here[0], one.spot[1] - view.here[1])
        if max(map(abs, step)) == 1:
            yield f"attack {name}"
    for name in view.underfoot[:_LYING]:
        yield f"take {name}"
    uses = [f"{use} {one.each or one.name}" for one in view.pack for use in one.uses[:1]]
    yield from uses[:_HELD]
