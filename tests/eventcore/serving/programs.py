"""A server of small programs, and the programs, for tests:

    python -m tests.eventcore.serving.programs NAME FOLDER [VISITORS]

serves the program of that name, each of which leaves a file of its process's number in the folder.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

from eventcore.serving import VISITORS, Words, begin_served, is_served, serve


def packets() -> None:
    """Begin to draw."""
    os.write(1, b"__GANGLION__\n")


def draw(text: str) -> None:
    """Draw a line of text."""
    line = f"{text}\r\n".encode()
    os.write(1, b"D" + len(line).to_bytes(4, "big") + line)


def receive() -> tuple[bytes, bytes]:
    """Wait for a packet; return its kind and its payload."""
    stream = sys.stdin.buffer
    kind, size = stream.read(1), int.from_bytes(stream.read(4), "big")
    return kind, stream.read(size)


def polite() -> None:
    """Draw the size, then what is typed and told, until told to end."""
    packets()
    draw(f"size {os.environ['COLUMNS']} {os.environ['ROWS']}")
    while True:
        kind, payload = receive()
        if b'"quit"' in payload:
            return
        draw(payload.decode() if kind == b"M" else f"typed {len(payload)}")


def stubborn() -> None:
    """Ignore everything."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    packets()
    draw("deaf")
    while True:
        time.sleep(0.01)


def slow() -> None:
    """Draw no more, and say something only after a while."""
    packets()
    os.close(1)
    time.sleep(0.5)
    print("the last word", file=sys.stderr)


def main(name: str, folder: str, visitors: int = VISITORS) -> None:
    """Run the program if this is a process of a visitor, and serve it if not."""
    if is_served():
        (Path(folder) / f"{os.getpid()}").touch()
        begin_served()
        {"polite": polite, "stubborn": stubborn, "slow": slow}[name]()
        return
    serve(
        [sys.executable, "-m", "tests.eventcore.serving.programs", name, folder],
        port=0,
        words=Words(title="Test", left="Left.", again="Again", install="pip"),
        ready=lambda url: print(f"served at {url};", flush=True),
        visitors=visitors,
    )


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:]))
