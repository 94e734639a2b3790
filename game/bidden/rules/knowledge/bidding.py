"""Commands: followers that can hear and understand a call obey it."""

from __future__ import annotations

from typing import Final, get_args

from bidden.ai.wits import Wits
from bidden.components.movement.position import Position
from bidden.events.effects import what_is
from bidden.events.minds import Bid, Heed, serves
from bidden.events.queries import WhichFoe
from bidden.intents import Word
from bidden.rules.knowledge.noises import Noises
from eventcore import MODIFY, RESOLVE, VALIDATE, Component, World, component, handles

CALL: Final = "call"
"""The kind of noise that a call makes. It is heard as far as that."""


@component
class Bidding(Component):
    """Lets followers hear commands."""

    # After the refusal for paralysed creatures, at VALIDATE.
    @handles(Bid, VALIDATE + 20, via="world")
    def look_who_can_hear(self, bid: Bid, world: World) -> None:
        """Fail for an unknown command, and if no follower is near enough to hear it."""
        if bid.word not in get_args(Word):
            bid.fail("no word")
            return
        who, reach = bid.enactor, world.root[Noises].loudness_of(CALL)
        here = who[Position]
        for follower in world.having(Wits, Position):
            there = follower[Position]
            far = (there.x - here.x) ** 2 + (there.y - here.y) ** 2
            hears = there.level == here.level and far <= reach * reach and follower is not who
            if hears and serves(world, follower, who):
                bid.heard.append(follower)
        if not bid.heard:
            bid.fail("nobody serves")

    @handles(Bid, MODIFY, via="world")
    def point_at_a_foe(self, bid: Bid, world: World) -> None:
        """Choose the nearest enemy in view as the one to attack."""
        if bid.word == "strike":
            sight = max(0, what_is(world, bid.enactor, "sight"))
            foe = world.ask(WhichFoe(bid.enactor, sight)).found
            if foe is not None:
                bid.x, bid.y = foe[Position].tile

    @handles(Bid, RESOLVE, via="world")
    def be_heeded(self, bid: Bid, world: World) -> None:
        """Publish that each follower who heard the command obeys."""
        for follower in bid.heard:
            world.publish(Heed(bid.enactor, follower, bid.word, bid.x, bid.y))
