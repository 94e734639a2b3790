"""State digests: fingerprints of a world's state, no matter which events led to it.

A recorded digest of the whole state is ``2:`` followed by 16 hexadecimal digits. It may continue
with a slash and 4 digits for each component class. Older versions sorted all dicts and left out the
``2:``. Some of them wrote a space instead of the slash.

A partial digest covers only some component classes, because it takes less time. It is
``3:NAMES:MASK:`` followed by 16 digits, and perhaps a slash and 4 digits for each covered class.
NAMES is a hash of the names of all component classes. Bit n of MASK is set if class n is covered.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import lru_cache
from hashlib import blake2b
from typing import Final

import msgspec

from eventcore.dispatch.membership import Classes, Recipients
from eventcore.schema.encoding import UNSAVED, encode_in_order
from eventcore.schema.hints import public_fields
from eventcore.schema.values import write_fields
from eventcore.state.saving import save_world
from eventcore.world import World

_FORM: Final = "2:"
_PARTIAL: Final = re.compile(r"3:([0-9a-f]{4}):([0-9a-f]+):[0-9a-f]{16}(/[0-9a-f]*)?")
_PART_SIZE: Final = 2
_COMPONENT: Final = 40
"""Reaching a component takes about as long as writing and hashing this many bytes."""


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


def digest_like(recorded: str, save: Callable[[], bytes], world: World) -> str:
    """Return a digest of the present state, in the same form as a recorded digest.

    ``save`` returns the saved state. The result is empty if the recorded digest is partial and
    comes from a world with other component classes.
    """
    partial = _PARTIAL.fullmatch(recorded)
    if partial:
        names, mask, parts = partial.groups()
        if names != _hash_of_names(world.components):
            return ""
        bits = int(mask, 16)
        covered = [n for n in range(len(world.components)) if bits >> n & 1]
        with _naming_the_field(world):
            texts = {n: encode_in_order(_group(world, n).members()) for n in covered}
        return _partial_digest(world, texts, with_parts=parts is not None)
    if recorded.startswith(_FORM):
        return digest_of(save(), world if "/" in recorded else None)
    state = save()
    digest = _hash(state)
    if digest != without_parts(recorded):
        with suppress(msgspec.DecodeError, UnicodeDecodeError):  # not every save is JSON
            digest = _hash(msgspec.json.encode(msgspec.json.decode(state), order="sorted"))
    return digest


class PartialDigests:
    """Creates partial digests of a world, which cover the smallest component classes.

    World rules without fields are never covered.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._groups: dict[int, Recipients] = {}  # by the index in ``world.components``
        self._sizes: dict[int, int] = {}  # the size of each class when it was last covered

    def digest(self, budget: int, *, with_parts: bool) -> str:
        """Return a digest of the smallest component classes that fit in a number of bytes."""
        if not self._groups:
            for number, cls in enumerate(self._world.components):
                if not cls._rules_only_ or public_fields(cls):
                    self._groups[number] = _group(self._world, number)
            self._sizes = dict.fromkeys(self._groups, 0)
            self._write(sys.maxsize)
        return _partial_digest(self._world, self._write(budget), with_parts=with_parts)

    def _write(self, budget: int) -> dict[int, bytes]:
        groups, sizes, texts = self._groups, self._sizes, dict[int, bytes]()
        with _naming_the_field(self._world):
            for number in sorted(sizes, key=sizes.__getitem__):
                budget -= sizes[number]
                if budget < 0:
                    break
                components = groups[number].members()
                text = texts[number] = encode_in_order(components)
                sizes[number] = len(text) + _COMPONENT * len(components)
        return texts


def is_partial(digest: str) -> bool:
    """Return whether a digest covers only some component classes."""
    return _PARTIAL.fullmatch(digest) is not None


def covers(digest: str, other: str) -> bool:
    """Return whether a digest covers all component classes that another digest covers."""
    mine, theirs = _PARTIAL.fullmatch(digest), _PARTIAL.fullmatch(other)
    if mine is None or theirs is None:
        return mine is None
    return mine[1] == theirs[1] and not int(theirs[2], 16) & ~int(mine[2], 16)


def without_parts(digest: str) -> str:
    """Return the digest of the whole state, without the digests of its parts."""
    return re.split("[ /]", digest)[0]


def states_differ(first: str, second: str) -> bool | None:
    """Return whether two digests come from different states.

    Returns:
        None if the digests cannot be compared: one is missing, or they have different forms or
        cover different component classes.
    """
    mine, theirs = without_parts(first), without_parts(second)
    if not mine or not theirs or mine.rpartition(":")[0] != theirs.rpartition(":")[0]:
        return None
    return mine != theirs


def parts_that_differ(world: World, first: str, second: str) -> tuple[str, ...]:
    """Return the names of the component classes whose digests differ.

    The result is empty if a digest has no parts or comes from a world with other classes.
    """
    partial, classes = _PARTIAL.fullmatch(first), world.components
    if partial:
        mask = int(partial[2], 16)
        classes = tuple(cls for n, cls in enumerate(classes) if mask >> n & 1)
    mine, theirs = (re.findall("." * 2 * _PART_SIZE, d.partition("/")[2]) for d in (first, second))
    if not len(mine) == len(theirs) == len(classes):
        return ()
    parts = zip(classes, mine, theirs, strict=True)
    return tuple(cls.__name__ for cls, one, other in parts if one != other)


def _parts_of(world: World) -> str:
    hashes = {cls: blake2b(digest_size=_PART_SIZE) for cls in world.components}
    for entity in world:
        for part in entity.components:
            fields = write_fields(part, encode_in_order)
            hashes[part._declared_].update(b"%d:%b" % (entity.id, fields))
    return "".join(parts.hexdigest() for parts in hashes.values())


def _group(world: World, number: int) -> Recipients:
    return world._entities.membership.components(world.components[number])


@contextmanager
def _naming_the_field(world: World) -> Iterator[None]:
    try:
        yield
    except UNSAVED:
        save_world(world)  # raises an error that names the field
        raise


def _partial_digest(world: World, texts: Mapping[int, bytes], *, with_parts: bool) -> str:
    names, mask = _hash_of_names(world.components), sum(1 << number for number in texts)
    ordered = [texts[number] for number in sorted(texts)]
    whole = _hash(b"\n".join(ordered))  # JSON contains no line feed
    hashes = (blake2b(text, digest_size=_PART_SIZE).hexdigest() for text in ordered)
    return f"3:{names}:{mask:x}:{whole}" + (f"/{''.join(hashes)}" if with_parts else "")


@lru_cache(maxsize=4)  # the worlds of a program usually have the same component classes
def _hash_of_names(classes: Classes) -> str:
    names = "\n".join(cls.__name__ for cls in classes)
    return blake2b(names.encode(), digest_size=2).hexdigest()


def _hash(state: bytes) -> str:
    return blake2b(state, digest_size=8).hexdigest()
