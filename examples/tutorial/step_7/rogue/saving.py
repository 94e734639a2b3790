"""Saving: a game is saved as its journal, and opened by doing again what that tells."""

from pathlib import Path

from eventcore.journal import Journal, JournalWriter, read_journal
from eventcore.replay import Keyframes, Playback, Recorder, Source, Variation, verify

from .cave import STEPS
from .game import Game, Move
from .walking import Look


def open_game(path: Path, seed: int) -> tuple[Game, Recorder]:
    """Go on with the game of a journal, or begin one of that seed where there is none."""
    keyframes = Keyframes.beside(path)
    if not path.exists():
        game = Game(seed)
        return game, Recorder(game, JournalWriter.create(path, game.header), keyframes=keyframes)
    journal = read_journal(path)
    game = Game(journal.header.seed)
    playback = Playback(game, journal)
    while playback.step():
        if playback.divergence is not None:
            raise SystemExit(f"{path} {playback.divergence}; name a new file to begin anew")
    writer = JournalWriter.resume(path, journal)
    return game, Recorder(game, writer, records=playback.position, keyframes=keyframes)


def stagger(game: Game) -> Move | None:
    """Play as a bot does that takes any way, and never looks."""
    return None if game.over else Move(*STEPS[game.world.sequence % 4])


def source_for(journal: Journal) -> Source:
    """What the tools make the games of a journal with."""

    def varied(variation: Variation) -> Game:
        if variation.changes:
            raise ValueError("this game has no data to change")
        return Game(journal.header.seed, variation.mute, variation.debug)

    return Source(
        lambda: Game(journal.header.seed),
        Game.restore,
        begin_varied=varied,
        bot=stagger,
        name=lambda entity, world: entity[Look].name if Look in entity else "",
    )


if __name__ == "__main__":
    path = Path("game.jsonl")
    for sitting in ("first", "second"):
        game, recorder = open_game(path, seed=3)
        print(f"{sitting} sitting, from turn {game.world.turn}", end="")
        for _ in range(20):
            intent = stagger(game)
            if intent is not None:
                recorder.perform(intent)
        recorder.close()
        print(f" to {game.world.turn}, {recorder.records} records")
    journal = read_journal(path)
    print(verify(Game(journal.header.seed), journal) or "the journal replays the same")
