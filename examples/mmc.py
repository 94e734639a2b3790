"""An M/M/c queue (random arrivals, ``c`` servers, one line), compared with Erlang's formula.

Run it with ``python -m examples.mmc``; docs/resources.md explains it.
"""

from math import factorial

from eventcore import APPLY, REACT, Component, Notice, Simulation, World, component, event, handles
from eventcore.resources import Finish, Join, Serve, Server
from eventcore.time import Exponential

MINUTE = 1_000


@event
class Arrive(Notice):
    """A customer arrives. The enactor is the server."""


@component
class Customers(Component):
    service: int  # mean service time, in units

    @handles(Arrive, REACT)
    def arrive(self, arrive: Arrive, world: World) -> None:
        world.publish(Join(world.spawn(), arrive.enactor))

    @handles(Serve, APPLY)
    def draw_service_time(self, serve: Serve, world: World) -> None:
        serve.duration = world.stream("service").exponential(self.service)

    @handles(Finish, REACT)
    def leave(self, finish: Finish, world: World) -> None:
        world.despawn(finish.customer)


class MMc(Simulation):
    components = (Customers, Server)
    turn_length = MINUTE

    def setup(self, servers: int = 3, between: int = 1 * MINUTE, service: int = 2 * MINUTE) -> None:
        server = self.world.spawn(Customers(service), Server(capacity=servers))
        apart = Exponential(between, "arrivals")
        self.world.agenda.every(apart, Arrive(server), start=0)

    def measured(self) -> tuple[float, float, float]:
        """Return the mean wait, the mean number of waiting customers, and the utilisation."""
        (entity,) = self.world.having(Server)
        server, now = entity[Server], self.world.agenda.now
        return server.mean_wait, server.mean_queue(now), server.mean_busy(now) / server.capacity


def expected(servers: int, between: float, service: float) -> tuple[float, float, float]:
    """Return the wait, queue and utilisation that the Erlang C formula predicts (Erlang, 1917)."""
    load = service / between
    use = load / servers
    all_busy = load**servers / factorial(servers) / (1 - use)
    must_wait = all_busy / (sum(load**n / factorial(n) for n in range(servers)) + all_busy)
    wait = must_wait * service / (servers - load)
    return wait, wait / between, use


if __name__ == "__main__":
    queue = MMc(seed=1)
    queue.run(until=20_000 * MINUTE)
    formula = expected(3, 1 * MINUTE, 2 * MINUTE)
    for name, found, by_formula in zip(
        ("mean wait (units)", "mean queue", "utilisation"), queue.measured(), formula, strict=True
    ):
        print(f"{name}: {found:.3f}, by the formula {by_formula:.3f}")
