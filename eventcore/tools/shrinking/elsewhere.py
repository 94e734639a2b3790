"""A recording that goes another way in another process: what tells of some intents that they do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
import msgspec

from eventcore.diagnose.nondeterminism import (
    Parting,
    first_difference,
    run_here_and_elsewhere,
)
from eventcore.diagnose.performing import Intents
from eventcore.replay.shrinking import Check
from eventcore.schema.encoding import encode
from eventcore.tools.opening import Recording
from eventcore.tools.shrinking.failures import Failure, repeat

_PLAY_ELSEWHERE = """\
    journal = Journal.read(JOURNAL)
    source = evolve({make}(journal), made_by={made_by!r})
    whole = Segment(0, len(journal.records), journal.header, 0)
    assert find_parting(source, journal, whole) is None
"""


def parting_elsewhere(
    recording: Recording, parting: Parting, intents: Sequence[Any]
) -> Failure | None:
    """Return the failure of a recording whose runs here and in another process part.

    What parts by chance is performed as often as it takes to see it, as good as surely.

    Args:
        recording: What the intents are of.
        parting: Where two runs of it part.
        intents: All of them.

    Returns:
        How it fails; None where the two runs part no more.

    Raises:
        JournalError: The other process cannot perform them.
    """
    failure = Failure(
        "two processes differ",
        _check(recording, parting.seed, 1),
        _PLAY_ELSEWHERE.replace("{made_by!r}", repr(recording.source.made_by)),
    )
    times = repeat(failure, intents).needed
    return attrs.evolve(failure, check=_check(recording, parting.seed, times)) if times else None


def _check(recording: Recording, seed: str, times: int) -> Check[Any]:
    def check(intents: Sequence[Any]) -> int:
        encoded = [recording.first.encode(intent) for intent in intents]
        records = [(name, v, msgspec.Raw(encode(data))) for name, v, data in encoded]
        source, header = recording.source, recording.journal.header
        for _ in range(times if records else 0):
            courses = run_here_and_elsewhere(source, header, Intents(records), seed)
            number = first_difference(*courses)
            if number is not None:
                return number + 1
        return 0

    return check
