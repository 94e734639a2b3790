"""What the golden files hold, and how a bot makes it: the same in a test and in regenerate.py."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

import attrs

from eventcore.journal import read_journal
from game import playing
from game.bots.explorer import choose
from game.bots.showman import choose_for_show
from game.continuing import continue_from
from game.intents import Intent, Walk
from game.playing import Play
from game.session import FIRST, Session
from game.view import Ending, View
from tests.game.recorded import give_in

FOLDER: Final = Path(__file__).parent
JOURNALS: Final = FOLDER / "journals"
SEEDS: Final = FOLDER / "seeds.tsv"

INTENTS: Final = 400
"""How many intents the bot gives in a game of the seed catalogue, if it is not over before."""
FIGHTS: Final = 40
"""For how many turns there is a fight in the game that is lost: with five wounds the bot loses
hardly any by itself."""
CELLAR: Final = "cellar"
"""The game's first level alone, which a bot can win."""
HEADING: Final = "seed\tintents\tturn\tending\tdigest\n"


Bot = Callable[[View], Intent]


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


def play_on(game: Play, intents: int, bot: Bot = choose) -> None:
    """Let the bot give so many intents, or until the game is over."""
    for _ in range(intents):
        if game.session.ending is not None:
            return
        game.perform(bot(game.view()))


def tire_out(view: View) -> Intent:
    """Fight as the bot does for a while, and then no more."""
    return choose(view) if view.turn < FIGHTS else give_in(view)


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


def seed_that(ends: Ending, level: str = FIRST, bot: Bot = choose) -> int:
    """Find the first seed whose game the bot ends so within 200 intents, and not before 100."""
    for seed in range(1, 500):
        session, intents = Session(seed, level=level), 0
        while session.ending is None and intents < 200:
            session.perform(bot(session.view()))
            intents += 1
        if session.ending is ends and intents >= 100:
            return seed
    raise LookupError(f"in no game of 500 the bot has {ends.value}")


def record_to_the_end(seed: int, path: Path, level: str = FIRST, bot: Bot = choose) -> None:
    """Record a game that is over after 200 intents at most."""
    game = playing.begin(seed, path, level=level, events=True)
    play_on(game, 200, bot)
    game.close()


def record_down(seed: int, path: Path) -> None:
    """Record a game that goes down a stair, without events: it is a long way there."""
    game = playing.begin(seed, path)
    play_on(game, 290)
    game.close()


def record_sittings(seed: int, path: Path) -> None:
    """Record a game of three sittings, under way still, with a refused intent in every ten."""
    game = playing.begin(seed, path, events=True)
    for sitting in range(3):
        if sitting:
            game = continue_from(path, playing.load(path))
        for _ in range(4):
            play_on(game, 10)
            game.perform(Walk(0, 9))
        game.close()


def record_scenario(
    level: str, sitting: int = 1_000, *, events: bool = True
) -> Callable[[int, Path], None]:
    """Give what records a scenario, in sittings of so many intents."""

    def record(seed: int, path: Path) -> None:
        game = playing.begin(seed, path, level=level, events=events)
        kind, done = game.session.catalogue.level(level), 0
        while (intent := choose_for_show(kind, game.view())) is not None:
            if done and not done % sitting:
                game.close()
                game = continue_from(path, playing.load(path))
            game.perform(intent)
            done += 1
        game.close()

    return record


@attrs.frozen
class Recording:
    """How a journal comes about: which seed is looked for, and what is recorded of it."""

    find_seed: Callable[[], int]
    record: Callable[[int, Path], None]


RECORDINGS: Final[Mapping[str, Recording]] = {
    "conditions.jsonl": Recording(lambda: 3, record_scenario("conditions")),
    "died.jsonl": Recording(
        lambda: seed_that(Ending.DIED, bot=tire_out), partial(record_to_the_end, bot=tire_out)
    ),
    "draughts.jsonl": Recording(lambda: 1, record_scenario("draughts")),
    "moments.jsonl": Recording(lambda: 1, record_scenario("moments")),
    "plagues.jsonl": Recording(lambda: 1, record_scenario("plagues")),
    "sittings.jsonl": Recording(lambda: 2026, record_sittings),
    # One without events: a game of the same kind has them, and it is compared record by record.
    "saved.jsonl": Recording(lambda: 1, record_scenario("conditions", sitting=7, events=False)),
    "stairs.jsonl": Recording(lambda: 23, record_down),
    "timers.jsonl": Recording(lambda: 1, record_scenario("timers")),
    "won.jsonl": Recording(
        lambda: seed_that(Ending.WON, CELLAR), partial(record_to_the_end, level=CELLAR)
    ),
}
