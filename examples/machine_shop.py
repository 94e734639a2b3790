"""A machine shop with one repairman, based on SimPy's example of the same name.

Machines make parts and break down at random. After a repair, a machine continues with its part.
While no machine is broken, the repairman does other jobs at a workbench. To model this, time is
frozen for a broken machine, and also for the workbench during a repair.

Run it with ``python -m examples.machine_shop``; docs/agenda.md explains it.
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
    """A part or another job is complete. The enactor is the machine or the workbench."""


@event
class Break(Notice):
    """A machine breaks down. The enactor is the machine."""


def time_of_a_part(world: World) -> int:
    return max(0, world.stream("parts").normal(10 * MINUTE, 2 * MINUTE))


@component
class Machine(Component):
    repairman: Entity
    parts: int = 0

    @handles(Complete, REACT)
    def make_part(self, complete: Complete, world: World) -> None:
        self.parts += 1
        world.schedule(Complete(complete.enactor), time_of_a_part(world))

    @handles(Break, REACT)
    def call_for_help(self, broken: Break, world: World) -> None:
        world.agenda.freeze(broken.enactor)
        self.schedule_break(broken.enactor, world)
        world.publish(Join(broken.enactor, self.repairman))

    def schedule_break(self, me: Entity, world: World) -> None:
        world.schedule(Break(me), world.stream("breaks").exponential(300 * MINUTE))

    @handles(Finish, REACT, role="customer")
    def resume(self, finish: Finish, world: World) -> None:
        world.agenda.thaw(finish.customer)


@component
class Workbench(Component):
    """A workbench for the repairman's other jobs, which take half an hour each."""

    jobs: int = 0

    @handles(Complete, REACT)
    def count(self, complete: Complete, world: World) -> None:
        self.jobs += 1


@component
class Repairman(Component):
    bench: Entity

    @handles(Serve, REACT)
    def leave_bench(self, serve: Serve, world: World) -> None:
        if not world.agenda.frozen(self.bench):
            world.agenda.freeze(self.bench)

    @handles(Finish, REACT)
    def return_to_bench(self, finish: Finish, world: World) -> None:
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
            machine.schedule_break(me, world)


if __name__ == "__main__":
    shop = MachineShop(seed=42)
    shop.run(4 * WEEK)
    print("parts:", *(entity[Machine].parts for entity in shop.world.having(Machine)))
    print("other jobs:", *(entity[Workbench].jobs for entity in shop.world.having(Workbench)))
