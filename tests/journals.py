"""Journals as someone who knows the format could forge them, and what two of them tell alike."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from zlib import crc32


def seal(lines: Iterable[bytes]) -> bytes:
    """Join lines into a journal, giving each the checksum it should have.

    This is the format as docs/journal.md has it, written down a second time.
    """
    sealed, running = [], 0
    for line in lines:
        body = line.rstrip(b"\n").rsplit(b',"sum":"', 1)[0]
        running = crc32(body, running)
        sealed.append(body + b',"sum":"%08x"}\n' % running)
    return b"".join(sealed)


def told(path: Path) -> list[dict[str, Any]]:
    """Give the lines of a plain journal, but for what wrote them: the version and its code.

    The checksums go with these, so they are left out as well.
    """
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    for name in ("version", "code"):
        lines[0]["data"].pop(name, None)
    return [{name: value for name, value in line.items() if name != "sum"} for line in lines]
