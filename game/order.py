"""The order of component classes: among equal priorities and roles, it decides.

Rules come first and react to what components did; plain data hears nothing and
comes last.
"""

from __future__ import annotations

from typing import Final

from eventcore import Component
from eventcore.time import Timers
from game.ai.mind import Mind
from game.components.bump import Bump
from game.components.climber import Climber
from game.components.collision import Collision
from game.components.draught import Draught
from game.components.edible import Edible
from game.components.gear import Gear
from game.components.guard import Guard
from game.components.hands import Hands
from game.components.health import Health
from game.components.hinge import Hinge
from game.components.mana import Mana
from game.components.memory import Memory
from game.components.mortal import Mortal
from game.components.pack import Pack
from game.components.patience import Patience
from game.components.perishable import Perishable
from game.components.recovery import Recovery
from game.components.rooted import Rooted
from game.components.spores import Spores
from game.components.step import Step
from game.components.stomach import Stomach
from game.components.strike import Strike
from game.rules.conditions import Conditions
from game.rules.effects import Effects
from game.rules.lookout import Lookout
from game.rules.metabolism import Metabolism
from game.rules.occupancy import Occupancy
from game.rules.remains import Remains
from game.rules.script import Script
from game.rules.stairway import Stairway
from game.rules.sway import Sway
from game.rules.vision import Vision
from game.rules.ways import Ways
from game.state import Door, Fighter, Hero, Item, Kit, Levels, Look, Place, Side, Stair, Title

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
    Stairway,
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
    Guard,
    Health,
    Mortal,
    # Holding and using
    Pack,
    Draught,
    Edible,
    Gear,
    Perishable,
    # Living
    Stomach,
    Mana,
    Recovery,
    Spores,
    # Seeing and thinking
    Memory,
    Mind,
    # Plain data
    Hero,
    Levels,
    Place,
    Title,
    Look,
    Side,
    Fighter,
    Kit,
    Door,
    Stair,
    Item,
)
