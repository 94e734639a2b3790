"""A bank where customers lose patience, based on SimPy's example *bank renege*.

Run it with ``python -m examples.bank``; docs/agenda.md explains it.
"""

from eventcore import APPLY, REACT, Component, Notice, Simulation, World, component, event, handles
from eventcore.resources import Finish, Join, Renege, Serve, Server
from eventcore.time import Exponential

MINUTE = 1_000


@event
class Arrive(Notice):
    """A customer enters the bank. The enactor is the counter."""


@component
class Bank(Component):
    """Customers wait for 1 to 3 minutes, and a service takes 12 minutes on average."""

    @handles(Arrive, REACT)
    def let_in(self, arrive: Arrive, world: World) -> None:
        patience = world.stream("patience").roll(1 * MINUTE, 3 * MINUTE)
        world.publish(Join(world.spawn(), arrive.enactor, patience=patience))

    @handles(Serve, APPLY)
    def draw_service_time(self, serve: Serve, world: World) -> None:
        serve.duration = world.stream("service").exponential(12 * MINUTE)

    @handles(Renege, REACT, role="server")
    def lose_customer(self, renege: Renege, world: World) -> None:
        world.despawn(renege.enactor)

    @handles(Finish, REACT)
    def see_off(self, finish: Finish, world: World) -> None:
        world.despawn(finish.customer)


class BankRenege(Simulation):
    components = (Bank, Server)
    turn_length = MINUTE

    def setup(self, customers: int = 500) -> None:
        counter = self.world.spawn(Bank(), Server())
        apart = Exponential(10 * MINUTE, "arrivals")
        self.world.agenda.every(apart, Arrive(counter), start=0, count=customers)


if __name__ == "__main__":
    bank = BankRenege(seed=42)
    bank.run()
    for counter in bank.world.having(Server):
        server = counter[Server]
        print(f"minute {bank.world.turn}: {server.served} served, {server.reneged} reneged")
