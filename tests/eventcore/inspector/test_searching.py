"""The next event of a type or with somebody in it is found, and no more is played than that."""

import pytest

from eventcore.inspector.inspection import Chain, Events, Inspection
from tests.eventcore.inspector.conftest import finish


def search(one: Inspection, text: str, event: int = 0, **how: bool) -> tuple[int, int]:
    one.text = text
    found = finish(one.find(0, event, **how))
    return one.turn, found


@pytest.mark.parametrize("text", ["Lose", "lose", "los", "#3"])
def test_an_event_is_found_by_a_part_of_its_type_or_its_number(one: Inspection, text: str) -> None:
    assert search(one, text) == (2, 3)
    assert one.sides[0].timeline.position <= 3


def test_those_after_it_follow_and_those_before_it_lead_back(one: Inspection) -> None:
    assert search(one, "Lose") == (2, 3)
    assert search(one, "Lose", 3) == (3, 5)
    assert search(one, "Lose", 5) == (3, 0)
    assert search(one, "Lose", 5, back=True) == (2, 3)
    assert search(one, "Lose", 3, back=True) == (2, 0)
    one.go(7)
    assert search(one, "Lose", 9, back=True) == (3, 5)


def test_the_one_looked_at_is_found_itself_at_first_only(one: Inspection) -> None:
    one.go(2)
    assert search(one, "Lose", 3, here=True) == (2, 3)
    assert search(one, "Lose", 3) == (3, 5)


@pytest.mark.parametrize(
    ("text", "place"),
    [("wagon", (1, 1)), ("agon 2", (1, 1)), ("2", (1, 1)), ("1", (2, 3)), ("world", (2, 3))],
)
def test_somebody_in_a_role_is_found_by_name_or_id(
    one: Inspection, text: str, place: tuple[int, int]
) -> None:
    assert search(one, text) == place


@pytest.mark.parametrize("text", ["dragon", "#99", "#0", "9"])
def test_what_is_not_there_leaves_one_where_one_is(one: Inspection, text: str) -> None:
    one.go(2)
    one.open(Chain(3))
    assert search(one, text) == (2, 0)
    assert one.subject == Chain(3)


def test_what_is_found_is_shown_among_the_events_of_its_turn(one: Inspection) -> None:
    one.go(1)
    one.open(Chain(1))
    search(one, "Lose")
    assert one.subject == Events()
    assert finish(one.panes())[0].index_of(3) == 3


def test_a_search_can_be_left_at_any_record(one: Inspection) -> None:
    one.text = "dragon"
    job = one.find(0, 0)
    assert next(job).startswith("searching turn ")
    next(job)
    job.close()
    assert search(one, "Lose") == (2, 3)
