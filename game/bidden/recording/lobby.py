"""The lobby: starts, continues and replays games, one after the other.

It imports the rules with the first game, because the title does not need them.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Final
from zlib import crc32

from bidden.recording.closing import close_all
from bidden.recording.folder.files import games_folder, records_path
from bidden.recording.folder.shelf import ended_last, games_in, looked_into, under_way
from bidden.shown.games import KeptGame, Standing

if TYPE_CHECKING:
    from bidden.content.catalogue import Catalogue
    from bidden.recording.finishing import Finished
    from bidden.recording.player import JournalPlayer
    from bidden.recording.playing import Play

_SEEDS: Final = 1_000_000
"""Random seeds are below this number."""


def seed_of(day: date) -> int:
    """Return the seed of a day, the same for everybody."""
    return crc32(day.isoformat().encode()) % _SEEDS


class Lobby:
    """Opens games, and closes them when the player leaves.

    Attributes:
        left: The games that the player left, in order, each with its saved results.
    """

    def __init__(self, day: date, chance: int, *, without: Sequence[str] = ()) -> None:
        """Create a lobby without games, which leaves some installed mods out of new ones.

        ``chance`` is the seed of the first random game; each further one has the next.
        """
        self._without = without
        self.left: list[tuple[Play, Finished]] = []
        self._day = day
        self._chance = chance
        self._game: Play | None = None
        self._player: JournalPlayer | None = None
        self._looked_up: Future[KeptGame | None] | None = None

    @cached_property
    def _catalogue(self) -> Catalogue:
        from bidden.modding import catalogue_of_mods, usable

        return catalogue_of_mods(usable(self._without).mods)

    @property
    def day(self) -> str:
        """The day, as in ``"23 November 2026"``."""
        return f"{self._day:%d %B %Y}".lstrip("0")

    @property
    def daily_seed(self) -> int:
        """The seed of the day."""
        return seed_of(self._day)

    def newest(self) -> KeptGame | None:
        """Return the newest unfinished game, judging by the files."""
        return under_way(games_folder())

    def look_into(self) -> Future[KeptGame | None]:
        """Find out in another thread where the player stopped in that game.

        Broken mods are left out.
        """
        pool = ThreadPoolExecutor(1)
        self._looked_up = pool.submit(self._looked_into)
        pool.shutdown(wait=False)
        return self._looked_up

    def _looked_into(self) -> KeptGame | None:
        return looked_into(games_folder(), self._catalogue)

    def _wait_for_the_rules(self) -> None:
        """Wait until a lookup ends, because two threads must not import the same modules."""
        if self._looked_up is not None:
            wait((self._looked_up,))

    def ended(self) -> KeptGame | None:
        """Return the latest game if it is over."""
        return ended_last(games_folder())

    def games(self) -> Sequence[KeptGame]:
        """List the games on disk, latest first."""
        return games_in(games_folder())

    def records(self) -> Sequence[Standing]:
        """Return the records, in lines.

        Raises:
            OSError: The records cannot be read.
        """
        self._wait_for_the_rules()
        from bidden.recording.folder.records import read
        from bidden.recording.folder.scores import standings_of

        return standings_of(read(records_path())[0], self._catalogue.achievements)

    def practice(self) -> Sequence[tuple[str, str, str]]:
        """Return the name, the lesson and the hint of each scenario."""
        self._wait_for_the_rules()
        from bidden.content.mods import RUN

        levels = self._catalogue.levels
        scenarios = [(name, kind) for name, kind in levels.items() if name != RUN]
        return [(name, kind.teaches or kind.hint, kind.hint) for name, kind in scenarios]

    def begin(self, seed: int | None = None, scenario: str = "") -> Play:
        """Start a run or a scenario, by default with a random seed.

        Raises:
            JournalError: Its journal cannot be written.
        """
        self._wait_for_the_rules()
        from bidden.content.mods import RUN
        from bidden.modding import usable
        from bidden.recording import playing

        if seed is None:
            seed, self._chance = self._chance, (self._chance + 1) % _SEEDS
        self._game = playing.begin(
            seed, None, level=scenario or RUN, mods=usable(self._without).mods
        )
        return self._game

    def resume(self, kept: KeptGame) -> Play:
        """Continue a game.

        Raises:
            JournalError: Its journal cannot be read or written, or the game cannot be continued.
        """
        self._wait_for_the_rules()
        from bidden.recording import playing
        from bidden.recording.resume import resume

        self._game = resume(kept.path, playing.load(kept.path))
        return self._game

    def go_back(self, kept: KeptGame, turns: int) -> Play:
        """Continue a game from some turns before its end.

        Raises:
            JournalError: Its journal cannot be read, or the new one cannot be written.
        """
        self._wait_for_the_rules()
        from bidden.recording.branch import go_back_to

        self._game = go_back_to(kept.path, kept.turn - turns)
        return self._game

    def replay(self, kept: KeptGame) -> JournalPlayer:
        """Replay a game.

        Raises:
            JournalError: Its journal cannot be read, or begins on an unknown level.
        """
        self._wait_for_the_rules()
        from bidden.recording import playing
        from bidden.recording.player import JournalPlayer

        self._player = JournalPlayer(kept.path, playing.load(kept.path))
        return self._player

    def played(self) -> list[Play]:
        """Return the games that were played from here, in order, including open ones."""
        taken = [] if self._player is None else self._player.taken_over()
        opened = taken or ([] if self._game is None else self._game.in_order())
        return [*dict.fromkeys((*(game for game, _ in self.left), *opened))]

    def leave(self) -> None:
        """Close open games, and save their results.

        Raises:
            JournalError: The end of a journal could not be written; of several errors, the first.
        """
        if self._player is not None:
            self._game = self._player.game or self._game
            self._player = None
        if self._game is None:
            return
        from bidden.recording.finishing import finish

        games, self._game = [*self._game.in_order()], None
        try:
            close_all(games)
        finally:
            self.left += [(game, finish(game)) for game in games]
