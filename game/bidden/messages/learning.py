"""Spells, books and lore in words."""

from __future__ import annotations

from typing import Final

from bidden.components.magic.book import Book
from bidden.events.knowledge import Learn, Tell
from bidden.events.magic import Cast, LearnSpell, Study
from bidden.events.run import Fulfil
from bidden.messages.witness import Teller
from bidden.rules.magic.spells import Spells
from bidden.state import a_thing

_MISSPOKEN: Final = "You stumble over the words, and the mana is lost."


class Learning(Teller):
    """Tells of what is cast and learned."""

    def listen(self) -> None:
        """Register the tellers of the events it puts into words."""
        self._tell(Cast, self._tell_casting)
        self._tell(Study, self._tell_page)
        self._tell(LearnSpell, self._tell_spell)
        self._tell(Learn, self._tell_learning)
        self._tell(Tell, self._tell_telling)

    def _tell_casting(self, cast: Cast) -> None:
        if cast.enactor is self._player:
            spell = self._world.root[Spells].kinds[cast.spell]
            self._add(cast, f"You cast {cast.spell}.", "plain")
            told = (_MISSPOKEN, "harm") if cast.misspoken else (spell.told, spell.tone)
            self._add(cast, *told)
        elif self._sees(cast.enactor):
            self._add(cast, f"{self._subject(cast.enactor)} casts {cast.spell}.", "plain")

    def _tell_page(self, study: Study) -> None:
        book = study.item.get(Book)
        if study.target is self._player and book is not None:
            self._add(study, f"You read page {study.page} of {book.pages}.", "plain")

    def _tell_spell(self, learning: LearnSpell) -> None:
        if learning.target is self._player:
            more = f", and can hold {learning.mana} mana for it" if learning.room else ""
            self._add(learning, f"You have learned {learning.spell}{more}.", "good")

    def _tell_learning(self, learning: Learn) -> None:
        # What one is paid with is told by its name.
        if learning.target is self._player and not isinstance(learning.cause, Fulfil):
            self._add(learning, f"That was {a_thing(learning.what)}.", "news")

    def _tell_telling(self, telling: Tell) -> None:
        what = a_thing(self._called(telling.item))
        if telling.enactor is self._player:
            self._add(telling, f'You cry out: "{what.capitalize()}!"', "plain")
        elif self._sees(telling.enactor):
            text = f'{self._subject(telling.enactor)} points and cries out: "{what.capitalize()}!"'
            self._add(telling, text, "news")
