"""Who wrote a field: its own handler, another component's, an observer, or none of these."""

from collections.abc import Callable
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import APPLY, REACT, Component, World, component, handles
from eventcore.blame.own_writes import Count, OwnWrites, own_writes, watch_own
from eventcore.blame.reach import reaches
from eventcore.blame.schedules import Schedules, Scheduling
from eventcore.blame.stretch import Stretch
from eventcore.blame.writes import Place, Write, told, watch_places, writes_to
from eventcore.testing import MakeWorld
from eventcore.trace.watch import WriteWatch
from tests.eventcore.worlds import duel, tally
from tests.eventcore.worlds.bodies import Dawn, Legs, Walk, component_of, does
from tests.eventcore.worlds.duel import Blow, Flesh, Hurt

HP, DEEP, SCARS, SWINGS = (
    Place(3, "Flesh", "hp"),
    Place(3, "Wounds", "deep"),
    Place(3, "Flesh", "scars"),
    Place(2, "Arm", "swings"),
)
Watching = Callable[[World], WriteWatch[Place]]


def dress(hurt: Hurt) -> None:
    hurt.target[Flesh].hp += 30


def watched(watching: Watching, blows: int = 1, observed: bool = False) -> WriteWatch[Place]:
    world = World(components=duel.CLASSES)
    striker, struck = duel.fighters(world)
    if observed:
        world.observe(Hurt, lambda hurt: None)
        world.observe(Hurt, dress)
    watch = watching(world).__enter__()
    for _ in range(blows):
        world.publish(Blow(striker, struck))
    return watch


def of(*places: Place, blows: int = 1, observed: bool = False) -> list[Write]:
    return told(watched(lambda world: watch_places(world, places), blows, observed).writes)


def values(writes: list[Write]) -> list[tuple[str, str, str, str]]:
    return [(one.before, one.after, one.by, one.event) for one in writes]


def test_each_writer_of_a_field_is_told_with_event_and_values(snapshot: SnapshotAssertion) -> None:
    writes = of(HP, SWINGS)
    assert values(writes) == [
        ("20", "15", "Flesh.bleed", "Hurt #2"),
        ("15", "16", "Flesh.groan", "Hurt #2"),
        ("16", "6", "Flesh.shiver", "Groan #3"),
        ("6", "8", "Flesh.groan", "Hurt #2"),
        ("0", "1", "Arm.tire", "Blow #1"),
    ]
    assert str(writes[0]) == snapshot


def test_of_many_writes_the_first_and_the_last_are_told() -> None:
    (write,) = of(SWINGS, blows=8)
    assert values([write, write.latest]) == [
        ("0", "1", "Arm.tire", "Blow #1"),
        ("7", "8", "Arm.tire", "Blow #22"),
    ]
    assert write.times == 8


def test_range_of_a_number_written_often_is_told(snapshot: SnapshotAssertion) -> None:
    writes = watched(lambda world: watch_places(world, [HP, SWINGS, SCARS]), blows=8).writes
    found = reaches(writes, 8)
    assert [*found] == [HP]
    assert str(found[HP]) == snapshot
    assert [*reaches(writes, 7)] == [HP, SWINGS]  # and not the list


def test_observer_that_writes_is_told_as_one(snapshot: SnapshotAssertion) -> None:
    write = of(HP, observed=True)[-1]
    assert (write.observed, write.by) == (True, dress.__qualname__)
    assert str(write) == snapshot
    own = OwnWrites(watched(lambda world: watch_own(world, ["Flesh"]), observed=True).writes)
    assert [*own.wrote("Flesh")][-1].endswith(dress.__qualname__)


def test_handler_that_might_have_written_and_did_not_is_told() -> None:
    assert [(write.by, write.event, write.left) for write in of(SCARS)] == [
        ("Flesh.bleed", "Hurt #2", False),
        ("Flesh.shiver", "Groan #3", True),
        ("Flesh.groan", "Hurt #2", True),
    ]


def test_handler_that_wrote_once_is_not_told_as_having_left_it_alone() -> None:
    @component
    class Fickle(Component):
        number: int = 0

        @handles(Dawn, APPLY)
        def write(self, dawn: Dawn, world: World) -> None:
            self.number += dawn.sequence == 1

    world = World(components=[Fickle])
    who = world.spawn(Fickle())
    with watch_places(world, [Place(who.id, "Fickle", "number")]) as watch:
        for _ in range(2):
            world.publish(Dawn(who))
    assert [(one.by, one.event, one.left) for one in told(watch.writes)] == [
        ("Fickle.write", "Dawn #1", False)
    ]


def test_stretch_of_a_journal_is_watched_from_begin_to_end(tmp_path: Path) -> None:
    journal = tally.record(tmp_path / "tally.jsonl", [3, 1, 4, 1])
    stretch = Stretch(journal, tally.SOURCE, 0, 1, 3)
    writes = writes_to([Place(2, "Tally", "total")], stretch).found
    assert [(write.turn, write.by) for write in writes] == [(1, "Tally.add"), (2, "Tally.add")]
    assert own_writes(["Tally"], stretch).wrote("Tally") == {"Tally.add": Count(2, 2)}


def test_own_writes_are_counted_by_handler() -> None:
    own = OwnWrites(watched(watch_own, blows=2).writes)
    assert {kind: [*own.wrote(kind)] for kind in ("Flesh", "Arm", "Shield", "Judge")} == {
        "Flesh": ["Flesh.bleed", "Flesh.groan", "Flesh.shiver"],
        "Arm": ["Arm.tire"],
        "Shield": ["Shield.be_dented"],
        "Judge": ["Judge.count"],
    }
    assert own.wrote("Wounds") == {}  # another component's handler wrote it
    assert own.wrote("Arm")["Arm.tire"] == Count(2, 0)


@pytest.mark.parametrize(
    ("place", "handler"),
    [(HP, "Flesh.groan"), (Place(2, "Arm", "weight"), "Arm.tire"), (DEEP, None)],
)
def test_last_writer_of_a_field_is_asked_or_else_the_last_to_run(
    place: Place, handler: str | None
) -> None:
    writer = OwnWrites(watched(watch_own).writes).writer(place)
    assert (None if writer is None else writer.label) == handler


def test_scheduled_event_is_noted_with_its_handler_for_frozen_entities_too(
    make_world: MakeWorld,
) -> None:
    Eager = component_of(
        "Eager", plan=does(lambda dawn, world: world.schedule(Walk(dawn.enactor), 5), Dawn, REACT)
    )
    world = make_world(Eager, Legs)
    frozen, other = world.spawn(Eager()), world.spawn(Eager())
    world.advance()
    world.agenda.freeze(frozen)
    noted = Schedules(world)
    for who in (frozen, other):
        world.publish(Dawn(who))
    assert noted.found == [
        Scheduling(1, "Walk", 105, "Eager.plan", 1, "Dawn #1"),
        Scheduling(2, "Walk", 105, "Eager.plan", 1, "Dawn #2"),
    ]
