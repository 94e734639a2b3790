"""The journal: what was done, as JSON Lines, one checksummed record a line."""

from eventcore.journal.code import code_fingerprint
from eventcore.journal.copying import copy_journal, free_name
from eventcore.journal.files import STDIN, Sync, is_packed, lock, read_file, require_file
from eventcore.journal.format import (
    FORMAT,
    FORMAT_VERSION,
    INTENT,
    MARK,
    UPGRADE,
    Header,
    Record,
    Upgrade,
    decode_upgrade,
    encode_upgrade,
)
from eventcore.journal.reader import Journal, read_header, read_journal
from eventcore.journal.settled import Settled
from eventcore.journal.versions import version_of
from eventcore.journal.writer import JournalWriter

__all__ = [
    "FORMAT",
    "FORMAT_VERSION",
    "INTENT",
    "MARK",
    "STDIN",
    "UPGRADE",
    "Header",
    "Journal",
    "JournalWriter",
    "Record",
    "Settled",
    "Sync",
    "Upgrade",
    "code_fingerprint",
    "copy_journal",
    "decode_upgrade",
    "encode_upgrade",
    "free_name",
    "is_packed",
    "lock",
    "read_file",
    "read_header",
    "read_journal",
    "require_file",
    "version_of",
]
