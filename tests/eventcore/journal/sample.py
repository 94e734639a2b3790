"""A small journal, byte for byte. A change to the format requires a change to this file.

The checksums were computed from docs/journal.md, not by the tested code.
"""

from pathlib import Path

from msgspec import Raw

from eventcore.journal import Header
from eventcore.journal.format import Record

HEADER = Header("walk", "0.1.0", 7, "c0ffee", "decade", ["more"])
RECORDS = [
    Record(3, 0, "Step", 1, None, Raw(b'{"by":2}'), "00000000000000a1"),
    Record(5, 1, "Wait", 2, None, Raw(b"{}"), "00000000000000b2"),
    Record(6, 2, "Say", 1, 5, Raw('{"words":"good – day"}'.encode()), "00000000000000c3"),
]
LINES = (
    '{"seq":0,"turn":0,"kind":"mark","type":"journal",'
    '"v":1,"parent":null,"data":{"game":"walk"'
    ',"engine":"0.1.0","seed":7,"content":"c0ffee","chains":"decade"'
    ',"mods":["more"],"events":false},'
    '"digest":"","sum":"fa2eb348"}\n',
    '{"seq":3,"turn":0,"kind":"intent","type":"Step",'
    '"v":1,"parent":null,"data":{"by":2},'
    '"digest":"00000000000000a1","sum":"7860e372"}\n',
    '{"seq":5,"turn":1,"kind":"intent","type":"Wait",'
    '"v":2,"parent":null,"data":{},'
    '"digest":"00000000000000b2","sum":"9f6e6804"}\n',
    '{"seq":6,"turn":2,"kind":"intent","type":"Say",'
    '"v":1,"parent":5,"data":{"words":"good – day"},'
    '"digest":"00000000000000c3","sum":"9dadd188"}\n',
)
WHOLE = "".join(LINES).encode()
HEARD = LINES[0].replace('"events":false', '"events":true').encode()
"""A header of a journal with events, without the right checksum."""


def write(folder: Path, content: bytes) -> Path:
    path = folder / "sample.jsonl"
    path.unlink(missing_ok=True)  # rewriting a file would flush it to the disk, which is slow
    path.write_bytes(content)
    return path
