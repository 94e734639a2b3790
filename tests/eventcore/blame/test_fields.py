"""Who wrote what differs, or published it; and which event stands in another's place."""

import json
from collections.abc import Callable
from pathlib import Path

import attrs
import msgspec
import pytest

from eventcore import World
from eventcore.blame.fields import Blame, blame_for
from eventcore.blame.origins import FieldOrigins
from eventcore.journal import Journal, read_journal
from eventcore.replay import Divergence, verify
from eventcore.replay.simulation import Simulation
from tests.eventcore.worlds import boxing, tally
from tests.eventcore.worlds.boxing import Boxing, Fist
from tests.eventcore.worlds.tally import Tally, TallySimulation


@pytest.fixture
def boxed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Journal:
    """Three blows, of three events in line 3, 4 and so on: a record, a Hurt and a Blow each."""
    monkeypatch.chdir(tmp_path)
    rule()
    return read_journal(boxing.record(tmp_path / "boxing.jsonl", 1, 2, 3), events=True)


def rule(**rules: int) -> None:
    """Change the rules by which the next simulation is begun."""
    Path("rules.json").write_text(json.dumps({"strength": 3, **rules}), "utf-8")


def blames(journal: Journal, begin: Callable[[], Simulation] = Boxing) -> list[str]:
    divergence = verify(begin(), journal)
    assert divergence is not None
    return [str(blame) for blame in blame_for(divergence, journal, begin)]


def test_a_field_that_differs_is_blamed_on_the_handler_that_last_wrote_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = tally.record(tmp_path / "tally.jsonl", [3, 1, 4], events=True)
    add = Tally.add

    def add_more(self: Tally, count: object, world: World) -> None:
        add(self, count, world)  # type: ignore[arg-type]  # a Count
        if world.sequence == 2:
            count.added += 1  # type: ignore[attr-defined]  # a Count

    monkeypatch.setattr(Tally, "add", add_more)
    (said,) = blames(journal, TallySimulation)
    recorded = int(said.split("added ")[1].split()[0])
    assert said == (
        f"Count #2: added {recorded} recorded, {recorded + 1} replayed; "
        "last written by Tally.add (APPLY 700)"
    )


def test_what_an_event_was_published_with_leads_to_the_event_that_caused_it(boxed: Journal) -> None:
    rule(armour=3)
    assert blames(boxed) == [
        "Blow #1: force 3 recorded, 1 replayed; published with 1; 4 by Fist.swing (VALIDATE 290); "
        "1 by Fist.turn_aside (MODIFY 300)",
        "Hurt #2: left 17 recorded, 19 replayed; last written by Fist.suffer (APPLY 700)",
        "Hurt #2: loss 3 recorded, 1 replayed; published with it by Fist.land (RESOLVE 500)",
    ]


def test_an_outcome_is_blamed_on_the_handler_that_failed_the_event(boxed: Journal) -> None:
    rule(weak=True)
    divergence = verify(Boxing(), boxed)
    assert divergence is not None
    failed = attrs.evolve(
        divergence, event="Blow #1", sequence=1, field="outcome", recorded="done", replayed="failed"
    )
    assert [str(found) for found in blame_for(failed, boxed, Boxing)] == [
        "Blow #1: outcome 'done' recorded, 'failed' replayed; last written by "
        "Fist.falter (VALIDATE 100)",
        "Blow #1: reason nothing recorded, 'weak' replayed; last written by "
        "Fist.falter (VALIDATE 100)",
        "Blow #1: force 3 recorded, 1 replayed",
        "event #2: recorded Hurt, replayed nothing",
    ]


def test_what_is_published_once_more_is_named(boxed: Journal) -> None:
    rule(late=True)
    assert blames(boxed) == ["event #3: recorded nothing, replayed Hurt"]


def test_a_later_turn_is_blamed_as_well_as_the_first(boxed: Journal) -> None:
    events = [list(between) for between in boxed.events]
    assert [event.type for event in events[3]] == ["Hurt", "Blow"]
    blow = events[3][1]
    events[3][1] = msgspec.structs.replace(blow, data={"force": 9, "enactor": 1})
    forged = attrs.evolve(boxed, events=events)
    divergence = verify(Boxing(), forged)
    assert divergence is not None
    assert divergence.turn == 3
    assert [str(blame) for blame in blame_for(divergence, forged, Boxing)] == [
        "Blow #5: force 9 recorded, 5 replayed; published with 3; 6 by Fist.swing (VALIDATE 290); "
        "5 by Fist.turn_aside (MODIFY 300)"
    ]


def test_an_event_from_outside_is_published_by_no_handler() -> None:
    simulation, origins = Boxing(), FieldOrigins()
    simulation.world.tap(origins)
    simulation.perform(boxing.Hit(1))
    assert origins.publisher(1).handler is None
    assert [written.handler for written in origins.values(1, "enactor")] == [None]
    assert origins.values(9, "force") == []


def test_a_blame_without_a_handler_says_no_more_than_what_differs() -> None:
    assert str(Blame("Hurt #2", "loss", 1, 2)) == "Hurt #2: loss 1 recorded, 2 replayed"


def test_an_event_in_anothers_place_is_named_with_who_published_it(boxed: Journal) -> None:
    rule(falls_at=18)
    divergence = verify(Boxing(), boxed)
    assert str(divergence) == "differs first on turn 1 (line 3): recorded Hurt #2, replayed Fall"
    rule(falls_at=15)
    assert blames(boxed) == [
        "event #5: recorded nothing, replayed Fall, published by Fist.suffer (APPLY 700)"
    ]


def test_a_missing_event_is_told_with_who_publishes_such(
    boxed: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    land = Fist.land

    def miss_the_last(self: Fist, blow: boxing.Blow, world: World) -> None:
        if world.turn < 3:
            land(self, blow, world)

    monkeypatch.setattr(Fist, "land", miss_the_last)
    assert blames(boxed) == [
        "event #6: recorded Hurt (such is published by Fist.land), replayed nothing"
    ]


def test_what_was_not_written_before_the_recording_broke_off_is_not_missing(boxed: Journal) -> None:
    broken = attrs.evolve(
        boxed,
        records=boxed.records[:3],
        lines=boxed.lines[:3],
        events=[*boxed.events[:3], []],
    )
    divergence = Divergence(3, boxed.lines[2], "type", None, "Hurt", "Hurt #6", 6)
    assert blame_for(divergence, broken, Boxing) == []
