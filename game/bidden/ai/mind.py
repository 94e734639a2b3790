"""The mind: what a creature does in its turn, by its plan and its knowledge.

It knows only what it sees, and where it last saw a foe, which is a guess.
"""

from __future__ import annotations

from typing import Annotated, Final

import attrs
from msgspec import Meta

from bidden.actions import action_of
from bidden.ai.behaviours import BEHAVIOURS
from bidden.ai.situation import Situation
from bidden.components.knowledge.memory import Memory
from bidden.components.movement.position import Position
from bidden.events.effects import EffectMoment, WhatIs, what_is
from bidden.events.minds import GiveUp, Heed, Obey, Rouse, WhatMind
from bidden.events.movement import Arrive
from bidden.events.queries import WhichFoe
from bidden.events.turns import TakeTurn
from bidden.rules.magic.effects import Effects
from eventcore import APPLY, MODIFY, REACT, Component, Entity, World, component, handles
from eventcore.time import TURN

_NOWHERE: Final = -1
_AIMLESS: Final = ("flit", "wander", "rest")
"""The plan of a creature that has nothing to do."""


@component
class Mind(Component):
    """The goals and knowledge of a creature.

    Attributes:
        plan: Names of behaviours, tried in order until one has something to do. The player's is
            empty.
        radius: The sight radius, in tiles, Euclidean; at least 1.
        goal_x: The column where it last saw an enemy; -1 for none.
        goal_y: The row where it last saw an enemy; -1 for none.
    """

    plan: list[str]
    radius: Annotated[int, Meta(ge=1)]
    goal_x: int = _NOWHERE
    goal_y: int = _NOWHERE

    # About the present turn, for other handlers of the same turn.
    _sees_foe: bool = attrs.field(default=False, init=False, eq=False, repr=False)
    _smells_foe: bool = attrs.field(default=False, init=False, eq=False, repr=False)
    _aimless: bool = attrs.field(default=False, init=False, eq=False, repr=False)

    @property
    def sees_foe(self) -> bool:
        return self._sees_foe

    @property
    def knows_foe(self) -> bool:
        """Whether it sees or smells a foe."""
        return self._sees_foe or self._smells_foe

    @property
    def is_aimless(self) -> bool:
        """Whether its own plan had nothing to do."""
        return self._aimless

    @property
    def goal(self) -> tuple[int, int] | None:
        """The tile where it last saw or heard a foe, as (column, row)."""
        return None if self.goal_x == _NOWHERE else (self.goal_x, self.goal_y)

    def smell_a_foe(self, x: int, y: int) -> None:
        """Go to the tile where a foe is smelled in the present turn."""
        self._smells_foe = True
        self.goal_x, self.goal_y = x, y

    # A memory adds its radius at MODIFY - 10, and takes precedence.
    @handles(WhatIs, MODIFY - 9)
    def tell_how_far(self, question: WhatIs, world: World) -> None:
        """Add the natural sight radius, unless a memory does."""
        if question.stat == "sight" and Memory not in question.enactor:
            question.add(self.radius, "nature")

    @handles(TakeTurn, APPLY)
    def look_out(self, turn: TakeTurn, world: World) -> None:
        """Store the nearest visible foe. Forget a goal that was reached."""
        self._look(turn.enactor, world)

    # Before the turn ends, at REACT.
    @handles(TakeTurn, REACT - 5)
    def act(self, turn: TakeTurn, world: World) -> None:
        """Do the first thing on the plan that does not fail."""
        turn.cost = self._follow(turn.enactor, world)

    @handles(Obey, APPLY)
    def look_out_for_another(self, obeying: Obey, world: World) -> None:
        """Store the nearest visible foe of the side that controls it."""
        self._look(obeying.enactor, world)

    @handles(Obey, REACT)
    def act_for_another(self, obeying: Obey, world: World) -> None:
        """Do the first thing on the plan that does not fail. The turn passes anyway."""
        obeying.cost = self._follow(obeying.enactor, world)

    @handles(EffectMoment, APPLY)
    def forget_former_foes(self, feel: EffectMoment, world: World) -> None:
        """Forget the foe when an effect that changes sides starts or ends."""
        if feel.moment in ("start", "end") and world.root[Effects].kinds[feel.effect].side:
            self.goal_x = self.goal_y = _NOWHERE

    @handles(Rouse, APPLY, role="target")
    def look_where_it_came_from(self, rouse: Rouse, world: World) -> None:
        """Go where it was woken from, if that is known."""
        if rouse.x != _NOWHERE:
            self.goal_x, self.goal_y = rouse.x, rouse.y

    @handles(Heed, APPLY, role="target")
    def go_for_who_was_named(self, heed: Heed, world: World) -> None:
        """Go where it was ordered to attack, if a place was given."""
        if heed.x != _NOWHERE:
            self.goal_x, self.goal_y = heed.x, heed.y

    @handles(Arrive, APPLY)
    @handles(GiveUp, APPLY)
    def forget_the_foe(self, _event: Arrive | GiveUp, world: World) -> None:
        """Forget a foe in the old place, and one that it did not find."""
        self.goal_x = self.goal_y = _NOWHERE

    def _look(self, who: Entity, world: World) -> None:
        radius = max(0, what_is(world, who, "sight"))
        foe = world.ask(WhichFoe(who, radius)).found
        self._sees_foe, self._smells_foe = foe is not None, False
        if foe is not None:
            there = foe[Position]
            self.goal_x, self.goal_y = there.x, there.y
        elif self.goal_x != _NOWHERE:
            here = who[Position]
            if here.tile == (self.goal_x, self.goal_y):
                self.goal_x = self.goal_y = _NOWHERE

    def _follow(self, who: Entity, world: World) -> int:
        mind = world.ask(WhatMind(who, self.plan))
        situation = Situation(world, who, self.goal, mind.source)
        self._aimless = False
        for name in mind.plan:
            for intent in BEHAVIOURS[name](situation):
                action = world.publish(action_of(intent, who, world))
                if cost := action.cost:
                    self._aimless = name in _AIMLESS and mind.source is None
                    # Done, or an attempt that takes its time all the same.
                    return cost
        return TURN
