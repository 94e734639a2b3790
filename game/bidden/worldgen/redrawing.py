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
"""The maximum number of cached drawings. The oldest are dropped."""


@attrs.frozen
class _Drawing:
    """A cached drawing.

    Attributes:
        of: What it depends on, except streams.
        found: The result.
        streams: The state of each stream afterwards, by name.
    """

    of: Any
    found: Any
    streams: dict[str, list[int]]


class Redrawing:
    """The drawings in the games of one content."""

    def __init__(self) -> None:
        self._drawings: dict[tuple[str, int], _Drawing] = {}

    def draw(
        self, name: str, seed: int, of: object, streams: Streams, make: Callable[[Streams], T]
    ) -> T:
        """Return a drawing, and leave the streams as if it had just been drawn.

        Args:
            name: Its name within a game.
            seed: The seed of the game.
            of: Everything else that it depends on, except unused streams.
            streams: Returns the streams of the game.
            make: Draws it from given streams, without other effects. Nobody may change the result.
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
