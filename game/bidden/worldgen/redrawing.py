"""Redrawing: what was drawn of a seed is the same when that is drawn of again, and so is kept.

Games begin anew, are performed once more and gone back in: each time they draw the same levels of
the same streams. Kept is what came of it, and how far that took each stream.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar

import attrs

from eventcore import Stream

T = TypeVar("T")

Streams: TypeAlias = Callable[[str], Stream]
"""Gives the stream of random numbers of a name."""

_MOST: Final = 128
"""So many drawings are kept at the most: of more, those that were asked for longest ago go."""


@attrs.frozen
class _Drawing:
    """What was drawn.

    Attributes:
        of: What it hangs on, but for the streams.
        found: What came of it.
        streams: The state of each stream after that, by its name.
    """

    of: Any
    found: Any
    streams: dict[str, list[int]]


class Redrawing:
    """What was drawn in the games of one content."""

    def __init__(self) -> None:
        """Begin with nothing drawn."""
        self._drawings: dict[tuple[str, int], _Drawing] = {}

    def draw(
        self, name: str, seed: int, of: object, streams: Streams, make: Callable[[Streams], T]
    ) -> T:
        """Give what is drawn, and leave the streams as they are when it is drawn.

        Args:
            name: What it is, in one game.
            seed: That of the game.
            of: All else that it hangs on, but for streams of which nothing was drawn yet.
            streams: Gives the game's streams.
            make: Draws it, of such streams; it changes nothing else. Nobody changes what it gives.
        """
        key = name, seed
        drawing = self._drawings.pop(key, None)
        if drawing is not None and drawing.of == of:
            met = [(streams(one), state) for one, state in drawing.streams.items()]
            if not any(stream.draws for stream, _ in met):
                for stream, state in met:
                    stream.restore(state)
                self._drawings[key] = drawing
                found: T = drawing.found
                return found
        asked: dict[str, Stream] = {}
        are_new = True

        def noted(one: str) -> Stream:
            nonlocal are_new
            stream = streams(one)
            if one not in asked:
                asked[one] = stream
                are_new = are_new and not stream.draws
            return stream

        made = make(noted)
        if are_new:
            states = {one: stream.state() for one, stream in asked.items()}
            self._drawings[key] = _Drawing(of, made, states)
            if len(self._drawings) > _MOST:
                del self._drawings[next(iter(self._drawings))]
        return made
