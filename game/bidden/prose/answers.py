"""Answers to questions, which take no turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from bidden.frontend.port import Game
from bidden.going.commands.levels import TravelFar
from bidden.going.commands.taking import here_lies
from bidden.going.known.finding import sights_on
from bidden.going.known.notes import Notes
from bidden.going.known.standing import distance_to
from bidden.grid.compass import tiles_off
from bidden.intents import Move
from bidden.narration.grammar import capitalised
from bidden.prose import nouns, telling
from bidden.prose.meanings import Go, Lost, Which
from bidden.prose.nouns import called, creatures, matching, state_of
from bidden.prose.words import Sentence, number_of, verbs
from bidden.text import printable
from bidden.view import View
from bidden.words import phrase

_MESSAGES: Final = 20
_EXAMINED: Final = 3
_ALWAYS: Final = ("explore", "look", "inventory", "rest", "status", "task", "help")


def answer(topic: str, sentence: Sentence, view: View, game: Game) -> Iterable[str]:
    """Return the answer to a question: the name of its verb, and the sentence."""
    return _ANSWERS.get(topic, _help)(sentence, view, game)


def find(words: tuple[str, ...], view: View, game: Game, notes: Notes) -> Which | Lost:
    """Ask which of the known places of a name to go to."""
    sights = sights_on(game.chart(), view, notes)
    seen = [sight for sight in sights if not words or nouns.is_meant(words, sight.name)]
    ways = tuple((str(sight), Go(TravelFar, (sight.level, sight.at))) for sight in seen)
    nothing = phrase("find", "nothing named" if words else "nothing", name=" ".join(words))
    return Which(phrase("find", "where"), ways) if ways else Lost(nothing)


def _examine(sentence: Sentence, view: View, game: Game) -> Iterator[str]:
    words = sentence.words
    if not words:
        yield phrase("examine", "what")
        return
    held = matching(words, [*nouns.things_held(view), *nouns.things_here(view)])
    matches = nouns.spots_meant(words, view)
    if held and not (matches and matches[0].name in {noun.name for noun in creatures(view)}):
        for item in held:
            about = next((each.about for each in view.pack if each.slot == item.slot), "")
            yield phrase("examine", "held", name=item.name) if item.slot else here_lies([item.name])
            yield about or phrase("examine", "no more")
        return
    if not matches:
        yield phrase("naming", "unseen", name=" ".join(words))
    for x, y in [noun.spot for noun in matches[:_EXAMINED]]:
        name = view.tiles[y][x].name if nouns.is_on_the_map((x, y)) else ""
        if not name:
            yield phrase("examine", "unknown")
            continue
        yield f"{capitalised(name)}: {tiles_off((x, y), view.here)}."
        yield from filter(None, [game.about(x, y)])
        if (x, y) in view.foes_at and distance_to((x, y), view) == 1:
            step = Move(x - view.here[0], y - view.here[1])
            yield phrase("examine", "attack", forecast=game.forecast(step))


def _why(sentence: Sentence, view: View, game: Game) -> Iterator[str]:
    brief = not sentence.object
    # A refusal changed nothing: the question is about the events before it.
    happened = [line for line in view.lines if line.tone != "refusal"] or view.lines
    for line in happened[-1:]:
        yield f'"{line.text}"'
        yield from game.why(line.turn, line.sequence, brief=brief, plain=brief)
    if not happened:
        yield phrase("why not", "nothing")


def _messages(sentence: Sentence, view: View, game: Game) -> Iterable[str]:
    count = number_of(sentence.object[0]) if sentence.object else None
    return telling.log(view.lines[-(count or _MESSAGES) :])


def _help(sentence: Sentence, view: View, game: Game) -> Iterator[str]:
    said = " ".join(sentence.words)
    matches = [verb for name, verb in verbs().items() if said in ("", name.lower(), *verb.says)]
    for verb in matches[:1] if said else matches:
        does = f"{verb.does[0].lower()}{verb.does[1:]}"
        yield phrase("typing", "verb", verb=verb.says[0], does=does, example=verb.example)
        if said and len(verb.says) > 1:
            yield phrase("typing", "other names", names=", ".join(verb.says[1:]))
    if not matches:
        yield phrase("typing", "no such word", word=printable(said, 100))


def _what_to_say(view: View) -> str:
    if view.ending is not None:
        return phrase("over", "afterwards")
    ideas = ["accept the first"] if view.offers else []
    ideas += [f"improve {view.improvements[0][0]}"] if view.improvements else []
    for creature in creatures(view)[:3]:
        name = called(state_of(creature.name)[0])
        ideas.append(f"look at {name}")
        ideas += [f"attack {name}"] if distance_to(creature.spot, view) == 1 else []
    ideas += [f"take {name}" for name in view.underfoot[:3]]
    uses = [f"{use} {item.each or item.name}" for item in view.pack for use in item.uses[:1]]
    return phrase("typing", "ideas", ideas="; ".join(dict.fromkeys((*ideas, *uses[:6], *_ALWAYS))))


_ANSWERS: Final[Mapping[str, Callable[[Sentence, View, Game], Iterable[str]]]] = {
    "Look": lambda said, view, game: telling.place(view, game.chart()),
    "Examine": _examine,
    "Exits": lambda said, view, game: telling.ways_on(view),
    "Foes": lambda said, view, game: [*telling.who_is_there(view)] or [phrase("foes", "none")],
    "Inventory": lambda said, view, game: telling.held(view),
    "Character": lambda said, view, game: telling.character(view, game.character()),
    "Discoveries": lambda said, view, game: telling.discoveries(game.character()),
    "Bond": lambda said, view, game: telling.task(view),
    "Spells": lambda said, view, game: telling.spells(view),
    "Map": lambda said, view, game: telling.rooms(game.chart()),
    "Messages": _messages,
    "Why": _why,
    "Actions": lambda said, view, game: [_what_to_say(view)],
}
