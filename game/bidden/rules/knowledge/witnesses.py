"""Witnesses: creatures that see the effect of an item identify it, and tell their allies.

An ally learns what it hears within the loudness of a cry, or from a creature in view.
"""

from __future__ import annotations

from typing import Final

from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.components.movement.position import Position
from bidden.events.knowledge import Knows, Learn, Show, Tell
from bidden.events.minds import are_fellows
from bidden.events.things import Release, Use
from bidden.perception.senses.names import is_known, look_of
from bidden.perception.senses.sight import sees
from bidden.rules.knowledge.noises import Noises
from bidden.state import Unidentified, name_of
from eventcore import REACT, RESOLVE, VALIDATE, Component, Entity, World, component, handles

CRY: Final = "cry"
"""The kind of noise that telling makes. It is understood as far as it is heard."""


@component
class Witnesses(Component):
    """Lets creatures learn from what they see, and tell their allies."""

    # Once the item is known to be in reach.
    @handles(Use, VALIDATE + 40, via="world")
    def note_who_does_not_know_it(self, use: Use, world: World) -> None:
        """Store which witnesses do not know the item, before its effect identifies it."""
        if use.item is not None and Unidentified in use.item:
            witnesses = world.having(ItemKnowledge)
            use.strangers = [who for who in witnesses if not is_known(who, use.item)]

    # Not at APPLY, because then any item could be drunk and read.
    @handles(Release, REACT, via="world")
    def remember_what_was_tried(self, release: Release, world: World) -> None:
        """Remember the look of an unidentified item for its user."""
        item, knowledge = release.item, release.enactor.get(ItemKnowledge)
        if item is None or knowledge is None or release.known or release.misspoken:
            return
        look = look_of(name_of(item), world)
        if Unidentified in item and look not in knowledge.tried:
            knowledge.tried = [*knowledge.tried, look]

    @handles(Show, REACT, via="world")
    def let_all_learn(self, show: Show, world: World) -> None:
        """Identify the item for all who see a target of it, or only for the user of a deadly one.

        The user then tells its allies, if it has identified the item.
        """
        if Unidentified not in show.item:
            return
        who, name = show.enactor, name_of(show.item)
        living = [target for target in show.on if target.alive]
        for witness in [*world.having(ItemKnowledge)]:
            learns = witness.alive and name not in witness[ItemKnowledge].known
            on = show.on if witness is who else living
            if learns and any(sees(witness, target, world) for target in on):
                world.publish(Learn(who, witness, name))
        if who.alive and Position in who and world.ask(Knows(who, name)).known:
            world.publish(Tell(who, show.item))

    @handles(Tell, VALIDATE, via="world")
    def look_who_hears(self, telling: Tell, world: World) -> None:
        """Fail if every ally within earshot already knows it."""
        name = name_of(telling.item)
        telling.heard = [
            ally
            for ally in world.having(ItemKnowledge, Position)
            if ally is not telling.enactor
            and ally.alive
            and name not in ally[ItemKnowledge].known
            and are_fellows(world, telling.enactor, ally)
            and _hears(ally, telling.enactor, world)
        ]
        if not telling.heard:
            telling.fail("nobody hears")

    @handles(Tell, RESOLVE, via="world")
    def be_understood(self, telling: Tell, world: World) -> None:
        for ally in telling.heard:
            world.publish(Learn(telling.enactor, ally, name_of(telling.item)))


def _hears(ally: Entity, who: Entity, world: World) -> bool:
    """Return whether a creature is near enough to hear a cry, or sees the crier."""
    here, there, reach = who[Position], ally[Position], world.root[Noises].loudness_of(CRY)
    far = (there.x - here.x) ** 2 + (there.y - here.y) ** 2
    near = here.level == there.level and far <= reach * reach
    return near or sees(ally, who, world)
