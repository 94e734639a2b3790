"""What the golden files hold, and how a bot makes it: the same in a test and in regenerate.py."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import attrs

from eventcore.journal import read_journal
from game import playing
from game.bots.explorer import choose
from game.intents import Rest, Walk
from game.playing import Play
from game.session import Session
from game.view import Ending

FOLDER: Final = Path(__file__).parent
JOURNALS: Final = FOLDER / "journals"
SEEDS: Final = FOLDER / "seeds.tsv"

INTENTS: Final = 150
"""How many intents the bot gives in a game of the seed catalogue, if it is not over before."""
HEADING: Final = "seed\tintents\tturn\tending\tdigest\n"


@attrs.frozen
class Game:
    """How the bot's game of a seed went."""

    seed: int
    intents: int
    turn: int
    ending: str
    digest: str

    def __str__(self) -> str:
        return "\t".join(map(str, attrs.astuple(self)))

    @classmethod
    def parse(cls, line: str) -> "Game":
        seed, intents, turn, ending, digest = line.split("\t")
        return cls(int(seed), int(intents), int(turn), ending, digest)


def play_on(game: Play, intents: int) -> None:
    """Let the bot give so many intents, or until the game is over."""
    for _ in range(intents):
        if game.session.ending is not None:
            return
        game.perform(choose(game.view()))


def play_seed(seed: int, folder: Path) -> Game:
    """Record the bot's game of a seed and sum it up."""
    path = folder / f"{seed}.jsonl"
    game = playing.begin(seed, path)
    play_on(game, INTENTS)
    game.close()
    *intents, close = read_journal(path).records
    ending = game.session.ending
    return Game(seed, len(intents), close.turn, ending.value if ending else "-", close.digest)


def read_seeds() -> list[Game]:
    """Read the seed catalogue."""
    heading, *lines = SEEDS.read_text("utf-8").splitlines()
    assert heading + "\n" == HEADING
    return [Game.parse(line) for line in lines]


def seed_that(ends: Ending) -> int:
    """Find the first seed whose game the bot ends so within 200 intents, and not before 100."""
    for seed in range(1, 500):
        session, intents = Session(seed), 0
        while session.ending is None and intents < 200:
            session.perform(choose(session.view()))
            intents += 1
        if session.ending is ends and intents >= 100:
            return seed
    raise LookupError(f"in no game of 500 the bot has {ends.value}")


def record_to_the_end(seed: int, path: Path) -> None:
    """Record a game that is over after 200 intents at most."""
    game = playing.begin(seed, path)
    play_on(game, 200)
    game.close()


def record_sittings(seed: int, path: Path) -> None:
    """Record a game of three sittings, under way still, with a refused intent in every ten."""
    game = playing.begin(seed, path)
    for sitting in range(3):
        if sitting:
            game = playing.continue_from(path, playing.load(path))
        for _ in range(4):
            play_on(game, 10)
            game.perform(Walk(0, 9))
        game.close()


def record_scenario(seed: int, path: Path) -> None:
    """Record a scenario in which the player waits until nothing lasts any more."""
    game = playing.begin(seed, path, level="timers")
    while game.view().lasting:
        game.perform(Rest())
    game.close()


@attrs.frozen
class Recording:
    """How a journal comes about: which seed is looked for, and what is recorded of it."""

    find_seed: Callable[[], int]
    record: Callable[[int, Path], None]


RECORDINGS: Final[Mapping[str, Recording]] = {
    "died.jsonl": Recording(lambda: seed_that(Ending.DIED), record_to_the_end),
    "sittings.jsonl": Recording(lambda: 2026, record_sittings),
    "timers.jsonl": Recording(lambda: 1, record_scenario),
    "won.jsonl": Recording(lambda: seed_that(Ending.WON), record_to_the_end),
}
