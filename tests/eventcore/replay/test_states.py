"""Two saved states: where they differ, as paths a reader can follow."""

import pytest

from eventcore import SaveError
from eventcore.replay import divergent_paths


def differ(one: bytes, other: bytes) -> list[str]:
    return [str(difference) for difference in divergent_paths(one, other)]


def entity(number: int, hp: int) -> bytes:
    return b'{"id":%d,"owned":[],"components":{"Health":{"hp":%d}}}' % (number, hp)


def test_what_is_the_same_has_no_paths() -> None:
    assert differ(b'{"world":{"turn":1}}', b'{"world":{"turn":1}}') == []


def test_an_entity_is_known_by_its_id_wherever_it_stands() -> None:
    one = b'{"turn":3,"world":{"entities":[%s,%s]}}' % (entity(1, 5), entity(13, 12))
    other = b'{"turn":4,"world":{"entities":[%s]}}' % entity(13, 11)
    assert differ(one, other) == [
        'entities[1] {"id":1,"owned":[],"components":{"Health":{"hp":5}}} recorded, '
        "nothing replayed",
        "entities[13].Health.hp 12 recorded, 11 replayed",
        "turn 3 recorded, 4 replayed",
    ]


def test_of_a_list_its_length_and_the_first_difference_are_told() -> None:
    assert differ(b'{"lines":[1,2,{"a":3},4]}', b'{"lines":[1,2,{"a":5}]}') == [
        "lines 4 long recorded, 3 long replayed",
        "lines[2].a 3 recorded, 5 replayed",
    ]


def test_a_scheduled_event_is_known_by_its_number_however_soon_it_comes() -> None:
    row = '[%d,%d,0,%d,1,"Walk",{"enactor":2},null]'
    whole = '{"world":{"planned":{"count":2,"rows":[%s]}}}'
    states = [
        whole % ",".join(row % one for one in rows)
        for rows in ([(1, 50, 1), (2, 60, 2)], [(2, 40, 2), (1, 50, 1)], [(1, 50, 1)])
    ]
    one, sooner, gone = (state.encode() for state in states)
    assert differ(one, sooner) == ["scheduled[2].due 60 recorded, 40 replayed"]
    (missing,) = differ(one, gone)
    assert missing.startswith('scheduled[2] {"due":60,')
    assert missing.endswith("recorded, nothing replayed")


def test_the_fingerprint_of_all_that_went_before_is_left_out() -> None:
    assert differ(b'{"digest":["a"]}', b'{"digest":["b"]}') == []


def test_truth_is_no_number() -> None:
    assert differ(b'{"a":true}', b'{"a":1}') == ["a true recorded, 1 replayed"]


def test_two_things_of_one_id_are_compared_in_order() -> None:
    one, other = b'{"all":[{"id":1},{"id":1}]}', b'{"all":[{"id":1},{"id":2}]}'
    assert differ(one, other) == ["all[1].id 1 recorded, 2 replayed"]


def test_a_long_value_is_cut() -> None:
    (said,) = differ(b'{"a":"%s"}' % (b"x" * 500), b'{"a":""}')
    assert len(said) < 120


def test_what_is_no_json_is_no_state() -> None:
    with pytest.raises(SaveError):
        divergent_paths(b"{", b"{}")
