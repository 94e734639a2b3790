"""Talk: a game in sentences. Lines go in and come out; nothing here reads or writes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from bidden.frontend.asking import SAVED, question_of, question_of_step, told_of
from bidden.frontend.port import Game
from bidden.frontend.preferences.options import Options
from bidden.going.commands import explore, search_level, stay
from bidden.going.commands.levels import TravelFar
from bidden.intents import Intent, Move, SwitchBoon
from bidden.prose import telling
from bidden.prose.answers import answer
from bidden.prose.answers.finding import find
from bidden.prose.doing import Doing
from bidden.prose.errands import errand_for, what_stops, what_stops_a_fight
from bidden.prose.it import It
from bidden.prose.meanings import (
    Act,
    Approach,
    Back,
    Explore,
    GoFar,
    GoTo,
    Keep,
    Lost,
    Meaning,
    Rest,
    SearchLevel,
    Sure,
    Tell,
    Which,
)
from bidden.prose.parsing import meaning_of
from bidden.prose.words import Sentence, number_of, read_sentence, words_of
from bidden.view import View
from eventcore import EventcoreError

_YES: Final = ("yes", "y", "aye", "ok")
_NO: Final = ("no", "n", "nothing", "never mind", "cancel", "none")
_SAY_YES: Final = "Say yes or no."
_NO_NEWS: Final = ("Actions", "Help", "Messages", "Why", "Inventory")
"""Topics of which nothing that is told is what one speaks of from then on."""
_USUAL: Final = Options()


class Talk:
    """A game that is played in sentences. Read what its methods yield to the end.

    Attributes:
        over: Whether the player has left.
    """

    def __init__(
        self,
        game: Game,
        options: Options = _USUAL,
        *,
        brief: bool = False,
        interrupted: Callable[[], bool] = lambda: False,
    ) -> None:
        """Begin to talk.

        Args:
            game: The game.
            options: The player's options.
            brief: Whether to yield only messages, each with its turn.
            interrupted: Returns whether to stop an action of several intents.
        """
        self.over = False
        self._doing = Doing(game, options, brief=brief, interrupted=interrupted)
        self._asked: tuple[tuple[str, Meaning], ...] = ()
        self._latest = Sentence("")
        self._it = It()
        self._meant: type[Meaning] | None = None  # by what was said last
        self._begun: list[int] = []  # the turns in which that was said which took some

    @property
    def view(self) -> View:
        """What the player knows."""
        return self._doing.view

    @property
    def game(self) -> Game:
        """The game; another one after going back."""
        return self._doing.game

    def begin(self) -> Iterator[str]:
        """Yield how the game stands."""
        doing = self._doing
        if doing.game.notice:
            yield doing.game.notice
        if doing.brief:
            yield from telling.log(self.view.lines)
        else:
            yield 'Say what you do. "help" lists the words, "look" describes the place.'
            yield from (str(line) for line in self.view.lines[-3:])
        yield from doing.arrive()
        if doing.is_over:
            yield from doing.end()

    def hear(self, text: str) -> Iterator[str]:
        """Do what a line says, and yield what comes of it."""
        asked, self._asked = self._asked, ()
        chosen = _chosen(text, asked)
        if chosen is not None:
            yield from self._follow(chosen)
            return
        if asked and asked[0][0] != "yes" and text.strip().isdecimal():
            self._asked = asked
            yield f"Say a number from 1 to {len(asked)}, or its name."
            return
        if asked and text.strip().lower() in (*_NO, ""):
            yield "Cancelled."
            return
        if text.strip().lower() in (*_YES, "no"):
            yield "There is no question to answer."
            return
        sentence = read_sentence(text)
        if sentence.verb == "Again":
            sentence = self._latest
        named = self._it.put_into(sentence)
        if named is None:
            yield 'I don\'t know what "it" is. Name it.'
            return
        self._latest = named
        self._it.note_said(named, self.view)
        meaning, turn = meaning_of(named, self.view), self.view.turn
        if type(meaning) is not self._meant:
            self._doing.notes.forget_question()
        self._meant = type(meaning)
        silent = not self._doing.brief
        for told in self._follow(meaning):
            silent = False
            # What is asked of something leaves it what is spoken of; so do words of help.
            if not (isinstance(meaning, Tell) and (named.object or meaning.topic in _NO_NEWS)):
                self._it.note_told(told, self.view)
            yield told
        if self.view.turn > turn:
            self._begun.append(turn)
            if silent:
                passed = self.view.turn - turn
                yield "A turn passes." if passed == 1 else f"{passed} turns pass."

    def _follow(self, meaning: Meaning) -> Iterator[str]:
        doing = self._doing
        game, notes, options = doing.game, doing.notes, doing.options
        if doing.is_over and not isinstance(meaning, Tell | Back | Lost | Which):
            yield f"It is over. {telling.AFTERWARDS}"
            return
        match meaning:
            case Act((Move() as move,)):
                yield from self._step(move)
            case Sure(Move() as move):
                yield from doing.step(move)
            case Sure(intent):
                yield from doing.act((intent,))
            case Act((intent,)):
                yield from self._do(intent)
            case Act((SwitchBoon() as first, then)):
                yield from doing.act((first,))
                yield from self._do(then)
            case Act(intents):
                yield from doing.act(intents)
            case GoTo() | Keep():
                yield from self._go(meaning)
            case Approach(kills=kills):
                stops = partial(what_stops_a_fight, bold=kills)
                yield from doing.run(doing.pursue(errand_for(meaning, notes), stops))
            case GoFar(level, to):
                yield from doing.run(doing.go_on(TravelFar(notes, options, level, to)))
            case Explore():
                yield from doing.run(doing.go_on(explore.Explore(notes, options)))
            case SearchLevel():
                yield from doing.run(doing.go_on(search_level.SearchLevel(notes, options)))
            case Rest():
                yield from doing.run(doing.go_on(stay.Rest(notes, options)))
            case Which(question, choices):
                self._asked = choices
                yield question
                yield from (f"{number}. {name}" for number, (name, _) in enumerate(choices, 1))
            case Back(turns):
                yield from self._go_back(turns)
            case Lost(reason):
                yield reason
            case Tell("Find", sentence):
                words = sentence.object or sentence.aim
                yield from self._follow(find(words, self.view, game.chart()))
            case Tell("Leave"):
                self.over = True
                yield SAVED
            case Tell(topic, sentence):
                yield from answer(topic, sentence, self.view, game)

    def _go(self, meaning: GoTo | Keep) -> Iterator[str]:
        doing, bound = self._doing, isinstance(meaning, GoTo)
        then = meaning.then if isinstance(meaning, GoTo) else None
        errand, stops = errand_for(meaning, doing.notes), partial(what_stops, bound=bound)
        pursuit = doing.pursue(errand, stops, bound)
        if (yield from doing.run(pursuit, goes_on=then is not None)) and then is not None:
            yield from self._follow(meaning_of(then, self.view))

    def _go_back(self, turns: int) -> Iterator[str]:
        yield "Rewinding …"
        turn, doing = self.view.turn, self._doing
        begun = [one for one in self._begun if one < turn]
        turns = turns or turn - max([*begun, 0])
        self._begun = [one for one in begun if one < turn - turns]
        try:
            doing.go_over(doing.game.go_back(turns))
        except EventcoreError as error:
            yield f"Can't go back: {error}"
            return
        self._it = It()
        yield doing.game.notice
        yield from doing.arrive()

    def _do(self, intent: Intent) -> Iterator[str]:
        doing = self._doing
        forecast = doing.game.forecast(intent)
        question = question_of(intent, forecast, doing.view, doing.options, unseen=True)
        if question:
            told = told_of(forecast)
            known = f"{told[:1].upper()}{told[1:]}. " if told else ""
            yield f"{known}{question} {_SAY_YES}"
            self._asked = (("yes", Sure(intent)),)
            return
        yield from doing.act((intent,))

    def _step(self, move: Move) -> Iterator[str]:
        doing = self._doing
        forecast = doing.game.forecast(move)
        asked = question_of_step(move, forecast, self.view, doing.options)
        if asked is None:
            yield from doing.step(move)
            return
        question, detail = asked
        yield f"{detail[:1].upper()}{detail[1:].rstrip('.')}. {question} {_SAY_YES}"
        self._asked = (("yes", Sure(move)),)


def _chosen(text: str, asked: tuple[tuple[str, Meaning], ...]) -> Meaning | None:
    words = words_of(text)
    if not asked or not words:
        return None
    if asked[0][0] == "yes":
        return asked[0][1] if words[0] in _YES else None
    number = number_of(words[0])
    if len(words) <= 2 and number is not None and 0 < number <= len(asked):
        return asked[number - 1][1]
    if words in (("last",), ("last", "one")):
        return asked[-1][1]
    found = [
        meaning
        for name, meaning in asked
        if set(words) - {"one"} <= {*words_of(name.replace("(", " ").replace(")", " "))}
    ]
    return found[0] if len(found) == 1 else None
