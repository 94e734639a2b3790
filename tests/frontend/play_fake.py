"""Plays the fake game in the terminal this is started in; tests start it in one of their own."""

from __future__ import annotations

import fcntl
import os
import signal
import sys
import termios
from pathlib import Path

from bidden.frontend import terminal
from bidden.intents import Intent, Wait
from tests.frontend.fakes import FakeGame, FakePlayback


class Journalled(FakeGame):
    """Writes how many intents there were, and breaks on the tenth rest."""

    def __init__(self, path: Path) -> None:
        super().__init__(notice="The journal's torn end was cut off.")
        self._path = path

    def perform(self, intent: Intent) -> None:
        super().perform(intent)
        self._path.write_text(str(len(self.performed)))
        if self.performed[-10:] == [Wait()] * 10:
            raise LookupError("no such rule")


class Ambushed(Journalled):
    """Has a foe come into view with the fourth intent."""

    def perform(self, intent: Intent) -> None:
        super().perform(intent)
        if len(self.performed) == 4:
            self.changes["foes_at"] = ((9, 2),)


def main(what: str, path: str) -> None:
    if os.getsid(0) == os.getpid():
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # so that signals of the terminal reach this process
    if what == "deaf":
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does
    if what == "replay":
        terminal.replay(FakePlayback(40))
    else:
        game = (Ambushed if what == "ambush" else Journalled)(Path(path))
        terminal.play(lambda: game, "")
    print("left")


if __name__ == "__main__":
    main(*sys.argv[1:])
