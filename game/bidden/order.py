"""The order of component classes: among equal priorities and roles, it decides.

Rules come first and react to what components did; plain data hears nothing and
comes last.
"""

from __future__ import annotations

from typing import Final

from bidden.ai.mind import Mind
from bidden.ai.scent import Scent
from bidden.ai.tracker import Tracker
from bidden.ai.wits import Wits
from bidden.components.body.body import Body
from bidden.components.body.experience import Experience
from bidden.components.body.frail import Frail
from bidden.components.body.gait import Gait
from bidden.components.body.health import Health
from bidden.components.body.leaves_corpse import LeavesCorpse
from bidden.components.body.limb import Limb
from bidden.components.body.recovery import Recovery
from bidden.components.body.slither import Slither
from bidden.components.body.spores import Spores
from bidden.components.body.stomach import Stomach
from bidden.components.body.wounds import Wounds
from bidden.components.boons.boons import Boons
from bidden.components.boons.shard import Shard
from bidden.components.boons.source import Source
from bidden.components.combat.ambush import Ambush
from bidden.components.combat.blocking import Blocking
from bidden.components.combat.brand import Brand
from bidden.components.combat.breath import Breath
from bidden.components.combat.guard import Guard
from bidden.components.combat.launcher import Launcher
from bidden.components.combat.marksman import Marksman
from bidden.components.combat.piercing import Piercing
from bidden.components.combat.quiver import Quiver
from bidden.components.combat.reach import Reach
from bidden.components.combat.resistances import Resistances
from bidden.components.combat.slaying import Slaying
from bidden.components.combat.strike import Strike
from bidden.components.combat.sweep import Sweep
from bidden.components.combat.venom import Venom
from bidden.components.combat.wounding import Wounding
from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.components.knowledge.memory import Memory
from bidden.components.knowledge.visits import Visits
from bidden.components.magic.book import Book
from bidden.components.magic.caster import Caster
from bidden.components.magic.magic import Magic
from bidden.components.magic.mana import Mana
from bidden.components.movement.bump import Bump
from bidden.components.movement.collision import Collision
from bidden.components.movement.door import Door, UsesDoors
from bidden.components.movement.lock import Lock
from bidden.components.movement.position import Position
from bidden.components.movement.rooted import Rooted
from bidden.components.movement.waiting import Waiting
from bidden.components.places.trap import Trap
from bidden.components.places.uses_stairs import UsesStairs
from bidden.components.run.campaign import Campaign, Offer
from bidden.components.run.goals import Awaits, Bearer, Hunted, Hunting, Sought
from bidden.components.run.peace import Peaceful, Tells
from bidden.components.things.breakable import Breakable
from bidden.components.things.edible import Edible
from bidden.components.things.gear import Gear
from bidden.components.things.inscription import Inscription
from bidden.components.things.pack import Pack
from bidden.components.things.perishable import Perishable
from bidden.components.things.quality import Quality
from bidden.components.things.spill import Spill
from bidden.components.things.torch import Torch
from bidden.components.tricks.burrows import Burrows
from bidden.components.tricks.bursts import Bursts
from bidden.components.tricks.charge import Charge
from bidden.components.tricks.disguise import Disguise
from bidden.components.tricks.imitates import Imitates
from bidden.components.tricks.knack import Knack
from bidden.components.tricks.leaks import Leaks
from bidden.components.tricks.pack_hunter import PackHunter
from bidden.components.tricks.relish import Relish
from bidden.components.tricks.renown import ChampionLots, Renown
from bidden.components.tricks.retort import Retort
from bidden.components.tricks.skirmish import Skirmish
from bidden.components.tricks.thief import Thief
from bidden.components.tricks.thorns import Thorns
from bidden.rules.body.corpses import Corpses
from bidden.rules.body.living_on import LivingOn
from bidden.rules.body.maiming import Maiming
from bidden.rules.body.metabolism import Metabolism
from bidden.rules.body.triumphs import Triumphs
from bidden.rules.boons.burning import BurningBoons
from bidden.rules.boons.double_blow import DoubleBlow
from bidden.rules.boons.drawing import Drawing
from bidden.rules.boons.having import HavingBoons
from bidden.rules.boons.hollowing import HollowBoons
from bidden.rules.boons.lash import Lash
from bidden.rules.boons.leap import Leap
from bidden.rules.boons.rush import Rush
from bidden.rules.boons.walking_through import WalkingThrough
from bidden.rules.boons.ward import Ward
from bidden.rules.combat.flight import Flight
from bidden.rules.combat.shields import Shields
from bidden.rules.ground.darkness import Darkness
from bidden.rules.ground.doors import Doors
from bidden.rules.ground.embers import Embers
from bidden.rules.ground.fire import Fire
from bidden.rules.ground.gas import Gas
from bidden.rules.ground.getting_out import GettingOut
from bidden.rules.ground.ground import Ground
from bidden.rules.ground.hiding import Hiding
from bidden.rules.ground.kindling import Kindling
from bidden.rules.ground.spreading import Spreading
from bidden.rules.ground.torches import Torches
from bidden.rules.ground.water import Water
from bidden.rules.knowledge.appearances import Appearances
from bidden.rules.knowledge.bidding import Bidding
from bidden.rules.knowledge.hearing import Hearing
from bidden.rules.knowledge.nearest_foe import NearestFoe
from bidden.rules.knowledge.noises import Noises
from bidden.rules.knowledge.noticing import Noticing
from bidden.rules.knowledge.sleep import Sleep
from bidden.rules.knowledge.vision import Vision
from bidden.rules.knowledge.witnesses import Witnesses
from bidden.rules.magic.blinking import Blinking
from bidden.rules.magic.conditions import Conditions
from bidden.rules.magic.effects import Effects
from bidden.rules.magic.mind_control import MindControl
from bidden.rules.magic.spells import Spells
from bidden.rules.magic.summoning import Summoning
from bidden.rules.magic.transfusion import Transfusion
from bidden.rules.magic.voice import Voice
from bidden.rules.movement.occupancy import Occupancy
from bidden.rules.movement.pathfinding import Pathfinding
from bidden.rules.movement.swapping import Swapping
from bidden.rules.places.chasms import Chasms
from bidden.rules.places.engraving import Engraving
from bidden.rules.places.following import Following
from bidden.rules.places.level_making import LevelMaking
from bidden.rules.places.masterworks import Masterworks
from bidden.rules.places.passing import Passing
from bidden.rules.places.pursuit import Pursuit
from bidden.rules.places.scenario import Scenario
from bidden.rules.places.searching import Searching
from bidden.rules.places.spawning import Spawning
from bidden.rules.places.stairs import Stairs
from bidden.rules.places.traps import Traps
from bidden.rules.run.binding import Binding
from bidden.rules.run.calling import Calling
from bidden.rules.run.deeds import Deeds
from bidden.rules.run.favour import Favour
from bidden.rules.run.grudges import Grudges
from bidden.rules.run.last_way import LastWay
from bidden.rules.run.settling import Settling
from bidden.rules.run.talking import Talking
from bidden.rules.run.term import Term
from bidden.rules.tricks.alarms import Alarms
from bidden.rules.tricks.bodyguards import Bodyguards
from bidden.rules.tricks.champions import Champions
from bidden.rules.tricks.eruptions import Eruptions
from bidden.rules.tricks.raising import Raising
from bidden.rules.tricks.shoving import Shoving
from bidden.rules.tricks.silence import Silence
from bidden.rules.tricks.stealing import Stealing
from bidden.rules.tricks.sundering import Sundering
from bidden.rules.tricks.unmasking import Unmasking
from bidden.rules.turns.beginning import Beginning
from bidden.rules.turns.pacing import Pacing
from bidden.rules.turns.winning import Winning
from bidden.state import (
    Ammunition,
    Bodyguard,
    Chamber,
    Fighter,
    Flying,
    Gate,
    Hero,
    Home,
    Hunter,
    Inscribed,
    Invisible,
    Item,
    Key,
    Levels,
    Look,
    OneWay,
    Prize,
    Secret,
    Side,
    Stack,
    Stair,
    StartingGear,
    Title,
    TwoHanded,
    Unidentified,
    Unseen,
)
from eventcore import Component
from eventcore.time import Timers

RULES: Final[tuple[type[Component], ...]] = (
    Conditions,
    MindControl,
    Metabolism,
    Occupancy,
    Vision,
    NearestFoe,
    Sleep,
    Noticing,
    Noises,
    Hearing,
    Bidding,
    Pathfinding,
    Swapping,
    Flight,
    Shields,
    Spreading,
    Traps,
    Searching,
    Engraving,
    Stairs,
    Chasms,
    Following,
    Passing,
    Blinking,
    Summoning,
    Transfusion,
    Shoving,
    Raising,
    Alarms,
    Sundering,
    Stealing,
    Eruptions,
    Bodyguards,
    Champions,
    Silence,
    Voice,
    Unmasking,
    Witnesses,
    Appearances,
    Corpses,
    Maiming,
    Triumphs,
    LivingOn,
    HavingBoons,
    DoubleBlow,
    Lash,
    Leap,
    WalkingThrough,
    Ward,
    Rush,
    BurningBoons,
    HollowBoons,
    Drawing,
    Beginning,
    LevelMaking,
    Spawning,
    Masterworks,
    Pacing,
    Winning,
    Calling,
    Binding,
    Settling,
    LastWay,
    Term,
    Favour,
    Talking,
    Grudges,
)
"""The rules of the world that need nothing to begin with."""

COMPONENTS: Final[tuple[type[Component], ...]] = (
    # Rules of the world
    Timers,
    Effects,
    Spells,
    Scenario,
    Pursuit,
    Deeds,
    *RULES,
    # and of ground that acts: they join a world when something first lies there
    Ground,
    Fire,
    Water,
    Gas,
    Kindling,
    GettingOut,
    Darkness,
    Torches,
    Hiding,
    Doors,
    Embers,
    # Moving about
    Position,
    Bump,
    Collision,
    Rooted,
    UsesDoors,
    Door,
    Lock,
    UsesStairs,
    Waiting,
    # Fighting
    Strike,
    Marksman,
    Quiver,
    Breath,
    Guard,
    Health,
    Wounds,
    Frail,
    LeavesCorpse,
    # Being of several parts
    Body,
    Slither,
    Gait,
    Limb,
    # Being what a task is about
    Hunted,
    Sought,
    Bearer,
    Peaceful,
    Tells,
    Hunting,
    # Lying in wait
    Trap,
    Resistances,
    # Holding and using
    Pack,
    Magic,
    Book,
    Inscription,
    Edible,
    Spill,
    Torch,
    Gear,
    Launcher,
    Quality,
    Brand,
    Slaying,
    Ambush,
    Piercing,
    Reach,
    Sweep,
    Blocking,
    Venom,
    Wounding,
    Breakable,
    Perishable,
    # Tricks
    Boons,
    Shard,
    Source,
    Knack,
    Retort,
    Relish,
    Thorns,
    Bursts,
    Leaks,
    PackHunter,
    Charge,
    Skirmish,
    Thief,
    Disguise,
    Burrows,
    Imitates,
    # Living
    Stomach,
    Mana,
    Caster,
    Recovery,
    Experience,
    Spores,
    # Seeing and thinking
    Memory,
    Visits,
    ItemKnowledge,
    Mind,
    Scent,
    Tracker,
    Wits,
    # Plain data
    Hero,
    Levels,
    Title,
    Look,
    Side,
    Fighter,
    StartingGear,
    Home,
    Flying,
    Invisible,
    Unseen,
    Bodyguard,
    Hunter,
    Renown,
    ChampionLots,
    Stair,
    Gate,
    Campaign,
    Offer,
    Awaits,
    Item,
    Stack,
    Ammunition,
    TwoHanded,
    Unidentified,
    Inscribed,
    Prize,
    Key,
    OneWay,
    Secret,
    Chamber,
)
