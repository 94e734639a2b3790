"""Record a run in a journal, which is a file of JSON Lines with checksums."""

from eventcore.journal.format import Header
from eventcore.journal.reader import Journal
from eventcore.journal.writer import JournalWriter

__all__ = ["Header", "Journal", "JournalWriter"]
