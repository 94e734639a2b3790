"""Play the game: keys become actions of the hero, and messages tell what happened."""

import sys
from pathlib import Path
from typing import Any

from eventcore import Event

from .cave import PickUp, Wait
from .fighting import Die, Health, Hurt
from .game import Game, open_game
from .things import Take
from .walking import Look, Move, draw

KEYS: dict[str, tuple[Any, ...]] = {
    "h": (Move, -1, 0),
    "j": (Move, 0, 1),
    "k": (Move, 0, -1),
    "l": (Move, 1, 0),
    ",": (PickUp,),
    ".": (Wait,),
}


def listen(game: Game) -> list[str]:
    """Return a list, and observe the game to add a message to it for each event."""
    messages: list[str] = []

    def add(event: Event) -> None:
        match event:
            case Hurt(target=target, points=points, by=by) if event.done:
                messages.append(f"The {target[Look].name} loses {points} by {by}.")
            case Die(target=target) if event.done:
                messages.append(f"The {target[Look].name} dies.")
            case Take(thing=thing) if event.done:
                messages.append(f"The hero has the {thing[Look].name}.")

    for kind in (Hurt, Die, Take):
        game.world.observe(kind, add)
    return messages


def show(game: Game, messages: list[str]) -> None:
    hp = game.hero[Health].hp if game.hero else 0
    print(draw(game.world))
    print(f"turn {game.world.turn}, {hp} hit points.", *messages)
    messages.clear()


def play(path: Path, seed: int) -> None:
    """Read lines of keys until the game is over or the player enters q."""
    with open_game(path, seed) as game:
        messages = listen(game)
        show(game, messages)
        for line in sys.stdin:
            keys, quits, _ = line.strip().partition("q")
            for key in keys:
                reason = "press h j k l , . or q"
                if key in KEYS:
                    reason = game.perform(*KEYS[key]).reason
                if reason is not None:
                    messages.append(f"No: {reason}.")
            show(game, messages)
            if quits or game.over:
                break
        print("The game is over." if game.over else f"Saved in {path}.")


if __name__ == "__main__":
    play(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
