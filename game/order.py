"""The order of component classes: among equal priorities and roles, it decides.

Rules come first and react to what components did; plain data hears nothing and
comes last.
"""

from __future__ import annotations

from typing import Final

from eventcore import Component
from eventcore.time import Timers
from game.ai.mind import Mind
from game.components.book import Book
from game.components.brand import Brand
from game.components.breakable import Breakable
from game.components.breath import Breath
from game.components.bump import Bump
from game.components.caster import Caster
from game.components.climber import Climber
from game.components.collision import Collision
from game.components.cruel import Cruel
from game.components.edible import Edible
from game.components.experience import Experience
from game.components.gear import Gear
from game.components.guard import Guard
from game.components.hands import Hands
from game.components.health import Health
from game.components.hinge import Hinge
from game.components.inscription import Inscription
from game.components.magic import Magic
from game.components.mana import Mana
from game.components.marksman import Marksman
from game.components.memory import Memory
from game.components.mortal import Mortal
from game.components.pack import Pack
from game.components.patience import Patience
from game.components.perishable import Perishable
from game.components.recovery import Recovery
from game.components.resistances import Resistances
from game.components.rooted import Rooted
from game.components.scholar import Scholar
from game.components.slaying import Slaying
from game.components.spores import Spores
from game.components.step import Step
from game.components.stomach import Stomach
from game.components.strike import Strike
from game.components.trap import Trap
from game.components.venom import Venom
from game.components.vigour import Vigour
from game.rules.blinking import Blinking
from game.rules.conditions import Conditions
from game.rules.effects import Effects
from game.rules.flight import Flight
from game.rules.lookout import Lookout
from game.rules.metabolism import Metabolism
from game.rules.occupancy import Occupancy
from game.rules.remains import Remains
from game.rules.script import Script
from game.rules.snares import Snares
from game.rules.spells import Spells
from game.rules.stairway import Stairway
from game.rules.summoning import Summoning
from game.rules.sway import Sway
from game.rules.transfusion import Transfusion
from game.rules.vision import Vision
from game.rules.ways import Ways
from game.rules.witnesses import Witnesses
from game.state import (
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
