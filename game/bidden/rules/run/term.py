"""The term: the time limit of a binding, after which the bond burns.

The term runs until the player returns to the circle with the task done. The last task ends it.
Nothing is counted turn by turn: the end is scheduled.
"""

from __future__ import annotations

from typing import Final

from bidden.components.run.campaign import Campaign
from bidden.events.combat import TakeDamage
from bidden.events.places import Climb
from bidden.events.run import Bind, BurnTheBound, FeelTheTerm, Fulfil
from bidden.rules.run.calling import CIRCLE, Calling
from bidden.state import hero_of
from eventcore import AIM, APPLY, REACT, RESOLVE, VALIDATE, Component, World, component, handles
from eventcore.time import TURN

_AGAIN: Final = 10
"""The number of turns between burns."""
_QUARTER: Final = 4


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
        """Count the burns, including this one."""
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
