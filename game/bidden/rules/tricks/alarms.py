"""Alarms: a creature tells its allies about an enemy."""

from __future__ import annotations

from bidden.ai.mind import Mind
from bidden.components.movement.position import Position
from bidden.events.magic import Alarm, CanApply
from bidden.events.minds import Rouse, side_of
from eventcore import MODIFY, RESOLVE, Component, Entity, World, component, handles


@component
class Alarms(Component):
    """Wakes allies that know of no enemy, and sends them after the one in the alarm."""

    @handles(CanApply, MODIFY, via="world")
    def tell_whether_anyone_would_come(self, question: CanApply, world: World) -> None:
        """Answer False if no enemy is known, or if no ally in earshot needs to be told."""
        if isinstance(question.instant, Alarm):
            question.could &= bool(_listeners(question.instant, world))

    @handles(Alarm, RESOLVE, via="world")
    def send_them_there(self, alarm: Alarm, world: World) -> None:
        """Wake all who hear it, and send them to the enemy's place."""
        who, mind = alarm.target, alarm.target[Mind]
        for fellow in _listeners(alarm, world):
            if world.publish(Rouse(who, fellow, mind.goal_x, mind.goal_y)).done:
                alarm.heard.append(fellow)


def _listeners(alarm: Alarm, world: World) -> list[Entity]:
    """Return the allies in earshot that know of no enemy, in order of id."""
    who = alarm.target
    mind, here, side = who.get(Mind), who[Position], side_of(world, who)
    if mind is None or mind.goal_x < 0 or not side:
        return []
    return [
        one
        for one in world.having(Mind, Position)
        if one is not who
        and one[Mind].goal_x < 0
        and (far := one[Position].distance(here)) is not None
        and far <= alarm.within
        and side_of(world, one) == side
    ]
