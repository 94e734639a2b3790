"""The driver: Textual's own, made to survive bad input and a terminal that is gone."""

from __future__ import annotations

import asyncio
import codecs
import os
import select
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import Any, Final

from textual import events
from textual.app import App
from textual.driver import Driver
from textual.drivers.linux_driver import LinuxDriver
from textual.geometry import Size

from bidden.frontend.terminal.typed import Parser, Typed, escape_delay

_PATIENCE: Final = 0.1
"""Seconds between checks whether the reading thread should end."""
_HUNG_UP: Final = 128 + signal.SIGHUP
"""The exit code that shells report when the terminal hangs up."""


class TerminalDriver(LinuxDriver):
    """Reads keys from standard input, and draws on standard output."""

    def __init__(self, app: App[object], **options: Any) -> None:
        super().__init__(app, **options)
        # Textual draws on standard error, which may be redirected to a file.
        self._file = _output()

    def start_application_mode(self) -> None:
        """Switch the terminal to the game, and handle each change of its size.

        Textual reads the size in the signal handler. If the next signal interrupts it, the newer
        size is reported before the older one, and the older one stays.
        """
        super().start_application_mode()  # type: ignore[no-untyped-call]
        asyncio.get_running_loop().add_signal_handler(signal.SIGWINCH, self._tell_size)

    def run_input_thread(self) -> None:
        """Read keys until the driver stops. If the terminal is gone, end the application."""
        parser = Parser()
        # Invalid bytes are line noise, or Alt with a letter in an old terminal.
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        typed = Typed(escape_delay(os.environ))
        while not self.exit_event.is_set():
            patience = _PATIENCE if typed.wait is None else typed.wait
            text = ""
            if select.select([self.fileno], [], [], patience)[0]:
                data = self._read()
                if not data:
                    self._app.call_later(self._app.exit, None, _HUNG_UP)
                    return
                text = typed.feed(decoder.decode(data))
            else:
                text = typed.end_wait()
            for message in parser.feed(text) if text else ():  # "" would end the parser
                self.process_message(message)

    def _sigtstp_application(self, *_: object) -> None:
        """Release the terminal, then stop the whole job, including a make that started it.

        Otherwise, the waiting shell would not learn that the job has stopped. It must not take over
        the terminal before that is released. If no shell can continue the job, as in ``ssh -t host
        bidden``, the system stops nothing, and the game goes on.
        """
        if self._auto_restart:
            self.suspend_application_mode()
            self._must_signal_resume = True
        with _handled(signal.SIGTSTP, signal.SIG_IGN):
            os.killpg(0, signal.SIGTSTP)  # the others of the job
        with _handled(signal.SIGCONT, signal.SIG_DFL), _handled(signal.SIGTSTP, signal.SIG_DFL):
            # Sent to this thread, which returns when the process continues or was not stopped.
            signal.pthread_kill(threading.get_ident(), signal.SIGTSTP)
        if self._auto_restart:
            self.resume_application_mode()

    def _tell_size(self) -> None:
        if not self._in_band_window_resize:  # else the terminal reports it as input
            size = Size(*self._get_terminal_size())
            self._app.post_message(events.Resize(size, size))

    def _read(self) -> bytes:
        try:
            return os.read(self.fileno, 4096)
        except OSError:
            return b""


def is_behind(driver: Driver | None) -> bool:
    """Return whether a terminal still has output to read."""
    writer = getattr(driver, "_writer_thread", None)
    return writer is not None and not writer._queue.empty()


@contextmanager
def _handled(number: signal.Signals, how: signal.Handlers) -> Iterator[None]:
    """Handle a signal differently for a while."""
    before = signal.signal(number, how)
    try:
        yield
    finally:
        signal.signal(number, before)


def _output() -> TextIOWrapper:
    """Open the terminal for writing; a character it cannot show becomes a question mark."""
    for stream in (sys.__stdout__, sys.__stderr__):
        if stream is not None and stream.isatty():
            number, encoding = stream.fileno(), stream.encoding
            return open(number, "w", encoding=encoding, errors="replace", closefd=False)
    return open(os.devnull, "w")
