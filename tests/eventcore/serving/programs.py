"""Serve a small program to web browsers:

    python -m tests.eventcore.serving.programs NAME FOLDER [VISITORS]

NAME is ``polite`` or ``stubborn``. Each process of the program creates a file in FOLDER, named
after its process id.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

from eventcore.serving import begin_served, is_served, serve


def begin_packets() -> None:
    os.write(1, b"__GANGLION__\n")


def draw(text: str) -> None:
    line = f"{text}\r\n".encode()
    os.write(1, b"D" + len(line).to_bytes(4, "big") + line)


def receive() -> tuple[bytes, bytes]:
    """Wait for a packet, and return its kind and payload."""
    stream = sys.stdin.buffer
    kind, size = stream.read(1), int.from_bytes(stream.read(4), "big")
    return kind, stream.read(size)


def polite() -> None:
    """Print the window's size, each packet and each input's length, until a packet says "quit"."""
    begin_packets()
    draw(f"size {os.environ['COLUMNS']} {os.environ['ROWS']}")
    while True:
        kind, payload = receive()
        if b'"quit"' in payload:
            print("the last word", file=sys.stderr)
            return
        draw(payload.decode() if kind == b"M" else f"typed {len(payload)}")


def stubborn() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    begin_packets()
    draw("deaf")
    while True:
        time.sleep(0.01)


def main(name: str, folder: str, visitors: int = 8) -> None:
    """Serve a program, or run it if the server started this process for a visitor."""
    if is_served():
        (Path(folder) / f"{os.getpid()}").touch()
        begin_served()
        {"polite": polite, "stubborn": stubborn}[name]()
        return
    serve(
        [sys.executable, "-m", "tests.eventcore.serving.programs", name, folder],
        port=0,
        title="Test",
        left="Left.",
        again="Again",
        ready=lambda url: print(f"served at {url};", flush=True),
        visitors=visitors,
    )


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:]))
