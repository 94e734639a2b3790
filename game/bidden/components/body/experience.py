"""Experience: points for kills, levels, and improvements."""

from __future__ import annotations

from typing import Annotated, Any

import attrs
from msgspec import Meta

from bidden.events.body import IMPROVEMENTS, Earn, HowMuchIsItWorth, Improve
from bidden.events.combat import Die
from bidden.events.effects import WhatIs
from bidden.events.minds import are_foes_by_nature
from bidden.intents import Improvable
from bidden.state import name_of
from eventcore import APPLY, MODIFY, REACT, VALIDATE, Component, World, component, handles

_STEP = 25


@component(version=2)
class Experience(Component):
    """The experience of a creature.

    A kill is worth the hit points the dead had unhurt, its attack and its defence. A level
    takes 50 points more than the one before: level 2 is reached with 50 in all, level 3 with
    150, level 4 with 300.

    Attributes:
        points: Its experience points.
        level: Its experience level, from 1.
        due: The number of upgrades to choose, one for each level.
        chosen: The number of times it chose each upgrade.
        kills: The number of kills by name.
        options: The upgrades it may choose.
        by_itself: Whether it chooses at random and at once, as monsters do.
        most: The maximum number of times it may choose each; 0 for no limit.
    """

    points: Annotated[int, Meta(ge=0)] = 0
    level: Annotated[int, Meta(ge=1)] = 1
    due: Annotated[int, Meta(ge=0)] = 0
    chosen: dict[Improvable, int] = attrs.Factory(dict)
    kills: dict[str, int] = attrs.Factory(dict)
    options: Annotated[list[Improvable], Meta(min_length=1)] = attrs.Factory(
        lambda: [*IMPROVEMENTS]
    )
    by_itself: bool = False
    most: Annotated[int, Meta(ge=0)] = 0

    @classmethod
    def upgrade(cls, version: int, fields: dict[str, Any]) -> dict[str, Any]:
        """Set no limits for older saves, which had none."""
        return {**fields, "most": 0}

    @property
    def open(self) -> list[Improvable]:
        """The improvements that it may choose now."""
        chosen, most = self.chosen, self.most
        return [option for option in self.options if not most or chosen.get(option, 0) < most]

    @property
    def next_level_at(self) -> int:
        """The total number of points for the next level."""
        return _STEP * self.level * (self.level + 1)

    @handles(Die, REACT, role="enactor")
    def learn_from_the_kill(self, die: Die, world: World) -> None:
        """Gain experience from the death of an enemy, whatever the cause."""
        if are_foes_by_nature(die.enactor, die.target):
            points = world.ask(HowMuchIsItWorth(die.target)).points
            # Deferred until all else that follows from the death has happened.
            world.defer(Earn(die.enactor, die.enactor, points, name_of(die.target)))

    @handles(Earn, APPLY, role="target")
    def gain_experience(self, learn: Earn, world: World) -> None:
        self.kills = {**self.kills, learn.source: self.kills.get(learn.source, 0) + 1}
        self.points += max(0, learn.points)
        while self.points >= self.next_level_at:
            self.level += 1
            self.due += 1
            learn.levels += 1

    @handles(Earn, REACT, role="target")
    def choose_at_random(self, learn: Earn, world: World) -> None:
        """Improve at once if nobody is asked."""
        while self.by_itself and self.due:
            option = world.stream("growth").pick(self.options)
            if not world.publish(Improve(learn.target, option)).done:
                return

    @handles(Improve, VALIDATE + 10)
    def refuse_what_is_not_due(self, improve: Improve, world: World) -> None:
        """Fail unless a level allows it. Improving takes no time."""
        improve.cost = 0
        if not self.due:
            improve.fail("not due")
        elif improve.option not in self.options:
            improve.fail("no such option")
        elif improve.option not in self.open:
            improve.fail("good enough")

    @handles(Improve, APPLY)
    def improve(self, improve: Improve, world: World) -> None:
        """Use up a level for the improvement."""
        self.due -= 1
        self.chosen = {**self.chosen, improve.option: self.chosen.get(improve.option, 0) + 1}

    @handles(WhatIs, MODIFY + 10)
    def tell(self, question: WhatIs, world: World) -> None:
        """Add its improvements to its stats."""
        if question.stat not in self.chosen:
            return
        for option, times in self.chosen.items():
            if option == question.stat:
                question.add(times * IMPROVEMENTS[option], "experience")
