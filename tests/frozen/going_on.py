"""Continue a mint from its journal, by the rules of any version, in the simplest way."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import Any, cast
from zlib import compress

import attrs

from eventcore import JournalError, SaveError
from eventcore.journal import Journal, JournalWriter
from eventcore.journal.format import UPGRADE, Upgrade, encode_upgrade
from eventcore.replay import EventLog, Keyframes, Recorder
from eventcore.replay.playback import Playback
from tests.frozen.mint import Mint

KEEP = 10
"""A state is saved after this many turns or records, and at the end."""


@attrs.frozen
class Place:
    """The position from which a mint continues, after a number of records."""

    mint: Mint
    position: int


def find_place(path: Path, journal: Journal, version: type[Mint]) -> Place:
    """Find the newest state of a journal from which a version can continue.

    This is the end if its replay gets there, otherwise a keyframe.

    Raises:
        JournalError: The version can restore no state; the message is about the newest.
    """
    upgrades = [n for n, record in enumerate(journal.records) if record.type == UPGRADE]
    start = upgrades[-1] if upgrades else 0
    playback = Playback(version(), journal, position=start, restore=version.restore)
    try:
        while playback.divergence is None and playback.step():
            pass
        if playback.divergence is None:
            return Place(cast(Mint, playback.simulation), playback.position)
    except JournalError:
        pass  # an intent that the version lacks, or a state that it cannot restore
    refused: list[SaveError] = []
    for keyframe in Keyframes.beside(path).newest(journal):
        try:
            return Place(version.restore(keyframe.state), keyframe.position)
        except SaveError as error:
            refused.append(error)
    raise JournalError(str(refused[0]) if refused else "no state was kept")


def go_on(path: Path, version: type[Mint], *intents: Any) -> Place:
    """Give a mint further intents, and record that another version took over.

    Raises:
        JournalError: The version can restore no state of it.
    """
    journal = Journal.read(path)
    place = find_place(path, journal, version)
    lost = sum(record.is_intent for record in journal.records[place.position :])
    writer = JournalWriter.resume(path, journal)
    mint, position = place.mint, place.position
    packed = b64encode(compress(mint.save())).decode()
    upgrade = Upgrade(mint.header, position, mint.world.turn, lost, packed)
    recorder = recorder_for(
        mint, writer, events=journal.header.events, records=len(journal.records)
    )
    recorder.mark(UPGRADE, 1, encode_upgrade(upgrade))
    for intent in intents:
        recorder.perform(intent)
    recorder.close()
    return Place(mint, position)


def recorder_for(
    mint: Mint, writer: JournalWriter, *, events: bool = False, records: int = 0
) -> Recorder:
    """Return a recorder for a mint, which saves its states beside its journal."""
    return Recorder(
        mint,
        writer,
        EventLog(mint.world) if events else None,
        records=records,
        keyframes=Keyframes.beside(writer.path),
        every=KEEP,
    )
