"""Targeting: choose a tile by keys or mouse, with the forecast shown."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import partial
from typing import ClassVar, Final

import tcod.console

from bidden.frontend.asking import told_of
from bidden.frontend.drawing.canvas import cut, wrap
from bidden.frontend.drawing.colours.palette import Ink
from bidden.frontend.drawing.marks import mark, mark_forecast
from bidden.frontend.drawing.panels.bar import draw_bar
from bidden.frontend.input.keymap import RUNS, Command, Context
from bidden.frontend.port import Known
from bidden.frontend.screens.prompts.forms.confirm import Confirm
from bidden.frontend.screens.prompts.using.performing import perform_foretold
from bidden.frontend.screens.screen import NOTHING, Ask, Perform, Pop, Push, Screen, Steps
from bidden.frontend.screens.told.card import show_card
from bidden.frontend.theme import Theme
from bidden.grid.compass import tiles_off
from bidden.grid.neighbours import AROUND
from bidden.intents import Intent, Move, Shoot
from bidden.kinds import CREATURE, FLOOR, LOCKED_DOOR, SHUT_DOOR, WALL
from bidden.perception.cards.card import OnTile
from bidden.perception.foretold.forecast import YOU, Forecast
from bidden.text import capitalised, sentences
from bidden.view import MAP_HEIGHT, MAP_WIDTH, Aiming, Chart, Shape, Spot, View
from bidden.words import phrase, refusal_of

_LEAP: Final = 8
"""The number of tiles that the cursor moves with Shift and a direction."""
_STEERS: Final = (Command.WEST, Command.SOUTH, Command.NORTH, Command.EAST)
_MOST_TOLD: Final = 4
"""The maximum number of rows with consequences; more than the usual two leave the cursor free."""
_EXAMINE: Final = "examine"
_AHEAD: Final = 3
"""How far ahead the cursor starts if no enemy is in view."""
_STOPS: Final = (WALL, SHUT_DOOR, LOCKED_DOOR)


def aim(
    theme: Theme, view: View, verb: str, then: Callable[[int, int], Intent], aiming: Aiming
) -> Steps:
    """Ask for a tile to aim at; the verb is as in "throw a rock"."""
    moves = aiming.shape is Shape.TILE and not aiming.radius  # the player, to that tile
    told, start = "" if moves else phrase("target", "nobody"), _ahead(view)
    start = _away(view, aiming.range) if moves and view.foes_at else start
    return _open(Target(theme, view, verb, then, start, aiming.range, told, leaps=not moves), view)


def look_about(theme: Theme, view: View) -> Steps:
    """Open a cursor to look at the map, tile by tile."""
    return (Ask(lambda game: _open(_Look(theme, view, game.chart()), view)),)


def _open(screen: Target, view: View) -> Steps:
    return (Push(screen), *screen.ask(view))


class Target(Screen):
    """A cursor on the map, at ``start``; if it ``leaps``, at the nearest enemy if there is one.

    ``then`` returns the intent for a tile, or None. A ``reach`` of 0 is the range of sight.
    ``nobody`` is the message if no enemy is in view.
    """

    overlay: ClassVar[bool] = True
    contexts: tuple[Context, ...] = (Context.TARGET, Context.DIRECTIONS)
    notes = (("Shift+Left …", phrase("target", "about leap", tiles=_LEAP)),)
    _next: ClassVar[str] = "next enemy"

    def __init__(
        self,
        theme: Theme,
        view: View,
        verb: str,
        then: Callable[[int, int], Intent | None],
        start: Spot,
        reach: int = 0,
        nobody: str = "",
        *,
        leaps: bool = True,
    ) -> None:
        super().__init__(theme)
        self._verb = verb
        self._then = then
        self._foes = _nearest_first(view.foes_at, view)  # for _Look, then other creatures
        self._spot = self._start = self._foes[0] if self._foes and leaps else start
        self._reach = reach
        self._nobody = "" if self._foes else nobody
        self._forecast = Forecast()
        self._about = self._tile = ""

    def ask(self, view: View) -> Steps:
        """Request the description of the tile at the cursor, and the forecast of the intent."""
        return (Ask(partial(self._learn, view)),)

    def _learn(self, view: View, game: Known) -> Steps:
        intent = self._then(*self._spot)
        self._tile, self._about = game.tile(*self._spot), game.about(*self._spot)
        self._forecast = Forecast() if intent is None else game.forecast(intent)
        return NOTHING

    def press(self, key: str, view: View) -> Steps:
        steered = self._steered(key, view)
        if steered is not None:
            return steered
        match self.theme.keymap.action(key, Context.TARGET):
            case Command.NEXT:
                return self._cycle(1, view)
            case Command.PREVIOUS:
                return self._cycle(-1, view)
            case Command.ACCEPT:
                return self._accept(view, key)
            case Command.EXAMINE:
                return show_card(self.theme, OnTile(*self._spot))
            case Command.CANCEL:
                return (Pop(),)
        return NOTHING

    def _steered(self, key: str, view: View) -> Steps | None:
        """Move the cursor a tile, or several with Shift. Return None for other keys."""
        x, y = self._spot
        direction = self.theme.keymap.direction(key)
        if direction is not None:
            return self._go((x + direction[0], y + direction[1]), view)
        action = self.theme.keymap.action(key, *self.contexts, Context.PLAY)
        if action is None or action not in RUNS:
            return None
        dx, dy = RUNS[action]
        across = _LEAP if not dx else MAP_WIDTH - 1 - x if dx > 0 else x
        down = _LEAP if not dy else MAP_HEIGHT - 1 - y if dy > 0 else y
        far = min(_LEAP, across, down)
        return self._go((x + dx * far, y + dy * far), view)

    def focus(self, view: View) -> Spot:
        return self.layout.cell_of(self._spot)

    def point(self, x: int, y: int, view: View) -> Steps:
        spot = self.layout.tile_at(x, y)
        return NOTHING if spot is None else self._go(spot, view)

    def click(self, x: int, y: int, view: View, *, right: bool = False) -> Steps:
        if right:
            return (Pop(),)
        spot = self.layout.tile_at(x, y)
        if spot is None:
            return NOTHING
        return self._accept(view) if spot == self._spot else self._go(spot, view)

    def wheel(self, by: int, view: View) -> Steps:
        return self._cycle(by, view)

    def draw(self, console: tcod.console.Console, view: View) -> None:
        palette, forecast = self.theme.palette, self._forecast
        mark_forecast(console, forecast, palette)
        x, y = self._spot
        cursor = palette.prompt
        mark(console, (self._spot,), Ink(cursor.bg, cursor.bg), Ink(cursor.fg, cursor.fg))
        first, *others = self._there(view, x, y).split("; ")
        more = self._way_told(view), self._too_far(view), self._foretold(forecast)
        told = sentences(self._nobody, first, *more, *(others if self._verb == _EXAMINE else ()))
        keys = self.hint_bar(console, self._keys(), palette.prompt)
        lowest = max(self.layout.cell_of(spot)[1] for spot in (self._spot, view.here))
        room = console.height - keys - 1 - lowest
        rows = self.tell(console, told, keys, most=max(2, min(_MOST_TOLD, room)))
        if self._about and rows == 1:
            about = wrap(self._about, console.width - 2)
            self.tell(console, told, keys + len(about))  # the name stands above its description
            for row, line in enumerate(about, -keys - len(about)):
                draw_bar(console, row, f" {line}", Ink(palette.ground.fg, palette.header.bg))

    def _there(self, view: View, x: int, y: int) -> str:
        return self._tile or view.tiles[y][x].name or phrase("unseen", "tile")

    def _way_told(self, view: View) -> str:
        told = self.theme.options.way_told == "told" and self._spot != view.here
        return tiles_off(self._spot, view.here) if told else ""

    def _too_far(self, view: View) -> str:
        far = math.dist(self._spot, view.here)
        told = phrase("target", "out of range", far=math.ceil(far), reach=self._reach)
        return told if 0 < self._reach < far else ""

    def _foretold(self, forecast: Forecast) -> str:
        told = told_of(forecast)
        if told == refusal_of("out of range") and self._reach:  # told with the distance
            return ""
        name = self._tile.replace(";", ",").partition(",")[0]
        name = name if name[:1].isupper() else f"the {name.partition(' ')[2]}"
        same = [one.name for one in forecast.targets] == [name] and name.startswith("the ")
        if same and forecast.short:  # another of that name is in the way
            return told.replace(capitalised(name), name.replace("the", "Another", 1), 1)
        # The description names it.
        named = same and told.startswith(f"{capitalised(name)} ")
        return told.replace(capitalised(name), "It", 1) if named else told

    def _keys(self) -> str:
        hint = self.theme.keymap.hint
        verb = cut(self._verb, self.layout.header.width // 2)
        steer = "/".join(hint(Context.DIRECTIONS, one) for one in _STEERS)
        does = f"{hint(Context.TARGET, Command.ACCEPT)}: {verb}"
        key = "look elsewhere" if self._verb == _EXAMINE else "aim elsewhere"
        keys = [does if self._offers else phrase("cursor", key, label=steer)]
        if len(self._foes) > 1:
            keys.append(phrase("cursor", self._next, label=hint(Context.TARGET, Command.NEXT)))
        if self._verb != _EXAMINE:
            keys.append(phrase("key hints", "examine", label=hint(Context.TARGET, Command.EXAMINE)))
        keys.append(phrase("key hints", "cancel", label=hint(Context.TARGET, Command.CANCEL)))
        return f" {', '.join(keys)}"

    @property
    def _offers(self) -> bool:
        """Whether to offer the tile. Intents that would be refused may still be tried."""
        return not self._forecast.refusal

    def _accept(self, view: View, key: str = "") -> Steps:
        intent = self._then(*self._spot)
        if intent is None:
            return (Pop(),)
        if self._nobody and self._spot == self._start and not self._forecast.refusal:
            told, steps = told_of(self._forecast), (Perform(intent),)
            question = phrase("target", "anyway", verb=capitalised(self._verb))
            return (Pop(), Push(Confirm(self.theme, question, told, steps, deaf=key)))
        return (Pop(), *perform_foretold(self.theme, intent, self._forecast, view, key))

    def _go(self, spot: Spot, view: View) -> Steps:
        x, y = spot
        if not (0 <= x < MAP_WIDTH and 0 <= y < MAP_HEIGHT) or spot == self._spot:
            return NOTHING
        self._spot = spot
        return self.ask(view)

    def _cycle(self, by: int, view: View) -> Steps:
        if not self._foes:
            return NOTHING
        now = self._foes.index(self._spot) + by if self._spot in self._foes else 0
        return self._go(self._foes[now % len(self._foes)], view)


class _Look(Target):
    """A cursor to look with. The forecast is of walking into an adjacent tile, or of shooting."""

    _next: ClassVar[str] = "next creature"

    def __init__(self, theme: Theme, view: View, chart: Chart) -> None:
        super().__init__(theme, view, _EXAMINE, lambda x, y: _encounter(view, x, y), view.here)
        spots = {
            (x, y)
            for y, row in enumerate(view.tiles)
            for x, one in enumerate(row)
            if one.kind == CREATURE and one.lit
        }
        self._foes += _nearest_first(spots - {*self._foes, view.here}, view)
        self._chart = chart
        self._is_known = True
        self._brief = ""

    def _learn(self, view: View, game: Known) -> Steps:
        card = game.card(OnTile(*self._spot)) if self._spot in view.foes_at else None
        self._brief = "" if card is None else card.brief
        steps, (x, y) = super()._learn(view, game), self._spot
        self._is_known = bool(self._tile or view.tiles[y][x].name)
        if view.tiles[y][x].kind in (WALL, LOCKED_DOOR):
            self._forecast = Forecast()  # its refusal would only repeat the name
        return steps

    def _foretold(self, forecast: Forecast) -> str:
        told, foes = super()._foretold(forecast), {one.name for one in forecast.targets} - {YOU}
        moves = told and not forecast.refusal and isinstance(self._then(*self._spot), Move)
        step = phrase("target", "step", told=f"{told[:1].lower()}{told[1:]}") if moves else told
        attack = phrase("target", "attack", told=told)  # with a long weapon
        return self._brief or (attack if foes and moves else step)

    def _there(self, view: View, x: int, y: int) -> str:
        there, room = super()._there(view, x, y), self._chart.room_at((x, y))
        first, semicolon, others = there.partition("; ")
        comma = "," if "," in first else ""  # no part of a title
        name = room.name if room is not None and view.tiles[y][x].name else ""
        first = phrase("target", "in room", there=f"{first}{comma}", room=name) if name else first
        return f"{first}{semicolon}{others}"

    @property
    def _offers(self) -> bool:
        return self._is_known

    def _accept(self, view: View, key: str = "") -> Steps:
        return show_card(self.theme, OnTile(*self._spot)) if self._offers else NOTHING


def _encounter(view: View, x: int, y: int) -> Intent | None:
    dx, dy = x - view.here[0], y - view.here[1]
    if max(abs(dx), abs(dy)) == 1:
        return Move(dx, dy)
    shoots = view.shooting is not None and view.missiles != 0
    return Shoot(x, y) if shoots and (x, y) in view.foes_at else None


def _ahead(view: View) -> Spot:
    return max((_open_way(view, dx, dy) for dx, dy in AROUND), key=len)[-1]


def _open_way(view: View, dx: int, dy: int) -> list[Spot]:
    way = [view.here]
    for far in range(1, _AHEAD + 1):
        x, y = view.here[0] + dx * far, view.here[1] + dy * far
        inside = 0 <= x < MAP_WIDTH and 0 <= y < MAP_HEIGHT
        if not inside or not view.tiles[y][x].lit or view.tiles[y][x].kind in _STOPS:
            break
        way.append((x, y))
    return way


def _away(view: View, reach: int) -> Spot:
    """Return the free tile in range that is farthest from the nearest enemy."""
    free = [
        (x, y)
        for y, row in enumerate(view.tiles)
        for x, tile in enumerate(row)
        if tile.lit and tile.kind == FLOOR and math.dist((x, y), view.here) <= reach
    ]
    safe = [view.here, *(spot for spot in free if spot not in view.harm_at)]
    return max(safe, key=lambda spot: min(math.dist(spot, foe) for foe in view.foes_at))


def _nearest_first(spots: Iterable[Spot], view: View) -> list[Spot]:
    x, y = view.here
    return sorted(spots, key=lambda spot: ((spot[0] - x) ** 2 + (spot[1] - y) ** 2, spot))
