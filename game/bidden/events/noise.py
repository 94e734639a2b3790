"""Events of noise: what can be heard, and from where."""

from __future__ import annotations

from eventcore import Notice, event


@event
class Noise(Notice):
    """There is a noise. Enacted by whoever made it, who may be gone by now.

    It goes straight through walls, and who is as near as it is loud hears it.

    Attributes:
        x: The column it comes from.
        y: The row it comes from.
        level: The level it is on, 1 at the top.
        loudness: How far it is heard, in tiles, Euclidean.
        sound: What it sounds like, as in "You hear ...".
        alarming: Whether it draws even the fellows of whoever made it.
    """

    x: int
    y: int
    level: int
    loudness: int
    sound: str
    alarming: bool = False
