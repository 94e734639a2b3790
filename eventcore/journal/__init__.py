"""The journal: what was done, as JSON Lines, one checksummed record a line."""

from eventcore.journal.copying import copy_journal
from eventcore.journal.files import STDIN, Sync
from eventcore.journal.format import FORMAT, FORMAT_VERSION, Header, Record, Upgrade
from eventcore.journal.reader import Journal, read_journal
from eventcore.journal.settled import Settled, SettledEvents
from eventcore.journal.writer import JournalWriter

__all__ = [
    "FORMAT",
    "FORMAT_VERSION",
    "STDIN",
    "Header",
    "Journal",
    "JournalWriter",
    "Record",
    "Settled",
    "SettledEvents",
    "Sync",
    "Upgrade",
    "copy_journal",
    "read_journal",
]
