"""A small journal, written out byte for byte: a change of the format is a change of this file.

Every checksum is literal. They were computed from docs/journal.md, not by the code under test.
"""

from pathlib import Path

from msgspec import Raw

from eventcore.journal import Header, Record

HEADER = Header("walk", "0.1.0", 7, "c0ffee", "decade", ["more"])
RECORDS = [
    Record(3, 0, "Step", 1, None, Raw(b'{"by":2}'), "00000000000000a1"),
    Record(5, 1, "Wait", 2, None, Raw(b"{}"), "00000000000000b2"),
    Record(6, 2, "Say", 1, 5, Raw('{"words":"good – day"}'.encode()), "00000000000000c3"),
]
LINES = (
    '{"seq":0,"turn":0,"kind":"mark","type":"journal",'
    '"v":3,"parent":null,"data":{"game":"walk"'
    ',"engine":"0.1.0","seed":7,"content":"c0ffee","chains":"decade"'
    ',"mods":["more"],"events":false},'
    '"digest":"","sum":"b740ab32"}\n',
    '{"seq":3,"turn":0,"kind":"intent","type":"Step",'
    '"v":1,"parent":null,"data":{"by":2},'
    '"digest":"00000000000000a1","sum":"dd4a4b9c"}\n',
    '{"seq":5,"turn":1,"kind":"intent","type":"Wait",'
    '"v":2,"parent":null,"data":{},'
    '"digest":"00000000000000b2","sum":"7328d9e5"}\n',
    '{"seq":6,"turn":2,"kind":"intent","type":"Say",'
    '"v":1,"parent":5,"data":{"words":"good – day"},'
    '"digest":"00000000000000c3","sum":"477b722c"}\n',
)
OLD_LINES = (
    '{"seq":0,"turn":0,"type":"journal","v":1,"parent":null,"data":{"game":"walk",'
    '"engine":"0.1.0","seed":7,"content":"c0ffee","chains":"decade","mods":["more"]},'
    '"digest":"","sum":"c713e0fa"}\n',
    '{"seq":3,"turn":0,"type":"Step","v":1,"parent":null,"data":{"by":2},'
    '"digest":"00000000000000a1","sum":"d79c4be8"}\n',
    '{"seq":5,"turn":1,"type":"Wait","v":2,"parent":null,"data":{},'
    '"digest":"00000000000000b2","sum":"4297f505"}\n',
    '{"seq":6,"turn":2,"type":"Say","v":1,"parent":5,"data":{"words":"good – day"},'
    '"digest":"00000000000000c3","sum":"d4673176"}\n',
)
OLD = "".join(OLD_LINES).encode()
"""The same in version 1 of the format, as it was written before there were kinds."""
SECOND = (
    b'{"seq":0,"turn":0,"kind":"mark","type":"journal","v":2,"parent":null,"data":{"game":"walk",'
    b'"engine":"0.1.0","seed":7,"content":"c0ffee","chains":"decade","mods":["more"],'
    b'"events":true},"digest":"","sum":"def64866"}\n'
    b'{"seq":3,"turn":0,"kind":"intent","type":"Step","v":1,"parent":null,"data":{"by":2},'
    b'"digest":"00000000000000a1","sum":"60ac651a"}\n'
    b'{"seq":4,"turn":0,"kind":"event","type":"Stride","v":1,"parent":3,"outcome":"done",'
    b'"reason":null,"data":{"by":2,"enactor":1}}\n'
    b'{"seq":3,"turn":0,"kind":"event","type":"Step","v":1,"parent":null,"outcome":"failed",'
    b'"reason":"wall","data":{"enactor":1}}\n'
    b'{"seq":5,"turn":1,"kind":"intent","type":"Wait","v":2,"parent":null,"data":{},'
    b'"digest":"00000000000000b2","sum":"d9aaa70f"}\n'
)
"""In version 2, as it was written while each event had a line, and no checksum."""
WHOLE = "".join(LINES).encode()
HEARD = LINES[0].replace('"events":false', '"events":true').encode()
"""A header that says there are events; its checksum is to be given to it."""


def write(folder: Path, content: bytes) -> Path:
    path = folder / "sample.jsonl"
    path.unlink(missing_ok=True)  # a file cut to nothing and filled again goes to the disk at once
    path.write_bytes(content)
    return path
