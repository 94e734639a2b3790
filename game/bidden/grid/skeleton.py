"""Skeletons: joints that hang on one another, and where their ends come to be at which angles.

All of it is whole numbers: degrees as in ``bidden.grid.angles``, lengths in hundredths of a tile.
An angle of a joint is counted from the direction of the joint it hangs on; on the core, from the
east. Nothing here knows of a world.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Final

import attrs
from msgspec import Meta

from bidden.grid.angles import SCALE, TURN, bearing, cosine, difference, sine

TILE: Final = 100
"""How long a tile is."""

Spot = tuple[int, int]
"""Hundredths of a tile east and south of the core."""


@attrs.frozen
class Joint:
    """A joint of a body, with the part that it holds.

    Attributes:
        name: What the joint is called, within its body.
        part: What the part is, by the name of its table in creatures.toml.
        on: The joint it hangs on, one before it; empty for the core.
        length: How far from that its part is, in hundredths of a tile.
        rest: Its angle at rest, in degrees; 0 goes straight on, and above 0 is clockwise.
        least: Its smallest angle.
        most: Its largest angle.

    Raises:
        ValueError: The angle at rest is beyond the smallest or the largest.
    """

    name: Annotated[str, Meta(min_length=1)]
    part: Annotated[str, Meta(min_length=1)]
    on: str = ""
    length: Annotated[int, Meta(ge=0, le=1000)] = TILE
    rest: Annotated[int, Meta(ge=-TURN, le=TURN)] = 0
    least: Annotated[int, Meta(ge=-TURN, le=TURN)] = -TURN
    most: Annotated[int, Meta(ge=-TURN, le=TURN)] = TURN

    def __attrs_post_init__(self) -> None:
        if not self.least <= self.rest <= self.most:
            raise ValueError(
                f"{self.name} rests at {self.rest}, which must lie from {self.least} to {self.most}"
            )

    def limited(self, angle: int) -> int:
        """Give the angle nearest to one that the joint can have."""
        return max(self.least, min(self.most, angle))

    def blended(self, now: int, wanted: int, by: int) -> int:
        """Give the angle that comes after one, on the way to another: by so much at the most."""
        wanted = self.limited(wanted)
        return self.limited(max(now - by, min(now + by, wanted)))

    def aimed(self, direction: int, at: int) -> int:
        """Give the angle at which it comes nearest to pointing somewhere.

        Args:
            direction: Of the joint it hangs on, in degrees from the east.
            at: Where to point, in degrees from the east.
        """
        turned = (at - direction) % TURN
        same = [turned + turns * TURN for turns in range(-2, 2)]
        return min(
            map(self.limited, same),
            key=lambda angle: (
                abs(difference(at, direction + angle)),
                abs(angle - self.rest),
                angle,
            ),
        )


@attrs.frozen
class Keyframe:
    """The angles that joints have at one moment of a movement.

    Attributes:
        turn: When that is, in turns since the movement began.
        angles: The angles, in degrees, by the names of the joints.
    """

    turn: Annotated[int, Meta(ge=0)]
    angles: dict[str, Annotated[int, Meta(ge=-TURN, le=TURN)]]


def check_joints(joints: Sequence[Joint]) -> None:
    """Refuse joints of which two are called the same, or one hangs on none before it.

    Raises:
        ValueError: Two joints share a name, or one hangs on none before it.
    """
    names = [""]
    for joint in joints:
        if joint.name in names:
            raise ValueError(f"two joints are called {joint.name!r}")
        if joint.on not in names:
            raise ValueError(f"{joint.name} hangs on {joint.on!r}, which is no joint before it")
        names.append(joint.name)


def between(frames: Sequence[Keyframe], turn: int) -> dict[str, int]:
    """Give the angles at a turn of a movement that goes round and round.

    It begins anew at the last frame, whose angles are those of the first, or a joint leaps there.
    Between two frames that name a joint its angle goes evenly from one to the other; before the
    first and after the last it is as it is there.

    Args:
        frames: The frames, by their turns.
        turn: How many turns the movement goes on.
    """
    if not frames:
        return {}
    turn %= max(1, frames[-1].turn)
    found = {}
    for name in dict.fromkeys(name for frame in frames for name in frame.angles):
        named = [(frame.turn, frame.angles[name]) for frame in frames if name in frame.angles]
        before = max((one for one in named if one[0] <= turn), default=named[0])
        after = min((one for one in named if one[0] > turn), default=before)
        long, gone = max(1, after[0] - before[0]), max(0, turn - before[0])
        way = after[1] - before[1]
        found[name] = before[1] + (2 * way * gone + long) // (2 * long)
    return found


def placed(joints: Iterable[Joint], angles: Mapping[str, int]) -> dict[str, tuple[Spot, int]]:
    """Give where the part of each joint is, and in which direction it goes on from there.

    A joint of which no angle is given is at rest.
    """
    found: dict[str, tuple[Spot, int]] = {"": ((0, 0), 0)}
    for joint in joints:
        (x, y), direction = found[joint.on]
        direction += angles.get(joint.name, joint.rest)
        across, down = (joint.length * of(direction) for of in (cosine, sine))
        found[joint.name] = (x + _rounded(across), y + _rounded(down)), direction
    del found[""]
    return found


def looking(
    joints: Sequence[Joint],
    angles: Mapping[str, int],
    looks: Sequence[str],
    tiles: tuple[int, int],
) -> dict[str, int]:
    """Give the angles at which some joints point at a tile, within their limits; the others stay.

    Args:
        joints: All joints.
        angles: Their angles.
        looks: The names of those that point.
        tiles: How many tiles east and south of the core.
    """
    found = dict(angles)
    for number, joint in enumerate(joints):
        if joint.name in looks:
            way = {"": ((0, 0), 0)} | placed(joints[:number], found)
            (x, y), direction = way[joint.on]
            at = bearing(tiles[0] * TILE - x, tiles[1] * TILE - y)
            found[joint.name] = joint.aimed(direction, at)
    return found


def tile_of(spot: Spot) -> tuple[int, int]:
    """Give the tile that a spot lies on, as tiles east and south of that of the core."""
    return (spot[0] + TILE // 2) // TILE, (spot[1] + TILE // 2) // TILE


def hanging_on(joints: Iterable[Joint], name: str) -> list[str]:
    """Give the names of the joints beyond one, in their order."""
    gone = [name]
    for joint in joints:
        if joint.on in gone:
            gone.append(joint.name)
    return gone[1:]


def _rounded(scaled: int) -> int:
    """Give a number without its scale, the nearest there is; of two as near the larger."""
    return (2 * scaled + SCALE) // (2 * SCALE)
