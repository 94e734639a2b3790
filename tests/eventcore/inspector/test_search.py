"""A search finds the next event of a type or with an entity, and plays no further."""

import pytest

from eventcore.inspector.inspection import Chain, Inspection
from tests.eventcore.inspector.conftest import events, finish


def search(one: Inspection, text: str, event: int = 0, **options: bool) -> tuple[int, int]:
    one.text = text
    found = finish(one.find(event, **options))
    return one.turn, found


@pytest.mark.parametrize(
    ("text", "place"),
    [
        *(("Lose", (2, 3)), ("los", (2, 3)), ("#3", (2, 3))),
        *(("wagon", (1, 1)), ("agon 2", (1, 1)), ("2", (1, 1)), ("1", (2, 3)), ("world", (2, 3))),
    ],
)
def test_event_is_found_by_type_number_or_entity(
    one: Inspection, text: str, place: tuple[int, int]
) -> None:
    assert search(one, text) == place
    assert one.player.timeline.position <= 3


def test_search_goes_on_to_later_and_back_to_earlier_events(one: Inspection) -> None:
    assert search(one, "Lose") == (2, 3)
    assert search(one, "Lose", 3) == (3, 5)
    assert search(one, "Lose", 5) == (3, 0)
    assert search(one, "Lose", 5, back=True) == (2, 3)
    assert search(one, "Lose", 3, back=True) == (2, 0)
    one.go(7)
    assert search(one, "Lose", 9, back=True) == (3, 5)
    one.go(2)
    assert search(one, "Lose", 2) == (2, 3)


@pytest.mark.parametrize("text", ["dragon", "#99", "#0", "9"])
def test_search_in_vain_stays_where_it_was(one: Inspection, text: str) -> None:
    one.go(2)
    one.open(Chain(3))
    assert search(one, text) == (2, 0)
    assert one.subject == Chain(3)


def test_found_event_is_shown_among_those_of_its_turn(one: Inspection) -> None:
    one.go(1)
    one.open(Chain(1))
    search(one, "Lose")
    assert one.subject is None
    assert events(one)[4] == 3
