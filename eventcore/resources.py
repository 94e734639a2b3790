"""Servers with waiting lines: customers join, wait, are served and leave, or lose patience."""

from bisect import insort

import attrs

from eventcore.component import Component, component
from eventcore.dispatch.debug import warn
from eventcore.entity import Entity
from eventcore.errors import DispatchError, RegistrationError
from eventcore.event import Action, Notice, event, role
from eventcore.handler import handles
from eventcore.phase import APPLY, VALIDATE
from eventcore.time.agenda import Scheduled
from eventcore.time.scheduling import LIMIT, check_units
from eventcore.world import World

__all__ = ["Finish", "Join", "Renege", "Serve", "Server"]
START = APPLY.split("start")[0]  # after the APPLY handlers, which may draw service times


@event
class Join(Action):
    """The enactor joins a server's line. The event can fail with "full" or "already waiting"."""

    _all_needed_ = True
    _inputs_ = ("priority", "patience")
    server: Entity = role()
    priority: int = 0  # customers with a lower number are served first
    patience: int | None = None  # the number of time units after which a customer stops waiting


@event
class Renege(Action):
    """A waiting customer gives up and leaves the line. The event can fail with "not waiting"."""

    _all_needed_ = True
    server: Entity = role()


@event
class Serve(Action):
    """A server begins a service. If Serve fails ("not waiting", "busy"), the wait continues."""

    _inputs_ = ("duration",)
    customer: Entity = role()
    duration: int | None = None  # in units of time; if None, you must publish Finish
    waited: int = 0  # the customer's waiting time, which the server sets at VALIDATE


@event
class Finish(Notice):
    """A server finishes serving a customer. Publish this event early to cut the service short."""

    customer: Entity = role()


@attrs.define(eq=False)
class Request:
    """The request of a customer who is waiting or being served."""

    customer: Entity
    priority: int  # the priority of the Join event
    since: int  # the time when the customer joined the line, or when the service began
    end: Scheduled | None = None  # the scheduled Renege or Finish event, if any


@component
class Server(Component):
    """Serves up to ``capacity`` customers at a time. Further customers wait in line."""

    capacity: int = 1
    queue_capacity: int | None = None
    service_time: int | None = None  # the duration of a service if no Serve handler sets it
    line: list[Request] = attrs.field(factory=list)  # waiting customers, in order of service
    serving: list[Request] = attrs.field(factory=list)
    arrived: int = 0  # the number of customers who have joined
    reneged: int = 0
    started: int = 0  # the number of services that have begun
    served: int = 0  # the number of services that have ended
    time_waited: int = 0  # the total waiting time, in units, of customers whose service has begun
    time_reneged: int = 0  # the total waiting time of customers who have reneged
    time_served: int = 0  # the total duration of services that have ended

    def __attrs_post_init__(self) -> None:
        for name in ("capacity", "queue_capacity", "service_time"):
            if getattr(self, name) is not None or name == "capacity":
                check_units(f"Server.{name}", getattr(self, name), 0, RegistrationError)

    @property
    def mean_wait(self) -> float:
        """The mean waiting time, in units, of customers whose service has begun."""
        return self.time_waited / self.started if self.started else 0.0

    def mean_queue(self, now: int) -> float:
        """Return the mean number of waiting customers from time 0 to ``now``."""
        waiting = sum(now - request.since for request in self.line if request.customer.alive)
        return (self.time_waited + self.time_reneged + waiting) / max(now, 1)

    def mean_busy(self, now: int) -> float:
        """Return the mean number of customers in service from time 0 to ``now``."""
        return (self.time_served + sum(now - each.since for each in self.serving)) / max(now, 1)

    def call_next(self, world: World) -> None:
        """Serve waiting customers while capacity is free. Call this after raising ``capacity``."""
        check_units("Server.capacity", self.capacity, 0, DispatchError)  # may have been changed
        while self.line and len(self.serving) < self.capacity:
            request, started = self.line[0], self.started
            if not request.customer.alive:
                self.reneged += 1
                self.time_reneged += world.agenda.now - _remove(self.line, request.customer).since
                continue
            serve = world.publish(Serve(self.entity, request.customer))
            if self.started == started:
                return
            begun = serve.done and serve.duration is not None and request in self.serving
            if begun and (request.end is None or request.end.due - request.since != serve.duration):
                raise DispatchError("Serve.duration was set after the service began: use APPLY")

    @handles(Join, VALIDATE, role="server")
    def check_room(self, join: Join, world: World) -> None:
        if _find(self.line, join.enactor) is not None:
            join.fail("already waiting")
        elif self.queue_capacity is not None:
            check_units("Server.queue_capacity", self.queue_capacity, 0, DispatchError)
            is_full = sum(each.customer.alive for each in self.line) >= self.queue_capacity
            if is_full and len(self.serving) >= self.capacity:
                join.fail("full")

    @handles(Join, START, role="server")
    def line_up(self, join: Join, world: World) -> None:
        check_units("Join.priority", join.priority, 1 - LIMIT, DispatchError)
        check_units("Join.patience", join.patience or 0, 0, DispatchError)
        self.arrived += 1
        request = Request(join.enactor, join.priority, world.agenda.now)
        insort(self.line, request, key=lambda each: each.priority)
        self.call_next(world)
        if join.patience is not None and request in self.line:
            request.end = world.schedule(Renege(join.enactor, join.server), join.patience)

    @handles(Renege, VALIDATE, role="server")
    def check_waiting(self, renege: Renege, world: World) -> None:
        if _find(self.line, renege.enactor) is None:
            renege.fail("not waiting")

    @handles(Renege, START, role="server")
    def give_up(self, renege: Renege, world: World) -> None:
        self.reneged += 1
        self.time_reneged += world.agenda.now - _remove(self.line, renege.enactor).since
        self.call_next(world)  # a handler may have refused to serve only this customer

    @handles(Serve, VALIDATE)
    def check_line(self, serve: Serve, world: World) -> None:
        request = _find(self.line, serve.customer)
        if request is None:
            serve.fail("not waiting")
        elif len(self.serving) >= self.capacity or _find(self.serving, serve.customer):
            serve.fail("busy")
        else:
            serve.waited = world.agenda.now - request.since
            serve.duration = self.service_time if serve.duration is None else serve.duration

    @handles(Serve, START)
    def begin(self, serve: Serve, world: World) -> None:
        check_units("Serve.duration", serve.duration or 0, 0, DispatchError)
        request = _remove(self.line, serve.customer)
        self.started += 1
        self.time_waited += serve.waited
        request.since += serve.waited
        self.serving.append(request)
        finish = Finish(serve.enactor, request.customer)
        request.end = None if serve.duration is None else world.schedule(finish, serve.duration)

    @handles(Finish, START)
    def end(self, finish: Finish, world: World) -> None:
        request = _remove(self.serving, finish.customer, "is not in service; Renege ends a wait")
        self.time_served += world.agenda.now - request.since
        self.served += 1
        self.call_next(world)

    def _leaving_(self) -> None:  # debug mode calls this method before the server is despawned
        if left := sum(each.customer.alive for each in (*self.line, *self.serving)):
            warn(f"{self.entity} leaves the world with {left} customers: serve or move them first")


def _find(requests: list[Request], customer: Entity) -> Request | None:
    for request in requests:  # faster than next() with a generator
        if request.customer is customer:
            return request
    return None


def _remove(requests: list[Request], customer: Entity, why: str = "") -> Request:
    request = _find(requests, customer)
    if request is None:
        raise DispatchError(f"{customer!r} {why or 'is not waiting: use call_next() at REACT'}")
    requests.remove(request)
    if request.end is not None and request.end.pending:
        request.end.cancel()
    return request
