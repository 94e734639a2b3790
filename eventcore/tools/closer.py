"""A closer look: the command to type next where a replay differs."""

from __future__ import annotations

from shlex import quote

from eventcore.diagnose.report import Account
from eventcore.errors import JournalError, RaisedError
from eventcore.journal.files import STDIN
from eventcore.replay.playback import STATE, Divergence
from eventcore.replay.segments import Segment
from eventcore.tools.naming import namer_of
from eventcore.tools.opening import Recording, Simulations
from eventcore.tools.tracing import trace


def closer(
    segment: Segment, account: Account, recording: Recording, simulations: Simulations
) -> list[str]:
    """Say in a line what to type next; none where nothing is to be seen more closely.

    Of what raises, and of what cannot be played, the account says what to do.

    Raises:
        JournalError: A record cannot be played.
    """
    found = segment.divergence
    if found is None or recording.path == STDIN:
        return []
    place = account.place
    if account.parting is not None:
        options = f"--turn {account.parting.turn}"
    elif found.field != STATE:
        options = f"--turn {_turns(found, recording)}"
    elif place is not None:
        options = f"--changes {place.component}.{place.field} --of {place.entity}"
    else:
        first = recording.journal.records[segment.start].turn
        options = f"--turn {first if found.since is None else found.since}-{found.turn}"
    command = f"{simulations.call('explain')} {quote(str(recording.path))} {options}"
    return [f"  look closer with: {command}"]


def _turns(found: Divergence, recording: Recording) -> str:
    """Name the turns of the intent that went another way, or that of the event which differs."""
    if found.event:
        return str(found.turn)
    # A digest is that of what came of the record before it.
    before = recording.journal.lines.index(found.line) - 1
    timeline = recording.timeline()
    try:
        traced = trace(
            timeline, range(before, before + 1), lambda world: namer_of(recording.source, world)
        )
    except (JournalError, RaisedError):
        return str(found.turn)
    turns = [span.turn for span in traced.tree.spans] or [found.turn]
    first, last = min(turns), max(turns)
    return str(first) if first == last else f"{first}-{last}"
