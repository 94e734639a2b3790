"""The game: a simulation of the cave, driven by the player's actions."""

from pathlib import Path
from typing import Any

from eventcore import Entity, Simulation, World

from .cave import COMPONENTS, STEPS, Hero, PickUp, Wait, build
from .fighting import Health
from .turns import Hunter, begin_time, pass_time
from .walking import Look, Move


class Game(Simulation):
    """A hero in a cave."""

    components = COMPONENTS
    intents = (Move, PickUp, Wait)
    game = "rogue"
    version = "1"

    def setup(self, tiles: int = 110) -> None:
        begin_time(self.world)
        build(self.world, tiles)

    @property
    def hero(self) -> Entity | None:
        return next(self.world.having(Hero), None)

    @property
    def actor(self) -> Entity:
        """Return the hero as the enactor of intents, or the root if the hero is dead."""
        return self.hero or self.world.root

    @property
    def over(self) -> bool:
        """Return whether the hero is dead or no creature hunts it any more."""
        return self.hero is None or not self.world.roster(Hunter)

    def act(self, intent: Any) -> Any:
        event = super().act(intent)
        pass_time(self.world, event.enactor, event.cost, lambda: self.over)
        return event

    @staticmethod
    def name(entity: Entity, world: World) -> str:
        return entity[Look].name if Look in entity else ""

    def summary(self) -> dict[str, str]:
        hp = self.hero[Health].hp if self.hero else 0
        return {"hit points": str(hp), "hunters": str(len(self.world.roster(Hunter)))}

    def bot(self) -> Move | None:
        """Return a step in any direction."""
        if self.over:
            return None
        return Move(self.actor, *STEPS[self.world.sequence % 4])


def open_game(path: Path, seed: int) -> Game:
    """Continue the game in a journal, or begin a new game."""
    return Game.resume(path) if path.exists() else Game.record(path, seed)


if __name__ == "__main__":
    path = Path("game.jsonl")
    for session in ("first", "second"):
        with open_game(path, seed=3) as game:
            print(f"{session} session, from turn {game.world.turn}", end="")
            for _ in range(20):
                intent = game.bot()
                if intent is not None:
                    game.perform(intent)
            print(f" to {game.world.turn}")
    print(Game.verify(path) or "the journal replays the same")
