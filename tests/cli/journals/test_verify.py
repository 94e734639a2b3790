"""``bidden verify``: 0 the same, 1 diverged, 2 not readable, and one line for each journal."""

import contextlib
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bidden.recording.notes import BIDDEN
from eventcore.cli import verify
from tests.cli.conftest import Command
from tests.cli.forgeries import DAMAGED, swap, write
from tests.journals import seal
from tests.sampling import Tried, amount

TORN = "line 22 is torn: the file ends inside it, after 20 whole records; what is whole is the same"


def test_a_journal_that_replays_the_same_exits_0(bidden: Command, journal: Path) -> None:
    outcome = bidden("verify", journal)
    assert (outcome.code, outcome.err) == (0, "")
    assert re.fullmatch(
        re.escape(f"{journal}: same: 21 records, ") + r"\d+ turns, [\d,]+ turns/s\n", outcome.out
    )


def test_a_journal_cut_between_records_is_a_shorter_one(bidden: Command, journal: Path) -> None:
    lines = journal.read_bytes().splitlines(keepends=True)
    for count in (1, 2, 21):
        journal.write_bytes(b"".join(lines[:count]))
        outcome = bidden("verify", journal)
        assert (outcome.code, outcome.err) == (0, "")
        records = "1 record" if count == 2 else f"{count - 1} records"
        assert f": same: {records}, " in outcome.out


def replaced(recorded: bytes, line: int, name: str, data: bytes) -> bytes:
    """Put another intent into a line, and give the journal the checksums it should have."""
    lines = recorded.splitlines(keepends=True)
    record = {**json.loads(lines[line - 1]), "type": name, "data": json.loads(data)}
    lines[line - 1] = json.dumps(record, separators=(",", ":")).encode()
    return seal(lines)


def test_an_intent_that_is_no_utf_8_is_one_line_and_the_next_journal_is_checked(
    bidden: Command, journal: Path, recorded: bytes
) -> None:
    bad = write(journal.with_name("bad.jsonl"), swap(recorded, 11, b'"dx":-1', b'"dx":"\xff"'))
    outcome = bidden("verify", journal, bad, journal)
    assert outcome.code == 2
    assert outcome.out.count(f"{journal}: same: 21 records, ") == 2
    assert outcome.err.count("\n") == 1
    assert "line 11 is no UTF-8 from byte " in outcome.err


@pytest.mark.parametrize(
    ("name", "data"), [("Move", b'{"dx":5,"dy":5}'), ("Wait", b"{}")], ids=["refused", "waited"]
)
def test_another_intent_in_place_of_a_step_diverges_in_the_turn_that_meets_it(
    bidden: Command, journal: Path, recorded: bytes, name: str, data: bytes
) -> None:
    assert b'"type":"Move"' in recorded.splitlines()[10]
    write(journal, replaced(recorded, 11, name, data))
    outcome = bidden("verify", journal)
    assert (outcome.code, outcome.out) == (1, "")
    digest = json.loads(recorded.splitlines()[11])["digest"]
    assert outcome.err.startswith(
        f"bidden: {journal}: differs first on turn 10 (line 12): digest '{digest}' recorded, "
    )
    assert all(line.startswith("  ") for line in outcome.err.splitlines()[1:])


def test_another_seed_diverges_at_the_first_record(
    bidden: Command, journal: Path, recorded: bytes
) -> None:
    write(journal, swap(recorded, 1, b'"seed":7', b'"seed":8'))
    outcome = bidden("verify", journal)
    assert (outcome.code, outcome.out) == (1, "")
    assert f"{journal}: differs first on turn 0 (line 2): digest " in outcome.err


@pytest.mark.parametrize("kind", DAMAGED)
def test_a_damaged_journal_exits_2_and_names_what_is_whole(
    bidden: Command, journal: Path, recorded: bytes, kind: str
) -> None:
    forge, line = DAMAGED[kind]
    write(journal, forge(recorded))
    outcome = bidden("verify", journal)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"bidden: {journal}: line {line} is ")
    assert outcome.err.endswith("; what is whole is the same\n")
    assert outcome.err.count("\n") == 1


def test_a_torn_journal_is_checked_as_far_as_it_is_whole(
    bidden: Command, journal: Path, recorded: bytes
) -> None:
    write(journal, recorded[:-10])
    outcome = bidden("verify", journal)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == f"bidden: {journal}: {TORN}\n"


def test_a_torn_journal_that_diverges_before_its_end_has_diverged(
    bidden: Command, journal: Path, recorded: bytes
) -> None:
    write(journal, swap(recorded, 1, b'"seed":7', b'"seed":8')[:-10])
    outcome = bidden("verify", journal)
    assert outcome.code == 1
    assert "differs first" in outcome.err
    assert "is torn: the file ends inside it" in outcome.err


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'"type":"Move"', b'"type":"Fly"', "there is no intent 'Fly' in this game"),
        (b'"v":1', b'"v":2', "Move has version 2, and this game knows 1"),
        (b'"dy":', b'"up":', "Move: Object missing required field `dy`"),
        (b'"dy":', b'"dy":1.5,"up":', "Move: Expected `int`, got `float` - at `$.dy`"),
        (b'"dy":', b'"up":0,"dy":', "Move: has no field 'up' in this game"),
    ],
    ids=["type", "version", "missing", "fraction", "surplus"],
)
def test_an_intent_the_game_does_not_know_exits_2(
    bidden: Command, journal: Path, recorded: bytes, old: bytes, new: bytes, said: str
) -> None:
    assert b'"type":"Move"' in recorded.splitlines()[1]
    write(journal, swap(recorded, 2, old, new))
    outcome = bidden("verify", journal)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == f"bidden: {journal}: line 2: {said}\n"


@pytest.mark.parametrize(
    ("field", "what"), [("chains", "handlers"), ("content", "content")], ids=["chains", "content"]
)
def test_a_journal_of_other_rules_is_announced_and_checked_all_the_same(
    bidden: Command, journal: Path, recorded: bytes, field: str, what: str
) -> None:
    value = json.loads(recorded.splitlines()[0])["data"][field].encode()
    write(journal, swap(recorded, 1, value, b"0123456789abcdef"))
    outcome = bidden("verify", journal)
    assert outcome.code == 0
    assert outcome.err == f"bidden: {journal}: recorded with other {what} than this version's\n"


def test_without_a_journal_it_says_what_it_needs(bidden: Command) -> None:
    outcome = bidden("verify")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == "bidden: verify needs a journal: bidden verify JOURNAL…\n"


def test_of_several_journals_each_has_its_line_and_the_worst_decides(
    bidden: Command, tmp_path: Path, recorded: bytes
) -> None:
    same = write(tmp_path / "same.jsonl", recorded)
    other = write(tmp_path / "other.jsonl", swap(recorded, 1, b'"seed":7', b'"seed":8'))
    torn = write(tmp_path / "torn.jsonl", recorded[:-10])
    assert bidden("verify", same, same).code == 0
    assert bidden("verify", same, other, same).code == 1
    outcome = bidden("verify", torn, other, same)
    assert outcome.code == 2
    *said, closer = outcome.err.splitlines()
    assert [line.split(": ")[1] for line in said] == [str(torn), str(other)]
    assert closer == f"  look closer with: bidden explain {other} --turn 0"
    first, total = outcome.out.splitlines()
    assert first.startswith(f"{same}: same: ")
    assert total == "3 journals: 1 the same, 1 diverged, 1 not readable"


def test_a_name_that_is_no_text_is_shown_all_the_same(
    bidden: Command, tmp_path: Path, recorded: bytes
) -> None:
    path = write(tmp_path / "\udcff.jsonl", recorded)
    outcome = bidden("verify", path)
    assert outcome.code == 0
    assert outcome.out.startswith(f"{tmp_path}/\\udcff.jsonl: same: ")
    assert bidden("verify", f"{path}x").code == 2


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz") / "game.jsonl"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["dx", "dy", "z"]), inner),
    max_leaves=6,
)
INTENT = st.fixed_dictionaries(
    {
        "type": st.sampled_from(["Move", "Close", "Wait", "close", "journal", ""]),
        "v": st.integers(0, 2),
        "data": JSON | st.fixed_dictionaries({"dx": st.integers(), "dy": st.integers(-2, 2)}),
    }
)


@pytest.mark.endurance
@settings(max_examples=amount(40, 2_000), deadline=None)
@given(line=st.integers(2, 22), intent=INTENT)
def test_whatever_a_record_holds_verifying_says_0_or_1_or_2_and_raises_nothing(
    file: Path, recorded: bytes, line: int, intent: dict[str, Any], tried: Tried
) -> None:
    tried["records made up for the command verify"] += 1
    lines = recorded.splitlines(keepends=True)
    lines[line - 1] = json.dumps({**json.loads(lines[line - 1]), **intent}).encode()
    write(file, seal(lines))
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = verify(BIDDEN, file)
    assert code in (0, 1, 2)
    assert (out if code == 0 else err).getvalue().count("\n") == 1
