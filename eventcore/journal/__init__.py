"""The journal: what was done, as JSON Lines, one checksummed record a line."""

from eventcore.journal.format import Header
from eventcore.journal.reader import Journal
from eventcore.journal.writer import JournalWriter

__all__ = ["Header", "Journal", "JournalWriter"]
