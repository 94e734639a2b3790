"""Binding: accepting an offer leads to the place of its task, and starts its term.

The term is the time limit of a binding, after which the bond burns. It runs until the player
returns to the circle with the task done. The last task ends it. Nothing is counted turn by turn:
the end is scheduled.
"""

from __future__ import annotations

from typing import Final

from bidden import kinds
from bidden.components.movement.position import Position
from bidden.components.run.campaign import Campaign, offer_of
from bidden.components.run.goals import Bearer, Hunting
from bidden.components.things.pack import Pack
from bidden.events.combat import TakeDamage
from bidden.events.movement import Leave
from bidden.events.places import Climb, Spawn
from bidden.events.run import Bind, BurnTheBound, Deliver, FeelTheTerm, Fulfil
from bidden.events.things import UseUp
from bidden.rules.run.calling import CIRCLE, Calling, summoners
from bidden.state import GATE, Gate, Key, Levels, Look, Stair, Title, hero_of
from eventcore import (
    AIM,
    APPLY,
    REACT,
    RESOLVE,
    VALIDATE,
    Component,
    Entity,
    World,
    component,
    handles,
)
from eventcore.time import TURN

_GATE: Final = "gate"
_AGAIN: Final = 10
"""The number of turns between burns."""
_QUARTER: Final = 4


@component
class Binding(Component):
    """Binds the player, and opens the gate."""

    @handles(Bind, AIM, via="world")
    def look_what_is_offered(self, bind: Bind, world: World) -> None:
        bind.binding = None if bind.summoner is None else offer_of(bind.summoner)

    @handles(Bind, VALIDATE, via="world")
    def refuse_what_is_not_offered(self, bind: Bind, world: World) -> None:
        """Fail if the target offers nothing, or if the player is already bound."""
        campaign = world.root.get(Campaign)
        if campaign is None or bind.binding is None:
            bind.fail("no offer")
        elif not campaign.is_called:
            bind.fail("bound")

    @handles(Bind, APPLY, via="world")
    def be_bound(self, bind: Bind, world: World) -> None:
        campaign = world.root[Campaign]
        campaign.bound = bind.binding
        campaign.first = bind.first = len(world.root[Levels].dug) + 1
        campaign.fulfilled, campaign.burns = False, 0
        for other in summoners(world):
            world.publish(Leave(other))
            world.despawn(other)

    @handles(Bind, REACT - 15, via="world")
    def begin_the_hunt(self, bind: Bind, world: World) -> None:
        if bind.binding is not None and bind.binding.task == "hunt":
            world.attach(bind.enactor, Hunting())

    # Before the burden comes into the pack.
    @handles(Bind, REACT - 12, via="world")
    def leave_the_keys(self, bind: Bind, world: World) -> None:
        """Use up the player's keys: no gate leads back to the levels where they fit."""
        pack = bind.enactor.get(Pack)
        keys = [] if pack is None else [item for item in pack.things.values() if Key in item]
        for key in keys:
            world.publish(UseUp(bind.enactor, key, whole=True))
        bind.keys = len(keys)

    # Before the journey, so that the burden exists when the level is made.
    @handles(Bind, REACT - 10, via="world")
    def give_what_is_to_be_borne(self, bind: Bind, world: World) -> None:
        """Spawn the burden in the pack, unless the pack is full."""
        self._give(bind, bind.enactor, world)

    @handles(Bind, REACT - 5, via="world")
    def go_there(self, bind: Bind, world: World) -> None:
        """Go through the gate of the circle to the first level of the binding."""
        gate = _gate(bind.enactor, bind.first, world)
        if gate is not None:
            world.publish(Climb(bind.enactor, gate))

    # After the journey.
    @handles(Bind, REACT - 4, via="world")
    def lay_down_what_finds_no_room(self, bind: Bind, world: World) -> None:
        """Spawn the burden on the arrival tile if the pack is full."""
        if bind.thing is None:
            self._give(bind, None, world)

    def _give(self, bind: Bind, holder: Entity | None, world: World) -> None:
        """Spawn the burden, if any, in the holder's pack or on the ground."""
        who, binding = bind.enactor, bind.binding
        if binding is None or binding.task != "bear":
            return
        here, what = who[Position], world.root[Calling].factions[binding.faction].burdens[0]
        at = here.spot if holder is None else ()
        bind.thing = world.publish(Spawn(who, holder, what, *at)).made
        if bind.thing is not None:
            if Bearer in who:
                world.detach(who, Bearer)
            world.attach(who, Bearer(bind.thing))

    @handles(Deliver, VALIDATE, via="world")
    def refuse_what_is_not_held(self, delivery: Deliver, world: World) -> None:
        pack = delivery.enactor.get(Pack)
        if pack is None or delivery.thing not in pack.things.values():
            delivery.fail("not held")


def _gate(who: Entity, to: int, world: World) -> Entity | None:
    """Return the gate of the circle, and let it lead to a level. Open one if there is none."""
    for stair in world.having(Stair, Position):
        if stair[Position].level == CIRCLE:
            stair[Stair].to = to
            return stair
    here = who[Position]
    spot = here.x, here.y + 2, here.level
    return open_gate(who, spot, to, world)


def open_gate(by: Entity, spot: tuple[int, int, int], to: int, world: World) -> Entity | None:
    """Open a gate to a level, at a column, row and level."""
    x, y, level = spot
    parts = [Title(_GATE), Look(GATE, "stair", 1, kinds.GATE), Stair(to), Gate()]
    return world.publish(Spawn(by, None, _GATE, x, y, level, parts=parts)).made


@component
class Term(Component):
    """Runs the term of a binding."""

    # After the player has gone to the place of the task.
    @handles(Bind, REACT, via="world")
    def let_time_pass(self, bind: Bind, world: World) -> None:
        """Store the end of the term, and schedule the warning."""
        campaign, binding = world.root[Campaign], bind.binding
        if binding is not None:
            campaign.due = world.turn + binding.term
            wait = binding.term - binding.term // _QUARTER
            campaign.coming = world.schedule(FeelTheTerm(bind.enactor), wait * TURN)

    @handles(FeelTheTerm, REACT, via="world")
    def wait_for_its_end(self, feeling: FeelTheTerm, world: World) -> None:
        """Schedule the first burn at the end of the term."""
        campaign = world.root[Campaign]
        if campaign.bound is not None:
            wait = campaign.bound.term // _QUARTER * TURN
            campaign.coming = world.schedule(BurnTheBound(world.root, feeling.enactor), wait)

    @handles(BurnTheBound, AIM, via="world")
    def count_the_burns(self, burning: BurnTheBound, world: World) -> None:
        burning.number = world.root[Campaign].burns + 1

    @handles(BurnTheBound, VALIDATE, via="world")
    def spare_the_free(self, burning: BurnTheBound, world: World) -> None:
        """Fail if no term runs."""
        if world.root[Campaign].coming is None or not burning.target.alive:
            burning.fail("no term")

    @handles(BurnTheBound, RESOLVE, via="world")
    def burn(self, burning: BurnTheBound, world: World) -> None:
        """Deal one more point of damage each time."""
        who, damage = burning.target, burning.number
        world.publish(TakeDamage(world.root, who, damage, True, "the bond", kind="magic"))

    @handles(BurnTheBound, APPLY, via="world")
    def store_the_burns(self, burning: BurnTheBound, world: World) -> None:
        world.root[Campaign].burns = burning.number

    @handles(BurnTheBound, REACT, via="world")
    def burn_again(self, burning: BurnTheBound, world: World) -> None:
        if burning.target.alive:
            again = BurnTheBound(world.root, burning.target)
            world.root[Campaign].coming = world.schedule(again, _AGAIN * TURN)

    # Once the campaign has counted the binding.
    @handles(Fulfil, APPLY + 5, via="world")
    def end_with_the_last(self, fulfil: Fulfil, world: World) -> None:
        campaign = world.root[Campaign]
        if world.root[Calling].is_over(campaign):
            campaign.end_term()

    # Before summoners call again.
    @handles(Climb, REACT - 4, via="world")
    def end_at_the_circle(self, climb: Climb, world: World) -> None:
        """End the term when the player returns to the circle with the task done."""
        campaign = world.root.get(Campaign)
        if campaign is None or climb.enactor is not hero_of(world):
            return
        if campaign.is_called and climb.to_level == CIRCLE:
            campaign.end_term()
