"""The order of component classes: among equal priorities and roles, it decides.

Rules come first and react to what components did; plain data hears nothing and
comes last.
"""

from __future__ import annotations

from typing import Final

from bidden.ai.mind import Mind
from bidden.components.body.experience import Experience
from bidden.components.body.health import Health
from bidden.components.body.leaves_corpse import Mortal
from bidden.components.body.recovery import Recovery
from bidden.components.body.spores import Spores
from bidden.components.body.stomach import Stomach
from bidden.components.body.vigour import Vigour
from bidden.components.combat.brand import Brand
from bidden.components.combat.breath import Breath
from bidden.components.combat.guard import Guard
from bidden.components.combat.marksman import Marksman
from bidden.components.combat.resistances import Resistances
from bidden.components.combat.slaying import Slaying
from bidden.components.combat.strike import Strike
from bidden.components.combat.venom import Venom
from bidden.components.combat.wounding import Cruel
from bidden.components.knowledge.item_knowledge import Scholar
from bidden.components.knowledge.memory import Memory
from bidden.components.magic.book import Book
from bidden.components.magic.caster import Caster
from bidden.components.magic.magic import Magic
from bidden.components.magic.mana import Mana
from bidden.components.movement.bump import Bump
from bidden.components.movement.collision import Collision
from bidden.components.movement.door import Hinge
from bidden.components.movement.position import Step
from bidden.components.movement.rooted import Rooted
from bidden.components.movement.uses_doors import Hands
from bidden.components.movement.waiting import Patience
from bidden.components.places.climber import Climber
from bidden.components.places.trap import Trap
from bidden.components.things.breakable import Breakable
from bidden.components.things.edible import Edible
from bidden.components.things.gear import Gear
from bidden.components.things.inscription import Inscription
from bidden.components.things.pack import Pack
from bidden.components.things.perishable import Perishable
from bidden.rules.body.corpses import Remains
from bidden.rules.body.metabolism import Metabolism
from bidden.rules.combat.flight import Flight
from bidden.rules.knowledge.nearest_foe import Lookout
from bidden.rules.knowledge.vision import Vision
from bidden.rules.knowledge.witnesses import Witnesses
from bidden.rules.magic.blinking import Blinking
from bidden.rules.magic.conditions import Conditions
from bidden.rules.magic.effects import Effects
from bidden.rules.magic.mind_control import Sway
from bidden.rules.magic.spells import Spells
from bidden.rules.magic.summoning import Summoning
from bidden.rules.magic.transfusion import Transfusion
from bidden.rules.movement.occupancy import Occupancy
from bidden.rules.movement.pathfinding import Ways
from bidden.rules.places.scenario import Script
from bidden.rules.places.stairs import Stairway
from bidden.rules.places.traps import Snares
from bidden.state import (
    Appearances,
    Door,
    Fighter,
    Guise,
    Hero,
    Inscribed,
    Item,
    Kit,
    Levels,
    Look,
    Place,
    Prize,
    Secret,
    Side,
    Stair,
    Title,
)
from eventcore import Component
from eventcore.time import Timers

__all__ = ["COMPONENTS"]

COMPONENTS: Final[tuple[type[Component], ...]] = (
    # Rules of the world
    Timers,
    Effects,
    Conditions,
    Sway,
    Metabolism,
    Script,
    Occupancy,
    Vision,
    Lookout,
    Ways,
    Flight,
    Snares,
    Stairway,
    Spells,
    Blinking,
    Summoning,
    Transfusion,
    Witnesses,
    Remains,
    # Moving about
    Step,
    Bump,
    Collision,
    Rooted,
    Hands,
    Hinge,
    Climber,
    Patience,
    # Fighting
    Strike,
    Marksman,
    Breath,
    Guard,
    Health,
    Vigour,
    Mortal,
    # Lying in wait
    Trap,
    Resistances,
    # Holding and using
    Pack,
    Magic,
    Book,
    Inscription,
    Edible,
    Gear,
    Brand,
    Slaying,
    Venom,
    Cruel,
    Breakable,
    Perishable,
    # Living
    Stomach,
    Mana,
    Caster,
    Recovery,
    Experience,
    Spores,
    # Seeing and thinking
    Memory,
    Scholar,
    Mind,
    # Plain data
    Hero,
    Levels,
    Appearances,
    Place,
    Title,
    Look,
    Side,
    Fighter,
    Kit,
    Door,
    Stair,
    Item,
    Guise,
    Inscribed,
    Prize,
    Secret,
)
