"""State digests: fingerprints of a world's whole state, no matter which events led to it."""

from __future__ import annotations

from contextlib import suppress
from hashlib import blake2b
from typing import Final

import msgspec

from eventcore.state.saving import Writer, save_world
from eventcore.world import World

_FORM: Final = "2:"
"""The prefix of digests that depend on the order of keys in dicts; older digests have none."""
_PARTS: Final = "/"
"""The separator before the digests of the parts. Older digests use a space, and other parts."""
_PART_SIZE: Final = 2


def digest_of(state: bytes, world: World | None = None) -> str:
    """Return the digest of a saved state, as ``2:`` and 16 hexadecimal digits.

    Args:
        state: The save of a simulation.
        world: The world of the simulation. If given, digests of its parts are appended: a slash,
            then 4 digits for each component class, in the world's order.
    """
    digest = _FORM + _hash(state)
    return digest if world is None else digest + _PARTS + _parts_of(world)


def digest_like(recorded: str, state: bytes, world: World | None = None) -> str:
    """Return the digest of a saved state, in the same form as a recorded digest.

    Digests without ``2:`` come from older versions, whose saves sorted the keys of all dicts.
    """
    if recorded.startswith(_FORM):
        return digest_of(state, world)
    digest = _hash(state)
    if digest != without_parts(recorded):
        with suppress(msgspec.DecodeError, UnicodeDecodeError):  # a save need not be JSON
            digest = _hash(msgspec.json.encode(msgspec.json.decode(state), order="sorted"))
    return digest


def _hash(state: bytes) -> str:
    return blake2b(state, digest_size=8).hexdigest()


def without_parts(digest: str) -> str:
    """Return the digest of the whole state, without the digests of its parts."""
    return digest.partition(" ")[0].partition(_PARTS)[0]


def has_parts(digest: str) -> bool:
    """Return whether a digest includes digests of the parts."""
    return _PARTS in digest


def states_differ(first: str, second: str) -> bool | None:
    """Return whether two digests come from different states.

    Returns:
        None if they cannot be compared: a digest is missing, or only one has the older form.
    """
    mine, theirs = without_parts(first), without_parts(second)
    if not mine or not theirs or mine.startswith(_FORM) is not theirs.startswith(_FORM):
        return None
    return mine != theirs


def parts_that_differ(world: World, first: str, second: str) -> tuple[str, ...]:
    """Return the names of the component classes whose digests differ.

    The result is empty if a digest has no parts or comes from a world with other classes.
    """
    classes, width = world.components, 2 * _PART_SIZE
    mine, theirs = first.partition(_PARTS)[2], second.partition(_PARTS)[2]
    if not len(mine) == len(theirs) == width * len(classes):
        return ()
    parts = zip(classes, range(0, len(mine), width), strict=True)
    return tuple(c.__name__ for c, at in parts if mine[at : at + width] != theirs[at : at + width])


def _parts_of(world: World) -> str:
    write = Writer(world).component
    hashes = {cls: blake2b(digest_size=_PART_SIZE) for cls in world.components}
    for entity in world:
        for part in entity.components:
            hashes[part._declared_].update(b"%d:%b" % (entity.id, write(part)))
    return "".join(parts.hexdigest() for parts in hashes.values())


def state_digest(world: World) -> str:
    """Return the digest of the whole state of a world, as ``save_world`` saves it.

    Returns:
        16 hexadecimal digits.

    Raises:
        DispatchError: An event is being dispatched.
        TypeError: A field holds a value that cannot be saved.
    """
    return _hash(save_world(world))
