"""Inscriptions by patterns: what is written by itself on things, or heeded and never written."""

from __future__ import annotations

from collections.abc import Mapping

from bidden.content.datafiles import ContentError
from bidden.frontend.preferences.faults import each
from bidden.going.written.patterns import fault_in
from bidden.going.written.wishes import fitting, is_shortcut
from bidden.intents import Name
from bidden.labels import is_too_long, label_of, split_label
from bidden.view import View


def check_inscriptions(own: Mapping[str, str], file: str, table: str) -> None:
    """Refuse what is no table of inscriptions by patterns of names.

    Raises:
        ContentError: A pattern is none, or what is to be written cannot be.
    """

    def check(pattern: str) -> None:
        words, key = own[pattern], f"{table}.{pattern}"
        fault = fault_in(pattern)
        if fault:
            raise ContentError(file, key, f"is not a pattern: {fault}")
        label = label_of("", words)
        if not words or split_label(label) != ("", words) or is_too_long(label):
            problem = f"{words!r} is not an inscription: use up to 40 characters, without braces"
            raise ContentError(file, key, problem)

    each(check, own)


def check_shortcuts(own: Mapping[str, str], file: str, table: str) -> None:
    """Refuse what is no table of shortcuts by patterns of names.

    Raises:
        ContentError: A pattern is none, or what is said is nothing that a key could heed.
    """
    check_inscriptions(own, file, table)
    for pattern, words in own.items():
        if not is_shortcut(words):
            problem = (
                f"{words!r} is not a shortcut: use @ or ! and the key of a command, as in @q1 !d"
            )
            told = "for automatic pick-up use pick_up_names"
            raise ContentError(file, f"{table}.{pattern}", f"{problem}; {told}")


class Inscribing:
    """What was inscribed by itself, for an inscription that is taken away to stay away.

    A stack is never inscribed so: what one finds later would not be put to it.
    """

    def __init__(self) -> None:
        self._done = set[tuple[str, str]]()  # the slot, and the pattern that was found

    def next(self, view: View, inscriptions: Mapping[str, str]) -> Name | None:
        """Give what inscribes the next thing; None where there is nothing to be inscribed."""
        slots = {one.slot for one in view.pack}
        self._done = {one for one in self._done if one[0] in slots}
        for held in view.pack:
            pattern = next(fitting(inscriptions, held.name), "")
            if not pattern or held.stacks or held.count > 1 or (held.slot, pattern) in self._done:
                continue
            self._done.add((held.slot, pattern))
            name, words = split_label(held.label)
            if not words:
                return Name(held.slot, label_of(name, inscriptions[pattern]))
        return None
