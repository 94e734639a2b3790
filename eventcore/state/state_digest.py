"""State digests: fingerprints of a world's state, no matter which events led to it.

A recorded digest of the whole state is ``2:`` followed by 16 hexadecimal digits. It may continue
with a slash and 4 digits for each component class. Older versions sorted all dicts and left out the
``2:``. Some of them wrote a space instead of the slash.

To save time, a partial digest covers only some component classes. It is
``3:NAMES:MASK:`` followed by 16 digits. A slash and 4 digits for each covered class may follow.
NAMES is a hash of the names of all component classes. Bit n of MASK is set if class n is covered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from contextlib import suppress
from hashlib import blake2b
from itertools import accumulate
from operator import attrgetter
from typing import Any, Final

import msgspec

from eventcore.codegen import per_class
from eventcore.component import Component
from eventcore.schema.encoding import UNSAVED, encode_in_order
from eventcore.schema.values import write_fields
from eventcore.state.saving import save_world
from eventcore.world import World

_PARTIAL: Final = re.compile("3:([0-9a-f]{4}):([0-9a-f]+):[0-9a-f]{16}(/[0-9a-f]*)?")
_COMPONENT: Final = 40
"""The number of bytes that can be written and hashed in the time it takes to reach a component."""


def state_digest(world: World) -> str:
    """Return the digest of the state that ``save_world`` saves, as 16 hexadecimal digits.

    Raises:
        DispatchError: An event is being dispatched.
        SaveError: A field holds a value that cannot be saved.
    """
    return _hash(save_world(world))


def digest_of(state: bytes, world: World | None = None) -> str:
    """Return the digest of a saved state. If a world is given, add digests of its components."""
    if world is None:
        return f"2:{_hash(state)}"
    hashes = {cls: blake2b(digest_size=2) for cls in world.components}
    for entity in world:
        for part in entity.components:
            fields = write_fields(part, encode_in_order)
            hashes[part._declared_].update(b"%d:%b" % (entity.id, fields))
    return f"2:{_hash(state)}/{''.join(parts.hexdigest() for parts in hashes.values())}"


def digest_like(recorded: str, save: Callable[[], bytes], world: World) -> str:
    """Return a digest of the present state, in the same form as a recorded digest.

    ``save`` returns the saved state. The result is empty if the recorded digest is partial and
    comes from a world with other component classes.
    """
    with_parts = "/" in recorded
    if is_partial(recorded):
        covered = _covered(recorded, world)
        return PartialDigests(world, covered).digest(0, with_parts=with_parts) if covered else ""
    state = save()
    if recorded.startswith("2:"):
        return digest_of(state, world if with_parts else None)
    digest = _hash(state)
    if digest != without_parts(recorded):
        with suppress(msgspec.DecodeError, UnicodeDecodeError):  # not every save is JSON
            digest = _hash(msgspec.json.encode(msgspec.json.decode(state), order="sorted"))
    return digest


class PartialDigests:
    """Creates partial digests of a world, which cover the smallest component classes.

    World rules without fields are not covered, unless ``classes`` contains their indexes.
    """

    def __init__(self, world: World, classes: Collection[int] | None = None) -> None:
        self._world = world
        if classes is None:
            kinds = enumerate(world.components)
            classes = [n for n, cls in kinds if cls._fields_ or not cls._rules_only_]
        self._sizes = dict.fromkeys(classes, 0)  # the size of each class when last covered

    def digest(self, budget: int, *, with_parts: bool) -> str:
        """Return a digest of as many component classes as fit in the budget, smallest first.

        The first digest covers all classes, because their sizes are not yet known.
        """
        world, sizes, texts = self._world, self._sizes, list[bytes]()
        ordered = sorted(sizes, key=sizes.__getitem__)
        totals = accumulate(map(sizes.__getitem__, ordered))
        fitting = sorted(n for n, size in zip(ordered, totals, strict=True) if size <= budget)
        try:
            for number in fitting:
                members = world._entities.membership.components(world.components[number]).members()
                read = _reader_of(world.components[number])
                texts.append(encode_in_order([*members, *map(read, members.values())]))
                sizes[number] = len(texts[-1]) + _COMPONENT * len(members)
        except UNSAVED:
            save_world(world)  # raises an error that names the field
            raise
        mask = sum(1 << number for number in fitting)
        whole = _hash(b"\n".join(texts))  # JSON contains no line feed
        parts = f"/{''.join(_hash(text, 2) for text in texts)}" if with_parts else ""
        return f"3:{_hash_of_names(world)}:{mask:x}:{whole}{parts}"


@per_class
def _reader_of(cls: type[Component]) -> Callable[[Component], Any]:
    """Return a function that returns the values of a component's saved fields, sorted by name."""
    return attrgetter(*sorted(cls._fields_)) if cls._fields_ else lambda part: None


def is_partial(digest: str) -> bool:
    """Return whether a digest covers only some component classes."""
    return _PARTIAL.fullmatch(digest) is not None


def covers(digest: str, other: str) -> bool:
    """Return whether a digest covers all component classes that another digest covers."""
    names, mask = _names_and_mask(digest)
    other_names, other_mask = _names_and_mask(other)
    return names in ("", other_names) and not other_mask & ~mask


def without_parts(digest: str) -> str:
    """Return the digest of the whole state, without the digests of its parts."""
    return re.split("[ /]", digest)[0]


def states_differ(first: str, second: str) -> bool | None:
    """Return whether two digests come from different states.

    Returns:
        Return None if the digests cannot be compared: one is missing, or they have different forms
        or cover different component classes.
    """
    mine, theirs = without_parts(first), without_parts(second)
    if not mine or not theirs or mine.rpartition(":")[0] != theirs.rpartition(":")[0]:
        return None
    return mine != theirs


def parts_that_differ(world: World, first: str, second: str) -> tuple[str, ...]:
    """Return the names of the component classes whose digests differ.

    The result is empty if a digest has no parts or comes from a world with other classes.
    """
    classes = _covered(first, world)
    mine, theirs = (re.findall("....", digest.partition("/")[2]) for digest in (first, second))
    if not len(mine) == len(theirs) == len(classes):
        return ()
    parts = zip(classes, mine, theirs, strict=True)
    return tuple(world.components[n].__name__ for n, one, other in parts if one != other)


def _names_and_mask(digest: str) -> tuple[str, int]:
    partial = _PARTIAL.fullmatch(digest)
    return (partial[1], int(partial[2], 16)) if partial else ("", -1)  # all bits of -1 are set


def _covered(digest: str, world: World) -> list[int]:
    """Return the classes that a digest covers; none if the world has other component classes."""
    names, mask = _names_and_mask(digest)
    if names not in ("", _hash_of_names(world)):
        return []
    return [number for number in range(len(world.components)) if mask >> number & 1]


def _hash_of_names(world: World) -> str:
    return _hash("\n".join(cls.__name__ for cls in world.components).encode(), 2)


def _hash(text: bytes, size: int = 8) -> str:
    return blake2b(text, digest_size=size).hexdigest()
