"""Morgue files: the story of a finished or unfinished game as a text.

It is written from the journal alone, so it can be written for any journal at any time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Final

from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.components.magic.casting import Caster
from bidden.session import Session
from bidden.text import numbered, tallied
from bidden.view import Line, View
from bidden.words import phrase

MESSAGES: Final = 25
"""The number of last messages in the text."""
_WIDTH: Final = 78


def morgue(
    session: Session, journal: Path, causes: Sequence[str] = (), plainly: Sequence[str] = ()
) -> str:
    """Return the morgue file of a game, at its end or earlier.

    ``causes`` are the events that led to the end, the first cause first. ``plainly`` has them in
    sentences.
    """
    view = session.view()
    parts = [
        _Part("", _heading(view, journal)),
        _Part("epilogue", (row for line in view.coda for row in wrap(line, _WIDTH))),
        _Part("last messages", _messages(view.lines[-MESSAGES:])),
        _Part("causes", plainly),
        _Part("events", causes),
        _Part("condition" if view.ending is None else "final condition", _standing(session, view)),
        _Part("belongings", _belongings(view)),
        _Part("knowledge", _knowledge(session)),
        _Part("actions", view.conduct or session.conduct.lines()),
        _Part("achievements", [f"{name}: {about}" for name, about in view.achieved]),
        _Part("score", _score(view)),
        _Part("explored map", _map(view)),
    ]
    return "\n\n".join(str(part) for part in parts if part.lines) + "\n"


class _Part:
    def __init__(self, name: str, lines: Iterable[str]) -> None:
        self.heading = phrase("headings", name) if name else ""
        self.lines = [*lines]

    def __str__(self) -> str:
        if not self.heading:
            return "\n".join(self.lines)
        return "\n".join([self.heading, "-" * len(self.heading), *self.lines])


def _heading(view: View, journal: Path) -> Iterator[str]:
    yield phrase("morgue", "seed", seed=view.seed)
    yield phrase("morgue", "journal", path=journal)
    yield ""
    where = phrase("morgue", "level", level=view.level, levels=view.levels, place=view.place)
    if view.ending is None:
        yield phrase("morgue", "under way", turn=view.turn, where=where)
    else:
        yield view.epitaph
        yield phrase("morgue", "over", turn=view.turn, where=where)


def _messages(lines: Sequence[Line]) -> Iterator[str]:
    for line in lines:
        yield f"{line.turn:>6}  {line}"


def _standing(session: Session, view: View) -> Iterator[str]:
    you = session.character()
    yield phrase("morgue", "hp", hp=view.hp, max_hp=view.max_hp, xp=you.experience, xl=you.level)
    if view.max_wounds:
        yield phrase("morgue", "wounds", wounds=len(view.wounds), most=view.max_wounds)
        yield from (f"  {name}: {about}" for name, about in you.wounds)
    if you.max_mana:
        yield phrase("morgue", "mana", mana=you.mana, max_mana=you.max_mana)
    lasting = [f"{name} for {numbered('turn', turns)}" for name, turns in view.lasting]
    yield from [phrase("morgue", "effects", effects=", ".join(lasting))] if lasting else []
    for stat in you.stats:
        if stat.parts:
            parts = f": {stat.made_of}" if len(stat.parts) > 1 else ""
            yield f"  {stat.name} {stat.told}{parts}"


def _belongings(view: View) -> Iterator[str]:
    if view.ending is None:
        yield from (f"{held.slot}  {held.name}" for held in view.pack)
    else:
        yield from tallied(view.belongings)


def _knowledge(session: Session) -> Iterator[str]:
    knowledge, caster = session.player.get(ItemKnowledge), session.player.get(Caster)
    known = [] if knowledge is None else sorted(knowledge.known)
    spells = [] if caster is None else caster.spells
    yield from [phrase("morgue", "items", names=", ".join(known))] if known else []
    yield from [phrase("morgue", "spells", names=", ".join(spells))] if spells else []


def _score(view: View) -> Iterator[str]:
    if view.score_parts:
        yield from (f"{points:>6,}  {about}" for about, points in view.score_parts)
        yield phrase("morgue", "total", score=view.score)


def _map(view: View) -> list[str]:
    rows = ["".join(tile.glyph for tile in row).rstrip() for row in view.tiles]
    while rows and not rows[-1]:
        rows.pop()
    return rows
