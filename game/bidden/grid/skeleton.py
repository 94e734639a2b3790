"""Skeletons: joints attached to each other, and where their ends are at given angles.

All numbers are integers: degrees as in ``bidden.grid.angles``, and lengths in hundredths of a
tile. The angle of a joint is relative to the joint it is attached to; on the core, to the east.
This module does not know the world.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Final

import attrs
from msgspec import Meta

from bidden.grid.angles import SCALE, TURN, bearing, cosine, difference, sine

TILE: Final = 100
"""The length of a tile."""

Spot = tuple[int, int]
"""Hundredths of a tile east and south of the core."""


@attrs.frozen
class Joint:
    """A joint of a body, with its part.

    Attributes:
        name: Its name within the body.
        part: The table of its part in creatures.toml.
        on: The earlier joint that it is attached to; empty for the core.
        length: The distance between the two, in hundredths of a tile.
        rest: Its angle at rest, in degrees; 0 is straight on, and positive is clockwise.
        least: Its smallest angle.
        most: Its largest angle.

    Raises:
        ValueError: The angle at rest is out of bounds.
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
                f"{self.name}: `rest` is {self.rest}, but must be from {self.least} to {self.most}"
            )

    def limited(self, angle: int) -> int:
        """Return the nearest angle within the joint's limits."""
        return max(self.least, min(self.most, angle))

    def blended(self, now: int, wanted: int, by: int) -> int:
        """Return the next angle on the way to another, changed by at most ``by``."""
        wanted = self.limited(wanted)
        return self.limited(max(now - by, min(now + by, wanted)))

    def aimed(self, direction: int, at: int) -> int:
        """Return the angle at which the joint points closest to the direction ``at``.

        All directions are in degrees from the east.
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
    """The angles of joints at one moment of a movement.

    Attributes:
        turn: The moment, in turns since the movement began.
        angles: The angles in degrees, by joint.
    """

    turn: Annotated[int, Meta(ge=0)]
    angles: dict[str, Annotated[int, Meta(ge=-TURN, le=TURN)]]


def check_joints(joints: Sequence[Joint]) -> None:
    """Check the names and attachments of joints.

    Raises:
        ValueError: Two joints share a name, or one is not attached to an earlier joint.
    """
    names = [""]
    for joint in joints:
        if joint.name in names:
            raise ValueError(f"two joints are named {joint.name!r}")
        if joint.on not in names:
            raise ValueError(f"joint {joint.name!r}: `on` must be an earlier joint: {joint.on!r}")
        names.append(joint.name)


def between(frames: Sequence[Keyframe], turn: int) -> dict[str, int]:
    """Return the angles at a turn of a cyclic movement.

    The movement starts again at the last frame, which should equal the first. Between two frames
    that name a joint, its angle changes evenly. Before its first frame and after its last one, it
    stays constant.
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
    """Return the place and the direction of each joint's part.

    Joints without an angle are at rest.
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
    joints: Sequence[Joint], angles: Mapping[str, int], looks: Sequence[str], tiles: tuple[int, int]
) -> dict[str, int]:
    """Return the angles at which the named joints point at a tile, within their limits.

    The tile is an offset from the core.
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
    """Return the tile of a spot, in tiles east and south of the core's tile."""
    return (spot[0] + TILE // 2) // TILE, (spot[1] + TILE // 2) // TILE


def hanging_on(joints: Iterable[Joint], name: str) -> list[str]:
    """Return the names of the joints attached beyond a joint, in order."""
    gone = [name]
    for joint in joints:
        if joint.on in gone:
            gone.append(joint.name)
    return gone[1:]


def _rounded(scaled: int) -> int:
    """Divide by the scale and round to the nearest integer, ties upwards."""
    return (2 * scaled + SCALE) // (2 * SCALE)
