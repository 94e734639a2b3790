"""A bank where customers lose patience, after SimPy's example *bank renege*.

Run it with ``python -m examples.bank``; docs/agenda.md takes it apart.
"""

from eventcore import REACT, Component, Notice, Simulation, World, component, event, handles
from eventcore.time import Exponential
from examples.queues import Finish, Join, Quit, Serve, Server

MINUTE = 1_000


@event
class Arrive(Notice):
    """A customer comes in; enacted by the counter."""


@component
class Bank(Component):
    """Lets customers in; each waits for one to three minutes, and takes twelve on average."""

    served: int = 0
    reneged: int = 0

    @handles(Arrive, REACT)
    def let_in(self, arrive: Arrive, world: World) -> None:
        customer = world.spawn()
        patience = world.stream("patience").roll(1 * MINUTE, 3 * MINUTE)
        world.schedule(Quit(customer, arrive.enactor), patience)
        world.publish(Join(customer, arrive.enactor))

    @handles(Serve, REACT)
    def serve(self, serve: Serve, world: World) -> None:
        self.served += 1
        takes = world.stream("service").exponential(12 * MINUTE)
        world.schedule(Finish(serve.enactor, serve.customer), takes)

    @handles(Quit, REACT, role="server")
    def lose(self, quit: Quit, world: World) -> None:
        self.reneged += 1
        world.despawn(quit.enactor)

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
    for counter in bank.world.having(Bank):
        print(f"minute {bank.world.turn}: {counter[Bank]}")
