"""The queueing examples come to what SimPy's models come to, and replay from any save."""

from __future__ import annotations

from pathlib import Path
from statistics import mean

import pytest

from eventcore import Entity, Simulation, World, save_world
from eventcore.journal import read_journal
from eventcore.replay import verify
from examples.bank import MINUTE, Bank, BankRenege
from examples.machine_shop import WEEK, Machine, MachineShop, Workbench
from examples.queues import Finish, Join, Quit, Serve, Server

SIMPY_SERVED = (0.4918, 0.0034)
"""Share of customers that SimPy's model serves: mean and deviation of 30 runs of 20,000."""
SIMPY_PARTS = (3307, 47)
"""Parts a machine makes in four weeks in SimPy's model: mean and deviation of 40 runs of ten."""
SIMPY_JOBS = (238, 25)
"""Other jobs that its repairman does in that time."""


def near(found: float, expected: tuple[float, float]) -> bool:
    return abs(found - expected[0]) < 3 * expected[1]


@pytest.mark.slow
def test_bank_loses_as_many_customers_as_simpys() -> None:
    bank = BankRenege(seed=1, customers=20_000)
    bank.run()
    (counter,) = bank.world.having(Bank)
    served, reneged = counter[Bank].served, counter[Bank].reneged
    assert served + reneged == 20_000
    assert near(served / 20_000, SIMPY_SERVED)
    assert len(bank.world) == 2  # nobody is left in it


@pytest.mark.slow
def test_shop_makes_as_many_parts_as_simpys() -> None:
    shop = MachineShop(seed=1)
    shop.run(4 * WEEK)
    machines, (bench,) = [*shop.world.having(Machine)], shop.world.having(Workbench)
    assert near(mean(machine[Machine].parts for machine in machines), SIMPY_PARTS)
    assert near(bench[Workbench].jobs, SIMPY_JOBS)


@pytest.mark.parametrize(("kind", "until"), [(BankRenege, 300 * MINUTE), (MachineShop, WEEK // 14)])
def test_run_replays_and_goes_on_from_a_save(
    tmp_path: Path, kind: type[Simulation], until: int
) -> None:
    path = tmp_path / "run.jsonl"
    with kind.record(path, seed=3) as recorded:
        recorded.run(until)
        other = kind.restore(recorded.save())
        for simulation in (recorded, other):
            simulation.run(2 * until)
    assert save_world(other.world) == save_world(recorded.world)
    journal = read_journal(path)
    assert kind.verify(path) is None
    assert verify(kind(4), journal) is not None
    assert [record.turn for record in journal.records] == [0, until // MINUTE, 2 * until // MINUTE]


def served(debug: bool, places: int, customers: int) -> tuple[World, Entity, list[Entity]]:
    world = World(components=[Server], debug=debug)
    server = world.spawn(Server(places=places))
    return world, server, [world.spawn() for _ in range(customers)]


@pytest.mark.parametrize("debug", [False, True])
def test_server_serves_customers_in_the_order_in_which_they_came(debug: bool) -> None:
    world, server, (one, two, three, four) = served(debug, 2, 4)
    turns: list[Entity] = []
    world.observe(Serve, lambda serve: turns.append(serve.customer))
    for customer in (one, two, three, four):
        world.publish(Join(customer, server))
    assert (turns, server[Server].line) == ([one, two], [three, four])
    assert world.publish(Quit(three, server)).done
    assert world.publish(Quit(one, server)).reason == "not waiting"
    world.publish(Finish(server, two))
    assert (turns, server[Server].line, server[Server].busy) == ([one, two, four], [], 2)
