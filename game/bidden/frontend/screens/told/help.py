"""Five pages on how to play, and for every screen a list of its keys."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

import tcod.console

from bidden.frontend.drawing.board import THREATENED
from bidden.frontend.drawing.canvas import put, wrap
from bidden.frontend.drawing.layout import LEAST
from bidden.frontend.drawing.panels.header import ABBREVIATIONS
from bidden.frontend.input.keymap import DIRECTIONS, Command, Context
from bidden.frontend.input.keys import label
from bidden.frontend.screens.pages import Pages, Row, paragraph
from bidden.frontend.screens.screen import NOTHING, Pop, Screen, Steps
from bidden.frontend.theme import Theme
from bidden.view import View

_KEYS_AT: Final = 2
_GAP: Final = 2
_COMPASS: Final = "compass"
_TWO_FROM: Final = 112, 34
"""The minimum numbers of columns and rows for text in two columns."""
_WIDEST: Final = 80
"""Longer rows are hard to read."""
_SIGN: Final = THREATENED, "something harmful is about to reach this tile"
"""A mark that can cover a tile."""
_SIGNS: Final = (
    ("@", "you; letters are creatures"),
    ("# .", "a wall; the floor"),
    ("+ ' X", "a closed, open or locked door"),
    ("< >", "stairs up and down"),
    ("^", "a known trap"),
    ("! ?", "a potion or flask; a scroll or shard"),
    (") [ *", "a weapon; armour or a shield; a rock"),
    ("% -", "food or remains; a key"),
    ('= ¶ "', "a book; an engraving; the goal of a task"),
)
"""The most frequent characters on the map, while no map is shown."""

_PAGES: Final[tuple[tuple[str, tuple[str | tuple[str, str], ...]], ...]] = (
    (
        "Moving",
        (
            "Move with these keys or the arrow keys. Walk into an enemy to attack it, into a door "
            "to open it, or into an ally to swap places with it.",
            (_COMPASS, ""),
            ("explore", "Explore the level, then go to the next stairs"),
            ("go_down go_up", "Travel to the stairs or an open gate, and go through"),
            ("travel find", "Travel to a tile; find something you have seen, and go there"),
            ("run", "Run in a direction (or Shift and an arrow key)"),
            ("rest wait", "Rest until you are healed; wait a turn"),
            ("search search_level", "Search the tiles next to you; search the whole level"),
            ("close disarm", "Close a door; disarm a trap"),
            ("repeat again", "Repeat an action several times; do your last action again"),
            ("map look", "See a map of every level; look at any tile"),
            "",
            "Exploring, travelling and resting stop at the first sign of danger, or when you press "
            "a key. They avoid the traps, fire and gas you know of.",
        ),
    ),
    (
        "Fighting",
        (
            "Attacks never miss, but a shield blocks some. Defence lowers their maximum damage.",
            "",
            ("fight", "Attack the nearest enemy, or step towards it"),
            ("shoot throw", "Shoot the bow, crossbow or sling you wield; throw an item"),
            ("cast", "Cast a spell"),
            ("boon switch_boon", "Use your active boon, a power with few charges; switch boons"),
            ("bid", "Order your allies to come, stay or attack"),
            ("look", "Look at an enemy; Enter shows what it can do"),
            ("improve", "Choose an upgrade after gaining a level"),
            "",
            "! before an enemy's name marks an even match, !! an enemy that outclasses you. On the "
            f"map, {THREATENED} marks a tile that breath, fire or gas is about to reach.",
            "",
            "Fight in doorways and corridors, where only one enemy can reach you. A dagger deals "
            "double damage to sleepers. If you flee by the stairs, enemies within 3 tiles follow.",
            "",
            "At 0 HP you take a wound, which weakens you until it closes, and you get half your HP "
            "back. Some enemies' hits can wound you at any HP. The fifth wound kills you.",
        ),
    ),
    (
        "Items",
        (
            "You pick up small items by walking over them, but not gear.",
            "",
            ("pick_up", "Pick up an item; at an altar or well, warp your boon (see below)"),
            ("toggle_pick_up", "Turn auto-pickup on or off"),
            ("pack", "Open your pack: choose an item, then what to do with it"),
            ("examine", "Press this, then a letter, in any list to read about an item"),
            ("put_on take_off", "Wield or wear an item (again: your best gear); take gear off"),
            ("quaff read eat", "Quaff a potion; read a scroll or a book; eat"),
            ("drop", "Drop an item (Shift+letter marks more than one)"),
            ("name engrave", "Name an item; engrave words on the floor"),
            ("discoveries", "See which potions and scrolls you have identified"),
            "",
            "Using a potion or a scroll identifies it if you see what it does. Vials and flasks "
            "are always identified.",
            "Altars and shards warp your active boon. An ember warp adds fire to it; a hollow warp "
            "makes it drain, hide or deceive. A new warp replaces the old one.",
            "",
            "Gear can crack and break, so carry a spare. Fighting and healing make you hungry: at "
            "0 food you starve to death, even at full HP. A key opens doors locked with its "
            "metal, on its own level.",
        ),
    ),
    (
        "Bond and tasks",
        (
            "You are one of the bidden: summoners call you into the world to do their work. A "
            "binding is a task with a deadline, its term. Complete five bindings to win.",
            "",
            ("binding", "Read the offers in the circle; elsewhere, your binding"),
            "",
            "1. Accept an offer. Danger runs from 1 to 5: more danger means more reward.",
            "2. Cross the wild land, and go down to the lowest level beneath it.",
            "3. Do the task: hunt a champion, seek a relic, or bear a burden to an altar.",
            "4. A gate opens next to you. Step through before the term ends.",
            "",
            "A completed task heals you, closes a wound and adds charges to your boons. When the "
            "term runs out, the bond burns you, harder each time. After 900 turns on one level a "
            "hunter comes, sooner if a faction bears you a grudge.",
            "",
            "Each summoner serves a faction. Complete a task in time, and some creatures of that "
            "faction will fight for you or let you be, but its rival will like you less.",
            "",
            "After the fifth task the last gate opens, far away. Reach it and you win.",
        ),
    ),
    (
        "Screen and keys",
        (
            *ABBREVIATIONS,
            "",
            "Enemies have a red background, or a dark blue one if they are asleep. Peaceful "
            "creatures are grey, allies bright blue, and your quarry is gold.",
            "",
            ("messages why", "Read all messages; see what led to the latest one"),
            ("character", "See your stats, effects and wounds"),
            ("options", "Change options and keys, or rewind"),
            ("cancel quit", "Close, cancel, or open the menu; save the game and quit"),
            ("help", "List all keys; on any other screen, the keys of that screen"),
        ),
    ),
)
"""The pages. A row is text, or commands or a sign with an explanation."""

_NUMBERS: Final = [str(number) for number, _ in enumerate(_PAGES, 1)]
"""The keys that open the pages. Digits do not scroll here, because the pages are numbered."""


class HelpScreen(Pages):
    """Five pages on how to play; scrolling past the end of one leads to the next."""

    contexts = Context.DIRECTIONS, Context.PLAY, Context.PAGES

    def __init__(self, theme: Theme) -> None:
        self._page = 0
        super().__init__(theme, "", self._text)

    def press(self, key: str, view: View) -> Steps:
        if key in _NUMBERS:
            return self._turn_to(_NUMBERS.index(key))
        match self.theme.keymap.action(key, Context.PAGES):
            case Command.LINE_DOWN | Command.PAGE_DOWN if self.first + self.shown >= self.length:
                return self._turn(1)
            case Command.LINE_UP | Command.PAGE_UP if not self.first:
                return self._turn(-1)
        return super().press(key, view)

    def wheel(self, by: int, view: View) -> Steps:
        return self._turn(1 if by > 0 else -1)

    def draw(self, console: tcod.console.Console, view: View) -> None:
        super().draw(console, view)
        x, palette = 1, self.theme.palette
        for number, (title, _) in enumerate(_PAGES):
            colour = palette.bright.fg if number in self._pages else palette.faint.fg
            x = put(console, x, 0, f"{number + 1} {title}", colour) + 3

    def footer(self) -> str:
        hint = self.theme.keymap.hint
        up, down = hint(Context.PAGES, Command.PAGE_UP), hint(Context.PAGES, Command.PAGE_DOWN)
        keys = f"{hint(Context.PLAY, Command.HELP)} all keys and map symbols"
        return f"{hint(Context.PAGES, Command.BACK)} back   {up}/{down} pages   {keys}"

    def _turn(self, by: int) -> Steps:
        return self._turn_to(self._page + by * len(self._pages))

    def _turn_to(self, page: int) -> Steps:
        self._page = min(max(0, page), len(_PAGES) - 1)
        self.first = 0
        self.remake()
        return NOTHING

    @property
    def _pages(self) -> range:
        width, height = self.layout.width, self.layout.height
        count = 2 if width >= _TWO_FROM[0] and height >= _TWO_FROM[1] else 1  # beside each other
        first = min(self._page, len(_PAGES) - count)
        return range(first, first + count)

    def _text(self, width: int) -> list[Row]:
        wide = min(_WIDEST, width // len(self._pages))
        return _beside([self._page_text(page, wide) for page in self._pages], wide, width)

    def _page_text(self, page: int, width: int) -> list[Row]:
        rows, palette = list[Row](), self.theme.palette
        _, lines = _PAGES[page]
        pairs = [(self._keys(line[0]), line[1]) for line in lines if not isinstance(line, str)]
        at = _KEYS_AT + max(len(keys) for keys, _ in pairs) + _GAP
        for line in lines:
            if isinstance(line, str):
                rows += paragraph(line, width - 1, palette.ground.fg, indent="")
            elif line[0] == _COMPASS:
                rows += self._compass()
            else:
                rows += _pair(self.theme, self._keys(line[0]), line[1], at, width)
        return rows

    def _keys(self, names: str) -> str:
        """Return the first key of each command, or the text itself if it names none."""
        bound = {
            name: label(binding.keys[0])
            for context in (Context.CHOICE, Context.PLAY)
            for name, binding in self.theme.keymap.sections[context].actions.items()
        }
        return " ".join(bound[Command(name)] for name in names.split() if name in bound) or names

    def _compass(self) -> list[Row]:
        """Draw the one-letter keys of the directions around that for waiting."""
        sections, rows = self.theme.keymap.sections, [""] * 3
        bound = {DIRECTIONS[way]: one for way, one in sections[Context.DIRECTIONS].actions.items()}
        bound[0, 0] = sections[Context.PLAY].actions[Command.WAIT]
        for number in (1, 2):
            for row in range(3):
                keys = ("".join(bound[x, row - 1].keys[number : number + 1]) for x in (-1, 0, 1))
                rows[row] += "     " + " ".join(key if len(key) == 1 else " " for key in keys)
        return [((_KEYS_AT, text, self.theme.palette.bright.fg),) for text in rows]


def keys_screen(screen: Screen, view: View) -> Pages:
    """List the keys and notes of a screen with their meaning. For play, add signs on the map."""
    theme, contexts, notes = screen.theme, screen.contexts, [*screen.notes]
    sections = [theme.keymap.sections[context] for context in contexts]
    if Context.DIRECTIONS in contexts and Context.PLAY not in contexts:
        directions = sections.pop(contexts.index(Context.DIRECTIONS))
        notes.append((f"{next(iter(directions.actions.values())).labels} …", "choose a direction"))
    labels = [binding.labels for one in sections for binding in one.actions.values()]
    at = _KEYS_AT + max(map(len, (*labels, *(sign for sign, _ in notes)))) + _GAP
    heading = theme.palette.tone("news").fg

    def rows(width: int) -> list[Row]:
        is_wide = width >= _TWO_FROM[0]
        wide = min(_WIDEST, width // 2 if is_wide else width)
        rows = [row for note in notes for row in _pair(theme, *note, at, wide)]
        for section in sections:
            rows += (
                [(), ((1, section.title, heading),)] if rows else [((1, section.title, heading),)]
            )
            for name, one in section.actions.items():
                rows += _pair(theme, one.labels, one.does, at, wide) if screen.uses(name) else ()
        if Context.PLAY in contexts or Context.REPLAY in contexts:
            rows += _signs(theme, view, at, wide)
        half = (len(rows) + 1) // 2
        is_long = is_wide and len(rows) > LEAST.height
        return _beside([rows[:half], rows[half:]] if is_long else [rows], wide, width)

    return _KeysScreen(theme, "Keys", rows)


class _KeysScreen(Pages):
    """A list of keys, closed by the key for help as well."""

    contexts = ()

    def press(self, key: str, view: View) -> Steps:
        is_help = self.theme.keymap.action(key, Context.PLAY) is Command.HELP
        return (Pop(),) if is_help else super().press(key, view)


def _beside(columns: Sequence[Sequence[Row]], wide: int, width: int) -> list[Row]:
    """Return texts of a width beside each other, in the middle of a console."""
    left = (width - wide * len(columns)) // 2
    return [
        tuple(
            (left + wide * n + x, text, colour)
            for n, row in enumerate(row_of_each)
            for x, text, colour in row
        )
        for row_of_each in zip_longest(*columns, fillvalue=())
    ]


def _pair(theme: Theme, sign: str, meaning: str, at: int, width: int) -> list[Row]:
    palette = theme.palette
    first, *more = wrap(meaning, width - at - 1)
    row = (_KEYS_AT, sign, palette.bright.fg), (at, first, palette.ground.fg)
    return [row, *(((at, text, palette.ground.fg),) for text in more)]


def _signs(theme: Theme, view: View, at: int, width: int) -> list[Row]:
    names: dict[tuple[str, str], str] = {}
    for row in view.tiles:
        for tile in row:
            if tile.name:
                names.setdefault((tile.glyph, tile.name), tile.look)
    palette = theme.palette
    rows: list[Row] = [(), ((1, "On the map", palette.tone("news").fg),)]
    if not names:
        signs = [_pair(theme, *each, at, width) for each in (*_SIGNS, _SIGN)]
        return [*rows, *(row for each in signs for row in each)]
    for (glyph, name), kind in sorted(names.items()):
        look = palette.look(kind, view.place)
        sign = (_KEYS_AT, look.sign(glyph), look.lit.fg)
        rows.append((sign, (at, name, palette.ground.fg)))
    return [*rows, *_pair(theme, *_SIGN, at, width)]
