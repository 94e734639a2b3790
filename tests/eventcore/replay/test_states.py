"""The comparison lists the paths at which two saved states differ."""

from eventcore import Component, component
from eventcore.replay.comparison import divergent_paths
from eventcore.time import Scheduled


def differ(one: bytes, other: bytes) -> list[tuple[str, str, str]]:
    return [(one.path, one.recorded, one.replayed) for one in divergent_paths(one, other)]


def entity(number: int, hp: int) -> bytes:
    return b'{"id":%d,"owned":[],"components":{"Health":{"hp":%d}}}' % (number, hp)


def test_state_difference_matches_entities_by_id_not_by_position() -> None:
    one = b'{"turn":3,"world":{"entities":[%s,%s]}}' % (entity(1, 5), entity(13, 12))
    other = b'{"turn":4,"world":{"entities":[%s]}}' % entity(13, 11)
    assert differ(one, other) == [
        ("entities[1]", entity(1, 5).decode(), ""),
        ("entities[13].Health.hp", "12", "11"),
        ("turn", "3", "4"),
    ]


def test_list_difference_shows_both_lengths_and_the_first_different_element() -> None:
    assert differ(b'{"lines":[1,2,{"a":3},4]}', b'{"lines":[1,2,{"a":5}]}') == [
        ("lines", "length 4", "length 3"),
        ("lines[2].a", "3", "5"),
    ]


def test_state_comparison_identifies_scheduled_events_by_number() -> None:
    row = '[%d,%d,0,%d,%d,"Walk",{"enactor":2},null]'
    whole = '{"world":{"planned":{"count":2,"rows":[%s]}}}'
    states = [
        whole % ",".join(row % one for one in rows)
        for rows in (
            [(1, 50, 1, 7), (2, 60, 2, 8)],
            [(2, 40, 2, 8), (1, 50, 1, 7)],
            [(1, 50, 1, 7)],
            [(1, 50, 1, 7), (2, 60, 2, 9)],
        )
    ]
    one, sooner, gone, of_another_event = (state.encode() for state in states)
    assert differ(one, sooner) == [("scheduled[2].Walk.due", "60", "40")]
    missing = [(path, replayed) for path, _, replayed in differ(one, gone)]
    assert missing == [("scheduled[2].Walk", "")]
    assert differ(one, of_another_event) == []
    another_type = one.replace(b'"Walk",{"enactor":2},null]]', b'"Rest",{"enactor":2},null]]')
    paths = [path for path, *_ in differ(one, another_type)]
    assert paths == ["scheduled[2].Walk", "scheduled[2].Rest"]


@component
class Hiker(Component):
    walk: Scheduled | None = None


def test_events_and_handles_that_differ_only_in_number_are_not_reported() -> None:
    row = '[%d,%d,0,1,7,"Walk",{"enactor":2},null]'
    whole = (
        '{"entities":[{"id":2,"components":{"Hiker":{"walk":%d}}}],'
        '"planned":{"count":9,"rows":[%s]}}'
    )
    one, shifted, sooner = (
        (whole % (number, row % (number, due))).encode()
        for number, due in ((3, 50), (4, 50), (4, 40))
    )
    assert divergent_paths(one, shifted, [Hiker]) == []
    assert [
        (each.path, each.recorded, each.replayed) for each in divergent_paths(one, sooner, [Hiker])
    ] == [
        ("entities[2].Hiker.walk", "Walk due at 50", "Walk due at 40"),
        (
            "scheduled[3].Walk",
            '{"type":"Walk","due":50,"fields":{"enactor":2},"priority":0…',
            "",
        ),
        (
            "scheduled[4].Walk",
            "",
            '{"type":"Walk","due":40,"fields":{"enactor":2},"priority":0…',
        ),
    ]


def test_interval_of_a_recurring_event_and_frozen_entities_have_paths() -> None:
    state = (
        '{"world":{"agenda":{"still":[%s]},"planned":{"count":1,"recurring":'
        '[[1,{"interval":%d,"stop":null,"left":null}]],"rows":[[1,50,0,1,7,"Walk",{},null]]}}}'
    )
    one, other = (state % values for values in (("[3,null]", 50), ("[4,[9,0,1,4,0]]", 60)))
    assert differ(one.encode(), other.encode()) == [
        ("entities[3].frozen", "true", ""),
        ("entities[4].frozen", "", "[9,0,1,4,0]"),
        ("scheduled[1].Walk.recurrence.interval", "50", "60"),
    ]


def test_comparing_equal_states_or_different_fingerprints_yields_no_paths() -> None:
    assert differ(b'{"world":{"turn":1}}', b'{"world":{"turn":1}}') == []
    assert differ(b'{"digest":["a"]}', b'{"digest":["b"]}') == []


def test_true_differs_from_one() -> None:
    assert differ(b'{"a":true}', b'{"a":1}') == [("a", "true", "1")]
