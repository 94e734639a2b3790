"""The prompt for a boon: the forecast of each direction, which one key chooses."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar, Final

import attrs
import tcod.console

from bidden.frontend.asking import told_of
from bidden.frontend.drawing.canvas import box, cut, put, wrap
from bidden.frontend.drawing.colours.palette import Colour
from bidden.frontend.drawing.layout import Rect, layout_for
from bidden.frontend.drawing.marks import mark_forecast, tint
from bidden.frontend.input.keymap import DIRECTIONS, Command, Context
from bidden.frontend.port import Known
from bidden.frontend.screens.prompts.using.performing import perform, perform_foretold
from bidden.frontend.screens.screen import NOTHING, Ask, Perform, Pop, Push, Screen, Steps
from bidden.frontend.theme import Theme
from bidden.intents import SwitchBoon, UseBoon
from bidden.perception.foretold.forecast import YOU, Forecast
from bidden.text import capitalised
from bidden.view import MAP_HEIGHT, MAP_WIDTH, CarriedBoon, View
from bidden.words import phrase

_ROWS_EACH: Final = (6, 4, 3, 2, 1)
"""The maximum number of rows for each direction, if there is room for all."""
_NAMES: Final = len("north-east") + 2
"""How many columns the directions take."""
_WIDEST: Final = 46
"""The maximum number of columns of the list where it covers the map."""
_BENEATH: Final = len(DIRECTIONS) + 2
"""How many rows beneath the map are enough for the list."""


class BoonPrompt(Screen):
    """All directions with their consequences. One is marked, and drawn on the map."""

    overlay: ClassVar[bool] = True
    contexts = Context.DIRECTIONS, Context.TARGET

    def __init__(self, theme: Theme, boon: CarriedBoon) -> None:
        super().__init__(theme)
        self._boon = boon
        other = theme.keymap.sections[Context.PLAY].actions[Command.SWITCH_BOON]
        self.notes = ((other.labels, other.does),)
        self._told: dict[Command, Forecast] = {}
        self._marked: Command | None = None
        self.problem = ""  # why no direction works, and what the boon does

    def ask(self) -> Steps:
        """Ask for the forecast of each direction, if the boon needs one and can be used."""
        return (Ask(self.learn),) if self._boon.aimed and self._boon.uses else NOTHING

    def learn(self, game: Known) -> Steps:
        """Learn what each direction would do, and why if none does anything."""
        self._told = {way: game.forecast(UseBoon(*DIRECTIONS[way])) for way in DIRECTIONS}
        ways = self._offered
        is_open = len(ways) > 1 and all(self._worth(way) <= 0 for way in ways)
        self._marked = None if is_open else max(ways, key=self._worth, default=None)
        why = Counter(told.refusal for told in self._told.values()).most_common()[-1][0]
        does, name = self._boon.about, capitalised(self._boon.name)
        does = f"{does[:1].lower()}{does[1:]}"
        self.problem = "" if ways else phrase("boon", "refused", why=why, name=name, does=does)
        return NOTHING

    @property
    def _offered(self) -> list[Command]:
        """The directions that would not be refused, clockwise from the north."""
        return [way for way in DIRECTIONS if way in self._told and not self._told[way].refusal]

    def _worth(self, command: Command) -> int:
        """Return how much a direction does to others. The best is marked first."""
        told = self._told[command]
        others = [one for one in told.targets if one.name not in told.own]
        moved = sum(shift.name != YOU for shift in told.shifts)
        return sum(one.most for one in others) + len(others) + moved - 100 * len(told.own)

    def press(self, key: str, view: View) -> Steps:
        way = self.theme.keymap.action(key, Context.DIRECTIONS)
        if way is not None:
            return self._use(way, key, view)
        if self.theme.keymap.action(key, Context.PLAY) is Command.SWITCH_BOON:
            return self._switch(view)
        match command := self.theme.keymap.action(key, Context.TARGET):
            case Command.NEXT:
                self._mark_next(1)
            case Command.PREVIOUS:
                self._mark_next(-1)
            case Command.ACCEPT if self._marked is not None:
                return self._use(self._marked, key, view)
            case Command.ACCEPT if not self._boon.aimed:
                return (Pop(), *perform(self.theme, UseBoon(0, 0), view, key))
            case Command.CANCEL | Command.ACCEPT if command is Command.CANCEL or not self._told:
                return (Pop(),)
            case _:
                self._marked = None  # and ask for a direction again
        return NOTHING

    def point(self, x: int, y: int, view: View) -> Steps:
        way = self._towards(x, y, view)
        if way is not None:
            self._marked = way
        return NOTHING

    def click(self, x: int, y: int, view: View, *, right: bool = False) -> Steps:
        if right:
            return (Pop(),)
        way = self._towards(x, y, view)
        return NOTHING if way is None else self._use(way, "", view)

    def wheel(self, by: int, view: View) -> Steps:
        self._mark_next(by)
        return NOTHING

    def _towards(self, x: int, y: int, view: View) -> Command | None:
        way = self.layout.direction_at(x, y, view.here)
        return next((command for command in DIRECTIONS if DIRECTIONS[command] == way), None)

    def _mark_next(self, by: int) -> None:
        offered = self._offered
        if offered:
            now = offered.index(self._marked) + by if self._marked in offered else 0
            self._marked = offered[now % len(offered)]

    def _switch(self, view: View) -> Steps:
        if len(view.boons) < 2:
            return (Perform(SwitchBoon()),)
        prompt = BoonPrompt(self.theme, view.boons[1])
        return (Perform(SwitchBoon()), Pop(), Push(prompt), *prompt.ask())

    def _use(self, way: Command, key: str, view: View) -> Steps:
        if not (self._boon.aimed and self._boon.uses):
            return NOTHING
        told = self._told.get(way, Forecast())
        return (Pop(), *perform_foretold(self.theme, UseBoon(*DIRECTIONS[way]), told, view, key))

    def draw(self, console: tcod.console.Console, view: View) -> None:
        palette = self.theme.palette
        for way in self._offered:
            for shift in self._told[way].shifts:
                tint(console, shift.way[-1:], palette.tone("good"))
        marked = Forecast() if self._marked is None else self._told[self._marked]
        mark_forecast(console, marked, palette)
        keys = self.hint_bar(console, self._keys(len(view.boons) > 1), palette.prompt)
        rows = keys + self._draw_marked(console, marked, keys)
        if self._offered:
            self._draw_list(console, view, console.height - rows)

    def _draw_marked(self, console: tcod.console.Console, marked: Forecast, keys: int) -> int:
        if not self._boon.uses:
            told = phrase("boon", "empty", name=self._boon.name)
        elif not self._boon.aimed:
            told = phrase("boon", "no direction", about=self._boon.about)
        elif self._marked is None:
            told = phrase("boon", "direction", problem=self.problem).strip()
        else:
            does = told_of(marked) or phrase("boon", "nothing")
            told = f"{capitalised(self._called(self._marked))}: {does}"
        return self.tell(console, told, keys, indent="  ", most=3)

    def _draw_list(self, console: tcod.console.Console, view: View, bottom: int) -> None:
        """Draw the list beneath the map, in the side bar, or over the half without the player.

        ``bottom`` is the first row below that is not free.
        """
        palette, layout = self.theme.palette, layout_for(console)
        room, side, top = min(MAP_HEIGHT, bottom - layout.map.y), layout.side, layout.map.y
        width = (
            min(_WIDEST, max(MAP_WIDTH - view.here[0] - 2, view.here[0] - 1))
            if side is None
            else side.width
        )
        if bottom - layout.log.y >= _BENEATH:
            room, side, top = bottom - layout.log.y, layout.log, layout.log.y
            width = console.width - side.x
        lists = (self._rows(width - 4 - _NAMES, most) for most in _ROWS_EACH)
        rows = next(filter(lambda rows: len(rows) <= room - 2, lists))
        width = min(width, max(len(text) for _, text, _ in rows) + 4 + _NAMES)
        east = layout.map.right - width if view.here[0] < MAP_WIDTH // 2 else layout.map.x
        where = east if side is None else side.x
        top += (room - len(rows) - 2) // 2 if side is None else 0
        area = Rect(where, top, width, len(rows) + 2)
        box(console, area.x, area.y, area.width, area.height, palette.box)
        for y, (name, text, colour) in enumerate(rows, area.y + 1):
            put(console, area.x + 2, y, name, palette.box.fg)
            put(console, area.x + 2 + _NAMES, y, text, colour)

    def _rows(self, width: int, most: int) -> list[tuple[str, str, Colour]]:
        """Return the list: direction, consequences and colour, with some rows each."""
        palette, rows = self.theme.palette, list[tuple[str, str, Colour]]()
        for way in self._offered:
            told = self._told[way]
            is_harm = bool(told.own or told.death or told.harms_you)
            colour = palette.tone("harm").fg if is_harm else palette.box.fg
            colour = palette.bright.fg if way is self._marked and not is_harm else colour
            # The map shows where the player lands.
            others = tuple(one for one in told.shifts if one.name != YOU or not told.ground)
            told = attrs.evolve(told, shifts=others)
            texts = wrap(told_of(told) or phrase("boon", "nothing"), width)
            texts = [*texts[: most - 1], cut(" ".join(texts[most - 1 :]), width)]
            name = f"{'>' if way is self._marked else ' '}{self._called(way)}"
            rows += [(name, texts[0], colour), *(("", text, colour) for text in texts[1:] if text)]
        return rows

    def _called(self, way: Command) -> str:
        return self.theme.keymap.sections[Context.DIRECTIONS].actions[way].does

    def _keys(self, has_another: bool) -> str:
        hint, boon = self.theme.keymap.hint, self._boon
        keys = [phrase("boon", "where" if boon.aimed else "question", name=boon.name.capitalize())]
        if not boon.aimed and boon.uses:
            keys.append(phrase("boon", "use", label=hint(Context.TARGET, Command.ACCEPT)))
        if self._marked is not None:
            keys.append(f"{hint(Context.TARGET, Command.ACCEPT)}: {self._called(self._marked)}")
        if len(self._offered) > 1:
            keys.append(phrase("boon", "next", label=hint(Context.TARGET, Command.NEXT)))
        if has_another:
            keys.append(phrase("boon", "other", label=hint(Context.PLAY, Command.SWITCH_BOON)))
        keys.append(phrase("key hints", "cancel", label=hint(Context.TARGET, Command.CANCEL)))
        return f" {keys[0]}  ({', '.join(keys[1:])})"
