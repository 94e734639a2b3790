"""Rows of the activity log describe how a field was used."""

from collections.abc import Iterator

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import APPLY
from eventcore.diagnose.activity import Row
from eventcore.diagnose.rows import acts_of, history, runs_without_write
from eventcore.replay.comparison import field_of, parse_path

PURSE = "entities[2].Purse"


def calls(*turns: tuple[int, str, bool]) -> Iterator[Row]:
    """Yield rows of handler calls. A call may also write the ``coins`` field."""
    for number, (turn, by, writes) in enumerate(turns, 1):
        event = f"Count #{number}"
        yield Row("ran", turn, by, APPLY, event, PURSE)
        if writes:
            coins = str(number), str(number + 1)
            field = f"{PURSE}.coins"
            yield Row("wrote", turn, by, APPLY, event, field, *coins)


def test_each_write_of_a_field_has_a_line(snapshot: SnapshotAssertion) -> None:
    rows = calls((1, "Purse.save", True), (2, "Purse.spend", True))
    assert [*history([*rows], f"{PURSE}.coins")] == snapshot


def test_many_writes_are_summarized_in_one_line_per_handler(snapshot: SnapshotAssertion) -> None:
    rows = [*calls(*[(n, ("Purse.save", "Purse.spend")[n == 4], True) for n in range(9)])]
    lines = [*history(rows, f"{PURSE}.coins")]
    assert len(lines) == 2
    assert lines == snapshot


@pytest.mark.parametrize(
    ("turns", "left"),
    [
        ([(1, "Purse.save", True), (1, "Purse.spend", False)], ["Purse.spend"]),
        ([(1, "Purse.save", True), (2, "Purse.save", False)], ["Purse.save"]),
        ([(1, "Purse.save", False), (2, "Purse.save", True)], []),
        ([(1, "Purse.spend", False), (2, "Purse.save", True)], []),
        ([(1, "Purse.spend", False), (1, "Purse.spend", False)], ["Purse.spend"]),
    ],
    ids=["never wrote", "wrote before", "wrote last", "ran before the write", "no write"],
)
def test_handler_that_ran_without_writing_a_field_since_its_last_write_is_found(
    turns: list[tuple[int, str, bool]], left: list[str]
) -> None:
    rows = [*calls(*turns)]
    assert [row.by for row in runs_without_write(rows, f"{PURSE}.coins")] == left
    assert [row.by for row in runs_without_write(rows, "].Purse")] == left
    ran = [*dict.fromkeys(by for _, by, _ in turns)]
    assert [row.by for row in runs_without_write(rows, f"{PURSE}.coin")] == ran  # another field


def test_acts_list_what_handlers_did_published_and_drew() -> None:
    rows = [
        Row("ran", 1, "Purse.save", APPLY, "Count #1", PURSE),
        Row("published", 1, "Purse.save", APPLY, "Count #1", "Coin #2"),
        Row("published", 1, subject="Count #3"),
        Row("drew from", 1, subject="luck", after="1"),
    ]
    assert [*acts_of(rows)] == [
        ("Purse.save", "did something"),
        ("Purse.save", "published Coin"),
        ("no handler", "drew from luck"),
    ]


def test_path_of_a_field_is_put_in_words() -> None:
    assert field_of("entities[57].Health.hp[0]", {"57": "zombie"}) == "Health.hp[0] of zombie 57"
    assert field_of("entities[57].Health.hp", {}) == "Health.hp of entity 57"
    assert field_of("turn", {}) == "turn"
    assert field_of("entities[57]", {"57": "zombie"}) == "zombie 57"
    hp = "entities[57].Health.hp"
    assert parse_path(f"{hp}[0]") == (hp, 57, "Health.hp", "[0]")
    assert parse_path("scheduled[7].Walk.due") == ("scheduled[7].Walk", 0, "", ".due")
    assert field_of("scheduled[7].Walk.due", {}) == "due of scheduled Walk 7"
    assert field_of("scheduled[7].Walk", {}) == "scheduled Walk 7"
    assert field_of("entities[57].frozen", {"57": "zombie"}) == "frozen of zombie 57"
    assert parse_path("turn") == ("turn", 0, "", "")
