"""Talk: a game by words. Lines go in, and lines come out; nothing here reads or writes."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from typing import Final, TypeAlias, cast

from bidden.frontend.asking import question_of, question_of_step, told_of
from bidden.frontend.options import Options
from bidden.frontend.port import Game
from bidden.going import explore, stay
from bidden.going.finding import sights_on
from bidden.going.going import Going
from bidden.going.going import Stop as Halt
from bidden.going.levels import TravelFar
from bidden.going.notes import Notes
from bidden.going.patterns import tells
from bidden.going.taking import here_lies
from bidden.intents import Intent, Move
from bidden.prose import marks, telling
from bidden.prose.errands import (
    Errand,
    Stop,
    errand_for,
    what_stops,
    what_stops_a_fight,
)
from bidden.prose.it import It
from bidden.prose.meanings import (
    Act,
    Approach,
    Back,
    Exclude,
    Explore,
    GoFar,
    GoTo,
    GoToMark,
    Keep,
    Lost,
    Mark,
    Meaning,
    Rest,
    Sure,
    Tell,
    Which,
)
from bidden.prose.nouns import (
    called,
    creatures,
    direction_named,
    is_meant,
    matching,
    spots_meant,
    state_of,
    things_held,
    things_here,
    where,
)
from bidden.prose.parsing import meaning_of
from bidden.prose.saying import say
from bidden.prose.words import Sentence, number_of, read_sentence, verbs, words_of
from bidden.view import Line, Spot, View
from eventcore import EventcoreError

_YES: Final = ("yes", "y", "aye", "ok")
_NO: Final = ("no", "n", "nothing", "never mind", "cancel", "none")
_SAY_YES: Final = "Say yes or no."
_LATEST: Final = 20
"""So many messages are told again, if no number is named."""
_AFTERWARDS: Final = 'Say "go back 20" to play on from there, "why", "messages" or "quit".'
_LONG: Final = 1_000
"""After so many intents what is pursued stops: nobody should be lost in it."""
_NO_NEWS: Final = ("Actions", "Help", "Messages", "Why", "Inventory")
"""Topics of which nothing that is told is what one speaks of from then on."""
_USUAL: Final = Options()

_Doing: TypeAlias = Generator[str, None, Stop]
"""Tells what is done until it ends, and gives the reason."""


class Talk:
    """A game that is told and played in words.

    Life cycle: made for a game; ``begin`` tells how it stands, and ``hear`` does what a line says,
    until it is over. Both tell as they go: what they give has to be read to its end.

    Attributes:
        over: Whether the player is done.
        view: What the player knows.
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
            game: What is played.
            options: What the player would have otherwise.
            brief: Whether only messages are told, each with its turn, as they come.
            interrupted: Says whether what takes several intents is to stop.
        """
        self.over = False
        self.view = game.view()
        self._game = game
        self._options = options
        self._brief = brief
        self._interrupted = interrupted
        self._asked: tuple[tuple[str, Meaning], ...] = ()
        self._latest = Sentence("")
        self._notes = Notes(waymarks=game.waymarks)
        self._it = It()
        self._begun: list[int] = []  # the turns in which that was said which took some

    def begin(self) -> Iterator[str]:
        """Tell how the game stands."""
        if self._game.notice:
            yield self._game.notice
        if self._brief:
            yield from self._log(self.view.lines)
        else:
            yield 'Say what you do: "help" tells the words for it, "look" where you are.'
            yield from (str(line) for line in self.view.lines[-3:])
        yield from self._arrive()
        if self.view.ending is not None:
            yield from self._end()

    def hear(self, text: str) -> Iterator[str]:
        """Do what a line says, and tell what comes of it."""
        asked, self._asked = self._asked, ()
        chosen = _chosen(text, asked)
        if chosen is not None:
            yield from self._follow(chosen)
            return
        if asked and text.strip().lower() in (*_NO, ""):
            yield "Never mind, then."
            return
        if text.strip().lower() in (*_YES, "no"):
            yield "Nothing was asked."
            return
        sentence = read_sentence(text)
        if sentence.verb == "Again":
            sentence = self._latest
        named = self._it.put_into(sentence)
        if named is None:
            yield "Nothing was named yet that you could mean."
            return
        self._latest = named
        self._it.note_said(named, self.view)
        meaning, turn = meaning_of(named, self.view), self.view.turn
        silent = not self._brief
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
        if self.view.ending is not None and not isinstance(meaning, Tell | Back | Lost | Which):
            yield f"It is over. {_AFTERWARDS}"
            return
        match meaning:
            case Act((Move() as move,)):
                yield from self._step(move)
            case Sure(Move() as move):
                yield from self._stepping(move)
            case Sure(intent):
                yield from self._act((intent,))
            case Act((intent,)):
                yield from self._do(intent)
            case Act(intents):
                yield from self._act(intents)
            case GoTo() | Keep():
                bound, errand = isinstance(meaning, GoTo), errand_for(meaning, self._notes)
                stops = partial(what_stops, bound=bound)
                yield from self._run(self._pursue(errand, stops, bound), meaning)
            case Approach(kills=kills):
                stops = partial(what_stops_a_fight, bold=kills)
                yield from self._run(self._pursue(errand_for(meaning, self._notes), stops))
            case GoFar(level, to):
                yield from self._run(self._go_on(TravelFar(self._notes, self._options, level, to)))
            case GoToMark(digit):
                yield from self._go_to_mark(digit)
            case Mark(digit):
                yield from marks.mark(digit, self._game, self._notes)
            case Exclude(spot):
                radius = self._options.exclusion_radius
                yield from marks.exclude(spot, radius, self._game, self._notes)
            case Explore():
                yield from self._run(self._go_on(explore.Explore(self._notes, self._options)))
            case Rest():
                yield from self._run(self._go_on(stay.Rest(self._notes, self._options)))
            case Which(question, choices):
                self._asked = choices
                yield question
                yield from (f"{number}. {name}" for number, (name, _) in enumerate(choices, 1))
            case Back(turns):
                yield from self._go_back(turns)
            case Lost(reason):
                yield reason
            case Tell(topic, sentence):
                yield from self._tell(topic, sentence)

    def _go_back(self, turns: int) -> Iterator[str]:
        """Go over to the game as it was so many turns before; it is told how it stands there."""
        yield "You go back …"
        turn = self.view.turn
        begun = [one for one in self._begun if one < turn]
        turns = turns or turn - max([*begun, 0])
        self._begun = [one for one in begun if one < turn - turns]
        try:
            self._game = self._game.go_back(turns)
        except EventcoreError as error:
            yield f"There is no going back: {error}"
            return
        self.view, self._it = self._game.view(), It()
        self._notes = Notes(waymarks=self._game.waymarks)
        yield self._game.notice
        yield from self._arrive()

    def _go_to_mark(self, digit: str) -> Iterator[str]:
        point = self._notes.waymarks.point(digit)
        if point is None:
            yield f'No tile has the digit {digit} yet: "mark {digit}" gives it to where you stand.'
            return
        far = TravelFar(self._notes, self._options, point.level, point.at)
        yield from self._run(self._go_on(far))

    def _do(self, intent: Intent) -> Iterator[str]:
        """Do something, but ask first where by what is known it harms oneself."""
        forecast = self._game.forecast(intent)
        question = question_of(forecast, self._options)
        if question:
            told = told_of(forecast)
            yield f"{told[:1].upper()}{told[1:]}. {question} {_SAY_YES}"
            self._asked = (("yes", Sure(intent)),)
            return
        yield from self._act((intent,))

    def _step(self, move: Move) -> Iterator[str]:
        """Step, but ask first before a trap that is known, and where it harms oneself."""
        forecast = self._game.forecast(move)
        asked = question_of_step(move, forecast, self.view, self._options)
        if asked is None:
            yield from self._stepping(move)
            return
        question, detail = asked
        yield f"{detail[:1].upper()}{detail[1:].rstrip('.')}. {question} {_SAY_YES}"
        self._asked = (("yes", Sure(move)),)

    def _stepping(self, move: Move) -> Iterator[str]:
        """Step, and tell where to before what is seen from there."""
        here, level = self.view.here, self.view.level
        told = [*self._act((move,))]
        yield from self._moved(here, level)  # before what is seen from there
        yield from told

    def _moved(self, since: Spot, level: int) -> Iterator[str]:
        """Tell how far one has come."""
        stays = self.view.level == level and not self._ended
        if self.view.here != since and stays and not self._brief:
            x, y = self.view.here[0] - since[0], self.view.here[1] - since[1]
            yield f"You go {direction_named(x, y) or where(self.view.here, since)}."

    @property
    def _ended(self) -> bool:
        return self.view.ending is not None

    def _act(self, intents: Iterable[Intent]) -> Iterator[str]:
        """Do one thing after the other, unless something comes between."""
        for number, intent in enumerate(intents):
            before = self.view
            if number and (before.ending is not None or before.foes):
                return
            yield from self._perform(intent)

    def _run(self, doing: _Doing, meaning: Meaning | None = None) -> Iterator[str]:
        """Do what takes several intents, and say how far one has come and why it ends."""
        here, level = self.view.here, self.view.level
        told = set[str]()
        stop = yield from _noting(doing, told)
        yield from self._moved(here, level)
        if stop.arrived and isinstance(meaning, GoTo) and meaning.then is not None:
            yield from self._follow(meaning_of(meaning.then, self.view))
        elif stop.reason and not self._ended:
            known = stop.reason in told or (not self._brief and " into view" in stop.reason)
            yield "You stop." if known else stop.reason  # who has come was told

    def _go_on(self, moving: Going) -> _Doing:
        """Do what moving on comes to until it stops; give the reason."""
        while True:
            answer = moving(self.view)
            if isinstance(answer, Halt):
                return Stop(answer.reason)
            yield from self._perform(answer)
            if self._interrupted():
                return Stop("You stop.")

    def _pursue(
        self, errand: Errand, stops: Callable[[View, View], str], bound: bool = False
    ) -> _Doing:
        """Do what an errand says until it ends, or something comes between; give the reason."""
        for _ in range(_LONG):
            before = self.view
            answer = errand(before)
            if isinstance(answer, Stop):
                return answer
            barred = self._barred(answer)
            if barred:
                return Stop(barred)
            yield from self._perform(answer)
            if bound and (self.view.level, self.view.place) != (before.level, before.place):
                return Stop("")  # that has been told, and is what was wanted
            reason = "you were interrupted." if self._interrupted() else ""
            reason = reason or stops(before, self.view)
            heard = telling.messages(before, self.view)
            told = reason in map(telling.sentence, heard)
            if told or any(tells(self._options.stop_at, line) for line in heard):
                return Stop("You stop.")
            if reason:
                after = errand(self.view)
                arrived = isinstance(after, Stop) and after.arrived
                return Stop("" if arrived else f"You stop: {reason}", arrived=arrived)
        return Stop("You have gone on for long.")

    def _barred(self, intent: Intent) -> str:
        """Say why something is not done in passing; empty for what is."""
        if not isinstance(intent, Move):
            return ""
        forecast = self._game.forecast(intent)
        if forecast.trap:
            return "A trap that you know of is in the way."
        deadly = next((one for one in forecast.targets if one.name == "you" and one.death), None)
        if deadly is None and not forecast.death:
            return ""
        return f"That may kill you. {str(deadly or forecast).capitalize()}."

    def _perform(self, intent: Intent) -> Iterator[str]:
        before = self.view
        self._game.perform(intent)
        self.view = view = self._game.view()
        yield from self._messages(before)
        if view.ending is not None:
            yield from self._end()
            return
        if not self._brief:
            yield from telling.news(before, view)
        if view.notice and view.notice != before.notice:
            yield view.notice
        if (view.level, view.place) != (before.level, before.place):
            yield from self._arrive()
            return
        yield from self._choices(before)

    def _messages(self, before: View) -> Iterator[str]:
        new = telling.messages(before, self.view)
        yield from self._log(new) if self._brief else map(telling.sentence, new)

    def _log(self, lines: Iterable[Line]) -> Iterator[str]:
        return (f"{line.turn}: {line}" for line in lines)

    def _arrive(self) -> Iterator[str]:
        if not self._brief:
            yield from telling.place(self.view, self._game.chart())
        note = self._notes.waymarks.note_on(self.view.level)
        if note and not self._brief:
            yield f"Your note: {note}"
        yield from self._choices(None)

    def _choices(self, before: View | None) -> Iterator[str]:
        """Tell of what there is to choose from, once."""
        view = self.view
        if view.offers and (before is None or view.offers != before.offers):
            yield from telling.offers(view)
        due = 0 if before is None else before.improvements_due
        if view.improvements and view.improvements_due > due:
            yield from telling.improvements(view)

    def _end(self) -> Iterator[str]:
        view = self.view
        causes = self._game.why(view.turn, view.death, brief=True, plain=True) if view.death else ()
        yield from telling.ending(view, causes)
        yield _AFTERWARDS

    def _tell(self, topic: str, sentence: Sentence) -> Iterator[str]:
        view, game = self.view, self._game
        match topic:
            case "Look":
                yield from telling.place(view, game.chart())
            case "Examine":
                yield from self._examine(sentence)
            case "Exits":
                yield from telling.ways_on(view)
            case "Foes":
                yield from telling.who_is_there(view) if creatures(view) else ("Nobody.",)
            case "Inventory":
                yield from telling.held(view)
            case "Character":
                yield from telling.character(view, game.character())
            case "Discoveries":
                yield from telling.discoveries(game.character())
            case "Bond":
                yield from telling.offers(view) if view.offers else telling.bond(view.bond)
            case "Spells":
                yield from telling.spells(view)
            case "Map":
                yield from telling.rooms(game.chart())
                yield from marks.told(self._notes.waymarks)
            case "Find":
                yield from self._find(sentence.object or sentence.aim)
            case "Messages":
                count = number_of(sentence.object[0]) if sentence.object else None
                yield from self._log(view.lines[-(count or _LATEST) :])
            case "Why":
                yield from self._why(sentence)
            case "Actions":
                yield from self._actions()
            case "Help":
                yield from _help(sentence)
            case "Leave":
                self.over = True
                yield _kept(view)

    def _examine(self, sentence: Sentence) -> Iterator[str]:
        words, view = sentence.object or sentence.aim, self.view
        if not words:
            yield "Look at what?"
            return
        held = matching(words, [*things_held(view), *things_here(view)])
        found = spots_meant(words, view)
        if held and not (found and found[0].name in {one.name for one in creatures(view)}):
            for one in held:
                about = next((it.about for it in view.pack if it.slot == one.slot), "")
                yield f"You hold {one.name}." if one.slot else here_lies([one.name])
                yield about or "There is nothing more to tell of it."
            return
        if not found:
            yield f'You see no "{" ".join(words)}".'
        for one in found[:3]:
            x, y = one.spot
            inside = 0 <= y < len(view.tiles) and 0 <= x < len(view.tiles[y])
            name = view.tiles[y][x].name if inside else ""
            yield (
                f"{name[:1].upper()}{name[1:]}: {where(one.spot, view.here)}."
                if name
                else ("You know nothing of what is there.")
            )
            about = self._game.about(x, y) if inside else ""
            if about:
                yield about
            if one.spot in view.foes_at and max(abs(x - view.here[0]), abs(y - view.here[1])) == 1:
                told = str(self._game.forecast(Move(x - view.here[0], y - view.here[1])))
                yield f"Your blow: {told}."

    def _find(self, words: tuple[str, ...]) -> Iterator[str]:
        """Tell where what is called so was seen, on any level; one of it can be gone to."""
        seen = [
            one
            for one in sights_on(self._game.chart(), self.view)
            if not words or is_meant(words, one.name)
        ]
        if not seen:
            yield f'You saw no "{" ".join(words)}".' if words else "You saw nothing yet."
            return
        self._asked = tuple((str(one), GoFar(one.level, one.at)) for one in seen)
        yield "Say the number of what you want to go to:"
        yield from (f"{number}. {one}" for number, one in enumerate(seen, 1))

    def _why(self, sentence: Sentence) -> Iterator[str]:
        if not self.view.lines:
            yield "There is nothing to tell of yet."
            return
        # What was refused changed nothing: who asks why means what happened before it.
        happened = [line for line in self.view.lines if line.tone != "refusal"]
        line = (happened or self.view.lines)[-1]
        yield f'"{line.text}"'
        plain = not sentence.object
        yield from self._game.why(line.turn, line.sequence, brief=plain, plain=plain)

    def _actions(self) -> Iterator[str]:
        """Tell some of what can be said now."""
        view = self.view
        ideas: list[str] = []
        if self._ended:
            yield _AFTERWARDS
            return
        if view.offers:
            ideas.append("accept the first")
        if view.improvements:
            ideas.append(f"improve {view.improvements[0][0]}")
        for one in creatures(view)[:3]:
            ideas.append(f"look at {called(state_of(one.name)[0])}")
            step = (one.spot[0] - view.here[0], one.spot[1] - view.here[1])
            if max(map(abs, step)) == 1:
                ideas.append(say(Move(*step), view) or "")
        ideas += [f"take {name}" for name in view.underfoot[:3]]
        ideas += [f"{use} {held.each or held.name}" for held in view.pack for use in held.uses[:1]][
            :6
        ]
        ideas += ["explore", "look", "inventory", "rest", "status", "task", "help"]
        yield f"You could say: {'; '.join(dict.fromkeys(filter(None, ideas)))}."


def _noting(doing: _Doing, told: set[str]) -> _Doing:
    """Give what is told of something that is done, and note it."""
    while True:
        try:
            line = next(doing)
        except StopIteration as end:
            return cast(Stop, end.value)
        told.add(line)
        yield line


def _chosen(text: str, asked: tuple[tuple[str, Meaning], ...]) -> Meaning | None:
    """Give what an answer chooses of what was asked; None where it is no answer."""
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


def _help(sentence: Sentence) -> Iterator[str]:
    said = " ".join((*sentence.object, *sentence.aim))
    for name, verb in verbs().items():
        if said and said not in (name.lower(), *verb.says):
            continue
        yield f"{verb.says[0]}: {verb.does[0].lower()}{verb.does[1:]}. Say: {verb.example}."
        if said:
            yield f"Also called: {', '.join(verb.says[1:]) or 'nothing else'}."
            return
    if said:
        yield f'I do not know the word "{said}".'


def _kept(view: View) -> str:
    if view.unrecorded:
        return f"{view.unrecorded} intents are not recorded yet, and may be lost."
    return "The game is recorded as it stands."
