"""The contents of the golden files, and how bots record them, in tests and in regenerate.py."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import attrs

from bidden.bots.explorer import choose
from bidden.bots.roster import BOTS, Bot, choose_in_scenario
from bidden.content.mods import FIRST, RUN
from bidden.intents import Intent, Move, Quaff
from bidden.recording import playing
from bidden.recording.playing import Play
from bidden.recording.resume import resume
from bidden.session import Session
from bidden.state import Levels
from bidden.view import Ending, View
from tests.bidden.recorded import give_in
from tests.golden import journeys as go
from tests.golden.soundness import Watched

FOLDER: Final = Path(__file__).parent
JOURNALS: Final = FOLDER / "journals"
SEEDS: Final = FOLDER / "seeds.tsv"

SEEDED: Final = 100
"""The number of games in the catalogue of seeds: those of seeds from 1 on."""
INTENTS: Final = 1_500
"""The most intents that the bot performs in a catalogued game."""
FIGHTS: Final = 60
"""For how many turns there is a fight in the game that is lost: with five wounds the bot loses
hardly any by itself."""
CELLAR: Final = "cellar"
"""A small level that a bot can win, or lose on purpose."""
ARMOURY: Final = "armoury"
"""The scenario with arms, armour and a book on the floor."""
EPITAPH: Final = re.compile(r"Killed by (?P<cause>.*) on turn \d+\.")
UNDER_WAY: Final = "-"
"""The ending of a catalogued game that is not over."""


SAMPLE: Final = (
    "allies.jsonl",
    "fumed.jsonl",
    "hunted.jsonl",
    "leaps.jsonl",
    "maimed.jsonl",
    "mended.jsonl",
    "minds.jsonl",
    "monkey.jsonl",
    "peace.jsonl",
    "severed.jsonl",
)
"""The journals that `make test` replays: together they reach 110 of the 119 types of events."""


@attrs.frozen
class Game:
    """The result of the game of a seed.

    Attributes:
        seed: The seed.
        bot: The bot that played.
        intents: The number of intents it performed.
        turn: The turn in which it ended.
        level: The deepest level that was dug.
        ending: ``"won"``, ``"died"`` or ``"-"``.
        cause: What killed the player, or ``"-"``.
        digest: The digest at the end.
    """

    seed: int
    bot: str
    intents: int
    turn: int
    level: int
    ending: str
    cause: str
    digest: str

    def __str__(self) -> str:
        return "\t".join(map(str, attrs.astuple(self)))

    @classmethod
    def parse(cls, line: str) -> "Game":
        seed, bot, intents, turn, level, ending, cause, digest = line.split("\t")
        return cls(int(seed), bot, int(intents), int(turn), int(level), ending, cause, digest)


HEADING: Final = "\t".join(field.name for field in attrs.fields(Game)) + "\n"


def play_on(game: Play, intents: int, bot: Bot | None = None) -> None:
    """Let a bot (by default the explorer) perform this many intents, or until the game is over."""
    bot = BOTS["explorer"](game.session.world.seed) if bot is None else bot
    for _ in range(intents):
        if game.session.ending is not None:
            return
        game.perform(bot(game.view()))


def tire_out(view: View) -> Intent:
    """Fight as the bot does for a while, then give in; drink every potion meanwhile."""
    drinks = [held.slot for held in view.pack if held.glyph == "!"]
    if drinks and view.turn % 10 == 0:
        return Quaff(drinks[0])
    return choose(view) if view.turn < FIGHTS else give_in(view)


def bot_of(seed: int) -> str:
    """Return the bot that plays the catalogued game of a seed."""
    return [*BOTS][seed % len(BOTS)]


def play_seed(seed: int, most: int = INTENTS) -> Game:
    """Play the game of a seed for at most this many intents, and return its result.

    Raises:
        UnsoundError: The game broke a law.
    """
    watched = Watched(Session(seed))
    session, bot, intents = watched.session, BOTS[bot_of(seed)](seed), 0
    while session.ending is None and intents < most:
        intent = bot(session.view())
        session.digest.seal()  # where a recorder also seals
        watched.perform(intent)
        intents += 1
    watched.check_all()
    epitaph = EPITAPH.fullmatch(session.messages.epitaph)
    return Game(
        seed=seed,
        bot=bot_of(seed),
        intents=intents,
        turn=session.world.turn,
        level=len(session.world.root[Levels].dug),
        ending=session.ending.value if session.ending else UNDER_WAY,
        cause=epitaph["cause"] if epitaph else UNDER_WAY,
        digest=session.digest.seal(),
    )


def record_seed(seed: int, path: Path, intents: int = INTENTS) -> None:
    """Record the same game, or its beginning."""
    game = playing.begin(seed, path)
    play_on(game, intents, BOTS[bot_of(seed)](seed))
    game.close()


def read_seeds() -> list[Game]:
    """Read the catalogue of seeds."""
    heading, *lines = SEEDS.read_text("utf-8").splitlines()
    assert heading + "\n" == HEADING
    return [Game.parse(line) for line in lines]


def shortest(games: Sequence[Game], each: int = 1) -> list[Game]:
    """Return this many games of each bot: the finished ones with the fewest intents."""
    over = sorted((game for game in games if game.ending != UNDER_WAY), key=lambda g: g.intents)
    return [one for bot in BOTS for one in [game for game in over if game.bot == bot][:each]]


def seed_that(ends: Ending, level: str = FIRST, bot: Bot = choose) -> int:
    """Return the first seed whose game the bot ends like this after 100 to 200 intents."""
    for seed in range(1, 500):
        session, intents = Session(seed, level=level), 0
        while session.ending is None and intents < 200:
            session.perform(bot(session.view()))
            intents += 1
        if session.ending is ends and intents >= 100:
            return seed
    raise LookupError(f"in no game of 500 the bot has {ends.value}")


def record_to_the_end(seed: int, path: Path, level: str = FIRST, bot: Bot = choose) -> None:
    """Record a game that ends within 200 intents."""
    game = playing.begin(seed, path, level=level, events=True)
    play_on(game, 200, bot)
    game.close()


def record_beginning(
    bot: str, intents: int, *, events: bool = True, level: str = FIRST
) -> Callable[[int, Path], None]:
    """Return a function that records the first intents of a bot."""

    def record(seed: int, path: Path) -> None:
        game = playing.begin(seed, path, level=level, events=events)
        play_on(game, intents, BOTS[bot](seed))
        game.close()

    return record


def record_down(seed: int, path: Path) -> None:
    """Record a game that goes down a stair, without events because the way is long."""
    game = playing.begin(seed, path)
    play_on(game, 290)
    game.close()


def record_sittings(seed: int, path: Path) -> None:
    """Record an unfinished game of three sittings, with one refused intent in ten."""
    game = playing.begin(seed, path, events=True)
    for sitting in range(3):
        if sitting:
            game = resume(path, playing.load(path))
        for _ in range(4):
            play_on(game, 10)
            game.perform(Move(0, 9))
        game.close()


def record_scenario(
    level: str, sitting: int = 1_000, *, events: bool = True
) -> Callable[[int, Path], None]:
    """Return a function that records a scenario, in sittings of this many intents."""

    def record(seed: int, path: Path) -> None:
        game = playing.begin(seed, path, level=level, events=events)
        kind, done = game.session.catalogue.level(level), 0
        while (intent := choose_in_scenario(kind, game.view())) is not None:
            if done and not done % sitting:
                game.close()
                game = resume(path, playing.load(path))
            game.perform(intent)
            done += 1
        game.close()

    return record


@attrs.frozen
class Recording:
    """How to create a journal: which seed is searched for, and what is recorded."""

    find_seed: Callable[[], int]
    record: Callable[[int, Path], None]


RECORDINGS: Final[Mapping[str, Recording]] = {
    "allies.jsonl": Recording(lambda: 6, go.record_journey(go.lead, level="allies")),
    "armed.jsonl": Recording(lambda: 1, go.record_journey(go.arm, level=ARMOURY)),
    # Handlers with planted faults are at work in these, and each fault is found.
    "brawled.jsonl": Recording(lambda: 48, go.record_journey(go.brawl, level=ARMOURY)),
    "burnt.jsonl": Recording(lambda: 2, go.record_journey(go.burn, level="meadow")),
    "clad.jsonl": Recording(lambda: 1, go.record_journey(go.clothe, level=ARMOURY)),
    "conditions.jsonl": Recording(lambda: 3, record_scenario("conditions")),
    "died.jsonl": Recording(
        lambda: 3,  # in which it drinks and strikes before it tires
        partial(record_to_the_end, level=ARMOURY, bot=tire_out),
    ),
    "disarmed.jsonl": Recording(lambda: 24, go.record_journey(go.disarm)),
    "draughts.jsonl": Recording(lambda: 1, record_scenario("draughts")),
    "dwelt.jsonl": Recording(lambda: 9, go.record_journey(go.dwell, level=ARMOURY)),
    "engraved.jsonl": Recording(lambda: 320, record_beginning("monkey", 18)),
    "felled.jsonl": Recording(lambda: 15, go.record_journey(go.fell, level="colossus")),
    "fighter.jsonl": Recording(lambda: 4, record_beginning("fighter", 150)),
    "forded.jsonl": Recording(lambda: 2, go.record_journey(go.ford, level="ford")),
    "fumed.jsonl": Recording(lambda: 6, go.record_journey(go.breathe_fumes, level="fumes")),
    "goblins.jsonl": Recording(lambda: 82, record_scenario("goblins")),
    "hurled.jsonl": Recording(lambda: 1222, record_beginning("monkey", 79)),
    "mended.jsonl": Recording(lambda: 97, record_beginning("monkey", 220)),
    "minds.jsonl": Recording(lambda: 1, record_scenario("minds")),
    "moments.jsonl": Recording(lambda: 1, record_scenario("moments")),
    "monkey.jsonl": Recording(lambda: 5, record_beginning("monkey", 150)),
    "plagues.jsonl": Recording(lambda: 1, record_scenario("plagues")),
    # These take long to reach their goal, like stairs and books: without events.
    "rooted.jsonl": Recording(lambda: 1285, record_beginning("monkey", 298, events=False)),
    "severed.jsonl": Recording(lambda: 14, go.record_journey(go.sever, level="worm")),
    "shot.jsonl": Recording(lambda: 490, record_beginning("monkey", 34)),
    "shut.jsonl": Recording(lambda: 1201, record_beginning("monkey", 12)),
    "sittings.jsonl": Recording(lambda: 2026, record_sittings),
    # Without events: a game of the same kind has them, and it is compared record by record.
    "saved.jsonl": Recording(lambda: 1, record_scenario("conditions", sitting=7, events=False)),
    "sleepers.jsonl": Recording(lambda: 1, record_scenario("sleepers")),
    "missiles.jsonl": Recording(lambda: 1, go.record_journey(go.gather_missiles, level="missiles")),
    "weapons.jsonl": Recording(lambda: 1, go.record_journey(go.try_arms, level="weapons")),
    "sniper.jsonl": Recording(lambda: 4, go.record_journey(go.snipe, level="sniper")),
    "stairs.jsonl": Recording(lambda: 41, record_down),
    "studied.jsonl": Recording(lambda: 1, go.record_journey(go.study, events=False, level=ARMOURY)),
    "timers.jsonl": Recording(lambda: 1, record_scenario("timers")),
    "venomous.jsonl": Recording(lambda: 1, go.record_journey(go.poison, level=ARMOURY)),
    "leapt.jsonl": Recording(lambda: 3, go.record_journey(go.leap, level="tower")),
    "unlocked.jsonl": Recording(lambda: 5, go.record_journey(go.unlock, level="labyrinth")),
    "visited.jsonl": Recording(lambda: 1, go.record_journey(go.visit, level="rooms")),
    # Factions and champions: the seeds, of the first few, that show the most tricks.
    **{
        f"{level}.jsonl": Recording(
            partial(int, seed), record_beginning("fighter", 120, events=False, level=level)
        )
        for level, seed in {
            "ancient": 2,
            "beastly": 36,
            "champions": 1,
            "divine": 1,
            "elevated": 4,
            "mutated": 1,
        }.items()
    },
    # Three whole runs, two won and one lost when its term ran out: thousands of intents, no events.
    "run_won.jsonl": Recording(
        lambda: 2, record_beginning("explorer", 9_000, events=False, level=RUN)
    ),
    "run_lost.jsonl": Recording(
        lambda: 13, record_beginning("fighter", 9_000, events=False, level=RUN)
    ),
    "run_late.jsonl": Recording(
        lambda: 44, record_beginning("explorer", 9_000, events=False, level=RUN)
    ),
    "won.jsonl": Recording(
        lambda: seed_that(Ending.WON, CELLAR), partial(record_to_the_end, level=CELLAR)
    ),
    "hunted.jsonl": Recording(lambda: 3, go.record_journey(go.be_hunted, level="hunted")),
    "gathered.jsonl": Recording(lambda: 4, go.record_journey(go.stand_by, level="goblins")),
    "unseen.jsonl": Recording(lambda: 3, go.record_journey(go.see_the_unseen, level="unseen")),
    "peace.jsonl": Recording(lambda: 1, go.record_journey(go.keep_the_peace, level="peace")),
    "cleft.jsonl": Recording(lambda: 11, go.record_journey(go.cut_in_two, level="worm")),
    "maimed.jsonl": Recording(lambda: 8, go.record_journey(go.be_maimed, level="maimed")),
    # Two of six boons each: the player gets them at random.
    "boons.jsonl": Recording(lambda: 36, go.record_journey(go.use_boons, level="boons")),
    "leaps.jsonl": Recording(lambda: 56, go.record_journey(go.use_boons, level="boons")),
    "wards.jsonl": Recording(lambda: 8, go.record_journey(go.use_boons, level="boons")),
    "lit.jsonl": Recording(lambda: 9, go.record_journey(go.carry_light, level="dark")),
    "hidden.jsonl": Recording(lambda: 2, go.record_journey(go.hide, level="hiding")),
    "ablaze.jsonl": Recording(lambda: 1, go.record_journey(go.set_ablaze, level="blaze")),
}
