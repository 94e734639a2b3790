"""Debug mode warns about handlers that never run because their entity has a different role."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import (
    APPLY,
    MODIFY,
    REACT,
    VALIDATE,
    Action,
    Broadcast,
    Change,
    Component,
    Entity,
    Notice,
    Query,
    Simulation,
    World,
    component,
    event,
    handles,
    role,
)
from eventcore.errors import DispatchError
from eventcore.journal import Journal
from eventcore.resources import Finish, Join, Serve, Server
from eventcore.time import Timers

MANY = 50
FEW = 10  # enough missed events for a warning if swapping their entities has no effect


@event
class Attack(Action):
    target: Entity = role()


@event
class Hurt(Change):
    target: Entity = role()


@event
class Odds(Query):
    target: Entity = role()


@component
class Fists(Component):
    @handles(Attack, APPLY)
    def strike(self, attack: Attack, world: World) -> None:
        world.publish(Hurt(attack.enactor, attack.target))


@component
class Body(Component):
    @handles(Hurt, APPLY)
    def bleed(self, hurt: Hurt, world: World) -> None:
        pass


@component
class Armor(Component):
    @handles(Attack, MODIFY)  # role="target" is missing
    def absorb(self, attack: Attack, world: World) -> None:
        pass


@component
class Shield(Component):
    @handles(Attack, MODIFY, via="owner")  # role="target" is missing
    def block(self, attack: Attack, world: World) -> None:
        pass


@component
class Fog(Component):
    @handles(Odds, MODIFY)  # role="target" is missing
    def hide(self, odds: Odds, world: World) -> None:
        pass


@component
class Range(Component):
    @handles(Attack, VALIDATE, via="world")
    def refuse(self, attack: Attack, world: World) -> None:
        attack.fail("too far")


@event
class Fallen(Notice):
    killer: Entity = role()


@component
class Grief(Component):
    @handles(Fallen)  # correct, because the enactor is the entity that falls
    def drop(self, fallen: Fallen, world: World) -> None:
        pass


@component
class Bell(Component):
    @handles(Fallen)
    def toll(self, fallen: Fallen, world: World) -> None:
        pass


@event
class Call(Notice):
    desk: Entity = role()


@component
class Desk(Component):
    @handles(Call, APPLY)  # role="desk" is missing
    def answer(self, call: Call, world: World) -> None:
        pass


@component
class Room(Component):
    """A component of a server, with one handler that lacks a role."""

    @handles(Join, VALIDATE)  # role="server" is missing
    def check(self, join: Join, world: World) -> None:
        join.fail("closed")

    @handles(Finish)  # correct, because the server is the enactor
    def clean(self, finish: Finish, world: World) -> None:
        pass


@component
class Exit(Component):
    @handles(Finish, REACT)
    def discharge(self, finish: Finish, world: World) -> None:
        world.despawn(finish.customer)


@component
class Patient(Component):
    @handles(Finish)  # role="customer" is missing
    def go_home(self, finish: Finish, world: World) -> None:
        pass


@component
class Register(Component):
    @handles(Join, REACT)  # via="world" is missing
    def note(self, join: Join, world: World) -> None:
        pass

    @handles(Call)  # correct, because the root is the enactor
    def count(self, call: Call, world: World) -> None:
        pass


class Hospital(Simulation):
    components = (Server, Room, Exit, Desk, Patient, Fists, Body, Grief, Bell, Register)
    intents = (Call, Join)

    def setup(self, patients: int = 1) -> None:
        self.room, self.desk = (
            self.world.spawn(Server(service_time=1), Room()),
            self.world.spawn(Desk()),
        )
        self.patients = [self.world.spawn(Patient()) for _ in range(patients)]


CLASSES = (Range, Fists, Body, Armor, Shield, Fog, Grief, Timers, Server)


class Fight:
    def __init__(self, *worn: Component, **options: Any) -> None:
        self.world = World(components=CLASSES, **{"debug": True, **options})
        self.orc, self.player = self.world.spawn(Fists(), Body()), self.world.spawn(Body(), *worn)

    def attack(self, times: int = MANY, attacker: Entity | None = None) -> None:
        for _ in range(times):
            self.world.publish(Attack(attacker or self.orc, self.player))


@pytest.fixture
def caught() -> Iterator[list[warnings.WarningMessage]]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield caught


Caught = list[warnings.WarningMessage]


def test_handler_whose_entity_is_always_the_target_is_reported_once(
    caught: Caught, snapshot: SnapshotAssertion
) -> None:
    fight = Fight(Armor())
    fight.attack(FEW - 1)
    assert not caught
    fight.attack(2 * MANY)
    (warning,) = caught
    assert str(warning.message) == snapshot
    assert Path(warning.filename) == Path(__file__)
    line = Path(__file__).read_text(encoding="utf-8").splitlines()[warning.lineno - 1]
    assert line.strip().startswith("@handles(Attack, MODIFY)")


def test_handler_whose_entity_could_enact_the_event_is_reported_after_more_events(
    caught: Caught,
) -> None:
    fight = Fight(Armor(), Fists())
    fight.attack(MANY - 1)
    assert not caught
    fight.attack(1)
    assert {str(warning.message).split()[0] for warning in caught} == {"Armor.absorb"}


def test_handler_of_an_owned_entity_is_reported_like_a_handler_of_its_owner(
    caught: Caught, snapshot: SnapshotAssertion
) -> None:
    fight = Fight()
    fight.world.set_owner(fight.world.spawn(Shield()), fight.player)
    fight.attack()
    assert [str(warning.message) for warning in caught] == snapshot


def test_handler_of_a_query_is_reported_too(caught: Caught) -> None:
    fight = Fight(Fog())
    for _ in range(MANY):
        fight.world.ask(Odds(fight.orc, fight.player))
    assert ["Fog.hide" in str(warning.message) for warning in caught] == [True]


def test_entities_in_the_wrong_order_are_reported_at_the_first_unhandled_event(
    caught: Caught, snapshot: SnapshotAssertion
) -> None:
    world = World(components=CLASSES, debug=True)
    customer, server = world.spawn(), world.spawn(Server())
    assert world.publish(Join(server, customer)).reason == "unhandled"
    world.publish(Join(server, customer))
    (warning,) = caught
    assert str(warning.message) == snapshot
    assert Path(warning.filename) == Path(__file__)  # the warning names this file
    line = Path(__file__).read_text(encoding="utf-8").splitlines()[warning.lineno - 1]
    assert line.strip().startswith("assert world.publish(Join(server, customer))")


def test_rare_events_are_reported_when_the_simulation_ends(
    caught: Caught, snapshot: SnapshotAssertion
) -> None:
    with Hospital(debug=True) as hospital:
        assert hospital.perform(Join(hospital.patients[0], hospital.room)).done
        assert hospital.perform(Call, hospital.desk).done
        hospital.run()
        assert not caught
    assert [str(warning.message) for warning in caught] == snapshot
    assert {Path(warning.filename) for warning in caught} == {Path(__file__)}
    hospital.close()
    assert len(caught) == 3


def reported(caught: Caught) -> list[str]:
    return [str(warning.message).split()[0] for warning in caught]


def test_run_outside_a_with_block_reports_handlers_once(caught: Caught) -> None:
    hospital = Hospital(debug=True, mute=["Room.check"], patients=2)
    hospital.perform(Call, hospital.desk)
    for patient in hospital.patients:
        hospital.perform(Join(patient, hospital.room))
        hospital.run(hospital.world.agenda.now + 1)
    assert not caught  # later events may still run the handlers
    hospital.run()
    assert sorted(reported(caught)) == ["Desk.answer", "Patient.go_home"]
    hospital.run()
    hospital.close()
    assert len(caught) == 2


def test_action_whose_handler_lacks_the_role_is_reported_when_a_run_ends(caught: Caught) -> None:
    hospital = Hospital(debug=True, mute=["Patient.go_home"])
    hospital.perform(Join(hospital.patients[0], hospital.room))
    assert not caught
    hospital.run(1)  # stop while events are still scheduled
    assert not caught
    hospital.run()
    assert reported(caught) == ["Room.check"]


def test_notices_are_reported_only_at_the_end_because_they_need_no_effect(caught: Caught) -> None:
    with Hospital(debug=True, mute=["Room.check"], patients=2 * FEW) as hospital:
        for patient in hospital.patients:
            hospital.perform(Join(patient, hospital.room))
        hospital.run()
        assert not caught
    assert [str(warning.message).split()[0] for warning in caught] == ["Patient.go_home"]


def test_notice_is_reported_at_the_end_even_if_its_handlers_despawn_the_entity(
    caught: Caught,
) -> None:
    with Hospital(debug=True, mute=["Room.check"], patients=2) as hospital:
        hospital.world.attach(hospital.room, Exit())
        for patient in hospital.patients:
            hospital.perform(Join(patient, hospital.room))
        hospital.run()
        assert not any(patient.alive for patient in hospital.patients)
        assert not caught
    assert reported(caught) == ["Patient.go_home"]


def test_component_of_the_root_that_is_no_world_rule_is_reported(
    caught: Caught, snapshot: SnapshotAssertion
) -> None:
    with Hospital(debug=True) as hospital:
        hospital.world.attach(hospital.world.root, Register())
        hospital.perform(Join(hospital.patients[0], hospital.room))
        hospital.perform(Call, hospital.desk)
    assert [str(w.message) for w in caught if "Register" in str(w.message)] == snapshot


@event
class Unlock(Action):
    pass


@event
class Closed(Notice):
    pass


@component
class Rule(Component):
    runs: int = 0

    @handles(Unlock, APPLY)  # via="world" is missing
    def permit(self, unlock: Unlock, world: World) -> None:
        self.runs += 1

    @handles(Closed)  # via="world" is missing
    def count(self, closed: Closed, world: World) -> None:
        self.runs += 1


@component
class Lock(Component):
    @handles(Unlock, VALIDATE)
    def refuse(self, unlock: Unlock, world: World) -> None:
        unlock.fail("locked")


class Doors(Simulation):
    components = (Rule, Lock)
    intents = (Unlock, Closed)

    def setup(self) -> None:
        self.world.attach(self.world.root, Rule())
        self.door = self.world.spawn()


def test_component_of_the_root_is_reported_for_an_event_with_one_role(caught: Caught) -> None:
    with Doors(debug=True) as doors:
        doors.perform(Closed(doors.door))
        assert not caught
    with Doors(debug=True) as doors:
        doors.perform(Unlock(doors.door))
        assert reported(caught) == ["Rule.count", "Rule.permit"]
    assert all("Write via='world' in @handles" in str(warning.message) for warning in caught)


def test_component_of_the_root_is_not_reported_if_the_root_enacts_the_event(
    caught: Caught,
) -> None:
    with Doors(debug=True) as doors:
        doors.perform(Closed)
        doors.perform(Closed(doors.door))
        doors.perform(Unlock)
        doors.perform(Unlock(doors.door))
    with Doors(debug=True) as locked:
        locked.world.attach(locked.world.root, Lock())
        assert locked.perform(Unlock).reason == "locked"
    assert not caught


def test_none_for_a_role_raises_an_error_instead_of_reporting_a_handler(
    caught: Caught,
) -> None:
    world = World(components=CLASSES, debug=True)
    server = world.spawn(Server())
    with pytest.raises(DispatchError, match=r"^Join\.server is None: pass an entity"):
        world.publish(Join(server, None))  # type: ignore[arg-type]
    assert not caught


def record_call(path: Path, divisor: int) -> None:
    with Hospital.record(path, debug=True) as hospital:
        hospital.perform(Call, hospital.desk)
        assert 1 // divisor


@pytest.mark.parametrize(("divisor", "error"), [(1, RuntimeWarning), (0, ZeroDivisionError)])
def test_recording_ends_even_if_the_warning_or_the_block_raises_an_error(
    divisor: int, error: type[Exception], tmp_path: Path
) -> None:
    path = tmp_path / "day.jsonl"
    with pytest.raises(error):
        record_call(path, divisor)
    assert Journal.read(path).records[-1].type == "close"


def test_end_of_a_simulation_in_normal_mode_or_with_muted_handlers_reports_nothing(
    caught: Caught,
) -> None:
    for options in ({}, {"debug": True, "mute": ["Room.check", "Desk.answer", "Patient.go_home"]}):
        with Hospital(**options) as hospital:  # type: ignore[arg-type]
            hospital.perform(Join(hospital.patients[0], hospital.room))
            hospital.perform(Call, hospital.desk)
            hospital.run()
    assert not caught


def test_end_of_a_simulation_reports_no_handler_whose_entity_may_have_either_role(
    caught: Caught,
) -> None:
    with Hospital(debug=True) as hospital:
        world = hospital.world
        hero, orc = world.spawn(Fists(), Body(), Grief()), world.spawn(Fists())
        world.publish(Attack(orc, hero))
        world.publish(Fallen(world.spawn(), hero))
        world.publish(Fallen(world.spawn(Bell()), orc))  # the Bell handles this event
        world.despawn(hero)
    assert not caught


def test_handler_that_has_run_once_is_not_reported(caught: Caught) -> None:
    fight = Fight(Armor(), Fists())
    fight.world.publish(Attack(fight.player, fight.orc))
    fight.attack()
    assert not caught


def test_handler_for_the_target_is_not_reported_if_its_entity_is_the_enactor(
    caught: Caught,
) -> None:
    fight = Fight()
    stone = fight.world.spawn()
    fight.world.publish(Hurt(fight.orc, fight.player))
    for _ in range(MANY):  # a stone has no Body, so nothing handles this
        fight.world.publish(Hurt(fight.orc, stone))
    assert not caught


@pytest.mark.parametrize("options", [{"debug": False}, {"mute": ["Armor.absorb"]}], ids=str)
def test_normal_mode_and_muted_handlers_cause_no_warning(
    caught: Caught, options: dict[str, Any]
) -> None:
    Fight(Armor(), **options).attack()
    assert not caught


def test_refused_events_do_not_count(caught: Caught) -> None:
    fight = Fight(Armor())
    fight.world.attach(fight.world.root, Range())
    fight.attack()
    assert not caught


@event
class Open(Action):
    """The tests perform this class, so the simulation makes its actor the enactor."""


@event
class Arrive(Notice):
    """The tests perform this class, so the simulation makes its actor the enactor."""


@component
class Gate(Component):
    arrived: int = 0

    @handles(Arrive)
    def admit(self, arrive: Arrive, world: World) -> None:
        self.arrived += 1

    @handles(Open, APPLY)
    def open(self, opening: Open, world: World) -> None:
        self.arrived = 0


@component
class Bridge(Component):
    @handles(Open, APPLY, via="world")
    @handles(Arrive, via="world")
    def note(self, event: Open | Arrive, world: World) -> None:
        pass


class Castle(Simulation):
    components = (Gate, Bridge)
    intents = (Open, Arrive)

    def setup(self, gates: int = 1, bridge: bool = False) -> None:
        for _ in range(gates):
            self.world.spawn(Gate())
        if bridge:
            self.world.attach(self.world.root, Bridge())


class CastleOfGate(Castle):
    @property
    def actor(self) -> Entity:
        return next(iter(self.world.having(Gate)), self.world[2])


@pytest.mark.parametrize(
    ("intent", "handler"), [(Open, "Gate.open (APPLY 700)"), (Arrive, "Gate.admit (REACT 1000)")]
)
def test_intent_that_the_root_enacts_in_place_of_another_entity_is_reported_once(
    caught: Caught, intent: type[Open | Arrive], handler: str
) -> None:
    castle = Castle(debug=True)
    castle.perform(intent)
    castle.perform(intent)
    name = intent.__name__
    assert [str(warning.message) for warning in caught] == [
        f"{handler} has not run: no entity of {name} #1 has Gate. perform({name}) uses actor, by "
        f"default world.root; override actor, or pass the event, as in perform({name}(entity))"
    ]
    assert caught[0].filename == __file__


@pytest.mark.parametrize("intent", [Open, Arrive])
def test_intent_with_another_enactor_or_handler_or_without_a_gate_is_not_reported(
    caught: Caught, intent: type[Open | Arrive]
) -> None:
    Castle(debug=False).perform(intent)
    Castle(debug=True, bridge=True).perform(intent)
    Castle(debug=True, gates=0).perform(intent)
    Castle(debug=True, mute=["Gate.open", "Gate.admit"]).perform(intent)
    castle = Castle(debug=True)
    castle.perform(intent(castle.world.root))  # an enactor of the caller's choice
    CastleOfGate(debug=True).perform(intent)
    assert not caught


@component
class Ledger(Component):
    """A component of a server, whose handlers should not name a role."""

    @handles(Serve, APPLY, role="customer")
    @handles(Finish, REACT, role="customer")
    def count(self, event: Serve | Finish, world: World) -> None:
        pass


@component
class Plate(Component):
    @handles(Attack, MODIFY, role="target")  # correct
    def absorb(self, attack: Attack, world: World) -> None:
        pass


class Clinic(Simulation):
    components = (Server, Ledger, Fists, Body, Plate)

    def setup(self, served: int = 2 * MANY) -> None:
        server = self.world.spawn(Server(service_time=1), Ledger())
        for _ in range(served):
            self.world.publish(Join(self.world.spawn(), server))


def test_wrong_role_on_the_entity_of_the_enactor_is_reported_at_the_end(caught: Caught) -> None:
    with Clinic(debug=True) as clinic:
        clinic.run()
        assert not caught
    assert [str(warning.message).partition(" in @")[0] for warning in caught] == [
        f"Ledger.count ({phase}) has never run: it handles {kind} for the customer, but Ledger "
        f"belongs to the enactor of {kind} #{number}. Write role='enactor'"
        for phase, kind, number in (
            ("APPLY 700", "Serve", "2 ← Join #1"),
            ("REACT 1000", "Finish", "102"),
        )
    ]


def test_enactor_that_could_have_been_the_target_is_not_reported(caught: Caught) -> None:
    with Clinic(debug=True, served=0) as clinic:
        hero, orc = (clinic.world.spawn(Fists(), Body(), *worn) for worn in ([Plate()], []))
        for _ in range(2 * MANY):
            clinic.world.publish(Attack(hero, orc))
    assert not caught


@event
class Free(Change):
    pass


@component
class Cleaner(Component):
    @handles(Free, APPLY)
    def clean(self, free: Free, world: World) -> None:
        pass


@component
class Manager(Component):
    @handles(Open, APPLY, via="world")
    def permit(self, opening: Open, world: World) -> None:
        pass


class Ward(Simulation):
    components = (Cleaner, Manager)

    def setup(self) -> None:
        self.bed = self.world.spawn()
        self.world.agenda.every(10, Free(self.bed), count=3)
        self.world.schedule(Open(self.bed), 5)


def test_component_that_no_entity_has_is_reported_at_the_end(caught: Caught) -> None:
    with Ward(debug=True) as ward:
        ward.run()
        assert not caught
    assert [str(warning.message) for warning in caught] == [
        "Manager.permit (APPLY 700) has never run: no entity has ever had Manager, so Open #1 is "
        "unhandled. Attach Manager to world.root",
        "Cleaner.clean (APPLY 700) has never run: no entity has ever had Cleaner, so Free #2 is "
        "unhandled. Attach Cleaner to an entity, as in world.spawn(Cleaner(…))",
    ]


def test_component_that_some_entity_has_had_is_not_reported(caught: Caught) -> None:
    with Ward(debug=True) as ward:
        ward.world.attach(ward.world.root, Manager())
        ward.run()
        assert ward.world.publish(Free(ward.bed)).reason == "unhandled"
        ward.world.despawn(ward.world.spawn(Cleaner()))
    assert not caught


@component
class Watchman(Component):
    @handles(Free, APPLY)
    def see(self, free: Free, world: World) -> None:
        pass

    @handles(Free, REACT, via="world")
    def patrol(self, free: Free, world: World) -> None:
        pass


class Tower(Simulation):
    components = (Cleaner, Manager, Watchman)

    def setup(self) -> None:
        self.bed = self.world.spawn()


@pytest.mark.parametrize("on_root", [False, True])
def test_world_rule_of_a_component_that_only_other_entities_have_is_reported(
    caught: Caught, on_root: bool
) -> None:
    with Tower(debug=True) as tower:
        tower.world.attach(tower.bed, Watchman())
        if on_root:
            tower.world.attach(tower.world.root, Watchman())
        tower.world.publish(Free(tower.bed))
        assert not caught
    tower.close()  # no second warning
    assert [str(warning.message) for warning in caught] == [
        "Watchman.patrol (REACT 1000) has never run: via='world' handlers run only on world.root, "
        "which has no Watchman. Attach it to world.root, or remove via='world'"
    ] * (not on_root)
    muted = Tower(debug=True, mute=["Watchman.patrol"])
    muted.world.attach(muted.bed, Watchman())
    muted.close()
    assert len(caught) == (not on_root)


@event
class Ring(Notice):
    pass


@event
class Dawn(Broadcast):
    pass


@event
class Bill(Notice):
    desk: Entity = role()


@event
class Tidy(Action):
    pass


@event
class Clean(Tidy):
    pass


@event
class Sweep(Tidy):
    pass


@event
class Fix(Change):
    till: Entity = role()


@component
class Till(Component):
    @handles(Ring)
    def hear(self, ring: Ring, world: World) -> None:
        pass

    @handles(Dawn, REACT)
    def unlock(self, dawn: Dawn, world: World) -> None:
        pass

    @handles(Serve, APPLY)
    def charge(self, serve: Serve, world: World) -> None:
        pass

    @handles(Tidy, APPLY)
    def tidy(self, tidy: Tidy, world: World) -> None:
        pass

    @handles(Fix, APPLY, role="till")
    def mend(self, fix: Fix, world: World) -> None:
        pass

    @handles(Bill, APPLY)
    def pay(self, bill: Bill, world: World) -> None:
        pass


@component
class Lamp(Component):
    @handles(Closed, via="world")
    def go_out(self, closed: Closed, world: World) -> None:
        pass

    @handles(Finish, via="world")
    @handles(Bill, via="world")
    def blink(self, event: Finish | Bill, world: World) -> None:
        pass

    @handles(Fallen)
    def flicker(self, fallen: Fallen, world: World) -> None:
        pass


@component
class Purse(Component):
    @handles(Fallen)
    def spill(self, fallen: Fallen, world: World) -> None:
        pass


@component
class Hurry(Component):
    @handles(Join, MODIFY)
    @handles(Fix, REACT, role="enactor")
    def rush(self, event: Join | Fix, world: World) -> None:
        pass


class Shop(Simulation):
    components = (Server, Till, Lamp, Purse, Hurry)

    def setup(self, tills: int = 0) -> None:
        self.tills = [self.world.spawn(Till(), Server(service_time=1)) for _ in range(tills)]

    def publish(self, kind: Any, times: int, *entities: Entity) -> None:
        for _ in range(times):
            self.world.publish(kind(*(entities or [self.world.root])))


def messages(caught: Caught) -> list[str]:
    return [str(warning.message) for warning in caught]


@pytest.mark.parametrize("times", [4, 5])
def test_notices_that_no_entity_could_handle_are_reported_at_the_end(
    caught: Caught, times: int
) -> None:
    with Shop(debug=True) as shop:
        for kind in (Ring, Dawn, Closed):
            shop.publish(kind, times)
        assert not caught
    shop.close()  # warns no second time
    assert messages(caught) == [
        f"{handler} (REACT 1000) has never run: no entity has ever had {name}, so {number} is "
        f"unhandled. Attach {name} to {to}"
        for handler, name, number, to in (
            ("Till.hear", "Till", "Ring #5", "an entity, as in world.spawn(Till(…))"),
            ("Till.unlock", "Till", "Dawn #10", "an entity, as in world.spawn(Till(…))"),
            ("Lamp.go_out", "Lamp", "Closed #15", "world.root"),
        )
        if times == 5
    ]


@pytest.mark.parametrize(("on_root", "times"), [(True, 5), (False, MANY)])
def test_notices_for_the_wrong_entity_are_reported_at_the_end(
    caught: Caught, on_root: bool, times: int
) -> None:
    for too_few in (1, 0):
        with Shop(debug=True, tills=1) as shop:
            entity = shop.world.root if on_root else shop.world.spawn()
            shop.publish(Ring, times - too_few, entity)
            shop.publish(Dawn, times)
        assert bool(caught) is not bool(too_few)
    assert messages(caught) == [
        f"Till.hear (REACT 1000) has never run: none of the {times} Ring events had an entity with "
        "Till as the enactor. Check the enactor in Ring(…)"
    ]


@pytest.mark.parametrize(("tills", "until"), [(1, 10), (1, 20), (0, 20)])
def test_recurring_notice_for_the_wrong_entity_is_reported_after_two_events(
    caught: Caught, tills: int, until: int
) -> None:
    with Shop(debug=True, tills=tills) as shop:
        shop.world.agenda.every(10, Ring(shop.world.root))
        shop.run(until)
    why = "none of the 2 Ring events had an entity with Till as the enactor. Check the enactor in "
    never = "no entity has ever had Till, so Ring #2 is unhandled. Attach Till to an entity, as in "
    said = f"{why}Ring(…)" if tills else f"{never}world.spawn(Till(…))"
    assert messages(caught) == [f"Till.hear (REACT 1000) has never run: {said}"] * (until == 20)


def test_recurring_notice_that_may_have_no_handler_is_not_reported(caught: Caught) -> None:
    with Shop(debug=True, tills=1) as shop:
        shop.world.agenda.every(10, Ring(shop.world.root))
        shop.world.agenda.every(10, Ring(shop.tills[0]))
        shop.world.agenda.every(10, Dawn(shop.world.spawn()))  # it may still get a till
        shop.world.agenda.every(10, Fallen(shop.world.root, shop.world.root))
        shop.run(40)
    assert not caught


def test_notices_that_some_entity_handles_or_several_classes_could_handle_are_not_reported(
    caught: Caught,
) -> None:
    with Shop(debug=True, tills=1) as shop:
        shop.publish(Ring, MANY)
        shop.publish(Ring, 1, shop.tills[0])
        shop.publish(Fallen, MANY, shop.tills[0], shop.world.root)  # no Lamp and no Purse
    with Shop(debug=True, mute=["Till.hear", "Till.unlock"]) as quiet:
        for kind in (Ring, Dawn):
            quiet.publish(kind, MANY)
    assert not caught


@pytest.mark.parametrize("kind", [Join, Fix])
@pytest.mark.parametrize("times", [MANY - 1, MANY])
def test_action_that_is_unhandled_each_time_is_reported_at_the_end(
    caught: Caught, kind: type[Join | Fix], times: int
) -> None:
    with Shop(debug=True, tills=1) as shop:
        for _ in range(times):
            customer = shop.world.spawn(Hurry())  # its handlers cannot carry out the action
            assert shop.world.publish(kind(customer, shop.world.spawn())).reason == "unhandled"
        assert not caught
    shop.close()  # warns no second time
    handler, name = ("Server.line_up", "Server") if kind is Join else ("Till.mend", "Till")
    second, event = kind._roles_[1], kind.__name__
    assert [each.partition(") ")[2] for each in messages(caught)] == [
        f"has never run: none of the {MANY} {event} events had an entity with {name} as the "
        f"{second}. Check the {second} in {event}(…), or attach {name} to it"
    ] * (times == MANY)
    if caught:
        assert messages(caught)[0].startswith(handler)
        assert caught[0].filename.endswith("test_roles.py")


def test_action_that_some_entity_or_a_sibling_event_carries_out_is_not_reported(
    caught: Caught,
) -> None:
    with Shop(debug=True, tills=1) as shop:
        (till,), rock = shop.tills, shop.world.spawn()
        shop.publish(Fix, MANY, rock, rock)
        shop.publish(Fix, 1, rock, till)
        shop.publish(Clean, MANY, rock)
        shop.publish(Sweep, 1, till)
    assert not caught


def test_entity_without_a_component_of_the_library_is_reported_even_if_others_have_it(
    caught: Caught,
) -> None:
    with Shop(debug=True, tills=1) as shop:
        (till,), counter, late = shop.tills, shop.world.spawn(), shop.world.spawn()
        shop.world.publish(Join(shop.world.spawn(), till))
        for place in (counter, late):
            shop.publish(Join, MANY, shop.world.spawn(), place)
        shop.publish(Join, MANY - 1, shop.world.spawn(), shop.world.spawn())
        shop.world.attach(late, Server())
        assert not caught
    shop.close()  # warns no second time
    (message,) = messages(caught)
    assert message.startswith("Server.line_up (APPLY.start) did not run for 50 Join events: ")
    assert f"the server, {counter!r}, has no Server. Check the server in Join(…)" in message


@pytest.mark.parametrize("kind", [Finish, Bill])
def test_notice_with_swapped_entities_is_reported_even_if_its_handler_acts_in_other_events(
    caught: Caught, kind: type[Finish | Bill]
) -> None:
    with Shop(debug=True, tills=1) as shop:
        (till,), customer = shop.tills, shop.world.spawn()
        shop.world.attach(shop.world.root, Lamp())
        shop.world.publish(Join(customer, till))
        shop.publish(kind, 1, customer, till)
        assert not caught
    (message,) = messages(caught)
    second = kind._roles_[1]
    assert f"belongs to the {second} of {kind.__name__} #3" in message
    assert f"heck the order of the entities (enactor, {second}) in {kind.__name__}(…)" in message


@pytest.mark.parametrize("file", ["<stdin>", "<string>"])
def test_handler_without_a_file_is_told_to_name_its_role(caught: Caught, file: str) -> None:
    source = Path(__file__).read_text(encoding="utf-8").partition("@component\nclass Armor")[2]
    source = "@component\nclass Armor" + source.partition("\n\n\n")[0]
    names = {**globals(), "__name__": "__main__"}
    exec(compile(source.replace("Armor", "Mail"), file, "exec"), names)
    world = World(components=[*CLASSES, names["Mail"]], debug=True)
    orc, player = world.spawn(Fists(), Body()), world.spawn(Body(), names["Mail"]())
    for _ in range(FEW):
        world.publish(Attack(orc, player))
    (warning,) = caught
    assert "Write role='target' in @handles, or check the order" in str(warning.message)
    assert warning.filename == file
