"""A golden journal is recorded anew: the same intents, performed under the present rules."""

from __future__ import annotations

import os
from pathlib import Path
from sys import maxsize
from tempfile import TemporaryDirectory

import attrs

from eventcore.errors import JournalError, RaisedError
from eventcore.journal import Header, Journal, JournalWriter, Sync, read_journal
from eventcore.journal.files import opened
from eventcore.journal.format import CLOSE, UPGRADE
from eventcore.replay import Recorder, Source, verify
from eventcore.replay.recorder import EVERY
from eventcore.replay.simulation import Headed, refuse_another_game
from eventcore.testing.changes import changes


def regenerate(path: Path, journal: Journal, source: Source, *, events: bool) -> list[str]:
    """Record a journal anew and put it in its place, if it is another; say what changed.

    Intents and closes keep their order; each intent is performed, refused or not. A simulation
    that is ``Headed`` gives the header, that of one that is not stays as it is. That only the code
    is another, and nothing else has come of it, is no reason to write.

    Args:
        path: The journal.
        journal: What it holds, read with its events.
        source: Where simulations come from.
        events: Whether to record settled events too.

    Returns:
        A line for each change; none where the file was left alone.

    Raises:
        JournalError: The journal is of another game, not whole, or goes over to other rules; an
            intent in it is unknown now or raises; or what was recorded does not replay the same.
            Nothing is written then.
        OSError: The file cannot be written.
    """
    _require_intents_only(journal)
    with TemporaryDirectory(prefix="journal-") as folder:
        fresh = Path(folder, path.name)
        _record(fresh, journal, source, events, written_as=journal.header)
        if _text(fresh) == _text(path):
            return []
        fresh.unlink()
        _record(fresh, journal, source, events)
        anew = read_journal(fresh, events=True)
        found = verify(source.begin(), anew)
        if found is not None:
            raise JournalError(f"two runs of the same intents differ: the second {found}")
        said = list(changes(journal, anew)) or ["only how it is written"]
        _replace(path.resolve(), fresh.read_bytes())
    return said


def _require_intents_only(journal: Journal) -> None:
    if journal.problem is not None:
        raise JournalError(f"it is not whole: {journal.problem}")
    for record, line in zip(journal.records, journal.lines, strict=True):
        if record.type == UPGRADE:
            raise JournalError(
                f"line {line} goes over to other rules, from a state that intents do not lead "
                "to: record another game in its place"
            )


def _record(
    path: Path,
    journal: Journal,
    source: Source,
    events: bool,
    *,
    written_as: Header | None = None,
) -> None:
    """Record the intents of a journal, under the version and code of another header if given."""
    simulation, log = source.logged() if events else (source.begin(), None)
    refuse_another_game(simulation, journal.header)
    header = simulation.header if isinstance(simulation, Headed) else journal.header
    names = {} if log is None else log.name_all()
    header = attrs.evolve(header, events=events, names=names)
    if written_as is not None:
        header = attrs.evolve(header, version=written_as.version, code=written_as.code)
    with JournalWriter.create(path, header, sync=Sync.NEVER) as writer:
        # Where the journal tells of states it does so again; else as often as a recorder does.
        has_states = any(record.state for record in journal.records)
        recorder = Recorder(simulation, writer, log, every=maxsize if has_states else EVERY)
        for record, line in zip(journal.records, journal.lines, strict=True):
            if record.state:
                recorder.keep_state()
            if record.type == CLOSE:
                recorder.mark_close()
                continue
            turn = simulation.world.turn
            try:
                recorder.perform(simulation.decode(record.type, record.v, record.data))
            except JournalError as error:
                raise JournalError(f"line {line}: {error}", line=line) from None
            except Exception as error:
                said = f"{record.type} raises {type(error).__name__}: {error}"
                where = f"turn {turn} (line {line})"
                raise RaisedError(f"on {where} {said}", line=line) from error


def _text(path: Path) -> bytes:
    """Give what is in a journal, unpacked: that it is packed otherwise is no change."""
    with opened(path) as file:
        return b"".join(iter(lambda: file.readline(1 << 20), b""))


def _replace(path: Path, content: bytes) -> None:
    """Put content in the place of a file: whoever reads meets the old or the new, whole."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with beside.open("xb") as file:
            os.fchmod(file.fileno(), path.stat().st_mode & 0o777)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)
