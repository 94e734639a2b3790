"""A recording that goes another way in another process: what tells of some intents that they do."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

import attrs
import msgspec

from eventcore.diagnose.nondeterminism import Parting, parts_at
from eventcore.diagnose.performing import Intents, OtherProcess
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
    recording: Recording, parting: Parting, intents: Sequence[Any], stack: ExitStack
) -> Failure | None:
    """Have the process in which a run parted from the one here say what fails.

    What parts by chance is performed as often as it takes to see it, as good as surely.

    Args:
        recording: What the intents are of.
        parting: Where two runs of it part.
        intents: All of them.
        stack: Ends the other process.

    Returns:
        How it fails; None where the two runs part no more.

    Raises:
        JournalError: The other process cannot perform them.
    """
    made_by = recording.source.made_by
    other = stack.enter_context(OtherProcess(made_by, recording.journal.header, parting.seed))
    failure = Failure(
        "two processes differ",
        _check(recording, other, 1),
        _PLAY_ELSEWHERE.replace("{made_by!r}", repr(made_by)),
    )
    times = repeat(failure, intents).needed
    return attrs.evolve(failure, check=_check(recording, other, times)) if times else None


def _check(recording: Recording, other: OtherProcess, times: int) -> Check[Any]:
    def check(intents: Sequence[Any]) -> int:
        encoded = [recording.first.encode(intent) for intent in intents]
        records = [(name, v, msgspec.Raw(encode(data))) for name, v, data in encoded]
        for _ in range(times if records else 0):
            number = parts_at(recording.source, Intents(records), other)
            if number is not None:
                return number + 1
        return 0

    return check
