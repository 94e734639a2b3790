"""A key is waited for until what it does is written, and the next one until all is over."""

from __future__ import annotations

import sys
import time

from benchmarks.answering import _Terminal

_SLOW = """
import os, time, tty
tty.setraw(0)
os.write(1, b"!")
while True:
    os.read(0, 1)
    os.write(1, b"a")
    until = time.process_time() + 0.05
    while time.process_time() < until:
        pass
    os.write(1, b"b")
"""
"""Answers a key at once, is busy for 50 ms more, and has something else to say."""


def test_the_next_key_comes_once_all_is_over_and_no_sooner() -> None:
    with _Terminal([sys.executable, "-c", _SLOW], b"!") as terminal:
        begun = time.monotonic()
        for _ in range(5):
            terminal.press(b"s")
        passed = time.monotonic() - begun
    assert passed > 0.25
    assert len(terminal.waited) == 5
