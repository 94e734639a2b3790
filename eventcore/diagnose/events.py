"""Compare the recorded and the replayed events of an intent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from eventcore.diagnose.activity import Row
from eventcore.diagnose.rows import changes
from eventcore.journal.settled import Settled
from eventcore.replay.event_log import divergences, name_of_event
from eventcore.text import shorten


@attrs.frozen
class EventDifference:
    """A difference between a recorded and a replayed event.

    If the whole event differs or is missing, ``event`` is ``event #7``, ``field`` is ``type``, and
    the values are the event types.
    """

    number: int
    event: str
    field: str
    values: Sequence[Any]  # recorded and replayed

    @property
    def path(self) -> str:
        """The path of the changes that led to the difference."""
        return self.event if self.field == "type" else f"{self.event}: {shorten(self.field)}"


def event_differences(
    recorded: Sequence[Settled], replayed: Sequence[Settled], rows: Sequence[Row], *, whole: bool
) -> list[EventDifference]:
    """Return the differences, beginning with the event that differed first.

    A missing event shifts the numbers of all later events, so later events are not compared.
    ``whole`` says whether the recording has all events of the intent.
    """
    found: list[EventDifference] = []
    ours, theirs = ({event.seq: event for event in x} for x in (recorded, replayed))
    for number in sorted(ours.keys() | theirs.keys()):
        mine, other = ours.get(number), theirs.get(number)
        if mine and other and (mine.type, mine.parent) == (other.type, other.parent):
            for field, *values in divergences(mine, other):
                found.append(EventDifference(number, name_of_event(mine), field, values))
        elif whole or (mine and other):
            types = mine.type if mine else "nothing", other.type if other else "nothing"
            found.append(EventDifference(number, f"event #{number}", "type", types))
            break
    places = {row: place for place, row in enumerate(rows)}

    def place_of(difference: EventDifference) -> int:
        return max((places[row] for row in changes(rows, difference.path)), default=len(rows))

    first = min(found, key=place_of, default=None)
    # The sort is stable, so all other events keep their order.
    return sorted(found, key=lambda x: x.number != first.number if first else False)
