"""The properties, each alone: what of a source and some intents must hold, whatever they are.

What is compared is a run of the same intents that nothing was done to. Each function raises
AssertionError with the intent, the turn, and what differs. Before saving, cloning or replaying is
blamed, the plain run is played once more: it may differ from itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from eventcore.errors import JournalError, SaveError
from eventcore.journal.format import Record, decode_record, encode_record
from eventcore.replay.simulation import Restorable, Simulation, Source
from eventcore.testing.properties.event_rules import Alive, EventRules, is_alive
from eventcore.testing.properties.playthrough import (
    Playthrough,
    Snapshot,
    blaming_drift_first,
    compare_ends,
    played,
    refuse_divergence,
    said,
)

_AHEAD = 3
"""So many intents a clone is played on."""


def check_settles(source: Source, intents: Sequence[Any]) -> None:
    """Every event settles once, what it caused before it, and nothing is raised.

    Done, failed or replaced, and failed for a reason.
    """
    run = Playthrough(source.begin())
    watch = EventRules(run.simulation.world)
    for number, intent in enumerate(intents, 1):
        where = said(number, intent, run.simulation.world.turn)
        run.perform(intent, where)
        watch.check_settled(where)


def check_living(source: Source, intents: Sequence[Any], *, alive: Alive = is_alive) -> None:
    """No Action of somebody dead is done.

    Args:
        source: Where simulations come from.
        intents: What is performed.
        alive: Says whether an entity may act, where it takes more than to be in the world.
    """
    run = Playthrough(source.begin())
    watch = EventRules(run.simulation.world, alive)
    for number, intent in enumerate(intents, 1):
        where = said(number, intent, run.simulation.world.turn)
        run.perform(intent, where)
        watch.check_living(where)


def check_replays(source: Source, intents: Sequence[Any]) -> None:
    """Played again from their records, the intents lead to the same events and state."""
    plain = played(source, intents)
    with blaming_drift_first(source, intents, plain):
        replay(source, plain)


def check_saves(source: Source, intents: Sequence[Any]) -> None:
    """Saved and loaded before each intent, and after the last, all goes as if it were not."""

    def between(run: Playthrough, place: int, where: str) -> None:
        run.go_on(reload(source, run.simulation, where))

    _follow(source, intents, between, ("played", "saved and loaded"))


def check_clones(source: Source, intents: Sequence[Any]) -> None:
    """A clone that is played on before each intent, and after the last, touches nothing."""

    def between(run: Playthrough, place: int, where: str) -> None:
        ahead = intents[place : place + _AHEAD] or intents[:_AHEAD]
        play_a_clone(source, run.simulation, ahead, where)

    _follow(source, intents, between, ("alone", "beside clones"))


def replay(source: Source, run: Playthrough, *, done: str = "") -> None:
    """Play a run again from its records, and compare.

    Args:
        source: Where the run began.
        run: What was played.
        done: What was done to it meanwhile, in words.
    """
    names = (f"played{done}", "replayed")
    again = Playthrough(source.begin())
    for place, step in enumerate(run.steps):
        where = said(place + 1, step.intent, step.turn)
        again.perform(_recorded(again.simulation, step.intent, where), f"{where}, replayed")
        refuse_divergence(run, again, place, where, names)
    compare_ends(run, again, names)


def reload(source: Source, simulation: Restorable, where: str) -> Restorable:
    """Save and load a simulation, see that it is the same, and give the loaded one."""
    before = Snapshot.of(simulation)
    loaded = _restored(source, before.save, where)
    before.refuse_difference(Snapshot.of(loaded), where, ("saved", "loaded"))
    before.refuse_difference(Snapshot.of(simulation), where, ("before saving", "after it"))
    return loaded


def play_a_clone(
    source: Source, simulation: Restorable, intents: Sequence[Any], where: str
) -> None:
    """Play a clone of a simulation on, and see that the original is as it was."""
    before = Snapshot.of(simulation)
    clone = Playthrough(_restored(source, before.save, where))
    for intent in intents:
        clone.perform(intent, f"{where}: {intent!r} on a clone")
    names = ("before", "after a clone was played on")
    before.refuse_difference(Snapshot.of(simulation), where, names)


def _follow(
    source: Source,
    intents: Sequence[Any],
    between: Callable[[Playthrough, int, str], None],
    names: tuple[str, str],
) -> None:
    """Play intents as they are, then with something done in between, and compare."""
    plain = played(source, intents)
    with blaming_drift_first(source, intents, plain):
        other = Playthrough(source.begin())
        for place, intent in enumerate(intents):
            where = said(place + 1, intent, other.simulation.world.turn)
            between(other, place, f"before {where}")
            other.perform(intent, where)
            refuse_divergence(plain, other, place, where, names)
        between(other, len(intents), "after the last intent")
        compare_ends(plain, other, names)


def _restored(source: Source, save: bytes, where: str) -> Restorable:
    try:
        return source.restore(save)
    except SaveError as error:
        raise AssertionError(f"{where}: what was saved cannot be loaded: {error}") from error


def _recorded(simulation: Simulation, intent: Any, where: str) -> Any:
    """Give an intent as its record has it, written and read."""
    try:
        name, version, data = simulation.encode(intent)
        line, _ = encode_record(Record(1, 0, name, version, None, data, ""), 0)
        record, _ = decode_record(line[:-1], 1, 0)
        return simulation.decode(record.type, record.v, bytes(record.data))
    except (JournalError, msgspec.MsgspecError) as error:
        raise AssertionError(f"{where}: it cannot be recorded: {error}") from error
