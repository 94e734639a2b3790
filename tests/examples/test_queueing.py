"""The queueing examples come to what SimPy's models come to, and replay the same from anywhere."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from statistics import mean

import pytest

from benchmarks.queueing import code_lines, queueing
from eventcore import Entity, World, __version__, save_world
from eventcore.cli import main
from eventcore.journal import Header, Journal, JournalWriter, read_journal
from eventcore.replay import Recorder, verify
from examples.bank import MINUTE, Bank, BankRenege
from examples.machine_shop import WEEK, Machine, MachineShop, Workbench
from examples.queues import Finish, Join, Quit, Serve, Server
from examples.runs import Model, Run


class ManyCustomers(BankRenege):
    customers = 20_000


SIMPY_SERVED = (0.4918, 0.0034)
"""Share of customers that SimPy's model serves: mean and deviation of 30 runs of 20,000."""
SIMPY_PARTS = (3307, 47)
"""Parts a machine makes in four weeks in SimPy's model: mean and deviation of 40 runs of ten."""
SIMPY_JOBS = (238, 25)
"""Other jobs that its repairman does in that time."""


def near(found: float, expected: tuple[float, float]) -> bool:
    """Whether a result is within three deviations."""
    return abs(found - expected[0]) < 3 * expected[1]


def test_the_bank_loses_as_many_as_simpys() -> None:
    bank = ManyCustomers(seed=1)
    bank.perform(Run())
    (counter,) = bank.world.having(Bank)
    served, reneged = counter[Bank].served, counter[Bank].reneged
    assert served + reneged == 20_000
    assert near(served / 20_000, SIMPY_SERVED)
    assert len(bank.world) == 2  # nobody is left in it


def test_the_shop_makes_as_many_parts_as_simpys() -> None:
    shop = MachineShop(seed=1)
    shop.perform(Run(4 * WEEK))
    machines, (bench,) = [*shop.world.having(Machine)], shop.world.having(Workbench)
    assert near(mean(machine[Machine].parts for machine in machines), SIMPY_PARTS)
    assert near(bench[Workbench].jobs, SIMPY_JOBS)


@pytest.mark.parametrize(("kind", "until"), [(BankRenege, 900 * MINUTE), (MachineShop, WEEK // 7)])
def test_a_run_replays_and_goes_on_from_a_save_as_it_would_have(
    tmp_path: Path, kind: type[Model], until: int
) -> None:
    path, model = tmp_path / "run.jsonl", kind(3)
    recorder = Recorder(model, JournalWriter.create(path, model.header))
    recorder.perform(Run(until))
    other = kind.restore(model.save())
    for one in (recorder, other):
        one.perform(Run(2 * until))
    assert save_world(other.world) == save_world(model.world)
    recorder.close()
    journal = read_journal(path)
    assert verify(kind(3), journal) is None
    assert [record.turn for record in journal.records] == [0, until // MINUTE, 2 * until // MINUTE]
    divergence = verify(kind(4), journal)
    assert divergence is not None


def served(debug: bool, places: int, customers: int) -> tuple[World, Entity, list[Entity]]:
    world = World(components=[Server], debug=debug)
    server = world.spawn(Server(places=places))
    return world, server, [world.spawn() for _ in range(customers)]


@pytest.mark.parametrize("debug", [False, True])
def test_a_server_serves_so_many_at_a_time_in_the_order_in_which_they_came(debug: bool) -> None:
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


def test_lines_of_code_are_counted_without_what_is_said_of_them(tmp_path: Path) -> None:
    path = tmp_path / "some.py"
    said = '"""Said."""\n\nx = 1  # one\n# two\n\n\n'
    path.write_text(said + 'def f():\n    """Said.\n\n    More."""\n    return x\n')
    assert code_lines(path) == 3


def test_the_comparison_with_simpy_counts_lines_within_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("simpy")
    monkeypatch.setattr("benchmarks.queueing.CUSTOMERS", 50)
    monkeypatch.setattr("benchmarks.queueing.WEEKS", 1)
    lines = queueing().targets[1::2]
    assert [(target.name.split(": ")[1], target.met) for target in lines] == [
        ("lines, to SimPy's", True),
        ("lines, to SimPy's", True),
    ]


@pytest.mark.parametrize("name", ["bank", "machine_shop"])
def test_the_tools_open_a_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    source = import_module(f"examples.{name}").source_for
    header = Header(name, __version__, 42, content="", chains="")
    model = source(Journal(header, [], None, 0, 0, 0, 0, [], [], [])).begin()
    path = tmp_path / "run.jsonl"
    recorder = Recorder(model, JournalWriter.create(path, model.header))
    for time in (10_000, 100_000):
        recorder.perform(Run(time))
    recorder.close()
    place = f"examples.{name}:source_for"
    assert main(["verify", place, str(path)]) == 0
    assert main(["state", place, str(path)]) == 0
    assert "due at " in capsys.readouterr().out
