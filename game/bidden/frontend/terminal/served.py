"""The driver of a game that is shown in a browser: Textual's own, for which no key waits.

What a page sends comes whole, a key at a time: an escape character that nothing follows is the
key Esc. Textual would wait a tenth of a second for what may follow it.
"""

from __future__ import annotations

import codecs

from textual.drivers._byte_stream import ByteStream
from textual.drivers.web_driver import WebDriver, _ExitInput

from bidden.frontend.terminal.parser import Parser
from bidden.frontend.terminal.typed import Typed

_TYPED = "D"
"""What Textual names that by which is typed, and not told besides."""


class ServedDriver(WebDriver):
    """Reads keys from whoever serves the game, and hands on what is drawn."""

    def run_input_thread(self) -> None:
        """Read keys until told to end."""
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
