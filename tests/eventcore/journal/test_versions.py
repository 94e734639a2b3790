"""Which version wrote a journal: the header says it, and readers of it what has changed since."""

from __future__ import annotations

import json
from typing import Any

import attrs
import pytest

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


def test_a_header_of_before_has_neither() -> None:
    header, _ = decode_header(LINES[0].encode()[:-1])
    assert (header.version, header.code) == ("", "")


def test_a_field_that_nobody_knows_is_passed_over() -> None:
    line = LINES[0].replace('"events":false', '"events":false,"weather":["rain"]').encode()
    assert decode_header(seal([line])[:-1])[0] == HEADER


@pytest.mark.parametrize("field", ["version", "code"])
def test_they_are_texts(field: str) -> None:
    line: dict[str, Any] = json.loads(encode_header(NAMED)[0])
    line["data"][field] = 2
    text = json.dumps(line, separators=(",", ":")).encode()
    with pytest.raises(ValueError, match=f"Expected `str`, got `int` - at `\\$.{field}`"):
        decode_header(seal([text])[:-1])


def test_the_release_that_wrote_another_format_is_named() -> None:
    line = encode_header(NAMED)[0].replace(b'"v":1', b'"v":2')[:-1]
    with pytest.raises(JournalError, match=r"use the release that wrote it, 'walk 2\.1'$"):
        decode_header(line)


@pytest.mark.parametrize(
    "data", ["[]", "null", '{"game":"walk"}', '{"game":1,"version":2}', '{"game":"","version":"1"}']
)
def test_what_names_no_release_is_refused_without(data: str) -> None:
    with pytest.raises(JournalError, match=r"use the release that wrote it$"):
        decode_header(b'{"type":"journal","v":2,"data":%s}' % data.encode())


def test_a_release_cannot_write_to_a_terminal() -> None:
    line = b'{"type":"journal","v":2,"data":{"game":"\\u001b[2J","version":"%s"}}' % (b"x" * 999)
    with pytest.raises(JournalError) as refused:
        decode_header(line)
    assert "\x1b" not in str(refused.value)
    assert len(str(refused.value)) < 250


@pytest.mark.parametrize(
    ("header", "said"),
    [
        (NAMED, "walk 2.1, code 5c0d9e1f7a3b2c44"),
        (attrs.evolve(NAMED, code=""), "walk 2.1"),
        (HEADER, "walk on eventcore 0.1.0"),
    ],
)
def test_who_wrote_a_journal_is_named(header: Header, said: str) -> None:
    assert version_of(header) == said


def test_changed_code_is_told_with_both_versions() -> None:
    now = attrs.evolve(NAMED, version="2.2", code="c0de")
    assert code_change(NAMED, now) == (
        "the rules' code has changed since: it was recorded by walk 2.1, code 5c0d9e1f7a3b2c44, "
        "and this is walk 2.2, code c0de"
    )


@pytest.mark.parametrize(
    "changes",
    [{}, {"code": ""}, {"code": "c0de", "chains": "x"}, {"code": "c0de", "content": "x"}],
    ids=["the same", "not known", "other handlers", "other content"],
)
def test_where_nothing_is_known_or_more_has_changed_it_is_not_told(changes: dict[str, Any]) -> None:
    assert code_change(NAMED, attrs.evolve(NAMED, **changes)) == ""


@pytest.mark.parametrize("field", ["engine", "content", "chains", "version", "code"])
def test_each_of_them_makes_other_rules(field: str) -> None:
    changed: dict[str, Any] = {field: "another"}
    assert rules_of(attrs.evolve(NAMED, **changed)) != rules_of(NAMED)
