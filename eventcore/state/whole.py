"""Digests of the whole state: what is, however it came about."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

import msgspec

from eventcore.component import Component
from eventcore.event import TURN
from eventcore.state.codec import digested, encode, encode_entities, fields_of, rows_of, time_of

if TYPE_CHECKING:
    from eventcore.world import World

_FORM: Final = "2:"
"""Stands before digests in which the order of dicts counts; those of before have nothing there."""
_SIZE: Final = 8
_PART_SIZE: Final = 2


def digest_of(state: bytes, world: World | None = None) -> str:
    """Fingerprint a saved state, as ``2:`` and 16 hexadecimal digits.

    Args:
        state: What a simulation has saved.
        world: Its world, if the parts are to be told as well: after a space then follow 4 digits
            for each component class, in the world's order, of all components of that class.
    """
    whole = _FORM + _hash(state)
    return whole if world is None else f"{whole} {_parts_of(world, digested)}"


def digest_like(recorded: str, state: bytes, world: World | None = None) -> str:
    """Fingerprint a saved state in the form of a digest that was recorded, to compare them.

    When digests had no ``2:`` in front, saves had the keys of all dicts sorted.
    """
    if recorded.startswith(_FORM):
        return digest_of(state, world)
    found = _hash(state)
    if found != whole_of(recorded):
        with suppress(msgspec.DecodeError, UnicodeDecodeError):  # no JSON: it is as it was
            found = _hash(msgspec.json.encode(msgspec.json.decode(state), order="sorted"))
    return found if world is None else f"{found} {_parts_of(world, fields_of)}"


def _hash(state: bytes) -> str:
    return blake2b(state, digest_size=_SIZE).hexdigest()


def whole_of(digest: str) -> str:
    """Give the digest of the whole, without those of its parts."""
    return digest.partition(" ")[0]


def states_differ(one: str, other: str) -> bool | None:
    """Return whether two digests are of different states.

    Returns:
        None if they cannot be compared: one is missing, or was taken when saves had their dicts
        sorted.
    """
    mine, theirs = whole_of(one), whole_of(other)
    if not mine or not theirs or mine.startswith(_FORM) is not theirs.startswith(_FORM):
        return None
    return mine != theirs


def has_parts(digest: str) -> bool:
    """Say whether a digest of a state tells its parts as well."""
    return " " in digest


def parts_that_differ(world: World, one: str, other: str) -> tuple[str, ...]:
    """Name the component classes that differ, by two digests of states that tell their parts.

    Of those that do not, and of worlds with other classes, nothing is known.
    """
    classes, width = world.components, 2 * _PART_SIZE
    mine, theirs = one.partition(" ")[2], other.partition(" ")[2]
    if not len(mine) == len(theirs) == width * len(classes):
        return ()
    pairs = zip(classes, range(0, len(mine), width), strict=True)
    return tuple(
        cls.__name__ for cls, at in pairs if mine[at : at + width] != theirs[at : at + width]
    )


def _parts_of(world: World, fields: Callable[[Component], dict[str, Any]]) -> str:
    held: dict[type[Component], list[Any]] = {cls: [] for cls in world.components}
    for entity in world:
        for part in entity.components:
            held[part._declared_].append((entity.id, fields(part)))
    digests = (blake2b(encode(parts), digest_size=_PART_SIZE) for parts in held.values())
    return "".join(digest.hexdigest() for digest in digests)


def state_digest(world: World) -> str:
    """Fingerprint the whole state of a world, as 16 hexadecimal digits.

    Seed, time, agenda with the events that are scheduled, sequence, the draws of each stream,
    every entity with its components and what it owns, and the id the next one gets.
    """
    entities, agenda = world._entities, world.agenda
    counts = [world.seed, world.turn, world.sequence, entities.next_id, world.draws()]
    counts += [time_of(world), agenda.sequence, agenda.places(), agenda.frozen_places()]
    if agenda.planned:  # a world that never scheduled an event has the digest it always had
        counts += [agenda.planned, rows_of(agenda)]
        counts += agenda.recurring()
    if world.turn_length != TURN:
        counts.append(world.turn_length)
    whole = blake2b(encode(counts), digest_size=_SIZE)
    whole.update(encode_entities(world))
    return whole.hexdigest()
