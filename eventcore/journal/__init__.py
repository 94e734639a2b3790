"""The journal: what was done, as JSON Lines, one checksummed record a line."""

from eventcore.journal.format import FORMAT, FORMAT_VERSION, Header, Record
from eventcore.journal.reader import Journal, read_journal
from eventcore.journal.writer import JournalWriter

__all__ = [
    "FORMAT",
    "FORMAT_VERSION",
    "Header",
    "Journal",
    "JournalWriter",
    "Record",
    "read_journal",
]
