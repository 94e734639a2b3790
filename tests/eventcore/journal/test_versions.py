"""Versions: which release wrote a journal, and whether the code has changed since."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import JournalError
from eventcore.journal import Header, version_of
from eventcore.journal.format import decode_header, encode_header
from eventcore.journal.versions import code_change
from eventcore.replay import rules_of
from tests.eventcore.journal.sample import HEADER, LINES
from tests.journals import seal

NAMED = attrs.evolve(HEADER, version="2.1", code="5c0d9e1f7a3b2c44")


def test_version_and_code_are_written_and_read() -> None:
    line, _ = encode_header(NAMED)
    assert b'"events":false,"version":"2.1","code":"5c0d9e1f7a3b2c44"}' in line
    assert decode_header(line[:-1])[0] == NAMED


def test_unknown_field_is_passed_over() -> None:
    line = LINES[0].replace('"events":false', '"events":false,"weather":["rain"]').encode()
    assert decode_header(seal([line])[:-1])[0] == HEADER


@pytest.mark.parametrize(
    "data",
    [
        '{"game":"walk","version":"2.1"}',
        '{"game":"walk"}',
        '{"game":1,"version":2}',
        '{"game":"","version":"1"}',
        "[]",
        '{"game":"\\u001b[2J","version":"%s"}' % ("x" * 999),
    ],
    ids=range(6),
)
def test_release_that_wrote_another_format_is_named_if_it_is_known(
    data: str, snapshot: SnapshotAssertion
) -> None:
    with pytest.raises(JournalError) as error:
        decode_header(b'{"type":"journal","v":2,"data":%s}' % data.encode())
    assert str(error.value) == snapshot


@pytest.mark.parametrize(
    "header", [NAMED, attrs.evolve(NAMED, code=""), HEADER], ids=["code", "version", "engine"]
)
def test_writer_of_a_journal_is_named(header: Header, snapshot: SnapshotAssertion) -> None:
    assert version_of(header) == snapshot


def test_changed_code_is_told_with_both_versions(snapshot: SnapshotAssertion) -> None:
    now = attrs.evolve(NAMED, version="2.2", code="c0de")
    assert code_change(NAMED, now) == snapshot


@pytest.mark.parametrize(
    "changes",
    [{}, {"code": ""}, {"code": "c0de", "chains": "x"}, {"code": "c0de", "content": "x"}],
    ids=["the same", "not known", "other handlers", "other content"],
)
def test_change_of_code_alone_is_told(
    changes: dict[str, Any],
) -> None:
    assert code_change(NAMED, attrs.evolve(NAMED, **changes)) == ""


@pytest.mark.parametrize("field", ["engine", "content", "chains", "version", "code"])
def test_each_of_them_makes_other_rules(field: str) -> None:
    changed: dict[str, Any] = {field: "another"}
    assert rules_of(attrs.evolve(NAMED, **changed)) != rules_of(NAMED)
