"""Talk: a game in sentences. Lines go in and come out; nothing here reads or writes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from bidden.frontend.asking import left_told, question_of, question_of_step, told_of
from bidden.frontend.port import Game
from bidden.frontend.preferences.options import USUAL, Options
from bidden.going.going import Stop
from bidden.going.known.notes import Notes
from bidden.going.watch import new_lines
from bidden.going.ways_out import WayOut
from bidden.grid.compass import BEARINGS, bearing, tiles_off
from bidden.intents import Intent, Move, SwitchBoon
from bidden.prose import nouns, telling
from bidden.prose.answers import answer, find
from bidden.prose.commands import ARRIVED, Approach
from bidden.prose.meanings import Act, Back, Go, Lost, Meaning, Tell, Which
from bidden.prose.parsing import meaning_of
from bidden.prose.words import Sentence, number_of, read_sentence, words_of
from bidden.view import View
from bidden.words import phrase
from eventcore import EventcoreError

_YES: Final = ("yes", "y", "aye", "ok")
_NO: Final = ("no", "n", "nothing", "never mind", "cancel", "none", "")
_NO_NEWS: Final = ("Actions", "Help", "Messages", "Why", "Inventory")
"""Answers to these do not change what "it" means."""
_PRONOUN: Final = re.compile(r"\b(it|them|him|her)\b", re.IGNORECASE)
_QUOTING: Final = ("Engrave", "Bid")
"""After these verbs a pronoun is a word like any other."""


class Talk:
    """A game that is played in sentences. Read what its methods yield to the end.

    Attributes:
        over: Whether the player has left.
        game: The game; another one after going back.
        view: What the player knows.
    """

    def __init__(
        self,
        game: Game,
        options: Options = USUAL,
        *,
        brief: bool = False,
        interrupted: Callable[[], bool] = lambda: False,
    ) -> None:
        """Create a talk; a ``brief`` one yields only messages, each with its turn.

        ``interrupted`` returns whether to stop a command of several intents.
        """
        self.over = False
        self._options, self._brief, self._interrupted = options, brief, interrupted
        self._latest = Sentence("")
        self._meant: object = None  # the kind of meaning of the last sentence
        self._begun: list[int] = []  # the turns in which sentences began that took some
        self._asked: tuple[tuple[str, Meaning], ...] = ()
        self._take_over(game)

    def begin(self) -> Iterator[str]:
        """Yield how the game stands."""
        if self.game.notice:
            yield self.game.notice
        if self._brief:
            yield from telling.log(self.view.lines)
        else:
            yield phrase("typing", "start")
            yield from map(str, self.view.lines[-3:])
        yield from self._arrive()
        if self._is_over:
            yield from self._end()

    def hear(self, text: str) -> Iterator[str]:
        """Carry out a line, and yield the results."""
        asked, self._asked = self._asked, ()
        plain, chosen = text.strip().lower(), _chosen(text, asked)
        if chosen is not None:
            yield from self._follow(chosen)
            return
        if asked and asked[0][0] != "yes" and plain.isdecimal():
            self._asked = asked
            yield phrase("typing", "number", most=len(asked))
            return
        if plain in _NO if asked else plain in (*_YES, "no"):
            yield phrase("typing", "cancelled" if asked else "no question")
            return
        sentence = self._read(text)
        if sentence is None:
            yield phrase("typing", "what is it")
            return
        if sentence.verb != "Again":
            self._latest = sentence
        meaning, turn, silent = meaning_of(self._latest, self.view), self.view.turn, not self._brief
        meant = meaning.command if isinstance(meaning, Go) else type(meaning)
        if meant is not self._meant:
            self.notes.forget_question()
        self._meant = meant
        keeps_it = isinstance(meaning, Tell) and meaning.topic in _NO_NEWS
        for line in self._follow(meaning):
            silent = False
            if not keeps_it:
                self._note_it(line)
            yield line
        passed = self.view.turn - turn
        if passed > 0:
            self._begun.append(turn)
            if silent:
                yield phrase("typing", "turn" if passed == 1 else "turns", turns=passed)

    @property
    def _is_over(self) -> bool:
        return self.view.ending is not None

    def _take_over(self, game: Game) -> None:
        self.game, self.view, self.notes = game, game.view(), Notes()
        self._it: tuple[str, ...] = ()  # the words of the last name of a creature or item

    def _read(self, line: str) -> Sentence | None:
        sentence = read_sentence(line)
        if sentence.verb in _QUOTING or not any(map(_PRONOUN.fullmatch, sentence.words)):
            return sentence
        named = _PRONOUN.sub(" ".join(self._it), line, count=1)
        return read_sentence(named) if self._it else None

    def _note_it(self, line: str) -> None:
        view, ends = self.view, list[tuple[int, int, str]]()
        near = [*nouns.creatures(view), *nouns.things_here(view)]
        for noun in (*near, *nouns.things_seen(view), *nouns.things_held(view)):
            name = nouns.bare(nouns.state_of(noun.name.partition(" (")[0])[0]).lower()
            said = re.finditer(rf"\b{re.escape(name)}\b", line.lower()) if name else ()
            ends += [(match.end(), len(name), name) for match in said if name != "something"]
        if ends:
            self._it = words_of(max(ends)[2])

    def _follow(self, meaning: Meaning) -> Iterator[str]:
        if self._is_over and isinstance(meaning, Act | Go):
            yield phrase("over", "over")
            return
        match meaning:
            case Act((SwitchBoon() as first, then)):
                yield from self._act((first,))
                yield from self._follow(Act((then,)))
            case Act((intent,), sure=False):
                question = self._question(intent)
                yield from (question,) if question else self._act((intent,))
            case Act(intents):
                yield from self._act(intents)
            case Go():
                yield from self._go(meaning)
            case Which(question, choices):
                self._asked = choices
                yield question
                yield from (f"{number}. {name}" for number, (name, _) in enumerate(choices, 1))
            case Back(turns):
                yield from self._go_back(turns)
            case Lost(reason):
                yield reason
            case Tell("Find", sentence):
                yield from self._follow(find(sentence.words, self.view, self.game, self.notes))
            case Tell("Leave"):
                self.over = True
                yield left_told(self.view)
            case Tell(topic, sentence):
                yield from answer(topic, sentence, self.view, self.game)

    def _question(self, intent: Intent) -> str:
        forecast, view = self.game.forecast(intent), self.view
        if isinstance(intent, Move):
            question, risk = question_of_step(intent, forecast, view, self._options) or ("", "")
        else:
            question = question_of(intent, forecast, view, self._options, unseen=True)
            risk = told_of(forecast)
        if not question:
            return ""
        self._asked = (("yes", Act((intent,), sure=True)),)
        return phrase("typing", "yes or no", question=f"{risk} {question}".lstrip())

    def _act(self, intents: Iterable[Intent]) -> Iterator[str]:
        for number, intent in enumerate(intents):
            before = self.view
            if number and (self._is_over or before.foes):
                return
            lines = [*self._perform(intent)]
            if isinstance(intent, Move):
                yield from self._way_from(before)  # before the news from there
            yield from lines

    def _go(self, go: Go) -> Iterator[str]:
        before, printed = self.view, set[str]()
        command = go.command(self.notes, self._options, *go.args)
        answer, stop = command(before), phrase("go", "stop")
        while not isinstance(answer, Stop):
            question = self._question(answer) if isinstance(command, Approach) else ""
            if question:
                yield from self._way_from(before)
                yield question
                return
            for line in self._perform(answer):
                printed.add(line)
                yield line
            answer = Stop(stop) if self._interrupted() else command(self.view)
        yield from self._way_from(before)
        if answer == ARRIVED and go.then is not None:
            meaning = meaning_of(go.then, self.view)
            if not isinstance(meaning, Go | Lost):  # else it was done on the way
                yield from self._follow(meaning)
            return
        reason = answer.reason
        if not reason or self._is_over or reason.startswith("Done "):  # the lines before say so
            return
        # The lines before report a new enemy in other words.
        seen = not self._brief and (" into view" in reason or " asleep, " in reason)
        yield stop if seen or reason in printed else _with_words(answer)

    def _go_back(self, turns: int) -> Iterator[str]:
        yield phrase("go back", "start")
        turns = turns or self.view.turn - max([*self._begun, 0])
        self._begun = [turn for turn in self._begun if turn < self.view.turn - turns]
        try:
            self._take_over(self.game.go_back(turns))
        except EventcoreError as error:
            yield phrase("go back", "failed", error=error)
            return
        yield self.game.notice
        yield from self._arrive()

    def _perform(self, intent: Intent) -> Iterator[str]:
        before = self.view
        self.game.perform(intent)
        self.view = view = self.game.view()
        self.notes.see(view)
        new = new_lines(before, view)
        yield from telling.log(new) if self._brief else map(telling.sentence, new)
        if self._is_over:
            yield from self._end()
            return
        if not self._brief:
            yield from telling.news(before, view)
        if (view.level, view.place) != (before.level, before.place):
            yield from self._arrive()
        else:
            yield from telling.choices(before, view)

    def _arrive(self) -> Iterator[str]:
        if not self._brief:
            yield from telling.place(self.view, self.game.chart())
        yield from telling.choices(None, self.view)

    def _way_from(self, before: View) -> Iterator[str]:
        (x, y), here, now = before.here, self.view.here, self.view
        if here != (x, y) and now.level == before.level and not (self._is_over or self._brief):
            by = (here[0] - x, here[1] - y)
            way = bearing(*by) if by in BEARINGS.values() else tiles_off(here, (x, y))
            yield phrase("go", "went", way=way)

    def _end(self) -> Iterator[str]:
        view = self.view
        causes = self.game.why(view.turn, view.death, brief=True, plain=True) if view.death else ()
        yield from telling.ending(view, causes)
        yield phrase("over", "afterwards")


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
    fits = [set(words) - {"one"} <= {*words_of(name)} for name, _ in asked]
    return asked[fits.index(True)][1] if fits.count(True) == 1 else None


def _with_words(stop: Stop) -> str:
    says = []
    for hint in stop.hints:
        verb = hint.way.name.lower().replace("_", " ")
        said = phrase("go", "again") if hint.way is WayOut.AGAIN else f'"{verb}"'
        says.append(said if verb == hint.to else phrase("go", "way", verb=said, to=hint.to))
    return phrase("go", "ways", reason=stop.reason, ways=" or ".join(says)) if says else stop.reason
