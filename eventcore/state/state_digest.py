"""State digests: fingerprints of a world's whole state, whatever events led to it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from typing import Any, Final

import msgspec

from eventcore.component import Component
from eventcore.event import TURN
from eventcore.schema.encoding import digest_form, encode, fields_of
from eventcore.state.world_state import scheduled_rows, time_of
from eventcore.world import World

_FORM: Final = "2:"
"""The prefix of digests that depend on the order of dicts; earlier digests have no prefix."""
_SIZE: Final = 8
_PART_SIZE: Final = 2


def digest_of(state: bytes, world: World | None = None) -> str:
    """Return the digest of a saved state, as ``2:`` and 16 hexadecimal digits.

    Args:
        state: The save of a simulation.
        world: Its world, to append digests of the parts: a space, and 4 digits for the components
            of each class, in the world's order.
    """
    digest = _FORM + _hash(state)
    return digest if world is None else f"{digest} {_parts_of(world, digest_form)}"


def digest_like(recorded: str, state: bytes, world: World | None = None) -> str:
    """Return the digest of a saved state in the form of a recorded digest, to compare them.

    Digests without ``2:`` are older: saves then sorted the keys of all dicts.
    """
    if recorded.startswith(_FORM):
        return digest_of(state, world)
    digest = _hash(state)
    if digest != without_parts(recorded):
        with suppress(msgspec.DecodeError, UnicodeDecodeError):  # a save need not be JSON
            digest = _hash(msgspec.json.encode(msgspec.json.decode(state), order="sorted"))
    return digest if world is None else f"{digest} {_parts_of(world, fields_of)}"


def _hash(state: bytes, size: int = _SIZE) -> str:
    return blake2b(state, digest_size=size).hexdigest()


def without_parts(digest: str) -> str:
    """Return the digest of the whole state, without the digests of its parts."""
    return digest.partition(" ")[0]


def has_parts(digest: str) -> bool:
    """Return whether a digest includes digests of the parts."""
    return " " in digest


def states_differ(first: str, second: str) -> bool | None:
    """Return whether two digests are of different states.

    Returns:
        None if they cannot be compared: a digest is missing, or only one sorts the keys of dicts.
    """
    mine, theirs = without_parts(first), without_parts(second)
    if not mine or not theirs or mine.startswith(_FORM) is not theirs.startswith(_FORM):
        return None
    return mine != theirs


def parts_that_differ(world: World, first: str, second: str) -> tuple[str, ...]:
    """Return the names of the component classes whose digests differ.

    Empty if a digest has no parts, or comes from a world with other classes.
    """
    classes, width = world.components, 2 * _PART_SIZE
    mine, theirs = first.partition(" ")[2], second.partition(" ")[2]
    if not len(mine) == len(theirs) == width * len(classes):
        return ()
    parts = zip(classes, range(0, len(mine), width), strict=True)
    return tuple(c.__name__ for c, at in parts if mine[at : at + width] != theirs[at : at + width])


def _parts_of(world: World, fields: Callable[[Component], Any]) -> str:
    parts: dict[type[Component], list[Any]] = {cls: [] for cls in world.components}
    for entity in world:
        for part in entity.components:
            parts[part._declared_].append((entity.id, fields(part)))
    return "".join(_hash(encode(same), _PART_SIZE) for same in parts.values())


def state_digest(world: World) -> str:
    """Return the digest of the whole state of a world, as 16 hexadecimal digits.

    It covers the seed, the time, the agenda with its scheduled events, the sequence, the draws of
    each stream, all entities with their components and owned entities, and the next entity's id.

    Raises:
        TypeError: A field holds a value that JSON cannot represent.
    """
    entities, agenda = world._entities, world.agenda
    counts = [world.seed, world.turn, world.sequence, entities.next_id, world.draws()]
    counts += [time_of(world), agenda.sequence, agenda.places(), agenda.frozen_places()]
    if agenda.planned:  # else the digest must equal old digests, which had no scheduled events
        rows = scheduled_rows(agenda, lambda handle: digest_form(handle._event))
        counts += [agenda.planned, rows, *agenda.recurring()]
    if world.turn_length != TURN:
        counts.append(world.turn_length)
    state = [(entity.id, entity.owned, [*map(_named, entity.components)]) for entity in world]
    return _hash(encode(counts) + encode(state))


def _named(part: Component) -> tuple[str, Any]:
    return part._declared_.__name__, digest_form(part)
