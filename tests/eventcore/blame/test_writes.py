"""Who wrote a field: a handler, another component's, an observer, or none of these."""

from collections.abc import Callable
from pathlib import Path

import pytest

from eventcore import World
from eventcore.blame.own_writes import Count, OwnWrites, own_writes, watch_own
from eventcore.blame.reach import reaches
from eventcore.blame.stretch import Stretch
from eventcore.blame.writes import Place, told, watch_places, writes_to
from eventcore.trace.watch import FieldWrite, WriteWatch
from tests.eventcore.worlds import duel, tally
from tests.eventcore.worlds.duel import Blow, Flesh, Hurt

HP, DEEP, SWINGS = (
    Place(3, "Flesh", "hp"),
    Place(3, "Wounds", "deep"),
    Place(2, "Arm", "swings"),
)
TOTAL = Place(2, "Tally", "total")


def after_a_blow(watching: Callable[[World], object], blows: int = 1) -> World:
    """Watch over a duel of so many blows."""
    world = World(components=duel.CLASSES)
    striker, struck = duel.fighters(world)
    watching(world)
    for _ in range(blows):
        world.publish(Blow(striker, struck))
    return world


def test_each_writer_of_a_field_is_told_with_event_and_values() -> None:
    watches: list[WriteWatch[Place]] = []
    after_a_blow(lambda world: watches.append(watch_places(world, [HP, SWINGS]).__enter__()))
    assert [str(write) for write in told(watches[0].writes)] == [
        "turn 0: 20 → 15 by Flesh.bleed in Hurt #2",
        "turn 0: 15 → 16 by Flesh.groan in Hurt #2",
        "turn 0: 16 → 6 by Flesh.shiver in Groan #3",
        "turn 0: 6 → 8 by Flesh.groan in Hurt #2",
        "turn 0: 0 → 1 by Arm.tire in Blow #1",
    ]


def test_a_handler_that_writes_in_another_component_is_the_writer() -> None:
    watches: list[WriteWatch[Place]] = []
    after_a_blow(lambda world: watches.append(watch_places(world, [DEEP]).__enter__()))
    assert [str(write) for write in told(watches[0].writes)] == [
        "turn 0: 0 → 1 by Flesh.bleed in Hurt #2"
    ]


def test_where_there_are_many_the_first_of_each_step_is_told_and_how_many_there_were() -> None:
    watches: list[WriteWatch[Place]] = []
    after_a_blow(lambda world: watches.append(watch_places(world, [SWINGS]).__enter__()), blows=8)
    (write,) = told(watches[0].writes)
    assert str(write) == "turn 0: 0 → 1 by Arm.tire in Blow #1 (first of 8)"
    assert str(write.latest) == "turn 0: 7 → 8 by Arm.tire in Blow #22"


def test_of_a_number_that_was_written_often_the_lowest_and_the_highest_are_told() -> None:
    watches: list[WriteWatch[Place]] = []
    places = [HP, SWINGS, Place(3, "Flesh", "scars")]
    after_a_blow(lambda world: watches.append(watch_places(world, places).__enter__()), blows=8)
    found = reaches(watches[0].writes, 8)
    assert {place: str(reach) for place, reach in found.items()} == {
        HP: "of 32 values written: lowest -78, first on turn 0; highest 16, first on turn 0"
    }
    assert [*reaches(watches[0].writes, 7)] == [HP, SWINGS]  # and not the list


def test_of_what_came_after_the_last_of_many_is_known_in_order() -> None:
    field = Place(1, "Tank", "water")
    steps = [1, 1, 1, 1, 5, 1, 1, 1]
    writes, water = list[FieldWrite[Place]](), 0
    for turn, step in enumerate(steps):
        writes.append(FieldWrite(field, str(water), str(water + step), turn, None))
        water += step
    assert [str(write) for write in told(writes)] == [
        "turn 4: 4 → 9 by no handler",
        "turn 0: 0 → 1 by no handler (first of 7, last on turn 7)",
    ]
    assert str(reaches(writes, 7)[field]) == (
        "of 8 values written: lowest 1, first on turn 0; highest 12, first on turn 7"
    )


def test_an_observer_that_writes_is_named() -> None:
    def dress(hurt: Hurt) -> None:
        hurt.target[Flesh].hp += 30

    class Nurse:
        def look(self, hurt: Hurt) -> None:
            """Change nothing."""

    watches: list[WriteWatch[Place]] = []

    def watch(world: World) -> None:
        world.observe(Hurt, Nurse().look)
        world.observe(Hurt, dress)
        watches.append(watch_places(world, [HP]).__enter__())

    after_a_blow(watch)
    who = f"the observer {dress.__qualname__}"
    assert str(told(watches[0].writes)[-1]) == f"turn 0: 8 → 38 by {who} in Hurt #2"


def test_what_drives_the_simulation_is_no_handler() -> None:
    watches: list[WriteWatch[Place]] = []
    world = after_a_blow(lambda world: watches.append(watch_places(world, [HP]).__enter__()))
    world[3][Flesh].hp = 1
    watches[0].look()
    assert str(told(watches[0].writes)[-1]) == "turn 0: 8 → 1 by no handler"


def test_who_has_looked_is_told_of_nothing_after() -> None:
    world = World(components=duel.CLASSES)
    striker, struck = duel.fighters(world)

    def dress(hurt: Hurt) -> None:
        hurt.target[Flesh].hp += 30

    world.observe(Hurt, dress)
    with watch_places(world, [HP]) as watch:
        world.publish(Blow(striker, struck))
    before = [*watch.writes]
    assert before[-1].observer == dress.__qualname__
    world.publish(Blow(striker, struck))
    assert watch.writes == before


def test_a_handler_that_might_have_written_and_did_not_is_told() -> None:
    watches: list[WriteWatch[Place]] = []
    scars = Place(3, "Flesh", "scars")
    after_a_blow(lambda world: watches.append(watch_places(world, [scars]).__enter__()))
    assert [(write.by, write.event, write.left) for write in told(watches[0].writes)] == [
        ("Flesh.bleed", "Hurt #2", False),
        ("Flesh.shiver", "Groan #3", True),
        ("Flesh.groan", "Hurt #2", True),
    ]


def test_a_path_of_a_state_is_a_place_where_it_is_in_a_component() -> None:
    assert Place.at("entities[3].Flesh.scars[4]") == Place(3, "Flesh", "scars")
    assert Place.at("agenda.now") is None


def test_a_stretch_of_a_journal_is_looked_at_from_its_begin_to_its_end(tmp_path: Path) -> None:
    journal = tally.record(tmp_path / "tally.jsonl", [3, 1, 4, 1])
    stretch = Stretch(journal, tally.SOURCE, 0, 1, 3)
    writes = writes_to([TOTAL], stretch).found
    assert [(write.turn, write.by) for write in writes] == [(1, "Tally.add"), (2, "Tally.add")]
    assert own_writes(["Tally"], stretch).wrote("Tally") == {"Tally.add": Count(2, 2)}


def test_own_writes_count_who_wrote_and_who_only_ran() -> None:
    watches: list[WriteWatch[Place]] = []
    after_a_blow(lambda world: watches.append(watch_own(world).__enter__()), blows=2)
    own = OwnWrites(watches[0].writes)
    assert {kind: [*own.wrote(kind)] for kind in ("Flesh", "Arm", "Shield", "Judge")} == {
        "Flesh": ["Flesh.bleed", "Flesh.groan", "Flesh.shiver"],
        "Arm": ["Arm.tire"],
        "Shield": ["Shield.be_dented"],
        "Judge": ["Judge.count"],
    }
    assert str(own.wrote("Arm")["Arm.tire"]) == "2 times, last on turn 0"
    assert str(Count(1, 7)) == "once, last on turn 7"


def test_own_writes_of_some_classes_tell_observers_too() -> None:
    def dress(hurt: Hurt) -> None:
        hurt.target[Flesh].hp += 30

    watches: list[WriteWatch[Place]] = []

    def watch(world: World) -> None:
        world.observe(Hurt, dress)
        watches.append(watch_own(world, ["Flesh", "Wounds"]).__enter__())

    after_a_blow(watch)
    own = OwnWrites(watches[0].writes)
    assert [*own.wrote("Flesh")][-1] == f"the observer {dress.__qualname__}"
    assert own.wrote("Arm") == {}
    assert own.wrote("Wounds") == {}  # which another component's handler wrote


@pytest.mark.parametrize(
    ("place", "handler"),
    [(HP, "Flesh.groan"), (Place(2, "Arm", "weight"), "Arm.tire"), (DEEP, None)],
)
def test_who_wrote_last_or_else_ran_last_is_asked(place: Place, handler: str | None) -> None:
    watches: list[WriteWatch[Place]] = []
    after_a_blow(lambda world: watches.append(watch_own(world).__enter__()))
    writer = OwnWrites(watches[0].writes).writer(place)
    assert (None if writer is None else writer.label) == handler
