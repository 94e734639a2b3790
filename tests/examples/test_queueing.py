"""The queueing examples agree with SimPy's models, and replay from any save."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path
from statistics import mean
from typing import Any

import attrs
import pytest

import eventcore
from eventcore import Simulation, save_world
from eventcore.errors import StateError
from eventcore.journal import Journal
from eventcore.replay.playback import verify
from eventcore.resources import Finish, Join, Renege, Serve, Server
from eventcore.time import Scheduled, run
from examples.bank import MINUTE, BankRenege
from examples.emergency_room import Emergency
from examples.machine_shop import WEEK, Machine, MachineShop, Workbench
from examples.mmc import MMc, expected
from tests.examples.printed import ROOT, blocks

SIMPY_SERVED = (0.4918, 0.0034)
"""Share of customers that SimPy's model serves: mean and deviation of 30 runs of 20,000."""
SIMPY_PARTS = (3307, 47)
"""Parts per machine in four weeks of SimPy's model: mean and deviation of 40 runs."""
SIMPY_JOBS = (238, 25)
"""Other jobs that the repairman of SimPy's model does in four weeks."""
SIMPY_LEFT = ((0.0, 0.0), (0.0626, 0.0042), (0.1735, 0.0078), (0.3628, 0.0151))
"""Share of patients of each triage level who leave in SimPy's model: 30 runs of 20,000."""
SIMPY_WAIT = ((8.28, 0.42), (10.90, 0.54), (17.59, 0.90), (13.60, 0.50))
"""Minutes that treated patients of each triage level wait in SimPy's model."""


def near(found: float, simpys: tuple[float, float]) -> bool:
    return abs(found - simpys[0]) <= 3 * simpys[1]


@pytest.mark.slow
def test_bank_serves_as_many_customers_as_simpys_model() -> None:
    bank = BankRenege(seed=1, customers=20_000)
    bank.run()
    (counter,) = bank.world.having(Server)
    served, reneged = counter[Server].served, counter[Server].reneged
    assert served + reneged == 20_000
    assert near(served / 20_000, SIMPY_SERVED)
    assert len(bank.world) == 2  # no customer is left in the bank


@pytest.mark.slow
def test_shop_makes_as_many_parts_as_simpys_model() -> None:
    shop = MachineShop(seed=1)
    shop.run(4 * WEEK)
    machines, (bench,) = [*shop.world.having(Machine)], shop.world.having(Workbench)
    assert near(mean(machine[Machine].parts for machine in machines), SIMPY_PARTS)
    assert near(bench[Workbench].jobs, SIMPY_JOBS)


@pytest.mark.parametrize(
    ("kind", "until"),
    [
        (BankRenege, 300 * MINUTE),
        (Emergency, 900 * MINUTE),
        (MachineShop, WEEK // 14),
    ],
)
def test_run_replays_and_continues_from_a_save(
    tmp_path: Path, kind: type[Simulation], until: int
) -> None:
    path = tmp_path / "run.jsonl"
    with kind.record(path, seed=3) as recorded:
        recorded.run(until)
        other = kind.restore(recorded.save())
        for simulation in (recorded, other):
            simulation.run(2 * until)
    assert save_world(other.world) == save_world(recorded.world)
    journal = Journal.read(path)
    assert kind.verify(path) is None
    assert verify(kind(4), journal) is not None
    ends = [json.loads(bytes(record.data)).get("until") for record in journal.records]
    assert (until in ends, ends[-2:]) == (True, [2 * until, None])


@pytest.mark.parametrize(
    ("servers", "service"),
    [
        (3, 2400),
        pytest.param(1, 700, marks=pytest.mark.slow),
        pytest.param(10, 8500, marks=pytest.mark.slow),
    ],
)
def test_mmc_queue_agrees_with_the_erlang_c_formula(servers: int, service: int) -> None:
    queue = MMc(seed=2, servers=servers, between=1_000, service=service)
    queue.run(until=100_000 * 1_000)
    found, formula = queue.measured(), expected(servers, 1_000, service)
    for figure, by_formula, tolerance in zip(found, formula, (0.05, 0.05, 0.01), strict=True):
        assert figure == pytest.approx(by_formula, rel=tolerance)


def test_page_shows_what_the_mmc_example_prints(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(ROOT / "examples" / "mmc.py"), run_name="__main__")
    (shown,) = blocks("docs/resources.md", "text")
    assert shown == "$ python -m examples.mmc\n" + capsys.readouterr().out


def test_page_shows_how_to_measure_waiting_times(capsys: pytest.CaptureFixture[str]) -> None:
    program, log = (
        next(code for code in blocks("docs/resources.md", "python") if part in code)
        for part in ("print(", "WaitLog")
    )
    exec(program, {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"  # (.+)", program)
    names: dict[str, Any] = {**vars(eventcore), "attrs": attrs, "Serve": Serve}
    exec(log, names)
    for part, with_log in (("[Server])", "[Server, WaitLog])"), ("spawn(", "spawn(WaitLog(), ")):
        program = program.replace(part, with_log, 1)
    exec(program, names)
    assert names["desk"][names["WaitLog"]].times == [0, 300]


def test_page_shows_how_a_waiting_customer_gets_another_priority() -> None:
    shown = next(code for code in blocks("docs/resources.md", "python") if "Worsen" in code)
    names: dict[str, Any] = {
        **vars(eventcore),
        **{n: getattr(eventcore, n) for n in eventcore.__all__},
    }
    names["Server"] = Server
    exec(shown, names)
    world = eventcore.World(components=[Server, names["Triage"]], debug=True)
    desk = world.spawn(Server(), names["Triage"]())
    people = [world.spawn() for _ in range(5)]
    for person, priority in zip(people, (1, 2, 0, 2, 2), strict=True):
        world.publish(Join(person, desk, priority))
    assert [people.index(each.customer) for each in desk[Server].line] == [2, 1, 3, 4]
    assert world.publish(names["Worsen"](people[4], desk)).done
    assert [people.index(each.customer) for each in desk[Server].line] == [2, 4, 1, 3]
    world.publish(Finish(desk, people[0]))
    world.publish(Finish(desk, people[2]))
    assert desk[Server].serving[0].customer is people[4]


@pytest.mark.slow
def test_page_shows_how_to_hand_over_customers_at_the_end_of_a_shift() -> None:
    shown = next(code for code in blocks("docs/resources.md", "python") if "EndShift" in code)
    names = {name: getattr(eventcore, name) for name in eventcore.__all__}
    names |= {each.__name__: each for each in (Finish, Join, Renege, Server)}
    exec(shown, names)
    world = eventcore.World(components=[Server, names["Doctor"]], debug=True)
    old, new = [world.spawn(Server(service_time=10), names["Doctor"]()) for _ in range(2)]
    for patience in (None, 15, None):
        world.publish(Join(world.spawn(), old, patience=patience))
    run(world, until=5)
    world.publish(names["EndShift"](old, new))
    assert world.publish(Join(world.spawn(), old)).reason == "full"
    assert [request.end and request.end.due for request in new[Server].serving] == [15]
    assert (len(old[Server].line), len(new[Server].line), old.alive) == (0, 1, True)
    run(world)  # a warning would fail the test
    assert (old[Server].served, new[Server].served, old.alive) == (1, 2, False)


def test_agenda_page_shows_how_a_component_gets_a_handle_in_setup() -> None:
    shown = next(code for code in blocks("docs/agenda.md", "python") if "class Ward" in code)
    names = {name: getattr(eventcore, name) for name in eventcore.__all__} | {
        "Scheduled": Scheduled
    }
    exec(shown, names)
    hospital = names["Hospital"](debug=True)
    hospital.run()
    assert hospital.world.agenda.now == 30
    (ward,) = hospital.world.having(names["Ward"])
    assert not ward[names["Ward"]].rounds.pending
    with pytest.raises(StateError, match=r"dispatch \(in setup, set fields before you attach"):
        ward[names["Ward"]].rounds = hospital.world.agenda.every(10, names["Round"](ward))


def test_emergency_room_agrees_with_simpys_model() -> None:
    room = Emergency(seed=1, patients=20_000)
    room.run()
    treated, left, waited = room.room.treated, room.room.left, room.room.waited
    assert sum(treated) + sum(left) == 20_000
    assert len(room.world) == 2  # no patient is left in the world
    for triage in range(4):
        assert near(left[triage] / (left[triage] + treated[triage]), SIMPY_LEFT[triage])
        assert near(waited[triage] / treated[triage] / MINUTE, SIMPY_WAIT[triage])
