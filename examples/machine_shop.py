"""A machine shop with one repairman, after SimPy's example of that name.

Machines make parts and break down now and then; what a machine was at, it goes on with when it is
repaired. Whenever no machine is broken, the repairman goes on with other jobs. So time stands
still for a machine that is broken, and for the workbench while a machine is.

Run it with ``python -m examples.machine_shop``; docs/agenda.md takes it apart.
"""

from eventcore import (
    REACT,
    Component,
    Entity,
    Notice,
    Simulation,
    World,
    component,
    event,
    handles,
)
from eventcore.resources import Finish, Join, Serve, Server

MINUTE = 1_000
WEEK = 7 * 24 * 60 * MINUTE


@event
class Complete(Notice):
    """A part, or a job at the workbench, is done; enacted by the machine or the workbench."""


@event
class Break(Notice):
    """A machine breaks down; enacted by it."""


def time_of_a_part(world: World) -> int:
    return max(0, world.stream("parts").normal(10 * MINUTE, 2 * MINUTE))


@component
class Machine(Component):
    repairman: Entity
    parts: int = 0

    @handles(Complete, REACT)
    def go_on(self, complete: Complete, world: World) -> None:
        self.parts += 1
        world.schedule(Complete(complete.enactor), time_of_a_part(world))

    @handles(Break, REACT)
    def call_for_help(self, broken: Break, world: World) -> None:
        world.agenda.freeze(broken.enactor)
        self.await_a_break(broken.enactor, world)
        world.publish(Join(broken.enactor, self.repairman))

    def await_a_break(self, me: Entity, world: World) -> None:
        world.schedule(Break(me), world.stream("breaks").exponential(300 * MINUTE))

    @handles(Finish, REACT, role="customer")
    def run_again(self, finish: Finish, world: World) -> None:
        world.agenda.thaw(finish.customer)


@component
class Workbench(Component):
    """What the repairman works at when no machine is broken, half an hour a job."""

    jobs: int = 0

    @handles(Complete, REACT)
    def count(self, complete: Complete, world: World) -> None:
        self.jobs += 1


@component
class Repairman(Component):
    bench: Entity

    @handles(Serve, REACT)
    def leave_the_bench(self, serve: Serve, world: World) -> None:
        if not world.agenda.frozen(self.bench):
            world.agenda.freeze(self.bench)

    @handles(Finish, REACT)
    def go_back_to_it(self, finish: Finish, world: World) -> None:
        if not finish.enactor[Server].serving:
            world.agenda.thaw(self.bench)


class MachineShop(Simulation):
    components = (Machine, Workbench, Server, Repairman)
    turn_length = MINUTE

    def setup(self) -> None:
        world = self.world
        bench = world.spawn(Workbench())
        world.agenda.every(30 * MINUTE, Complete(bench))
        repairman = world.spawn(Server(service_time=30 * MINUTE), Repairman(bench))
        for _ in range(10):
            machine = Machine(repairman)
            me = world.spawn(machine)
            world.schedule(Complete(me), time_of_a_part(world))
            machine.await_a_break(me, world)


if __name__ == "__main__":
    shop = MachineShop(seed=42)
    shop.run(4 * WEEK)
    print("parts:", *(one[Machine].parts for one in shop.world.having(Machine)))
    print("other jobs:", *(one[Workbench].jobs for one in shop.world.having(Workbench)))
