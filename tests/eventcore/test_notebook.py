"""A notebook or an interactive session shows what an object contains in a few readable lines."""

from pathlib import Path

import pytest

from eventcore.journal import Journal
from eventcore.replay import Timeline
from eventcore.tools import trace
from eventcore.trace import Tracer, Tree
from examples.caravan import Caravan, Lose, Wagon
from tests.eventcore.tools import caravans


@pytest.fixture
def week(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return caravans.record(Path("week.jsonl"), events=False)


def test_journal_names_its_run_its_file_and_any_damage(week: Path) -> None:
    shown = "<Journal 'caravan' seed=4 intents=7 turns=7 'week.jsonl'>"
    assert repr(Journal.read(week)) == shown
    week.write_bytes(week.read_bytes()[:-40])
    damage = "line 9 is torn: the file ends inside it, after 7 complete records"
    assert repr(Journal.read(week)) == f"{shown[:-1].replace('turns=7', 'turns=6')} {damage!r}>"


def test_trace_and_tree_are_shown_as_lines(week: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    timeline = Timeline(Journal.read(week), Caravan.source(Journal.read(week)))
    found = trace(timeline, timeline.positions_of(3))
    assert repr(found) == repr(found.tree) == str(found.tree)
    assert repr(found).startswith("Travel #4 wagon 2: done · miles 22\n  Wagon.slow_down")
    assert repr(Tree([])) == "<Tree without events>"

    def stumble(wagon: Wagon, lose: Lose, world: object) -> None:
        raise LookupError("no purse")

    monkeypatch.setattr(Wagon, "pay", stumble)
    timeline = Timeline(Journal.read(week), Caravan.source(Journal.read(week)))
    shown = repr(trace(timeline, timeline.positions_of(2)))
    assert shown.startswith("Travel #2 ")
    assert "LookupError: no purse" in shown.split("\n")[-1]


def test_long_tree_shows_its_first_lines() -> None:
    caravan = Caravan(4)
    with Tracer(caravan.world) as tracer:
        for _ in range(200):
            caravan.world.publish(Lose(caravan.world.root, caravan.wagon, 1))
    tree = Tree(tracer.spans)
    *first, last = repr(tree).split("\n")
    assert first == str(tree).split("\n")[:100]
    assert last == "… print(tree) shows all lines"


def test_simulation_repr_shows_seed_turn_and_counts(week: Path) -> None:
    caravan = Caravan(7)
    assert repr(caravan) == "<Caravan seed=7 turn=0 entities=4 events=0>"


def test_difference_of_a_replay_is_shown_as_a_sentence(
    week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Wagon, "slow_down", lambda wagon, travel, world: None)
    found = Caravan.verify(week)
    assert found is not None
    assert repr(found) == f"<Divergence: {found}>"
