"""State digests: fingerprints of a world's whole state, no matter which events led to it.

A recorded digest is ``2:`` followed by 16 hexadecimal digits. It may continue with a slash and 4
digits for each component class. Older versions sorted all dicts and left out the ``2:``. Some of
them wrote a space instead of the slash.
"""

from __future__ import annotations

import re
from contextlib import suppress
from hashlib import blake2b
from typing import Final

import msgspec

from eventcore.schema.encoding import encode_in_order
from eventcore.schema.values import write_fields
from eventcore.state.saving import save_world
from eventcore.world import World

_FORM: Final = "2:"
_PART_SIZE: Final = 2


def state_digest(world: World) -> str:
    """Return the digest of the state that ``save_world`` saves, as 16 hexadecimal digits.

    Raises:
        DispatchError: An event is being dispatched.
        TypeError: A field holds a value that cannot be saved.
    """
    return _hash(save_world(world))


def digest_of(state: bytes, world: World | None = None) -> str:
    """Return the digest of a saved state. If a world is given, add digests of its components."""
    return _FORM + _hash(state) + ("" if world is None else f"/{_parts_of(world)}")


def digest_like(recorded: str, state: bytes, world: World) -> str:
    """Return the digest of a saved state, in the same form as a recorded digest."""
    if recorded.startswith(_FORM):
        return digest_of(state, world if "/" in recorded else None)
    digest = _hash(state)
    if digest != without_parts(recorded):
        with suppress(msgspec.DecodeError, UnicodeDecodeError):  # not every save is JSON
            digest = _hash(msgspec.json.encode(msgspec.json.decode(state), order="sorted"))
    return digest


def without_parts(digest: str) -> str:
    """Return the digest of the whole state, without the digests of its parts."""
    return re.split("[ /]", digest)[0]


def states_differ(first: str, second: str) -> bool | None:
    """Return whether two digests come from different states.

    Returns:
        None if the digests cannot be compared: one is missing, or only one has the older form.
    """
    mine, theirs = without_parts(first), without_parts(second)
    if not mine or not theirs or mine.startswith(_FORM) is not theirs.startswith(_FORM):
        return None
    return mine != theirs


def parts_that_differ(world: World, first: str, second: str) -> tuple[str, ...]:
    """Return the names of the component classes whose digests differ.

    The result is empty if a digest has no parts or comes from a world with other classes.
    """
    mine, theirs = (re.findall("." * 2 * _PART_SIZE, d.partition("/")[2]) for d in (first, second))
    if not len(mine) == len(theirs) == len(world.components):
        return ()
    parts = zip(world.components, mine, theirs, strict=True)
    return tuple(cls.__name__ for cls, one, other in parts if one != other)


def _parts_of(world: World) -> str:
    hashes = {cls: blake2b(digest_size=_PART_SIZE) for cls in world.components}
    for entity in world:
        for part in entity.components:
            fields = write_fields(part, encode_in_order)
            hashes[part._declared_].update(b"%d:%b" % (entity.id, fields))
    return "".join(parts.hexdigest() for parts in hashes.values())


def _hash(state: bytes) -> str:
    return blake2b(state, digest_size=8).hexdigest()
