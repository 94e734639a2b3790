"""Play: keys from the terminal become intents, and what has settled is told."""

import sys
from pathlib import Path

from eventcore import Event

from . import things
from .fighting import Die, Health, Hurt
from .game import Game, Intent, Move, Take, Wait
from .saving import open_game
from .walking import Look, draw

KEYS: dict[str, Intent] = {
    "h": Move(-1, 0),
    "j": Move(0, 1),
    "k": Move(0, -1),
    "l": Move(1, 0),
    ",": Take(),
    ".": Wait(),
}


def listen(game: Game) -> list[str]:
    """Let observers tell what happens, line by line, in the list that is given."""
    told: list[str] = []

    def tell(event: Event) -> None:
        match event:
            case Hurt(target=target, points=points, by=by) if event.done:
                told.append(f"The {target[Look].name} loses {points} by {by}.")
            case Die(target=target) if event.done:
                told.append(f"The {target[Look].name} dies.")
            case things.Take(thing=thing) if event.done:
                told.append(f"The hero has the {thing[Look].name}.")

    for kind in (Hurt, Die, things.Take):
        game.world.observe(kind, tell)
    return told


def show(game: Game, told: list[str]) -> None:
    hp = game.hero[Health].hp if game.hero else 0
    print(draw(game.world))
    print(f"turn {game.world.turn}, {hp} hit points.", *told)
    told.clear()


def play(path: Path, seed: int) -> None:
    """Play until all is over, or one presses q; the keys of a line are pressed one by one."""
    game, recorder = open_game(path, seed)
    told = listen(game)
    try:
        show(game, told)
        for line in sys.stdin:
            keys, quits, _ = line.strip().partition("q")
            for key in keys:
                reason = "press h j k l , . or q"
                if key in KEYS:
                    reason = recorder.perform(KEYS[key]).reason
                if reason is not None:
                    told.append(f"No: {reason}.")
            show(game, told)
            if quits or game.over:
                return
    finally:
        recorder.close()
        print("It is over." if game.over else f"Saved in {path}.")


if __name__ == "__main__":
    play(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
