"""The chooser: a list of things, each with a letter that chooses it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from string import ascii_letters
from types import MappingProxyType
from typing import ClassVar, Final, TypeAlias

import attrs
import tcod.console

from bidden.frontend.drawing.canvas import box, put, wrap
from bidden.frontend.drawing.layout import Rect, layout_for
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.input.keys import label
from bidden.frontend.screens.screen import NOTHING, Pop, Screen, Steps
from bidden.frontend.theme import Theme
from bidden.going.known.lying import OWN_NAME
from bidden.kinds import ARMOUR, BOOK, MISSILE, POTION, ROCK, SHIELD, WEAPON
from bidden.shown.gear import gain_told
from bidden.view import Held, View
from bidden.words import phrase, tables

_FRAME: Final = 6
_SIGNS: Final = 4
"""How much of a column an entry's letter and glyph take."""
_GAP: Final = 2

_KINDS: Final[tuple[tuple[str, Callable[[Held], bool]], ...]] = (
    (phrase("item groups", "worn"), lambda held: held.worn),
    (phrase("item groups", "weapons"), lambda held: held.kind == WEAPON),
    (phrase("item groups", "armour"), lambda held: held.kind in (ARMOUR, SHIELD)),
    (phrase("item groups", "missiles"), lambda held: held.kind in (MISSILE, ROCK)),
    (phrase("item groups", "potions"), lambda held: held.kind == POTION),
    (phrase("item groups", "books"), lambda held: held.kind == BOOK),
    (phrase("item groups", "scrolls"), lambda held: "read" in held.uses),
    (phrase("item groups", "food"), lambda held: "eat" in held.uses),
    (phrase("item groups", "other"), lambda held: True),
)
"""The headings. An item stands under the first that matches."""


@attrs.frozen
class Entry:
    """A thing to choose."""

    letter: str  # empty for a line that cannot be chosen
    name: str
    glyph: str = " "
    look: str = "other"
    note: str = ""  # after the name
    heading: str = ""  # shown if there are several
    others: str = ""  # the letters of things folded into it, which choose it too
    about: str = ""  # its description, for large consoles


def entries_of(things: Sequence[Held], pack: Sequence[Held] = ()) -> list[Entry]:
    """Return items as entries, by kind; with a pack, gear shows what changes if it is equipped.

    Items that differ only in their letters share an entry.
    """
    alike = dict[Held, str]()
    for one in sorted(things, key=lambda one: (_kind(one), one.slot)):
        same = attrs.evolve(one, slot="")
        alike[same] = f"{alike.get(same, '')}{one.slot}"
    return [
        _entry(one, slots, one.name if len(slots) == 1 else f"{one.name} (×{len(slots)})", pack)
        for one, slots in alike.items()
    ]


def folded_of(things: Sequence[Held]) -> Entry:
    """Return one entry for several keys of other levels, chosen by the letter of each."""
    name = phrase("pack", "other keys", count=len(things))
    slots = "".join(sorted(one.slot for one in things))
    return attrs.evolve(_entry(things[0], slots, name), note="")


def _entry(held: Held, slots: str, name: str, pack: Sequence[Held] = ()) -> Entry:
    heading = _KINDS[_kind(held)][0]
    note = _note(held, pack)
    return Entry(slots[0], name, held.glyph, held.look, note, heading, slots[1:], held.about)


def _kind(held: Held) -> int:
    return next(number for number, (_, fits) in enumerate(_KINDS) if fits(held))


def _note(held: Held, pack: Sequence[Held]) -> str:
    compared = gain_told(held, pack) if pack and any(held.adds) else ""
    told = phrase("chooser", "opens on", level=held.opens_on) if held.opens_on else ""
    told = told or (phrase("chooser", "tried") if held.tried else "")
    how = held.borne or held.barred or compared or told
    return f" ({how})" if how else ""


_Line: TypeAlias = Entry | str  # an entry, or a heading
_Column: TypeAlias = Sequence[_Line]


NO_MORE: Final[Mapping[str, tuple[str, Callable[[], Steps]]]] = MappingProxyType({})


class Chooser(Screen):
    """A question answered with the letter of one of at most 26 entries.

    ``examine`` describes an entry. ``more`` has other keys, each with its description and steps.
    With ``several``, Shift and a letter marks an entry, and Enter takes all that are marked.
    """

    overlay: ClassVar[bool] = True
    contexts = (Context.CHOICE,)

    def __init__(
        self,
        theme: Theme,
        question: str,
        entries: Sequence[Entry],
        then: Callable[[str], Steps],
        examine: Callable[[str], Steps] | None = None,
        *,
        more: Mapping[str, tuple[str, Callable[[], Steps]]] = NO_MORE,
        several: Callable[[list[str]], Steps] | None = None,
    ) -> None:
        super().__init__(theme)
        self._question = question
        self._entries = entries
        self._then = then
        self._examine = examine
        self._examining = False
        self._more = more
        self._several = several
        self._marked = list[str]()
        self._page = 0
        self._places: list[tuple[Rect, str]] = []  # where each letter was drawn
        self._letters = letters = [entry.letter for entry in entries if entry.letter]
        shown = f"{' '.join(letters[:3])}{' …' * (len(letters) > 3)}"
        self.notes = ((shown, phrase("chooser", "about letters")),)
        self.notes += tuple((label(key), does) for key, (does, _) in more.items())
        self.notes += tuple(tables()["keys for several"].items()) if several is not None else ()

    def uses(self, command: Command) -> bool:
        return command is not Command.EXAMINE or self._examine is not None

    def press(self, key: str, view: View) -> Steps:
        letter = self._letter(key)
        if letter:
            if self._examining and self._examine is not None:
                self._examining = False
                return self._examine(letter)
            return (Pop(), *self._then(letter))
        if key in self._more:
            return (Pop(), *self._more[key][1]())
        marks = self._letter(key.lower()) if len(key) == 1 and self._several is not None else ""
        if marks:
            others = next(entry.others for entry in self._entries if entry.letter == marks)
            self._marked = sorted({*self._marked} ^ {marks, *others})
            return NOTHING
        if key == "enter" and self._marked and self._several is not None:
            return (Pop(), *self._several(self._marked))
        action = self.theme.keymap.action(key, Context.CHOICE)
        first = self._letters[0]
        missed = first.isupper() and (key == "space" or self._letter(key.upper()))
        turns = self.theme.keymap.action(key, *self.contexts, Context.PAGES)
        if missed or (turns is None and (key == "enter" or (len(key) == 1 and key.isalpha()))):
            letters = "".join(sorted(self._letters))
            span = f"{letters[0]}–{letters[-1]}" if letters[1:] else letters
            key = f"{'capital ' * first.isupper()}letter{' of' * (letters in ascii_letters)}"
            self._question = phrase("wrong letter", key, letters=span)
            return NOTHING
        self._page += (turns is Command.PAGE_DOWN) - (turns is Command.PAGE_UP)
        if action is Command.EXAMINE and self._examine is not None:
            self._examining = not self._examining
            return NOTHING
        return (Pop(),) if action is Command.CANCEL else NOTHING

    def click(self, x: int, y: int, view: View, *, right: bool = False) -> Steps:
        if right:
            return (Pop(),)
        letter = next((letter for place, letter in self._places if (x, y) in place), "")
        return self.press(letter, view) if letter else NOTHING

    def draw(self, console: tcod.console.Console, view: View) -> None:
        palette = self.theme.palette
        across, down = console.width - _FRAME, console.height - _FRAME + 1
        asked = wrap(phrase("chooser", "examine") if self._examining else self._question, across)
        columns = _columns(self._entries, across, down - len(asked))
        pages = [columns[start : start + 2] for start in range(0, len(columns), 2)]
        hint = self.theme.keymap.hint
        keys = [hint(Context.PAGES, one) for one in (Command.PAGE_UP, Command.PAGE_DOWN)]
        turn = " ".join(keys), phrase("chooser", "about page")
        self.notes += (turn,) if len(pages) > 1 and turn not in self.notes else ()
        columns, never = pages[self._page % len(pages)], self._hints(len(pages) > 1)
        explained = _explained(columns[0], across)
        if columns[1:] == [] and layout_for(console).is_large and len(explained[0]) <= down:
            columns = explained
        widths = [*map(_needed, columns)]
        width = max(_sum(widths), *map(len, asked), len(never)) + _FRAME
        height = max(map(len, columns)) + _FRAME + len(asked) - 1
        left, top = (console.width - width) // 2, (console.height - height) // 2
        box(console, left, top, width, height, palette.box)
        for y, row in enumerate(asked, top + 1):
            put(console, left + 3, y, row, palette.bright.fg)
        x, self._places = left + 3, []
        for column, wide in zip(columns, widths, strict=True):
            for y, line in enumerate(column, top + len(asked) + 2):
                if isinstance(line, str):
                    put(console, x, y, line, palette.tone("news").fg)
                else:
                    self._draw_entry(console, x, y, line, wide - _SIGNS)
            x += wide + _GAP
        self.hint(console, left + 3, top + height - 2, never, palette.faint.fg)

    def _letter(self, key: str) -> str:
        found = (one.letter for one in self._entries if key in (one.letter, *one.others))
        return next(found, "")

    def _draw_entry(
        self, console: tcod.console.Console, x: int, y: int, entry: Entry, room: int
    ) -> None:
        palette = self.theme.palette
        self._places.append((Rect(x, y, _SIGNS + room, 1), entry.letter))
        put(console, x, y, entry.letter, palette.bright.fg)
        if entry.letter in self._marked:
            put(console, x + 1, y, "+", palette.tone("good").fg)
        look = palette.look(entry.look)
        put(console, x + 2, y, look.sign(entry.glyph), look.lit.fg)
        ink = palette.tone("news") if OWN_NAME in entry.name else palette.box
        end = put(console, x + _SIGNS, y, entry.name, ink.fg)
        put(console, end, y, entry.note, palette.faint.fg)

    def _hints(self, has_more: bool) -> str:
        cancel = self.theme.keymap.hint(Context.CHOICE, Command.CANCEL)
        more = "".join(f"   {label(key)}: {does}" for key, (does, _) in self._more.items())
        if self._several is not None:
            count = len(self._marked)
            more += f"   {phrase('chooser', 'marked' if count else 'mark', count=count)}"
        if has_more:
            down = self.theme.keymap.hint(Context.PAGES, Command.PAGE_DOWN)
            more += f"   {phrase('key hints', 'more', label=down)}"
        return f"{phrase('key hints', 'cancel', label=cancel)}{self._examine_hint()}{more}"

    def _examine_hint(self) -> str:
        """Return the hint for examining, preferably with a key that is not a letter."""
        keys = self.theme.keymap.sections[Context.CHOICE].actions[Command.EXAMINE].keys
        taken = {entry.letter for entry in self._entries}
        free = sorted(set(keys) - taken, key=lambda key: (len(key) == 1 and key.isalpha(), key))
        is_free = free and self._examine is not None
        return f"   {phrase('key hints', 'examine', label=label(free[0]))}" if is_free else ""


def _explained(column: _Column, across: int) -> list[_Column]:
    """Return a column, and one with the descriptions beside it, both with blank rows to match."""
    lines, told = list[_Line](), list[Entry]()
    room = max(1, across - _needed(column) - _GAP - _SIGNS)
    for line in column:
        rows = wrap("" if isinstance(line, str) else line.about, room)
        lines += [line, *[""] * (len(rows) - 1)]
        told += [Entry("", "", note=row) for row in rows]
    return [lines, told] if any(one.note for one in told) else [lines]


def _columns(entries: Sequence[Entry], across: int, down: int) -> list[_Column]:
    """Arrange entries in columns of at most ``down`` rows, preferably without breaking any.

    If there are more than two columns, each two are a page.
    """
    headed = _headed(entries)
    two = [(lines, number) for lines in (headed, entries) for number in (1, 2)]
    more = [(entries, number) for number in range(4, 2 * len(entries) + 1, 2)]
    whole = (
        way
        for lines, number in two
        if _sum(map(_needed, way := _shared_out(lines, number))) <= across
    )
    broken = (_broken(lines, number, across) for lines, number in (*two, *more))
    fitting = (way for way in chain(whole, broken) if max(map(len, way)) <= down)
    return next(fitting, _broken(entries, 2, across))


def _broken(lines: Sequence[_Line], number: int, across: int) -> list[_Column]:
    """Break entries into rows, with the letter before the first one, and share them out."""
    wide, rows = across if number == 1 else (across - _GAP) // 2, list[_Line]()
    for line in lines:
        if isinstance(line, str) or _length(line) <= wide:
            rows.append(line)
            continue
        first, *rest = wrap(f"{line.name}{line.note}", wide - _SIGNS, "  ")
        name, note = first[: len(line.name)], first[len(line.name) :]
        rows.append(attrs.evolve(line, name=name, note=note))
        rows += [Entry("", "" if note else row, note=row if note else "") for row in rest]
    return _shared_out(rows, number)


def _headed(entries: Sequence[Entry]) -> list[_Line]:
    if len({entry.heading for entry in entries}) < 2:
        return [*entries]
    lines, heading = list[_Line](), ""
    for entry in entries:
        if entry.heading != heading:
            lines.append(heading := entry.heading)
        lines.append(entry)
    return lines


def _shared_out(lines: Sequence[_Line], number: int) -> list[_Column]:
    """Distribute lines over columns, none of which ends with a heading or within an entry."""
    columns, start = list[_Column](), 0
    for left in range(number, 0, -1):
        end = start - (start - len(lines)) // left  # rounded up
        while end < len(lines) and _goes_on(lines[end - 1], lines[end]):
            end += 1
        columns.append(lines[start:end])
        start = end
    return [column for column in columns if column] or [()]


def _goes_on(line: _Line, after: _Line) -> bool:
    return isinstance(line, str) or (isinstance(after, Entry) and not after.letter)


def _needed(column: _Column) -> int:
    return max(map(_length, column), default=0)


def _length(line: _Line) -> int:
    return len(line) if isinstance(line, str) else _SIGNS + len(line.name) + len(line.note)


def _sum(widths: Iterable[int]) -> int:
    wide = [*widths]
    return sum(wide) + _GAP * (len(wide) - 1)
