"""What an intent did that no intent before it had done."""

from pathlib import Path

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import World
from eventcore.blame.news import News, Report, news_in
from eventcore.blame.stretch import Stretch
from eventcore.journal import Journal
from eventcore.replay import Source
from tests.eventcore.worlds import duel, tally
from tests.eventcore.worlds.flickering import made
from tests.eventcore.worlds.tally import Count, Tally


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return tally.record(tmp_path / "tally.jsonl", [3, 1, 4, 1])


def news(journal: Journal, end: int, source: Source = tally.SOURCE) -> Report:
    report = news_in(Stretch(journal, source, 0, 0, end))
    assert report is not None
    return report


def test_everything_is_new_in_the_first_intent_and_rare_for_a_while(journal: Journal) -> None:
    first, third = news(journal, 1), news(journal, 3)
    assert (first.turn, first.line, first.more) == (0, 2, 0)
    assert [*first.new] == third.seldom == ["Tally.stop_at_a_hundred", "Tally.add"]
    assert (first.seldom, third.new) == ([], {})


def test_draw_and_event_that_never_were_before_are_new(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    add = Tally.add

    def count_twice(self: Tally, count: Count, world: World) -> None:
        add(self, count, world)
        if count.by == 4:
            world.stream("fate").below(2)
            world.publish(Count(count.enactor, 1))

    monkeypatch.setattr(Tally, "add", count_twice)
    report = news(journal, 3)
    assert report.new == snapshot
    assert (report.more, report.deeds.events) == (1, 2)
    assert report.deeds.drawn == {
        "luck": [("Tally.add", "Count #3"), ("Tally.add", "Count #4")],
        "fate": [("Tally.add", "Count #3")],
    }


def test_draw_outside_of_all_events_is_of_no_event() -> None:
    world = World(components=duel.CLASSES)
    watch = News(world)
    world.stream("fate").below(3)
    ((_, where),) = watch.take().drawn["fate"]
    assert where == ""
    assert watch.take().drawn == {}


def test_ends_of_a_journal_have_no_news_or_no_count_to_compare_with(journal: Journal) -> None:
    assert news_in(Stretch(journal, made("healthy"), 0, 0, 0)) is None
    ended = attrs.evolve(journal, records=journal.records[:2])
    assert news(ended, 2).more == 0
