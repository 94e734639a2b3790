"""Who wrote a field: a handler, another component's, an observer, or none of these."""

from collections.abc import Callable
from pathlib import Path

import pytest

from eventcore import World
from eventcore.blame.own_writes import Count, OwnWrites, own_writes
from eventcore.blame.stretch import Stretch
from eventcore.blame.writes import Place, WriteWatch, writes_to
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
    watches: list[WriteWatch] = []
    after_a_blow(lambda world: watches.append(WriteWatch(world, [HP, SWINGS])))
    assert [str(write) for write in watches[0].take()] == [
        "turn 0: 20 → 15 by Flesh.bleed in Hurt #2",
        "turn 0: 15 → 16 by Flesh.groan in Hurt #2",
        "turn 0: 16 → 6 by Flesh.shiver in Groan #3",
        "turn 0: 6 → 8 by Flesh.groan in Hurt #2",
        "turn 0: 0 → 1 by Arm.tire in Blow #1",
    ]


def test_a_handler_that_writes_in_another_component_is_the_writer() -> None:
    watches: list[WriteWatch] = []
    after_a_blow(lambda world: watches.append(WriteWatch(world, [DEEP])))
    assert [str(write) for write in watches[0].take()] == [
        "turn 0: 0 → 1 by Flesh.bleed in Hurt #2"
    ]


def test_where_there_are_many_the_last_of_each_writer_is_told_and_how_many_there_were() -> None:
    watches: list[WriteWatch] = []
    after_a_blow(lambda world: watches.append(WriteWatch(world, [SWINGS])), blows=8)
    assert [str(write) for write in watches[0].take()] == [
        "turn 0: 7 → 8 by Arm.tire in Blow #22 (8 times in all)"
    ]


def test_an_observer_that_writes_is_named() -> None:
    def dress(hurt: Hurt) -> None:
        hurt.target[Flesh].hp += 30

    class Nurse:
        def look(self, hurt: Hurt) -> None:
            """Change nothing."""

    watches: list[WriteWatch] = []

    def watch(world: World) -> None:
        world.observe(Hurt, Nurse().look)
        world.observe(Hurt, dress)
        watches.append(WriteWatch(world, [HP]))

    after_a_blow(watch)
    who = f"the observer {dress.__qualname__}"
    assert str(watches[0].take()[-1]) == f"turn 0: 8 → 38 by {who} in Hurt #2"


def test_what_drives_the_simulation_is_no_handler() -> None:
    watches: list[WriteWatch] = []
    world = after_a_blow(lambda world: watches.append(WriteWatch(world, [HP])))
    world[3][Flesh].hp = 1
    assert str(watches[0].take()[-1]) == "turn 0: 8 → 1 by no handler"


def test_a_handler_that_might_have_written_and_did_not_is_told() -> None:
    watches: list[WriteWatch] = []
    scars = Place(3, "Flesh", "scars")
    after_a_blow(lambda world: watches.append(WriteWatch(world, [scars])))
    assert [(write.by, write.event, write.left) for write in watches[0].take()] == [
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
    writes = writes_to([TOTAL], stretch)
    assert [(write.turn, write.by) for write in writes] == [(1, "Tally.add"), (2, "Tally.add")]
    watch = own_writes(["Tally"], stretch)
    assert watch.wrote == {"Tally": {"Tally.add": Count(2, 2)}}


def test_own_writes_count_who_wrote_and_who_only_ran() -> None:
    watches: list[OwnWrites] = []
    after_a_blow(lambda world: watches.append(OwnWrites(world)), blows=2)
    assert {kind: [*by] for kind, by in watches[0].wrote.items()} == {
        "Flesh": ["Flesh.bleed", "Flesh.shiver", "Flesh.groan"],
        "Arm": ["Arm.tire"],
        "Shield": ["Shield.be_dented"],
        "Judge": ["Judge.count"],
    }
    assert str(watches[0].wrote["Arm"]["Arm.tire"]) == "2 times, last on turn 0"
    assert str(Count(1, 7)) == "once, last on turn 7"


def test_own_writes_of_some_classes_tell_observers_too() -> None:
    def dress(hurt: Hurt) -> None:
        hurt.target[Flesh].hp += 30

    watches: list[OwnWrites] = []

    def watch(world: World) -> None:
        world.observe(Hurt, dress)
        watches.append(OwnWrites(world, ["Flesh", "Wounds"]))

    after_a_blow(watch)
    assert [*watches[0].wrote["Flesh"]][-1] == f"the observer {dress.__qualname__}"
    assert "Arm" not in watches[0].wrote
    assert "Wounds" not in watches[0].wrote  # which another component's handler wrote


@pytest.mark.parametrize(
    ("place", "handler"),
    [(HP, "Flesh.groan"), (Place(2, "Arm", "weight"), "Arm.tire"), (DEEP, None)],
)
def test_who_wrote_last_or_else_ran_last_is_asked(place: Place, handler: str | None) -> None:
    watches: list[OwnWrites] = []
    after_a_blow(lambda world: watches.append(OwnWrites(world)))
    writer = watches[0].writer(place)
    assert (None if writer is None else writer.label) == handler
