"""Randomly altered golden journals are read or rejected, with valid checksums too."""

from random import Random

import pytest

from tests.fuzz.reading import beginnings, read_both
from tests.sampling import Tried, amount

PIECES = (b"null", b"-1", b"1e999", b"[]", b"{}", b'""', b"\n", b"\xff", b'"', b"9" * 40, b"true")


def altered(data: bytes, others: list[bytes], chance: Random) -> bytes:
    """Replace up to four stretches, each with a piece of JSON from this journal or another."""
    for _ in range(chance.randint(1, 4)):
        start = chance.randrange(len(data) + 1)
        end = min(len(data), start + chance.choice((0, 0, 1, 1, 2, 5, 30, 200)))
        other = chance.choice([data, *others])
        at = chance.randrange(len(other) + 1)
        pieces = (chance.choice(PIECES), other[at : at + chance.randrange(60)], b"")
        data = data[:start] + chance.choice(pieces) + data[end:]
    return data


@pytest.mark.endurance
@pytest.mark.parametrize("part", range(amount(1, 20)))
def test_altered_golden_journal_is_read_or_rejected(part: int, tried: Tried) -> None:
    journals, chance = beginnings(), Random(part)
    for _ in range(500 if part == 0 else 5_000):
        tried["changed golden journals, with and without corrected checksums"] += 1
        read_both(altered(chance.choice(journals), journals, chance))
