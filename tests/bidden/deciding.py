"""Whether the ground of a level decided anything: whom it killed on it, and whom it saved."""

from __future__ import annotations

from collections import Counter
from typing import Final

import attrs

from bidden.ai.mind import Mind
from bidden.bots.roster import BOTS
from bidden.components.body.health import Health
from bidden.components.movement.position import Position
from bidden.content.catalogue import Catalogue
from bidden.events.combat import Die, TakeDamage
from bidden.events.ground import Burn, Burst, Drift, Tile
from bidden.events.minds import GiveUp
from bidden.events.movement import Arrive, Move
from bidden.events.places import Fall
from bidden.events.turns import TakeTurn
from bidden.grid.fov import line
from bidden.rules.ground.dangers import dangers_to
from bidden.rules.ground.veils import is_veiled, veils_for
from bidden.session import Session
from bidden.state import Fighter, Side
from eventcore import Entity, Event, Handler, Tap

_OF_GROUND: Final = ("fire", "a fall", "lightning in the water")
_CUT_OFF: Final = 3
"""Who hunts is cut off once so many turns in a row what harms it lies between it and its foe."""
_SOON: Final = 20
"""Who fell while its foe had it in view escaped, if it still lives so many turns later."""


@attrs.define
class Deciding(Tap):
    """Hears a game, and counts by level what its ground did to whom.

    Attributes:
        session: The game.
        kills: Of each level, who died of fire, a burst, gas, a fall or led lightning, by which.
        saves: Of each level, who was saved, by what: ``"fell away"``, ``"cut off"``
            or ``"hidden"``.
        visited: How many turns were spent on each level.
    """

    session: Session
    kills: dict[int, Counter[str]] = attrs.Factory(dict)
    saves: dict[int, Counter[str]] = attrs.Factory(dict)
    visited: Counter[int] = attrs.Factory(Counter)
    _between: Counter[Entity] = attrs.Factory(Counter)
    _dying: dict[Entity, int] = attrs.Factory(dict)
    _fallen: list[tuple[int, int, Entity]] = attrs.Factory(list)

    def published(self, event: Event) -> None:
        """Look at who falls or dies, before it is elsewhere or gone."""
        if isinstance(event, Fall) and self._has_foe_in_view(event.enactor):
            level = event.enactor[Position].level
            self._fallen.append((self.session.world.turn, level, event.enactor))
        elif isinstance(event, Die) and Fighter in event.target and Position in event.target:
            self._dying[event.target] = event.target[Position].level

    def handled(self, event: Event, handler: Handler) -> None:
        """Nothing is looked at in between."""

    def settled(self, event: Event) -> None:
        """Count who died of ground, and see whether it is between a hunter and its foe."""
        if isinstance(event, Die):
            level, what = self._dying.pop(event.target, 0), _ground_of(event)
            if what and level and event.done:
                self.kills.setdefault(level, Counter())[what] += 1
        elif isinstance(event, GiveUp):
            self._look_who_is_lost(event.enactor)
        elif isinstance(event, TakeTurn) and event.enactor.alive and Mind in event.enactor:
            self._look_between(event.enactor)

    def look(self) -> None:
        """Count a turn that is over, and who has escaped by a fall."""
        turn, player = self.session.world.turn, self.session.player
        self.visited[player[Position].level] += 1
        due = [one for one in self._fallen if turn - one[0] >= _SOON]
        for one in due:
            self._fallen.remove(one)
            if one[2].alive:
                self.saves.setdefault(one[1], Counter())["fell away"] += 1

    @property
    def decided(self) -> set[int]:
        """The levels on which ground killed or saved somebody."""
        return {*self.kills, *self.saves}

    def _has_foe_in_view(self, who: Entity) -> bool:
        if Fighter not in who or Health not in who or Position not in who:
            return False
        view = self.session.view()
        return who is self.session.player and bool(view.foes_at)

    def _look_who_is_lost(self, who: Entity) -> None:
        player, here = self.session.player, who[Position]
        there = player[Position]
        veils = veils_for(who, here.level, self.session.world)
        if here.level == there.level and is_veiled(here, (there.x, there.y), veils):
            self.saves.setdefault(here.level, Counter())["hidden"] += 1

    def _look_between(self, who: Entity) -> None:
        mind = who[Mind]
        if not mind.sees_foe or mind.goal is None or Side not in who or Position not in who:
            self._between.pop(who, None)
            return
        here = who[Position]
        way: list[Tile] = line((here.x, here.y), mind.goal)[1:-1]
        harmful = [danger.tiles for danger in dangers_to(who, self.session.world)]
        if not any(tile in tiles for tile in way for tiles in harmful):
            self._between.pop(who, None)
            return
        self._between[who] += 1
        if self._between[who] == _CUT_OFF:
            self.saves.setdefault(here.level, Counter())["cut off"] += 1


def _ground_of(death: Die) -> str:
    """Say which ground somebody died of; empty for none."""
    harm = death.cause
    if not isinstance(harm, TakeDamage):
        return ""
    if isinstance(harm.cause, Burn | Burst | Drift):
        return harm.source
    stepped = isinstance(harm.cause, Move | Arrive | Fall)
    return harm.source if harm.source in _OF_GROUND and stepped else ""


def play(seed: int, intents: int, catalogue: Catalogue, bot: str = "fighter") -> Deciding:
    """Let a bot play a journey, and count what its ground decided."""
    session = Session(seed, catalogue=catalogue)
    deciding, choose = Deciding(session), BOTS[bot](seed)
    session.world.tap(deciding)
    for _ in range(intents):
        if session.ending is not None:
            break
        session.perform(choose(session.view()))
        deciding.look()
    return deciding
