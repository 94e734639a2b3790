"""Settled events as rows: what is said of those that are none, and what is a line of them."""

import pytest
from msgspec import Raw

from eventcore import JournalError
from eventcore.journal.lines import MAX_RECORD
from eventcore.journal.settled import SettledEvents, decode_events, encode_events


def line_of(row: str) -> bytes:
    """A line with a row in it, of Stride if it is one."""
    data = f'{{"fields":{{"Stride":["by"]}},"rows":[{row}]}}'
    head = '"seq":4,"turn":0,"kind":"events","type":"events","v":1,"parent":null'
    return f'{{{head},"data":{data},"sum":"00000000"}}'.encode()


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ('["Stride",4,0]', "row 1 has 3 values, and 4 come first"),
        ('["Stroll",4,0,3,2]', "row 1 is of a type whose fields are not told"),
        ('["Stride",4,0,3]', "row 1 has fewer values than its type has fields"),
        ('["Stride",-4,0,3,2]', "row 1 has a number that counts nothing"),
    ],
)
def test_a_row_that_is_none_is_told_with_the_reason(row: str, reason: str) -> None:
    with pytest.raises(JournalError) as caught:
        decode_events(line_of(row), 7)
    assert str(caught.value) == f"line 7 holds no settled events: {reason}"
    assert caught.value.line == 7


def test_a_number_in_a_row_has_at_most_63_bits() -> None:
    (event,) = decode_events(line_of(f'["Stride",4,0,{2**63 - 1},2]'), 7)
    assert event.parent == 2**63 - 1
    with pytest.raises(JournalError, match="row 1 has a number that counts nothing"):
        decode_events(line_of(f'["Stride",4,0,{2**63},2]'), 7)


def test_an_event_of_the_greatest_length_has_one_line() -> None:
    def written(length: int) -> bytes:
        row = ("Say", 1, 0, None, "x" * length)
        return encode_events(SettledEvents([row], {"Say": ["words"]}), 0)[0]

    most = MAX_RECORD - len(written(0))
    assert len(written(most)) == MAX_RECORD
    with pytest.raises(JournalError, match="1048577 bytes cannot be written: 1048576 is the most"):
        written(most + 1)


def test_an_event_with_a_line_feed_in_it_is_refused() -> None:
    events = SettledEvents([("Say", 1, 0, None, Raw(b"[\n]"))], {"Say": ["words"]})
    with pytest.raises(JournalError) as caught:
        encode_events(events, 0)
    assert str(caught.value) == "an event, Say, cannot be recorded: it has a line feed in it"


def test_events_that_cannot_be_recorded_are_named_by_their_types_in_order() -> None:
    rows = [("Say", 1, 0, None, Raw(b"[\n]")), ("Go", 2, 0, None), ("Rest", 3, 0, None)]
    with pytest.raises(JournalError) as caught:
        encode_events(SettledEvents(rows, {"Say": ["words"], "Go": [], "Rest": []}), 0)
    said = "one of Go, Rest, Say cannot be recorded: it has a line feed in it"
    assert str(caught.value) == said


def lines_of(events: SettledEvents) -> list[bytes]:
    written, _ = encode_events(events, 0)
    lines = written.splitlines(keepends=True)
    assert max(map(len, lines)) <= MAX_RECORD
    return lines


def test_who_came_is_named_with_the_events_by_id() -> None:
    names = {"9": "troll", "10": "a\u00a0dragon"}
    (line,) = lines_of(SettledEvents([("Go", 2, 0, None)], {"Go": []}, names))
    assert decode_events(line[:-1], 7).names == names
    (line,) = lines_of(SettledEvents([("Go", 2, 0, None)], {"Go": []}))
    assert b"names" not in line


@pytest.mark.parametrize("names", ['["troll"]', '{"9":7}', "null"])
def test_names_that_are_none_are_damage(names: str) -> None:
    line = line_of('["Stride",4,0,3,2]').replace(b',"rows"', b',"names":%b,"rows"' % names.encode())
    with pytest.raises(JournalError, match="line 7 holds no settled events: Expected"):
        decode_events(line, 7)


def test_names_that_are_too_long_for_a_line_are_told_in_several() -> None:
    names = {str(number): "x" * 1000 for number in range(1500)}
    rows = [("Go", number, 0, None) for number in range(1, 9)]
    lines = lines_of(SettledEvents(rows, {"Go": []}, names))
    told = [decode_events(line[:-1], 7) for line in lines]
    assert [row for events in told for row in events.rows] == [list(row) for row in rows]
    assert {id_: name for events in told for id_, name in events.names.items()} == names


def test_names_no_line_has_room_for_are_left_out_and_the_event_stays() -> None:
    row = ("Say", 1, 0, None, "x" * 900_000)
    (line,) = lines_of(SettledEvents([row], {"Say": ["words"]}, {"9": "y" * 200_000}))
    (event,) = decode_events(line[:-1], 7)
    assert len(event.data["words"]) == 900_000


def test_what_a_later_release_may_add_is_passed_over() -> None:
    line = line_of('["Stride",4,0,3,2]').replace(b',"rows"', b',"more":1,"rows"')
    (event,) = decode_events(line, 7)
    assert event.data == {"by": 2}
