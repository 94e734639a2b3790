"""Lines: the checksum each ends with, and the refusal of a line that does not fit."""

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import JournalError
from eventcore.journal.lines import checked, sealed

BODY = b'{"words":"as many as there are in a line that has more than its checksum"}'


def test_line_is_sealed_with_the_checksum_the_next_one_starts_from() -> None:
    line, following = sealed(BODY, 5)
    assert line == b'%b,"sum":"%08x"}\n' % (BODY[:-1], following)
    assert checked(line[:-1], 1, 5) == following


def test_line_that_does_not_fit_is_damage(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(JournalError) as error:
        checked(sealed(BODY, 5)[0][:-1], 3, 6)
    assert str(error.value) == snapshot
    assert error.value.line == 3


def test_line_that_is_not_utf_8_is_damage_whatever_its_checksum(
    snapshot: SnapshotAssertion,
) -> None:
    line, following = sealed('{"words":"so – it is"}'.encode(), 0)
    assert checked(line[:-1], 3, 0) == following
    with pytest.raises(JournalError) as error:
        checked(sealed(b'{"words":"\xff"}', 0)[0][:-1], 3, 0)
    assert str(error.value) == snapshot
    assert error.value.line == 3
