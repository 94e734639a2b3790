"""Games with a planted fault, here and in a process that an environment variable controls.

As a program, it records the first intents of a journal with each nondeterministic fault.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import attrs
import pytest

from bidden.intents import Intent
from bidden.recording import playing
from bidden.session import Session
from eventcore.journal import Journal, JournalWriter
from eventcore.replay import EventLog, Source
from tests.bidden.recording.planted.faults import FAULTS

MADE_BY: Final = "tests.bidden.recording.planted.planting:source_for"
"""The function that creates a faulty journal source in another process."""
PLANTED: Final = "PLANTED"
"""The environment variable that names the fault."""


@contextmanager
def planted(name: str) -> Iterator[None]:
    """Plant a fault in the game within the context."""
    with pytest.MonkeyPatch.context() as patches:
        FAULTS[name].plant(patches)
        yield


def source_for(journal: Journal) -> Source:
    """Plant the process's fault, and return the source of a journal's sessions."""
    FAULTS[os.environ[PLANTED]].plant(pytest.MonkeyPatch())
    return Session.source(journal)


def record(journal: Journal, path: Path, length: int, *, events: bool = False) -> list[bytes]:
    """Record the first intents of a journal, and return the state before each."""
    logs: list[EventLog] = []
    session = Session.of_journal(journal, watch=lambda world: logs.append(EventLog(world)))
    header = attrs.evolve(session.header, events=events)
    writer = JournalWriter.create(path, header)
    recorder = playing.recorder_for(session, writer, logs[0] if events else None)
    states = []
    for intent in intents_of(journal, session)[:length]:
        states.append(session.save())
        recorder.perform(intent)
    recorder.close()
    return states


def intents_of(journal: Journal, session: Session) -> list[Intent]:
    return [
        session.decode(record.type, record.v, record.data)
        for record in journal.records
        if record.kind == "intent"
    ]


def _record_all(folder: str, game: str, length: str) -> None:
    journal = playing.load(Path(game))
    for number, (name, fault) in enumerate(FAULTS.items()):
        if fault.flickers:
            with planted(name):
                for events in (False, True):
                    path = Path(folder, f"{number}-{events}.jsonl")
                    record(journal, path, int(length), events=events)


if __name__ == "__main__":
    _record_all(*sys.argv[1:])
