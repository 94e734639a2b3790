"""Servers serve customers in order, count them, and survive saving and cloning."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import attrs
import pytest

from eventcore import (
    AIM,
    APPLY,
    MODIFY,
    REACT,
    VALIDATE,
    Component,
    Entity,
    Event,
    World,
    component,
    handles,
    load_world,
    save_world,
)
from eventcore.errors import DispatchError, RegistrationError, StateError
from eventcore.resources import Finish, Join, Renege, Serve, Server
from eventcore.state.digest import state_digest
from eventcore.time import run
from tests.eventcore.worlds.clones import clone_world


class Triage(IntEnum):
    URGENT = 1


@component
class Closed(Component):
    """Makes the server refuse all customers."""

    @handles(Serve, VALIDATE)
    def refuse(self, serve: Serve, world: World) -> None:
        serve.fail("closed")


@component
class OnlyOthers(Component):
    """Makes the server refuse one customer."""

    refused: int

    @handles(Serve, VALIDATE)
    def refuse(self, serve: Serve, world: World) -> None:
        if serve.customer.id == self.refused:
            serve.fail("refused")


@component
class LastComeFirstServed(Component):
    @handles(Serve, AIM)
    def choose(self, serve: Serve, world: World) -> None:
        last = serve.enactor[Server].line[-1].customer
        if last is not serve.customer:
            serve.replace(Serve(serve.enactor, last))


@component
class Member(Component):
    """A customer who is served before others, and takes twice as long."""

    @handles(Join, MODIFY)
    def go_ahead(self, join: Join, world: World) -> None:
        join.priority -= 1

    @handles(Serve, MODIFY + 50, role="customer")
    def take_longer(self, serve: Serve, world: World) -> None:
        assert serve.duration is not None
        serve.duration *= 2


@component
class Haggler(Component):
    @handles(Join, MODIFY)
    def push(self, join: Join, world: World) -> None:
        join.priority -= 0.5  # type: ignore[assignment]  # a mistake


@component
class Dawdler(Component):
    @handles(Serve, MODIFY, role="customer")
    def take_a_while(self, serve: Serve, world: World) -> None:
        serve.duration = 2.5  # type: ignore[assignment]  # a mistake


COMPONENTS = (Server, Closed, LastComeFirstServed, Member, Haggler, Dawdler)


@attrs.define
class Shop:
    """A server with customers, and a log of its services and of customers who left unserved."""

    world: World
    server: Entity
    customers: list[Entity]
    log: list[tuple[int, str, int]] = attrs.field(factory=list)

    def __attrs_post_init__(self) -> None:
        for kind in (Serve, Finish, Renege):
            self.world.observe(kind, self.note)

    def note(self, event: Event) -> None:
        match event:
            case Finish(customer=customer):
                self.add(event, customer)
            case Serve(customer=customer) if event.done:
                self.add(event, customer)
            case Renege(enactor=customer) if event.done:
                self.add(event, customer)

    def add(self, event: Event, customer: Entity) -> None:
        number = self.customers.index(customer)
        self.log.append((self.world.agenda.now, type(event).__name__, number))

    def join(self, number: int, priority: int = 0, patience: int | None = None) -> Join:
        join = Join(self.customers[number], self.server, priority, patience)
        return self.world.publish(join)

    @property
    def served(self) -> list[int]:
        return [number for _, name, number in self.log if name == "Serve"]

    @property
    def counts(self) -> Server:
        return self.server[Server]


def shop(server: Server, *rules: Component, customers: int = 4, debug: bool = True) -> Shop:
    world = World(components=COMPONENTS, debug=debug)
    entity = world.spawn(server, *rules)
    return Shop(world, entity, [world.spawn() for _ in range(customers)])


@pytest.mark.parametrize("debug", [False, True])
def test_customers_are_served_by_priority_then_in_order_of_arrival(debug: bool) -> None:
    desk = shop(Server(service_time=10), customers=5, debug=debug)
    for number, priority in enumerate((5, 3, 1, 3, 2)):
        assert desk.join(number, priority).done
    run(desk.world)
    assert [(time, number) for time, name, number in desk.log if name == "Serve"] == [
        (0, 0),
        (10, 2),
        (20, 4),
        (30, 1),
        (40, 3),
    ]


def test_capacity_limits_the_customers_in_service() -> None:
    desk = shop(Server(capacity=2, service_time=10))
    for number in range(4):
        desk.join(number)
    assert [request.customer for request in desk.counts.serving] == desk.customers[:2]
    assert [request.customer for request in desk.counts.line] == desk.customers[2:]
    run(desk.world)
    assert (desk.world.agenda.now, desk.served) == (20, [0, 1, 2, 3])


def test_customer_who_joins_again_is_served_again_after_the_first_service() -> None:
    desk = shop(Server(capacity=2, service_time=10))
    assert desk.join(0).done
    run(desk.world, until=1)
    assert desk.join(0).done
    assert len(desk.counts.serving) == len(desk.counts.line) == 1
    run(desk.world)
    assert (desk.world.agenda.now, desk.counts.served, desk.counts.serving) == (20, 2, [])


def test_waiting_customer_who_joins_again_is_refused() -> None:
    desk = shop(Server(service_time=10))
    assert [desk.join(number).reason for number in (0, 1, 1)] == [None, None, "already waiting"]
    assert (len(desk.counts.line), desk.counts.arrived) == (1, 2)


def test_customer_despawned_in_service_keeps_the_server_busy_until_the_service_ends() -> None:
    desk = shop(Server(service_time=10))
    desk.join(0)
    desk.join(1)
    desk.world.despawn(desk.customers[0])
    run(desk.world)
    assert (desk.world.agenda.now, desk.counts.served) == (20, 2)


def test_customer_balks_if_the_line_is_full() -> None:
    desk = shop(Server(queue_capacity=1, service_time=10))
    assert [desk.join(number).reason for number in range(3)] == [None, None, "full"]
    assert desk.counts.arrived == 2


@pytest.mark.parametrize("debug", [False, True])
@pytest.mark.parametrize(
    ("priority", "patience", "field"),
    [(1.5, None, "priority"), (True, None, "priority"), (0, 2.5, "patience"), (0, -1, "patience")],
)
def test_join_with_a_number_that_is_not_whole_is_refused(
    priority: Any, patience: Any, field: str, debug: bool
) -> None:
    desk = shop(Server(service_time=10), debug=debug)
    with pytest.raises(DispatchError, match=rf"^Join\.{field}="):
        desk.join(0, priority, patience)
    assert desk.counts.arrived == 0


def test_debug_mode_names_the_handler_that_sets_a_fraction_as_a_duration() -> None:
    desk = shop(Server(), debug=True)
    desk.world.attach(desk.customers[0], Dawdler())
    with pytest.raises(StateError, match=r"^Serve\.duration, changed by Dawdler\.take_a_while"):
        desk.join(0)


def test_service_that_begins_while_its_customer_reneges_is_refused() -> None:
    @component
    class Manager(Component):
        @handles(Renege, APPLY, role="server")
        def help_out(self, renege: Renege, world: World) -> None:
            self.entity[Server].capacity += 1
            self.entity[Server].call_next(world)

    world = World(components=[*COMPONENTS, Manager])
    desk = world.spawn(Server(service_time=100), Manager())
    for _ in range(3):
        world.publish(Join(world.spawn(), desk, patience=20))
    with pytest.raises(DispatchError, match=r"use call_next\(\) at REACT\n"):
        run(world)


def test_fraction_as_a_duration_or_as_a_changed_priority_is_refused() -> None:
    desk = shop(Server(), debug=False)
    desk.world.attach(desk.customers[0], Dawdler())
    with pytest.raises(DispatchError, match=r"^Serve\.duration=2\.5: pass a whole"):
        desk.join(0)
    desk = shop(Server(), debug=False)
    desk.world.attach(desk.customers[0], Haggler())
    with pytest.raises(DispatchError, match=r"^Join\.priority=-0\.5: pass a whole"):
        desk.join(0)


@pytest.mark.parametrize("field", ["capacity", "queue_capacity", "service_time"])
@pytest.mark.parametrize("value", [1.5, -1, True, "2"])
def test_server_with_a_size_that_is_not_a_whole_number_is_refused(field: str, value: Any) -> None:
    with pytest.raises(RegistrationError, match=rf"^Server\.{field}={value!r}: pass a whole"):
        Server(**{field: value})


def test_capacity_must_not_be_none() -> None:
    with pytest.raises(RegistrationError, match=r"^Server\.capacity=None:"):
        Server(capacity=None)  # type: ignore[arg-type]


@pytest.mark.parametrize("service_time", [None, 5])
@pytest.mark.parametrize("duration", [0, 10])
@pytest.mark.parametrize("debug", [False, True])
def test_duration_that_is_set_after_the_service_began_is_refused(
    service_time: int | None, duration: int, debug: bool
) -> None:
    @component
    class Late(Component):
        @handles(Serve, REACT)
        def draw(self, serve: Serve, world: World) -> None:
            serve.duration = duration

    world = World(components=[*COMPONENTS, Late], debug=debug)
    handler = r"Late\.draw \(REACT 1000\) set Serve\.duration too late: use APPLY"
    message = handler if debug else r"Serve\.duration was set after the service began: use APPLY"
    with pytest.raises(DispatchError, match=f"^{message}"):
        world.publish(Join(world.spawn(), world.spawn(Server(service_time=service_time), Late())))


def test_entity_without_a_server_handles_no_join() -> None:
    desk = shop(Server(), debug=False)  # debug mode would warn about this
    assert desk.world.publish(Join(desk.server, desk.customers[0])).reason == "unhandled"


def test_server_without_waiting_room_still_serves_a_customer() -> None:
    desk = shop(Server(queue_capacity=0, service_time=10))
    assert [desk.join(number).reason for number in range(2)] == [None, "full"]


def test_customer_reneges_when_patience_ends_and_not_once_served() -> None:
    desk = shop(Server(service_time=10))
    desk.join(0, patience=1)
    desk.join(1, patience=3)
    desk.join(2, patience=11)
    run(desk.world)
    assert desk.log == [
        (0, "Serve", 0),
        (3, "Renege", 1),
        (10, "Finish", 0),
        (10, "Serve", 2),
        (20, "Finish", 2),
    ]


def test_rejoining_customer_does_not_keep_earlier_patience() -> None:
    desk = shop(Server(service_time=10))
    desk.join(0)
    desk.join(1, patience=15)
    run(desk.world, until=10)
    desk.world.publish(Finish(desk.server, desk.customers[1]))
    desk.join(0)
    desk.join(1)
    run(desk.world)
    assert desk.served == [0, 1, 0, 1]
    assert desk.counts.reneged == 0


def test_customer_in_service_cannot_renege() -> None:
    desk = shop(Server(service_time=10))
    desk.join(0)
    assert desk.world.publish(Renege(desk.customers[0], desk.server)).reason == "not waiting"
    assert desk.world.publish(Renege(desk.customers[1], desk.server)).reason == "not waiting"


def test_service_without_a_duration_lasts_until_finish_is_published() -> None:
    desk = shop(Server())
    desk.join(0)
    desk.join(1)
    run(desk.world)
    assert desk.served == [0]
    desk.world.publish(Finish(desk.server, desk.customers[0]))
    assert desk.served == [0, 1]


def test_early_finish_cuts_the_service_short() -> None:
    desk = shop(Server(service_time=10))
    desk.join(0)
    desk.join(1)
    run(desk.world, until=4)
    desk.world.publish(Finish(desk.server, desk.customers[0]))
    run(desk.world)
    assert desk.log == [
        (0, "Serve", 0),
        (4, "Finish", 0),
        (4, "Serve", 1),
        (14, "Finish", 1),
    ]
    assert (desk.counts.served, desk.counts.time_served) == (2, 14)


def test_finish_of_a_customer_who_is_not_served_is_an_error() -> None:
    desk = shop(Server(service_time=10))
    with pytest.raises(DispatchError):
        desk.world.publish(Finish(desk.server, desk.customers[0]))


def test_only_waiting_customers_are_served_and_only_while_there_is_capacity() -> None:
    desk = shop(Server(service_time=10))
    assert desk.world.publish(Serve(desk.server, desk.customers[0])).reason == "not waiting"
    desk.join(0)
    desk.join(1)
    assert desk.world.publish(Serve(desk.server, desk.customers[1])).reason == "busy"


def test_rule_chooses_the_next_customer() -> None:
    desk = shop(Server(service_time=10), LastComeFirstServed())
    for number in range(4):
        desk.join(number)
    run(desk.world)
    assert desk.served == [0, 3, 2, 1]


def test_rule_of_a_customer_changes_priority_and_duration() -> None:
    desk = shop(Server(service_time=10))
    for number in range(2):
        desk.join(number)
    desk.world.attach(desk.customers[3], Member())
    desk.join(3)
    run(desk.world)
    assert [(time, number) for time, name, number in desk.log if name == "Finish"] == [
        (10, 0),
        (30, 3),
        (40, 1),
    ]


def test_waiting_customer_moves_forward_when_the_line_is_sorted() -> None:
    desk = shop(Server(service_time=10), debug=False)
    for number in range(4):
        desk.join(number)
    desk.counts.line[2].priority = -1
    desk.counts.line.sort(key=lambda request: request.priority)
    run(desk.world)
    assert desk.served == [0, 3, 1, 2]


def test_customer_is_served_when_the_refused_customer_ahead_leaves() -> None:
    world = World(components=[Server, OnlyOthers])
    desk, first, second = world.spawn(Server(service_time=5)), world.spawn(), world.spawn()
    world.attach(desk, OnlyOthers(first.id))
    world.publish(Join(first, desk, patience=10))
    world.publish(Join(second, desk))
    run(world, until=10)
    server = desk[Server]
    assert [request.customer for request in server.serving] == [second]
    assert (server.line, server.reneged) == ([], 1)


def test_call_next_resumes_service_after_a_refusal() -> None:
    desk = shop(Server(service_time=10), Closed())
    for number in range(2):
        assert desk.join(number).done
    run(desk.world, until=5)
    assert (desk.served, len(desk.counts.line)) == ([], 2)
    desk.world.detach(desk.server, Closed)
    desk.counts.call_next(desk.world)
    run(desk.world)
    assert desk.served == [0, 1]
    assert desk.counts.time_waited == 5 + 15


def test_server_skips_a_customer_that_was_despawned() -> None:
    desk = shop(Server(service_time=10))
    for number in range(3):
        desk.join(number)
    desk.world.despawn(desk.customers[1])
    run(desk.world)
    assert desk.served == [0, 2]
    assert desk.counts.reneged == 1


def test_despawned_customer_takes_no_space_in_the_queue() -> None:
    desk = shop(Server(queue_capacity=1, service_time=10))
    desk.join(0)
    desk.join(1)
    desk.world.despawn(desk.customers[1])
    assert desk.counts.mean_queue(now=100) == 0
    assert [desk.join(number).reason for number in (2, 3)] == [None, "full"]


def test_finish_of_a_customer_who_is_not_in_service_is_refused() -> None:
    desk = shop(Server(service_time=10))
    for number in range(2):
        desk.join(number)
    waiting = desk.customers[1]
    with pytest.raises(DispatchError, match="is not in service; Renege ends a wait"):
        desk.world.publish(Finish(desk.server, waiting))
    assert [each.customer for each in desk.counts.line] == [waiting]


def test_server_goes_on_when_a_customer_in_service_leaves_the_world() -> None:
    desk = shop(Server(service_time=10))
    for number in range(2):
        desk.join(number)
    desk.world.despawn(desk.customers[0])
    run(desk.world)
    assert (desk.served, desk.counts.served) == ([0, 1], 2)


def test_service_without_a_duration_has_no_scheduled_end_even_after_a_wait_with_patience() -> None:
    desk = shop(Server())
    desk.join(0, patience=50)
    desk.join(1, patience=50)
    (first,) = desk.counts.serving
    (second,) = desk.counts.line
    assert first.end is None
    assert second.end is not None
    desk.world.publish(Finish(desk.server, first.customer))
    assert desk.counts.serving == [second]
    assert second.end is None


def test_server_reports_its_counts_and_means() -> None:
    desk = shop(Server(service_time=10))
    desk.join(0)
    run(desk.world, until=4)
    desk.join(1)
    desk.join(2, patience=2)
    run(desk.world, until=16)
    counts = desk.counts
    assert (counts.arrived, counts.started, counts.served, counts.reneged) == (3, 2, 1, 1)
    assert (counts.time_waited, counts.time_reneged, counts.time_served) == (6, 2, 10)
    assert counts.mean_wait == 3
    assert counts.mean_queue(16) == 8 / 16
    assert counts.mean_busy(16) == 1
    run(desk.world, until=40)
    assert counts.mean_busy(40) == 20 / 40
    fresh = Server()
    assert (fresh.mean_wait, fresh.mean_queue(0), fresh.mean_busy(0)) == (0, 0, 0)


@pytest.mark.parametrize("how", ["save", "clone"])
def test_waiting_line_and_services_survive_saving_and_cloning(how: str) -> None:
    desk = shop(Server(service_time=10))
    for number in range(4):
        desk.join(number, patience=15 + number)
    run(desk.world, until=5)
    if how == "save":
        other = load_world(save_world(desk.world), components=COMPONENTS)
    else:
        other = clone_world(desk.world)
    for world in (desk.world, other):
        run(world)
    assert state_digest(other) == state_digest(desk.world)
    assert desk.counts.reneged == 2


def test_server_with_despawned_customers_can_be_saved() -> None:
    desk = shop(Server(service_time=10))
    for number in range(3):
        desk.join(number)
    for number in range(2):
        desk.world.despawn(desk.customers[number])
    other = load_world(save_world(desk.world), components=COMPONENTS)
    run(other)
    (server,) = other.having(Server)
    assert (server[Server].served, server[Server].reneged) == (2, 1)


@pytest.mark.parametrize("field", ["capacity", "queue_capacity"])
@pytest.mark.parametrize("value", [2.5, -1, "2"])
def test_capacity_that_is_assigned_later_must_be_a_whole_number(field: str, value: Any) -> None:
    world = World(components=[Server])
    desk = world.spawn(Server())
    setattr(desk[Server], field, value)
    with pytest.raises(DispatchError, match=rf"^Server\.{field}={value!r}: pass a whole"):
        world.publish(Join(world.spawn(), desk))


@pytest.mark.parametrize("field", ["priority", "patience"])
def test_priority_or_patience_that_is_set_after_the_customer_joined_is_refused(field: str) -> None:
    @component
    class Late(Component):
        @handles(Join, REACT, role="server")
        def change(self, join: Join, world: World) -> None:
            setattr(join, field, 5)

    world = World(components=[*COMPONENTS, Late], debug=True)
    desk = world.spawn(Server(service_time=10), Late())
    with pytest.raises(DispatchError, match=rf"^Late\.change \(REACT 1000\) set Join\.{field} too"):
        world.publish(Join(world.spawn(), desk))


def test_priority_set_at_apply_counts_and_handlers_at_react_may_reorder_the_line() -> None:
    @component
    class Triage(Component):
        @handles(Join, APPLY, role="server")
        def rank(self, join: Join, world: World) -> None:
            join.priority, join.patience = 3, 15

        @handles(Join, REACT, role="server")
        def move(self, join: Join, world: World) -> None:
            line = self.entity[Server].line
            for request in line:
                request.priority = -request.since
            line.sort(key=lambda request: request.priority)

    world = World(components=[*COMPONENTS, Triage], debug=True)
    desk = world.spawn(Server(service_time=10), Triage())
    for time in range(1, 4):
        world.publish(Join(world.spawn(), desk))
        run(world, until=time)
    run(world)
    assert (desk[Server].served, desk[Server].reneged) == (2, 1)


def test_swapped_priority_and_patience_are_named_in_order() -> None:
    desk = shop(Server(service_time=10))
    order = r"the order is Join\(customer, server, priority, patience\)"
    with pytest.raises(DispatchError, match=rf"^Join\.priority=None: pass a whole number; {order}"):
        desk.join(0, None, 5)  # type: ignore[arg-type]  # a mistake
    with pytest.raises(DispatchError, match="pass a whole number; write 1"):
        desk.join(0, Triage.URGENT)


def test_despawned_server_fails_joins_with_gone_and_debug_mode_warns_of_its_customers() -> None:
    desk = shop(Server(service_time=10))
    for number in range(3):
        desk.join(number, patience=5)
    desk.world.despawn(desk.customers[2])
    with pytest.warns(
        RuntimeWarning, match=r"^Entity\(2\) leaves the world with 2 customers"
    ) as seen:
        desk.world.despawn(desk.server)
    assert seen[0].filename == __file__
    assert [desk.join(number).reason for number in (0, 3)] == ["gone", "gone"]
    assert desk.world.publish(Renege(desk.customers[1], desk.server)).reason == "gone"


def test_idle_server_is_despawned_without_a_warning() -> None:
    desk = shop(Server(service_time=10))
    desk.join(0)
    run(desk.world)
    desk.world.despawn(desk.server)
    assert not desk.server.alive
