"""``eventcore series`` and ``series`` read a field over time from journals."""

import csv
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import attrs
import duckdb
import pandas
import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import APPLY, Action, Component, Entity, Simulation, World, component, event, handles
from eventcore.tools import UsageError, series
from examples import caravan, emergency_room
from examples.bank import BankRenege
from tests.cli.process import ROOT
from tests.eventcore.tools import caravans
from tests.eventcore.tools.conftest import Command

PAGE = (ROOT / "docs/series.md").read_text("utf-8")

DAYS = "examples.bank:BankRenege"


@pytest.fixture
def days(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Record three journals in the ``days`` folder, as in the documentation."""
    monkeypatch.chdir(tmp_path)
    Path("days").mkdir()
    for seed in range(3):
        with BankRenege.record(f"days/{seed}.jsonl", seed=seed, customers=40) as bank:
            bank.run()
    return Path("days")


def test_series_has_one_row_per_change_of_the_value(week: Path) -> None:
    one = caravans.Caravan(4)
    expected = [(0, one.wagon[caravan.Wagon].silver)]
    for miles in range(20, 27):
        turn = one.world.turn
        one.perform(caravan.Go(miles))
        if (silver := one.wagon[caravan.Wagon].silver) != expected[-1][1]:
            expected.append((turn, silver))
    rows = list(series(caravans.Convoy, week, "Wagon.silver", of="wagon"))
    assert [row.value for row in rows] == [silver for _, silver in expected]
    assert {row.journal for row in rows} == {str(week)}
    assert {row.entity for row in rows} == {"wagon 2"}


def test_change_in_a_long_intent_has_its_own_time(days: Path) -> None:
    rows = list(series(BankRenege, days / "0.jsonl", "Server.reneged"))
    assert [row.value for row in rows] == list(range(19))
    assert len({row.time for row in rows}) == 19


def test_field_of_an_object_in_a_list_has_its_own_series(tmp_path: Path) -> None:
    path = tmp_path / "day.jsonl"
    with emergency_room.Emergency.record(path, patients=100) as day:
        day.run()
    rows = list(series(emergency_room.Emergency, path, "Server.line.0.priority"))
    assert {row.value for row in rows} == {0, 1, 2, 3, None}
    rows = list(series(emergency_room.Emergency, path, "Server.line[0].customer"))
    assert rows[0].value.startswith("patient ")
    assert list(series(emergency_room.Emergency, path, "Server.line.0.patience")) == []


def test_series_of_a_list_field_gives_its_length(days: Path) -> None:
    lengths = [row.value for row in series(BankRenege, days / "0.jsonl", "Server.line")]
    assert lengths[0] == lengths[-1] == 0
    assert {abs(after - before) for before, after in pairwise(lengths)} == {1}
    assert max(lengths) > 1


def test_title_says_that_a_list_is_drawn_as_its_length(tool: Command, days: Path) -> None:
    def title(field: str) -> str:
        return tool("series", days, field, place=DAYS).lines[0]

    assert title("Server.line").startswith("length of Server.line, turns 0 to ")
    assert title("Server.reneged").startswith("Server.reneged, turns 0 to ")


def test_series_message_says_that_table_values_are_lengths(tool: Command, days: Path) -> None:
    def said(field: str) -> str:
        table = days.parent / f"{field}.csv"
        return tool("series", days, field, "--to", table, place=DAYS).out

    assert said("Server.reneged").endswith(" rows\n")
    _, _, note = said("Server.line").partition(" rows; ")
    assert note.startswith("each value is a length: ")
    assert note.endswith("such as Server.line.0\n")


@pytest.mark.parametrize("item", [".2", "[2]"])
def test_item_of_a_list_is_a_series_of_its_own(tmp_path: Path, item: str) -> None:
    path = tmp_path / "day.jsonl"
    with emergency_room.Emergency.record(path, patients=100) as day:
        day.run()
    rows = list(series(emergency_room.Emergency, path, f"EmergencyRoom.left{item}"))
    assert day.room.left[2] > 0
    assert [row.value for row in rows] == list(range(day.room.left[2] + 1))


@event
class Sell(Action):
    kind: str = "tea"


@component
class Shop(Component):
    sold: dict[str, dict[str, int]] = attrs.field(factory=lambda: {"tea": {}})

    @handles(Sell, APPLY)
    def count(self, sell: Sell, world: World) -> None:
        cups = self.sold["tea"]
        cups[sell.kind] = cups.get(sell.kind, 0) + 1


class Teahouse(Simulation):
    components = (Shop,)
    intents = (Sell,)

    def setup(self) -> None:
        self.world.spawn(Shop())

    @property
    def actor(self) -> Entity:
        (shop,) = self.world.having(Shop)
        return shop


def test_key_of_a_dict_has_a_value_once_it_is_there(tmp_path: Path) -> None:
    path = tmp_path / "day.jsonl"
    with Teahouse.record(path) as house:
        for kind in ("green", "no. 5", "green"):
            house.perform(Sell, kind)
    for field, values in {
        "Shop.sold": [1],
        "Shop.sold.tea": [0, 1, 2],
        "Shop.sold.tea.green": [1, 2],
        "Shop.sold.tea.no. 5": [1],
        "Shop.sold.tea.black": [],
        "Shop.sold.coffee.black": [],
    }.items():
        assert [row.value for row in series(Teahouse, path, field)] == values, field


@component
class Till(Component):
    coins: int = 0

    @handles(Sell, APPLY)
    def take(self, sell: Sell, world: World) -> None:
        self.coins += 1


class Stall(Simulation):
    """A stall with a till. Each intent takes one turn."""

    components = (Till,)
    intents = (Sell,)
    coins = 0

    def setup(self) -> None:
        self.world.attach(self.world.root, Till(self.coins))

    def act(self, intent: Any) -> Any:
        self.world.advance()
        return super().act(intent)


class SameStall(Stall):
    game, version = "Stall", "2"


class RichStall(SameStall):
    """A stall that starts with more coins and a second till."""

    version, coins = "3", 100

    def setup(self) -> None:
        super().setup()
        self.world.spawn(Till(7))


def test_after_upgrades_the_rows_show_only_the_newest_world(tmp_path: Path) -> None:
    path = tmp_path / "day.jsonl"

    def sell(stall: Stall) -> None:
        with stall:
            for _ in range(2):
                stall.perform(Sell)

    def rows(stall: type[Stall], every: int = 0) -> list[tuple[int, str, Any]]:
        found = series(stall, path, "Till.coins", every=every)
        return [(row.turn, row.entity, row.value) for row in found]

    sell(Stall.record(path))
    sell(SameStall.resume(path))
    sell(Stall.resume(path))
    assert path.read_text("utf-8").count('"type":"upgrade"') == 2
    assert rows(SameStall) == [(turn, "world", turn) for turn in range(7)]
    assert rows(SameStall, 1) == [
        (0, "world", 0),
        *((turn, "world", turn - 1) for turn in range(1, 7)),
    ]

    # Until the first upgrade, the replay differs. The upgrade restores the state with one till.
    begun = [(0, "world", 100), (0, "entity 2", 7), (1, "world", 101), (2, "world", 102)]
    upgraded = [(2, "world", 2), (2, "entity 2", None)]
    later = [(turn, "world", turn) for turn in range(3, 7)]
    with pytest.warns(UserWarning, match="differs on turn 2"):
        assert rows(RichStall) == [*begun, *upgraded, *later]
    with pytest.warns(UserWarning, match="differs on turn 2"):
        assert rows(RichStall, 3) == [*begun[:2], (3, "world", 2), (6, "world", 5)]


def test_values_are_taken_at_the_beginning_of_turns(days: Path) -> None:
    changes = list(series(BankRenege, days, "Server.reneged"))
    for row in series(BankRenege, days, "Server.reneged", every=50):
        assert (row.turn % 50, row.time) == (0, row.turn * 1_000)
        before = [one for one in changes if one.journal == row.journal and one.time <= row.time]
        assert row.value == before[-1].value


def test_series_has_no_values_for_an_entity_that_has_left(tmp_path: Path) -> None:
    path = caravans.record(tmp_path / "poor.jsonl", 20, 20, 20)
    rows = list(series(caravans.PLACE, path, "Cargo.weight"))
    assert {row.entity for row in rows} == {"cargo 3", "cargo 4"}
    assert all(row.value is not None for row in rows)


@pytest.mark.parametrize("field", ["Waggon.silver", "Wagon.gold", "Wagon", "Wagon.silver of=x"])
def test_unknown_names_are_refused(week: Path, field: str, snapshot: SnapshotAssertion) -> None:
    name, _, of = field.partition(" of=")
    with pytest.raises(UsageError) as caught:
        list(series(caravans.PLACE, week, name, of=of))
    assert str(caught.value).replace(str(week.parent), "") == snapshot


def test_run_that_crashes_is_drawn_up_to_the_error(
    tool: Command, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pay = caravan.Wagon.pay

    def stumble(wagon: Any, lose: Any, world: World) -> None:
        pay(wagon, lose, world)
        if world.turn == 3:
            raise LookupError("no purse")

    monkeypatch.setattr(caravan.Wagon, "pay", stumble)
    drawn = tool("series", week, "Wagon.silver")
    assert (drawn.code, drawn.lines[0]) == (1, "Wagon.silver, turns 0 to 3, time 0 to 300")
    assert "raises on turn 3 (line 6): LookupError: no purse" in drawn.err
    assert drawn.err.endswith("; nothing later is shown\n")


def test_series_refuses_a_field_without_values_and_an_interval_of_zero_turns(
    tool: Command, week: Path, tmp_path: Path
) -> None:
    for to in ([], ["--to", "-"], ["--to", tmp_path / "log.csv"]):
        outcome = tool("series", week, "Wagon.log.99", *to)
        assert outcome.code == 2
        assert outcome.err.count("\n") == 1
    assert not (tmp_path / "log.csv").exists()
    assert tool("series", week, "Wagon.silver", "--every", 0).err == (
        "eventcore: --every 0: the number of turns must be at least 1\n"
    )


def test_value_that_is_always_none_is_drawn(tool: Command, days: Path) -> None:
    lines = tool("series", days / "0.jsonl", "Server.queue_capacity", place=DAYS).lines
    assert [line.split()[-2:] for line in lines[1:]] == [["nothing", "nothing"]]


def test_replay_that_differs_is_reported(
    tool: Command, week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caravan.Bandits, "lie_in_wait", caravans.rob_the_first_cargo)
    with pytest.warns(UserWarning, match=r"differs first on turn"):
        list(series(caravans.PLACE, week, "Wagon.silver"))
    for to in ([], ["--to", "-"]):
        assert tool("series", week, "Wagon.silver", *to).code == 1


def test_series_writes_all_rows_to_csv_and_parquet_files(
    tool: Command, week: Path, tmp_path: Path
) -> None:
    rows = list(series(caravans.PLACE, week, "Wagon.silver"))
    for name in ("rows.csv", "rows.parquet"):
        outcome = tool("series", week, "Wagon.silver", "--to", tmp_path / name)
        assert (outcome.code, outcome.out) == (0, f"{tmp_path / name}: {len(rows)} rows\n")
        assert tool("series", week, "Wagon.silver", "--to", tmp_path / name).code == 2
        again = tool("series", week, "Wagon.silver", "--to", tmp_path / name, "--force")
        assert again.out == outcome.out
    with (tmp_path / "rows.csv").open() as file:
        assert [tuple(row) for row in csv.reader(file)][1:] == [
            tuple(map(str, row)) for row in rows
        ]
    assert duckdb.read_parquet(str(tmp_path / "rows.parquet")).fetchall() == rows
    printed = tool("series", week, "Wagon.silver", "--to", "-")
    assert printed.out.splitlines() == (tmp_path / "rows.csv").read_text().splitlines()


def test_output_on_the_page_matches_the_real_output(
    tool: Command, days: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    charts, frame = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert tool("series", days, "Server.reneged", place="examples.bank:BankRenege").out == charts
    exec(code.replace("from bank", "from examples.bank"), {"pandas": pandas})
    assert capsys.readouterr().out == frame
