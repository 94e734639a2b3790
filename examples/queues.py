"""Queues and servers, for the simulations beside it: who joins waits, is served, and is finished.

A server is any entity with a ``Server``; a customer is any entity at all. The server says when
somebody's turn has come, with ``Serve``; how long that takes is the model's, which schedules a
``Finish``.
"""

import attrs

from eventcore import (
    APPLY,
    REACT,
    VALIDATE,
    Action,
    Component,
    Entity,
    Notice,
    World,
    component,
    event,
    handles,
    role,
)


@event
class Join(Action):
    """Stand in line, behind all who do."""

    server: Entity = role()


@event
class Quit(Action):
    """Wait no longer. Fails with ``"not waiting"``, as for who is being served."""

    server: Entity = role()


@event
class Serve(Notice):
    """Somebody's turn has come; enacted by the server."""

    customer: Entity = role()


@event
class Finish(Notice):
    """A service is over; enacted by the server, scheduled by whoever knows how long it takes."""

    customer: Entity = role()


@component
class Server(Component):
    """Serves those who wait in line, so many at a time."""

    places: int = 1
    busy: int = 0
    line: list[Entity] = attrs.field(factory=list)

    @handles(Join, APPLY, role="server")
    def line_up(self, join: Join, world: World) -> None:
        self.line.append(join.enactor)

    @handles(Join, REACT, role="server")
    def welcome(self, join: Join, world: World) -> None:
        self._call(join.server, world)

    @handles(Quit, VALIDATE, role="server")
    def know_who_waits(self, quit: Quit, world: World) -> None:
        if quit.enactor not in self.line:
            quit.fail("not waiting")

    @handles(Quit, APPLY, role="server")
    def let_go(self, quit: Quit, world: World) -> None:
        self.line.remove(quit.enactor)

    @handles(Finish, APPLY)
    def make_room(self, finish: Finish, world: World) -> None:
        self.busy -= 1

    @handles(Finish, REACT)
    def call_the_next(self, finish: Finish, world: World) -> None:
        self._call(finish.enactor, world)

    def _call(self, server: Entity, world: World) -> None:
        while self.line and self.busy < self.places:
            self.busy += 1
            world.publish(Serve(server, self.line.pop(0)))
