"""A search lists the events of a type, with an entity or with a number."""

from typing import Any

import pytest

from eventcore.inspector.inspection import Chain, Inspection
from tests.eventcore.inspector.conftest import events, finish


def search(one: Inspection, text: str) -> list[tuple[int, int]]:
    return [(span.turn, span.sequence) for span in finish(one.search(text))[0]]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        *(("Lose", (2, 3)), ("los", (2, 3)), ("#3", (2, 3))),
        *(("wagon", (1, 1)), ("agon 2", (1, 1)), ("2", (1, 1)), ("1", (2, 3)), ("world", (2, 3))),
    ],
)
def test_event_is_found_by_type_number_or_entity(
    one: Inspection, text: str, first: tuple[int, int]
) -> None:
    assert search(one, text)[0] == first


def test_events_from_the_current_turn_on_are_listed(one: Inspection) -> None:
    assert search(one, "Lose") == [(2, 3), (3, 5)]
    one.go(3)
    assert search(one, "Lose") == [(3, 5)]
    one.go(7)
    assert search(one, "Lose") == []
    assert search(one, "#3") == [(2, 3)]


def test_long_list_ends_and_plays_no_further(one: Inspection, monkeypatch: Any) -> None:
    monkeypatch.setattr("eventcore.inspector.inspection._MOST_MATCHES", 2)
    assert search(one, "wagon") == [(1, 1), (2, 2)]
    assert one.player.timeline.position <= 3


@pytest.mark.parametrize("text", ["dragon", "#99", "#0", "9"])
def test_search_in_vain_stays_where_it_was(one: Inspection, text: str) -> None:
    one.go(2)
    one.open(Chain(3))
    assert search(one, text) == []
    assert (one.turn, one.subject) == (2, Chain(3))


def test_hidden_event_is_found_by_its_number_alone(one: Inspection) -> None:
    one.filter.types = {"Lose"}
    assert search(one, "Lose") == []
    one.show(finish(one.search("#3"))[0][0])
    assert 3 in events(one)


def test_found_event_is_shown_among_those_of_its_turn(one: Inspection) -> None:
    one.go(1)
    one.open(Chain(1))
    one.show(finish(one.search("Lose"))[0][0])
    assert (one.turn, one.subject) == (2, None)
    assert events(one)[4] == 3
