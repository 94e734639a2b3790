"""Forcing: what was written goes on to the disk beside whoever goes on writing.

Forcing a file takes as long as its disk likes. A thread does it, and is there only while there is
something to be forced: so it ends before the process does, unless that is killed, and then the
system has all that was written.
"""

from __future__ import annotations

import os
import threading
from collections import deque


class Forcing:
    """Forces one file at a time, in the order it was asked in; what it could not is kept."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._again = False
        self._errors = deque[OSError]()

    def begin(self, descriptor: int) -> None:
        """Force all that was written to a file by now; what is being forced already comes first.

        Args:
            descriptor: The file; it stays open until ``wait`` was called.
        """
        with self._lock:
            self._again = True
            if self._thread is not None:
                return
            thread = threading.Thread(target=self._force, args=(descriptor,), name="forcing")
            self._thread = thread
            try:
                thread.start()
                return
            except RuntimeError:  # the system has no thread to give
                pass
        self._force(descriptor)

    def wait(self) -> None:
        """Wait until all of that is done."""
        thread = self._thread
        if thread is not None:
            thread.join()

    def take_error(self) -> OSError | None:
        """Give the first thing that went wrong and was not given yet."""
        return self._errors.popleft() if self._errors else None

    def _force(self, descriptor: int) -> None:
        while True:
            with self._lock:
                if not self._again:
                    self._thread = None
                    return
                self._again = False
            try:
                os.fsync(descriptor)
            except OSError as error:
                self._errors.append(error)
