"""A journal is replayed and compared; what is not the same is said in lines a person can act on."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from eventcore.blame.report import Account, account_of
from eventcore.journal import Header, Journal
from eventcore.journal.versions import code_change
from eventcore.replay import Segment, Source, verify_segments
from eventcore.replay.shrinking import crash_of
from eventcore.replay.simulation import Headed, Simulation


@attrs.frozen
class ReplayReport:
    """What is wrong with a journal.

    Attributes:
        lines: It, in words; none where all is the same.
        helped: Whether recording the journal anew would help: it is whole, goes by one version's
            rules, and each of its intents can be performed, and goes the same way each time.
    """

    lines: list[str]
    helped: bool


def check_replay(journal: Journal, source: Source) -> ReplayReport:
    """Replay a journal, each segment up to its first difference.

    Args:
        journal: What was recorded; with its events they are compared too.
        source: Where simulations come from.

    Raises:
        JournalError: The journal is none of which the source makes a simulation.
    """
    found, flickers = list[str](), False
    segments = verify_segments(source, journal)
    for number, segment in enumerate(segments, 1):
        of = f"segment {number} of {len(segments)} " if len(segments) > 1 else ""
        account = _of_segment(segment, journal, source)
        lines, flickers = account.lines, flickers or account.flicker is not None
        found += [f"{of}{lines[0]}", *lines[1:]] if lines else []
    if found and len(segments) == 1:
        found += _other_rules(source.begin(), journal.header)
    if journal.problem is not None:
        so_far = "" if found else f"; the {len(journal.records)} whole records replay the same"
        found.append(f"is not whole: {journal.problem}{so_far}")
    differs = len(segments) == 1 and segments[0].divergence is not None
    return ReplayReport(found, differs and journal.problem is None and not flickers)


def _of_segment(segment: Segment, journal: Journal, source: Source) -> Account:
    if segment.unreadable is not None:
        return Account([f"cannot be played: {segment.unreadable}"])
    account = account_of(segment, journal, source)
    if segment.raised is not None:
        by = crash_of(segment.raised.__cause__ or segment.raised)
        account.lines.append(f"  raised by {by}")
    return account


def _other_rules(simulation: Simulation, then: Header) -> Iterator[str]:
    if not isinstance(simulation, Headed):
        return
    now = simulation.header
    if now.chains != then.chains:
        yield "it was recorded with other handlers than the present ones"
    if now.content != then.content:
        yield "it was recorded with other content than the present one"
    if code_change(then, now):
        yield code_change(then, now)
