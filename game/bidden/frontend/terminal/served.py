"""The driver of a game in a browser: Textual's own, without the wait after Esc.

A page sends whole keys, so a single escape character is the key Esc.
"""

from __future__ import annotations

import codecs

from textual.drivers._byte_stream import ByteStream
from textual.drivers.web_driver import WebDriver, _ExitInput

from bidden.frontend.terminal.typed import Parser, Typed

_TYPED = "D"
"""Textual's name for the packets with typed keys."""


class ServedDriver(WebDriver):
    """Reads keys from the server of the game, and passes on the output."""

    def run_input_thread(self) -> None:
        parser, typed, stream = Parser(), Typed(), ByteStream()
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        try:
            for data in self._input_reader:
                for kind, payload in stream.feed(data) if data else ():
                    if kind == _TYPED:
                        text = typed.feed(decoder.decode(payload)) + typed.end_wait()
                        for message in parser.feed(text) if text else ():
                            self.process_message(message)
                    else:
                        self._on_meta(kind, payload)
        except _ExitInput:
            pass
        finally:
            self._input_reader.close()
