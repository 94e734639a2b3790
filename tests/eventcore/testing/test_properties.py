"""Each check accepts a simulation without faults, and reports the fault of a faulty simulation."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from eventcore import (
    APPLY,
    Action,
    Component,
    Entity,
    World,
    component,
    event,
    handles,
    role,
    simulation,
)
from eventcore.replay import Source
from eventcore.testing import check_simulation, intents
from eventcore.testing.fakes import RunFor, intent_for
from eventcore.testing.invariants import (
    Run,
    check_clones,
    check_events,
    check_replay,
    check_replays,
    check_saves,
)
from examples.clinic import Arrive, Clinic, Leave, Ward
from tests.eventcore.worlds import faults
from tests.eventcore.worlds.tally import (
    SOURCE,
    Add,
    Count,
    Left,
    Tally,
    TallySimulation,
    source,
    source_of,
)

Check = Callable[[Source, list[Any]], object]

CHECKS: list[Check] = [check_events, check_replays, check_saves, check_clones]
INTENTS = intents(Add, by=st.integers(-5, 12) | st.integers(14, 90)) | intents(Left)
SOME = [Add(3), Add(1), Add(4)]


def failure(check: Check, source: Source, performed: list[Any]) -> str:
    """Return the failure of a faulty simulation, without numbers that change between runs."""
    with pytest.raises(AssertionError) as caught:
        check(source, performed)
    # Replace long numbers first, because a number with 16 digits looks like a digest.
    said = re.sub(r"\b\d{9,}\b", "N", str(caught.value))
    return re.sub(r"\['(?:[0-9a-f]{16}|N)'.*?\]|\b[0-9a-f]{16}\b", "…", said)


@pytest.mark.parametrize("check", CHECKS)
@settings(max_examples=15, deadline=None)
@given(performed=st.lists(INTENTS, max_size=10))
def test_healthy_simulation_passes(check: Check, performed: list[Any]) -> None:
    check(SOURCE, performed)


@pytest.mark.parametrize("fighter", [faults.Addressed, faults.Gambler, faults.Silent])
@pytest.mark.parametrize("check", [check_replays, check_saves, check_clones])
def test_nondeterminism_is_reported_before_other_faults(
    check: Check, fighter: Any, snapshot: SnapshotAssertion
) -> None:
    found = failure(check, source_of(fighter), SOME)
    assert found == snapshot(name=fighter.__name__)  # whatever was checked


@pytest.mark.parametrize(
    ("check", "act"),
    [
        (check_replays, faults.hoard),
        (check_clones, faults.hoard),
        (check_saves, faults.wear_out),
        (check_replays, faults.waste),
        (check_replays, faults.wail),
    ],
    ids=["event", "clone", "error", "draw", "count"],
)
def test_state_outside_the_world_makes_two_plays_differ(
    check: Check, act: Any, snapshot: SnapshotAssertion
) -> None:
    performed = SOME[:1] if act is faults.wail else SOME[:2] if act is faults.waste else SOME
    assert failure(check, source_of(faults.recalling(act)), performed) == snapshot


@event
class Treat(Action):
    patient: Entity = role()
    minutes: int = 0


@component
class Minutes(Component):
    needed: int


@component
class Drawing(Ward):
    """A ward in which Python's own generator decides how long a treatment takes."""

    @handles(Arrive, APPLY)
    def admit(self, arrive: Arrive, world: World) -> None:
        patient = world.spawn(Minutes(random.randrange(10**9)))
        world.publish(Treat(arrive.enactor, patient))

    @handles(Treat, APPLY)
    def treat(self, treat: Treat, world: World) -> None:
        treat.minutes = treat.patient[Minutes].needed


class DrawingClinic(Clinic):
    components = (Minutes, Drawing)  # type: ignore[assignment]  # other classes

    def setup(self, beds: int = 3) -> None:
        self.world.attach(self.world.root, Drawing(beds))


def test_handler_that_draws_for_a_new_entity_is_named_not_one_that_reads_the_value() -> None:
    found = failure(check_replays, Source(DrawingClinic, DrawingClinic.restore), DAY[:1])
    assert re.search(r": Minutes\.needed of entity 2 .*, by Drawing\.admit;", found)


def test_cache_outside_the_world_that_only_the_first_run_fills_is_found() -> None:
    known = set[int]()

    @component
    class Caching(Tally):
        @handles(Count, APPLY)
        def add(self, count: Count, world: World) -> None:
            self.total += count.by not in known
            known.add(count.by)

    def check(source: Source, performed: list[Any]) -> None:
        check_simulation(source, performed)

    found = failure(check, source_of(Caching), SOME)
    assert found.startswith("two runs of the same intents already differ: after the last intent")
    assert "Caching.total 3 in the first run, 0 in the second run" in found
    check(source_of(Caching), SOME)  # nothing is left to cache, so all runs are the same


@pytest.mark.parametrize("wrong", ["value", "name"])
def test_intent_that_is_recorded_wrong_does_not_replay(
    monkeypatch: pytest.MonkeyPatch, wrong: str, snapshot: SnapshotAssertion
) -> None:
    def encode(simulation: TallySimulation, intent: Add) -> tuple[str, int, Any]:
        return ("Add", 1, Add(intent.by + 1)) if wrong == "value" else ("Sit", 1, {})

    monkeypatch.setattr(TallySimulation, "encode", encode)
    assert failure(check_replays, SOURCE, SOME) == snapshot


@pytest.mark.parametrize(
    ("tally", "performed"),
    [(faults.Brittle, [Add(1), Add(7), Add(1)]), (faults.Hushing, SOME), (faults.Mute, SOME)],
)
def test_event_check_finds_errors_open_events_and_refusals_without_a_reason(
    tally: Any, performed: list[Any], snapshot: SnapshotAssertion
) -> None:
    assert failure(check_events, source_of(tally), performed) == snapshot


def test_check_finds_an_event_still_open_after_the_intent() -> None:
    class Catching(TallySimulation):
        components = (*TallySimulation.components[:1], faults.Brittle)

        def perform(self, intent: Any) -> Any:
            try:
                return super().perform(intent)
            except ZeroDivisionError:
                return None

    check_events(source(Catching), SOME)
    assert "Count #2" in failure(check_events, source(Catching), [Add(1), Add(7)])


def test_dead_actor_that_acts_is_found(snapshot: SnapshotAssertion) -> None:
    def check(source: Source, performed: list[Any]) -> None:
        check_events(source, performed, alive=lambda who: who.alive and who[Tally].total < 90)

    check(SOURCE, [Add(5), Add(90)])
    check_events(SOURCE, [Add(1), Left(), Add(2)])
    assert failure(check, SOURCE, [Add(90), Add(3)]) == snapshot


@pytest.mark.parametrize(
    ("faulty", "number"),
    [
        (source_of(faults.Forgetful), 3),
        (source(faults.Losing), 3),
        (source(faults.Losing), 1),
        (source(faults.Undigested), 3),
        (source(faults.Refusing), 3),
        (source(faults.Meddling), 3),
        (source(faults.Obscure), 3),
    ],
    ids=["Forgetful", "Losing", "after the last", "Undigested", "Refusing", "Meddling", "Obscure"],
)
def test_check_saves_finds_state_that_saving_loses_or_changes(
    faulty: Source, number: int, snapshot: SnapshotAssertion
) -> None:
    assert failure(check_saves, faulty, SOME[:number]) == snapshot


def test_fields_that_are_not_saved_are_named_if_a_loaded_simulation_differs() -> None:
    with pytest.raises(AssertionError) as caught:
        check_saves(source_of(faults.Forgetful), SOME)
    (note,) = caught.value.__notes__
    assert "private fields (Forgetful._streak)" in note


def test_clone_that_shares_a_list_with_the_original_is_found(snapshot: SnapshotAssertion) -> None:
    assert failure(check_clones, faults.sharing(), SOME) == snapshot


def test_state_is_compared_after_the_last_intent() -> None:
    run, names = Run(TallySimulation()), ("in one run", "in the other")
    run.play(SOME)
    check_replay(SOURCE, SOME, run, names)
    run.simulation.world.advance()
    with pytest.raises(AssertionError):
        check_replay(SOURCE, SOME, run, names)


# Simulations whose intents are events


CLINIC = Source(Clinic, Clinic.restore)
DESK = Clinic().world.root
DAY: list[Any] = [
    Arrive(DESK, "Ann"),
    Arrive(DESK, "Bob"),
    Leave(DESK, "Ann"),
    simulation.Run(300),
    Arrive(DESK, "Cy"),
]


@pytest.mark.parametrize("check", CHECKS)
@settings(max_examples=10, deadline=None)
@given(performed=st.lists(intents(Arrive, Leave, patient=st.sampled_from("ABC")), max_size=8))
def test_intents_that_are_actions_are_made_again_for_each_world(
    check: Check, performed: list[Any]
) -> None:
    check(CLINIC, DAY)
    check(CLINIC, performed)
    check(CLINIC, [Arrive(Entity(DESK.id), "Ann")])  # messages print intents like this
    assert [intent.outcome.value for intent in DAY[:3]] == ["continue"] * 3


class Losing(Clinic):
    def restored(self) -> None:
        self.world.root[Ward].patients.clear()


def test_fault_in_a_simulation_of_actions_is_found(snapshot: SnapshotAssertion) -> None:
    assert failure(check_saves, Source(Losing, Losing.restore), DAY) == snapshot


class Counting(Clinic):
    """A clinic that writes Bob twice if it has already met Ann; a save omits whom it has met."""

    met_ann = False

    def act(self, intent: Any) -> Any:
        if intent.patient == "Bob" and self.met_ann:
            self.world.root[Ward].patients.append("Bob")
        self.met_ann |= intent.patient == "Ann"
        return super().act(intent)


def test_lost_attribute_that_changes_no_event_is_reported_after_the_last_intent() -> None:
    arrivals = [Arrive(DESK, name) for name in ("Ann", "Bob", "Cy")]
    lost = r"^after the last intent: .*Ward.patients length 4 without saving, length 3 with saving"

    def begin() -> Counting:
        return Counting(beds=9)

    with pytest.raises(AssertionError, match=lost):
        check_simulation(begin, arrivals)
    check_simulation(begin, arrivals[:1])  # shorter lists show that Bob's arrival is the first


def test_intent_uses_a_present_entity_in_place_of_a_departed_entity() -> None:
    clinic = Clinic()
    world = clinic.world
    arrive = intent_for(clinic, Arrive(World(components=[]).root, "Ann"))
    assert arrive.enactor is world.root
    guest = world.spawn()
    assert intent_for(clinic, Leave(guest, "Ann")).enactor is guest
    leave = Leave(guest, "Ann")
    world.despawn(guest)
    assert intent_for(clinic, leave).enactor in (world.root, *world)


def test_run_for_counts_from_the_present_time() -> None:
    clinics: list[Clinic] = []

    def begin() -> Clinic:
        clinics.append(Clinic())
        return clinics[-1]

    check_events(Source(begin, Clinic.restore), [RunFor(30), RunFor(20), RunFor(None)])
    assert clinics[0].world.agenda.now == 50


def test_check_simulation_accepts_a_list_of_absolute_run_times() -> None:
    check_simulation(CLINIC, [simulation.Run(time) for time in (30, 50, 90)])


@pytest.mark.parametrize("check", [*CHECKS, check_simulation])
def test_run_that_lets_no_time_pass_is_refused(check: Check) -> None:
    repeated = [simulation.Run(500), simulation.Run(500)]
    with pytest.raises(
        AssertionError, match=r"^intent 2, .* has no effect: the time is already 500; "
    ):
        check(CLINIC, repeated)
    earlier = [simulation.Run(500), simulation.Run(300)]
    with pytest.raises(
        AssertionError, match="until=300 lies in the past: the time is 500; pass a time"
    ):
        check(CLINIC, earlier)


def test_check_accepts_a_class_and_a_function_that_creates_the_simulation() -> None:
    class Forgetful(Clinic):
        def restored(self) -> None:
            self.world.root[Ward].patients.clear()

    desk = Clinic().world.root
    arrivals = [Arrive(desk, "Ann"), Arrive(desk, "Bob"), Leave(desk, "Ann")]
    check_simulation(Clinic, arrivals)
    with pytest.raises(AssertionError, match="length 1 when saved, length 0 after loading"):
        check_simulation(Forgetful, arrivals)
    check_simulation(lambda: Forgetful(beds=0), arrivals)  # without beds, no patient is lost


def test_failure_lists_the_intents() -> None:
    with pytest.raises(AssertionError) as caught:
        check_simulation(source_of(faults.Brittle), [Add(1), Add(7)])
    assert "intents = [Add(by=1), Add(by=7)]" in caught.value.__notes__


def test_instance_in_place_of_the_class_is_refused() -> None:
    with pytest.raises(TypeError, match=r"^check_simulation\(.*, …\): pass the class, not an inst"):
        check_simulation(object(), [])  # type: ignore[arg-type]  # not a simulation
