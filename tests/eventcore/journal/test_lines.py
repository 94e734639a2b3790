"""Lines: the checksum each ends with, and what is said of one that does not fit."""

import pytest

from eventcore import JournalError
from eventcore.journal.lines import checked, sealed

BODY = b'{"words":"as many as there are in a line that has more than its checksum"}'


def test_a_line_is_sealed_with_the_checksum_the_next_one_starts_from() -> None:
    line, following = sealed(BODY, 5)
    assert line == b'%b,"sum":"%08x"}\n' % (BODY[:-1], following)
    assert checked(line[:-1], 1, 5) == following


def test_a_line_that_does_not_fit_is_damage_by_its_number() -> None:
    with pytest.raises(JournalError) as caught:
        checked(sealed(BODY, 5)[0][:-1], 3, 6)
    said = "line 3 is damaged: its checksum does not fit it and the lines before"
    assert (str(caught.value), caught.value.line) == (said, 3)


def test_a_line_that_is_no_utf_8_is_damage_whatever_its_checksum() -> None:
    line, following = sealed('{"words":"so – it is"}'.encode(), 0)
    assert checked(line[:-1], 3, 0) == following
    with pytest.raises(JournalError) as caught:
        checked(sealed(b'{"words":"\xff"}', 0)[0][:-1], 3, 0)
    assert (str(caught.value), caught.value.line) == ("line 3 is no UTF-8 from byte 10 on", 3)
