"""The rule of the term: the time a binding leaves, and the bond that burns when it is out.

It runs until one is back at the circle, the task done; with the last task it ends.
Nothing is counted turn by turn: what is to come is scheduled.
"""

from __future__ import annotations

from typing import Final

from bidden.components.run.campaign import Campaign
from bidden.events.combat import TakeDamage
from bidden.events.places import Climb
from bidden.events.run import Bind, BurnTheBound, FeelTheTerm, Fulfil
from bidden.rules.run.calling import CIRCLE, Calling
from bidden.state import Hero
from eventcore import (
    AIM,
    APPLY,
    REACT,
    RESOLVE,
    VALIDATE,
    Component,
    World,
    component,
    handles,
)
from eventcore.time import TURN

_AGAIN: Final = 10
"""After how many turns the bond burns again."""
_QUARTER: Final = 4


@component
class Term(Component):
    """Lets time press who is bound."""

    # After one has gone where the task is.
    @handles(Bind, REACT, via="world")
    def let_time_pass(self, bind: Bind, world: World) -> None:
        """Keep when the term is out, and schedule that it is felt."""
        campaign, binding = world.root[Campaign], bind.binding
        if binding is not None:
            campaign.due = world.turn + binding.term
            wait = binding.term - binding.term // _QUARTER
            campaign.coming = world.schedule(FeelTheTerm(bind.enactor), wait * TURN)

    @handles(FeelTheTerm, REACT, via="world")
    def wait_for_its_end(self, feeling: FeelTheTerm, world: World) -> None:
        """Schedule that the bond burns once the term is out."""
        campaign = world.root[Campaign]
        if campaign.bound is not None:
            wait = campaign.bound.term // _QUARTER * TURN
            campaign.coming = world.schedule(BurnTheBound(world.root, feeling.enactor), wait)

    @handles(BurnTheBound, AIM, via="world")
    def count_the_burns(self, burning: BurnTheBound, world: World) -> None:
        """Say how often it has burnt, with this one."""
        burning.number = world.root[Campaign].burns + 1

    @handles(BurnTheBound, VALIDATE, via="world")
    def spare_the_free(self, burning: BurnTheBound, world: World) -> None:
        """Refuse where no term runs."""
        if world.root[Campaign].coming is None or not burning.target.alive:
            burning.fail("no term")

    @handles(BurnTheBound, RESOLVE, via="world")
    def burn(self, burning: BurnTheBound, world: World) -> None:
        """Cost a hit point more each time."""
        world.root[Campaign].burns = burning.number
        world.publish(
            TakeDamage(world.root, burning.target, burning.number, True, "the bond", kind="magic")
        )

    @handles(BurnTheBound, REACT, via="world")
    def burn_again(self, burning: BurnTheBound, world: World) -> None:
        """Schedule the next time."""
        if burning.target.alive:
            campaign = world.root[Campaign]
            campaign.coming = world.schedule(
                BurnTheBound(world.root, burning.target), _AGAIN * TURN
            )

    # Once it is kept whom one served.
    @handles(Fulfil, APPLY + 5, via="world")
    def end_with_the_last(self, fulfil: Fulfil, world: World) -> None:
        """Let no term run on the last way."""
        campaign = world.root[Campaign]
        if world.root[Calling].is_over(campaign):
            campaign.end_term()

    # Before one is called again.
    @handles(Climb, REACT - 4, via="world")
    def end_at_the_circle(self, climb: Climb, world: World) -> None:
        """Let the term run no more where one is back at the circle, the task done."""
        campaign, hero = world.root.get(Campaign), world.root.get(Hero)
        if campaign is None or hero is None or climb.enactor is not hero.who:
            return
        if campaign.is_called and climb.to_level == CIRCLE:
            campaign.end_term()
