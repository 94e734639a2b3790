"""What an intent did that none before it had done."""

from pathlib import Path

import attrs
import pytest

from eventcore import World
from eventcore.blame.news import News, Report, news_in
from eventcore.blame.stretch import Stretch
from eventcore.journal import Journal
from eventcore.replay import Source
from eventcore.trace.running import Running
from tests.eventcore.worlds import duel, tally
from tests.eventcore.worlds.duel import Blow, Flesh
from tests.eventcore.worlds.flickering import made
from tests.eventcore.worlds.tally import Count, Tally


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return tally.record(tmp_path / "tally.jsonl", [3, 1, 4, 1])


def news(journal: Journal, end: int, source: Source = tally.SOURCE) -> Report:
    report = news_in(Stretch(journal, source, 0, 0, end))
    assert report is not None
    return report


def test_in_the_first_intent_all_is_new(journal: Journal) -> None:
    report = news(journal, 1)
    assert (report.turn, report.line, report.more, report.seldom) == (0, 2, 0, [])
    assert report.new == {"Tally.stop_at_a_hundred": [], "Tally.add": ["drew from luck"]}


def test_what_was_done_before_is_not_new_and_seldom_for_a_while(journal: Journal) -> None:
    report = news(journal, 3)
    assert report.new == {}
    assert report.seldom == ["Tally.stop_at_a_hundred", "Tally.add"]


def test_a_draw_and_an_event_that_never_were_before_are_told(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = Tally.add

    def count_twice(self: Tally, count: Count, world: World) -> None:
        add(self, count, world)
        if count.by == 4:
            world.stream("fate").below(2)
            world.publish(Count(count.enactor, 1))

    monkeypatch.setattr(Tally, "add", count_twice)
    report = news(journal, 3)
    assert report.new == {"Tally.add": ["drew from fate", "published Count"]}
    assert report.more == 1
    assert report.deeds.events == 2
    assert report.deeds.drawn == {
        "luck": [("Tally.add", "Count #3"), ("Tally.add", "Count #4")],
        "fate": [("Tally.add", "Count #3")],
    }


def test_a_draw_of_what_drives_the_simulation_is_no_handlers() -> None:
    world = World(components=duel.CLASSES)
    watch = News(world)
    world.stream("fate").below(3)
    assert watch.take().drawn == {"fate": [("no handler", "")]}
    assert watch.take().drawn == {}


def test_before_the_first_intent_there_is_no_news(journal: Journal) -> None:
    assert news_in(Stretch(journal, made("healthy"), 0, 0, 0)) is None


def test_at_the_end_of_a_journal_nobody_knows_how_many_events_there_should_be(
    journal: Journal,
) -> None:
    ended = attrs.evolve(journal, records=journal.records[:2])
    assert news(ended, 2).more == 0


def test_who_is_at_work_is_known_though_a_handler_has_raised() -> None:
    calls: list[list[str]] = []

    class Noting(Running):
        def handling(self, event: object, handler: object, component: object) -> None:
            super().handling(event, handler, component)  # type: ignore[arg-type]  # as it is called
            calls.append([call.where for call in self.calls])

    def stumble(*_: object) -> None:
        raise ZeroDivisionError

    world = World(components=duel.CLASSES)
    striker, struck = duel.fighters(world)
    with pytest.MonkeyPatch.context() as patches:
        world.tap(Noting())
        patches.setattr(Flesh, "bleed", stumble)
        with pytest.raises(ZeroDivisionError):
            world.publish(Blow(striker, struck))
    calls.clear()
    world.publish(Blow(striker, struck))
    assert calls[0] == ["Blow #3"]
    assert max(calls, key=len) == ["Blow #3", "Hurt #4", "Groan #5"]
