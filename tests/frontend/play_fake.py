"""Plays the fake game in the current terminal; tests start it in a terminal of its own."""

from __future__ import annotations

import fcntl
import os
import signal
import sys
import termios
from pathlib import Path

from bidden.frontend.terminal import in_terminal
from bidden.intents import Intent, Wait
from bidden.view import Tile
from tests.frontend.fakes import FakeGame, FakePlayback, covered


class Journalled(FakeGame):
    """Writes the number of intents to a file, and fails on the tenth rest."""

    def __init__(self, path: Path) -> None:
        super().__init__(notice="The journal's torn end was cut off.")
        self._path = path

    def perform(self, intent: Intent) -> None:
        super().perform(intent)
        self._path.write_text(str(len(self.performed)))
        if self.performed[-10:] == [Wait()] * 10:
            raise LookupError("no such rule")


class Ambushed(Journalled):
    """Brings a foe into view with the fourth intent."""

    def perform(self, intent: Intent) -> None:
        super().perform(intent)
        if len(self.performed) == 4:
            self.changes["foes_at"] = ((9, 2),)


class Brawl(Journalled):
    """A fight by a doorway: with each blow another enemy steps up, which is new danger."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._here = (10, 3)
        self._show_the_next_enemy()

    def perform(self, intent: Intent) -> None:
        super().perform(intent)
        self._show_the_next_enemy()

    def _show_the_next_enemy(self) -> None:
        name = "an orc" if len(self.performed) % 2 else "a zombie"
        enemy = Tile("z", "zombie", True, name)
        self.changes["foes_at"] = ((11, 3),)
        self.changes["tiles"] = covered({(11, 3): enemy}, here=self._here).tiles


def main(what: str, path: str) -> None:
    if os.getsid(0) == os.getpid():
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # so that signals of the terminal reach this process
    if what == "deaf":
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does
    if what == "replay":
        in_terminal().replay(FakePlayback(40))
    else:
        kinds = {"ambush": Ambushed, "brawl": Brawl}
        game = kinds.get(what, Journalled)(Path(path))
        in_terminal().play(lambda: game, "")
    print("left")


if __name__ == "__main__":
    main(*sys.argv[1:])
