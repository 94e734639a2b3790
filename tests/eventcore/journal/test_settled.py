"""Lines of a journal hold settled events as rows, and the reader rejects invalid rows."""

import pytest
from msgspec import Raw
from syrupy.assertion import SnapshotAssertion

from eventcore import JournalError
from eventcore.journal.lines import MAX_RECORD
from eventcore.journal.settled import SettledEvents, decode_events, encode_events


def line_of(row: str) -> bytes:
    """Return a line with one row of events, and with the field names of Stride."""
    data = f'{{"fields":{{"Stride":["by"]}},"rows":[{row}]}}'
    head = '"seq":4,"turn":0,"kind":"events","type":"events","v":1,"parent":null'
    return f'{{{head},"data":{data},"sum":"00000000"}}'.encode()


ROW = '["Stride",4,0,3,2]'


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (ROW, '["Stride",4,0,3,2,5]'),
        (ROW, '["Stride",4,0]'),
        (ROW, "{}"),
        (ROW, '["Stroll",4,0,3,2]'),
        (ROW, '["Stride",-4,0,3,2]'),
        (ROW, '["Stride",4,0,"3",2]'),
        (ROW, f'["Stride",4,0,{2**63},2]'),
        (ROW, '["Stride",4,0,3,2,"done",null]'),
        (ROW, '["Stride",4,0,3,2,"failed",1]'),
        (f"[{ROW}]", "[]"),
        ('"type":"events"', '"type":"Walk"'),
        ('"v":1', '"v":2'),
        ('"v":1', '"v":1,"digest":""'),
        (',"rows"', ',"names":{"9":7},"rows"'),
    ],
    ids=range(14),
)
def test_events_line_of_the_wrong_shape_is_reported_as_damage(
    old: str, new: str, snapshot: SnapshotAssertion
) -> None:
    line = line_of(ROW).decode()
    assert line.count(old) == 1
    with pytest.raises(JournalError) as error:
        decode_events(line.replace(old, new).encode(), 7)
    assert str(error.value) == snapshot
    assert error.value.line == 7


def test_number_in_a_row_has_at_most_63_bits() -> None:
    (event,) = decode_events(line_of(f'["Stride",4,0,{2**63 - 1},2]'), 7)
    assert event.parent == 2**63 - 1


def test_event_of_the_maximum_length_fits_on_one_line() -> None:
    def written(length: int) -> bytes:
        row = ("Say", 1, 0, None, "x" * length)
        return encode_events(SettledEvents({"Say": ["words"]}, [row]), 0)[0]

    most = MAX_RECORD - len(written(0))
    assert len(written(most)) == MAX_RECORD
    with pytest.raises(JournalError):
        written(most + 1)


@pytest.mark.parametrize("value", [Raw(b"[\n]"), print], ids=["line feed", "function"])
def test_events_that_cannot_be_written_are_named_by_their_types(
    value: object, snapshot: SnapshotAssertion
) -> None:
    rows = [("Say", 1, 0, None, value), ("Go", 2, 0, None), ("Rest", 3, 0, None)]
    for some in (rows, rows[:1]):
        with pytest.raises(JournalError) as error:
            encode_events(SettledEvents({"Say": ["words"], "Go": [], "Rest": []}, some), 0)
        assert str(error.value) == snapshot


def lines_of(events: SettledEvents) -> list[bytes]:
    written, _ = encode_events(events, 0)
    lines = written.splitlines(keepends=True)
    assert max(map(len, lines)) <= MAX_RECORD
    return lines


def test_settled_events_store_the_names_of_new_entities_by_id() -> None:
    names = {"9": "troll", "10": "a\u00a0dragon"}
    (line,) = lines_of(SettledEvents({"Go": []}, [("Go", 2, 0, None)], names))
    assert decode_events(line[:-1], 7).names == names
    (line,) = lines_of(SettledEvents({"Go": []}, [("Go", 2, 0, None)]))
    assert b"names" not in line


def test_settled_events_split_long_names_over_several_lines() -> None:
    names = {str(number): "x" * 1000 for number in range(1500)}
    rows = [("Go", number, 0, None) for number in range(1, 9)]
    lines = lines_of(SettledEvents({"Go": []}, rows, names))
    told = [decode_events(line[:-1], 7) for line in lines]
    assert [row for events in told for row in events.rows] == [list(row) for row in rows]
    assert {id_: name for events in told for id_, name in events.names.items()} == names


def test_unknown_field_from_a_later_release_is_ignored() -> None:
    line = line_of('["Stride",4,0,3,2]').replace(b',"rows"', b',"more":1,"rows"')
    (event,) = decode_events(line, 7)
    assert event.data == {"by": 2}
