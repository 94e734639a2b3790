"""An event that differs is blamed on the handlers that wrote, published or answered it."""

import json
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import APPLY, MODIFY, VALIDATE, Component, Query, World, component, event, handles
from eventcore.blame.fields import Blame, Found, blame_for
from eventcore.blame.origins import FieldOrigins
from eventcore.journal import Journal
from eventcore.replay.playback import verify
from eventcore.replay.simulation import Simulation
from eventcore.testing import MakeWorld
from tests.eventcore.worlds import boxing, tally
from tests.eventcore.worlds.boxing import Boxing, Fist
from tests.eventcore.worlds.tally import Count, Tally, TallySimulation


@pytest.fixture
def boxed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Journal:
    """Three blows: each has a record, a Hurt and a Blow."""
    monkeypatch.chdir(tmp_path)
    rule()
    return Journal.read(boxing.record(tmp_path / "boxing.jsonl", 1, 2, 3), events=True)


def rule(**rules: int) -> None:
    """Change the rules of boxing for simulations made from now on."""
    Path("rules.json").write_text(json.dumps({"strength": 3, **rules}), "utf-8")


def blames(journal: Journal, begin: Callable[[], Simulation] = Boxing) -> list[Found]:
    divergence = verify(begin(), journal)
    assert divergence is not None
    return blame_for(divergence, journal, begin)


def told(found: list[Found]) -> list[str]:
    return [str(one) for one in found]


def fields(found: list[Found]) -> list[tuple[str, str, str]]:
    """Return the event, the field and the handler that wrote it or published the event."""
    return [(one.event, one.field, one.handler) for one in found if isinstance(one, Blame)]


def test_field_is_blamed_on_the_handler_that_last_wrote_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = tally.record(tmp_path / "tally.jsonl", [3, 1, 4], events=True)
    add = Tally.add

    def add_more(self: Tally, count: Count, world: World) -> None:
        add(self, count, world)
        count.added += world.sequence == 2

    monkeypatch.setattr(Tally, "add", add_more)
    (found,) = blames(journal, TallySimulation)
    assert isinstance(found, Blame)
    assert (found.event, found.field, found.wrote) == ("Count #2", "added", True)
    assert found.replayed == found.recorded + 1
    assert found.handler.startswith("Tally.add")


def test_difference_is_followed_to_the_event_that_caused_it(
    boxed: Journal, snapshot: SnapshotAssertion
) -> None:
    rule(armour=3)
    found = blames(boxed)
    assert [event for event, _, _ in fields(found)] == ["Blow #1", "Hurt #2", "Hurt #2"]
    assert told(found) == snapshot


def test_outcome_is_blamed_on_the_handler_that_failed_the_event(
    boxed: Journal, snapshot: SnapshotAssertion
) -> None:
    rule(weak=True)
    divergence = verify(Boxing(), boxed)
    assert divergence is not None
    what = {"event": "Blow #1", "sequence": 1, "field": "outcome"}
    failed = attrs.evolve(divergence, **what, recorded="done", replayed="failed")  # type: ignore[arg-type]
    assert told(blame_for(failed, boxed, Boxing)) == snapshot


@pytest.mark.parametrize(
    "rules", [{"late": True}, {"falls_at": 18}, {"falls_at": 15}], ids=["deferred", "fall", "late"]
)
def test_event_in_another_ones_place_is_named_with_its_publisher(
    boxed: Journal, rules: dict[str, int], snapshot: SnapshotAssertion
) -> None:
    rule(**rules)
    assert told(blames(boxed)) == snapshot


def test_missing_event_is_named_with_its_usual_publisher(
    boxed: Journal, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    land = Fist.land

    def miss_the_last(self: Fist, blow: boxing.Blow, world: World) -> None:
        if world.turn < 3:
            land(self, blow, world)

    monkeypatch.setattr(Fist, "land", miss_the_last)
    assert told(blames(boxed)) == snapshot


@event
class Price(Query):
    coins: int = 1


@event
class Tax(Query):
    coins: int = 0


@component
class Market(Component):
    taxed: int = 2

    @handles(Price, MODIFY)
    def ask_a_tax(self, price: Price, world: World) -> None:
        try:
            price.coins += world.ask(Tax(price.enactor)).coins
        except ArithmeticError:
            price.coins += 1

    @handles(Price, MODIFY + 10)
    def haggle(self, price: Price, world: World) -> None:
        """Change nothing."""

    @handles(Price, VALIDATE)
    def stop_at_ten(self, price: Price, world: World) -> None:
        if self.taxed > 10:
            raise ZeroDivisionError("too dear")

    @handles(Tax, MODIFY)
    def raise_it(self, tax: Tax, world: World) -> None:
        tax.coins += self.taxed
        if self.taxed == 5:
            raise ArithmeticError("five")

    @handles(Count, APPLY)
    def pay(self, count: Count, world: World) -> None:
        try:
            count.added = world.ask(Price(count.enactor)).coins
        except ZeroDivisionError:
            count.added = world.ask(Tax(count.enactor)).coins


@pytest.mark.parametrize(
    ("taxed", "queries", "behind"),
    [
        (2, ["Price", "Tax"], ["Market.ask_a_tax", "Market.raise_it"]),
        (5, ["Price"], ["Market.ask_a_tax"]),  # the tax raised, and the price has caught it
        (11, ["Tax"], ["Market.raise_it"]),  # the price raised
    ],
)
def test_written_field_knows_the_queries_behind_it_and_who_answered(
    make_world: MakeWorld,
    taxed: int,
    queries: list[str],
    behind: list[str],
    snapshot: SnapshotAssertion,
) -> None:
    world, origins = make_world(Market), FieldOrigins()
    world.tap(origins)
    world.publish(Count(world.spawn(Market(taxed)), 1))
    answers = origins.values(1, "added")[-1].answers
    assert [answer.query for answer in answers] == queries
    assert {answer.by.label for answer in answers} == {"Market.pay"}
    assert origins.behind(1, "Market.pay") == behind
    assert [str(answer) for answer in answers] == snapshot(name=f"taxed {taxed}")
