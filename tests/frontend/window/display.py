"""A display of its own, which nobody sees, for what is tried in a real window."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pytest

MARKS: Final = (
    pytest.mark.slow,
    pytest.mark.skipif(
        not (shutil.which("Xvfb") and shutil.which("xdotool")),
        reason="needs Xvfb and xdotool (Debian: apt-get install xvfb xdotool)",
    ),
)
"""What holds of each test on a display."""
PATIENCE: Final = 60
"""Seconds until what is waited for counts as not coming."""


@contextmanager
def display() -> Iterator[str]:
    """Open a display, under whatever number is free, and give its name.

    It does not begin anew once the last of its clients has gone: who was just connecting
    would be shut out, as the game was whenever ``xdotool`` had asked whether it was there yet.
    """
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24"]
    with subprocess.Popen(
        [*command, "-noreset", "-nolisten", "tcp"],
        pass_fds=(write,),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as server:
        os.close(write)
        try:
            with os.fdopen(read) as told:
                number = told.readline().strip()
            assert number, "Xvfb has not begun"
            yield f":{number}"
        finally:
            server.terminate()
