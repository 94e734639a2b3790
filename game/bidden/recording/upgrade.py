"""Upgrades: the mark in a journal that from there on other rules hold."""

from __future__ import annotations

from base64 import b64encode
from zlib import compress

from bidden.session import Session
from eventcore.journal import UPGRADE, Header, Journal, Upgrade, decode_upgrade, encode_upgrade
from eventcore.replay import Recorder


def rules_in_force(journal: Journal) -> Header:
    """Give the header whose rules a journal goes by at its end."""
    for record, line in zip(reversed(journal.records), reversed(journal.lines), strict=True):
        if record.type == UPGRADE:
            return decode_upgrade(record, line).header
    return journal.header


def mark_upgrade(recorder: Recorder, session: Session, position: int, lost: int) -> None:
    """Record that from here on this version's rules hold."""
    packed = b64encode(compress(session.save())).decode()
    upgrade = Upgrade(session.header, position, session.world.turn, lost, packed)
    recorder.mark(UPGRADE, 1, encode_upgrade(upgrade))
