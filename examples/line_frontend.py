"""A second front end for the game, which reads commands line by line and prints the results.

Run it with ``python -m bidden play --frontend examples.line_frontend:LineFrontEnd``.
"""

import sys
from collections.abc import Callable, Iterable
from typing import TextIO

from bidden.frontend.port import Game, Lobby, Playback
from bidden.frontend.preferences.options import Options
from bidden.going.commands.explore import Explore
from bidden.going.commands.fighting import fight
from bidden.going.commands.travel import TakeStairs
from bidden.going.going import Going, Stop
from bidden.going.known.notes import Notes
from bidden.intents import Bind, Intent, Move, PickUp, PutOn, Quaff, Throw, Wait
from bidden.perception.cards.card import InPack, OnTile

WAYS = {"h": (-1, 0), "j": (0, 1), "k": (0, -1), "l": (1, 0)}
WAYS |= {"y": (-1, -1), "u": (1, -1), "b": (-1, 1), "n": (1, 1)}
HELP = (
    "hjklyubn step, . wait, f fight, o explore, > next stairs or gate, g pick up, bind N, "
    "put on A, quaff A, throw A X Y, card A, look X Y, map, why, back N, quit"
)
MOST_STEPS = 400
"""The maximum number of intents for one command that explores or travels."""


class LineFrontEnd:
    """Plays a game with lines of text. ``bidden`` calls the class without arguments."""

    def __init__(self, lines: Iterable[str] = sys.stdin, out: TextIO = sys.stdout) -> None:
        self.lines = iter(lines)
        self.out = out
        self.notes = Notes()
        self.told = 0  # the sequence number of the newest printed message

    def play(self, begin: Callable[[], Game], told: str) -> None:
        self.say(told)
        game = begin()
        self.say(game.notice or HELP)
        self.show(game)
        for line in self.lines:
            words = line.split()
            if words == ["quit"]:
                return
            try:
                if words and words[0] == "back":  # the game continues in a new journal
                    game = game.go_back(int(words[1]))
                    self.notes, self.told = Notes(), 0
                elif words:
                    self.answer(words, game)
            except (ValueError, IndexError):  # a number is missing, or is none
                self.say(HELP)
            self.show(game)
            if game.view().ending is not None:
                self.end(game)
                return

    def replay(self, playback: Playback) -> None:
        playback.aim(playback.length)
        while playback.move_on():
            pass
        self.say(*(f"turn {one.turn}: {one.text}" for one in playback.marks))
        self.say("\n".join(line.text for line in playback.view().lines[-20:]))

    def welcome(self, lobby: Lobby) -> None:
        newest = lobby.newest()
        self.play(lobby.begin if newest is None else lambda: lobby.resume(newest), "Loading …")
        lobby.leave()

    # Carry out the commands.

    def answer(self, words: list[str], game: Game) -> None:
        view = game.view()
        match words:
            case [way] if way in WAYS:
                self.perform(Move(*WAYS[way]), game)
            case ["."]:
                self.perform(Wait(), game)
            case ["f"]:
                blow = fight(view, self.notes, 0)
                self.say(blow.reason) if isinstance(blow, Stop) else self.perform(blow, game)
            case ["g"]:
                self.perform(PickUp(), game)
            case ["bind", number]:
                self.perform(Bind(int(number)), game)
            case ["put", "on", slot]:
                self.perform(PutOn(slot), game)
            case ["quaff", slot]:
                self.perform(Quaff(slot), game)
            case ["throw", slot, x, y]:
                self.perform(Throw(slot, int(x), int(y)), game)
            case ["o"]:
                self.go(Explore(self.notes, Options()), game)
            case [">"]:
                self.go(TakeStairs(self.notes, Options(), "down"), game)
            case ["card", slot]:
                self.say(str(game.card(InPack(slot)) or "You hold nothing there."))
            case ["look", x, y]:
                self.say(str(game.card(OnTile(int(x), int(y))) or game.tile(int(x), int(y))))
            case ["map"]:
                for level in game.chart().levels:
                    rooms = "; ".join(f"{one.name} {one.where}" for one in level.rooms)
                    self.say(f"Level {level.level}, {level.place}: {rooms}", *level.ways)
            case ["why"] if view.lines:
                last = view.lines[-1]
                self.say(*game.why(last.turn, last.sequence, plain=True))
            case _:
                self.say(HELP)

    def perform(self, intent: Intent, game: Game) -> None:
        forecast = game.forecast(intent)  # what the player can know about the result
        for part in (*forecast.targets, *forecast.ground, *forecast.shifts):
            self.say(f"({part})")
        game.perform(intent)

    def go(self, going: Going, game: Game) -> None:
        for _ in range(MOST_STEPS):
            answer = going(game.view())
            if isinstance(answer, Stop):
                self.say(answer.reason)
                return
            game.perform(answer)

    # Print the game.

    def show(self, game: Game) -> None:
        view = game.view()
        rows = ("".join(tile.glyph for tile in row).rstrip() for row in view.tiles)
        self.say(*(row for row in rows if row))
        self.say(*(line.text for line in view.lines if line.sequence > self.told))
        self.told = max((line.sequence for line in view.lines), default=0)
        self.say(f"Turn {view.turn}, level {view.level}, {view.hp}/{view.max_hp} HP")
        for number, offer in enumerate(view.offers):
            self.say(f"bind {number}: {offer.summoner}: {offer.task}, danger {offer.danger}")
        held = (f"{one.slot} {one.name}{' *' if one.worn else ''}" for one in view.pack)
        self.say("; ".join(held) or "You hold nothing.")

    def end(self, game: Game) -> None:
        view = game.view()
        self.say(view.epitaph, *view.coda, f"Score {view.score}")
        if view.death:
            self.say(*game.why(view.turn, view.death, brief=True, plain=True))

    def say(self, *rows: str) -> None:
        for row in rows:
            print(row, file=self.out)
