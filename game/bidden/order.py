"""The order of component classes, which decides among handlers of equal priority and role.

Rules come first, and react to the changes of components. Plain data have no handlers, and come
last.
"""

from __future__ import annotations

from typing import Final

from bidden import state
from bidden.ai.mind import Mind
from bidden.ai.tracker import Scent, Tracker
from bidden.ai.wits import Wits
from bidden.components.body.body import Body, Slither
from bidden.components.body.experience import Experience
from bidden.components.body.frail import Frail
from bidden.components.body.gait import Gait
from bidden.components.body.health import Health, LeavesCorpse
from bidden.components.body.limb import Limb
from bidden.components.body.metabolism import Recovery, Stomach
from bidden.components.body.spores import Spores
from bidden.components.body.wounds import Wounds
from bidden.components.boons.boons import Boons, Shard, Source
from bidden.components.combat.blows import Ambush, Piercing, Reach, Slaying, Strike, Sweep
from bidden.components.combat.guard import Blocking, Guard, Resistances
from bidden.components.combat.marksman import Launcher, Marksman, Quiver
from bidden.components.combat.on_hit import Brand, Venom, Wounding
from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.components.knowledge.memory import Memory
from bidden.components.knowledge.visits import Visits
from bidden.components.magic.casting import Caster, Mana
from bidden.components.magic.magic import Magic
from bidden.components.movement.collision import Bump, Burrows, Collision, Rooted, UsesStairs
from bidden.components.movement.door import Door, Lock, UsesDoors
from bidden.components.movement.position import Position, Waiting
from bidden.components.places.trap import Trap
from bidden.components.run.campaign import Campaign, Offer, Peaceful, Tells
from bidden.components.run.goals import Awaits, Bearer, Hunted, Hunting, Sought
from bidden.components.things.breakable import Breakable, Spill
from bidden.components.things.consumable import Edible, Perishable
from bidden.components.things.gear import Gear, Quality
from bidden.components.things.pack import Pack
from bidden.components.things.readable import Book, Inscription
from bidden.components.things.torch import Torch
from bidden.components.tricks.after_hits import Imitates, Relish, Retort, Skirmish, Thief, Thorns
from bidden.components.tricks.deaths import Bursts, Leaks
from bidden.components.tricks.disguise import Disguise
from bidden.components.tricks.knack import Breath, Knack
from bidden.components.tricks.renown import ChampionLots, Renown
from bidden.components.tricks.strong_blows import Charge, PackHunter
from bidden.rules.body.deaths import Corpses, LivingOn, Triumphs
from bidden.rules.body.maiming import Maiming
from bidden.rules.boons.having import Drawing, HavingBoons
from bidden.rules.boons.moving import Leap, Rush, WalkingThrough
from bidden.rules.boons.striking import DoubleBlow, Lash, Ward
from bidden.rules.boons.warped import BurningBoons, HollowBoons
from bidden.rules.combat.shields import Bodyguards, Flight, Shields
from bidden.rules.ground.ground import Ground
from bidden.rules.ground.spreading import Spreading
from bidden.rules.knowledge.appearances import Appearances
from bidden.rules.knowledge.nearest_foe import NearestFoe
from bidden.rules.knowledge.noises import Bidding, Hearing, Noises
from bidden.rules.knowledge.noticing import Noticing, Sleep
from bidden.rules.knowledge.vision import Vision
from bidden.rules.knowledge.witnesses import Witnesses
from bidden.rules.magic.conditions import Conditions, Silence, Voice
from bidden.rules.magic.effects import Effects
from bidden.rules.magic.instant_effects import (
    Alarms,
    Blinking,
    Raising,
    Shoving,
    Summoning,
    Sundering,
    Transfusion,
)
from bidden.rules.magic.mind_control import MindControl
from bidden.rules.magic.spells import Spells
from bidden.rules.movement.occupancy import Occupancy
from bidden.rules.movement.pathfinding import Pathfinding
from bidden.rules.places.chasms import Chasms
from bidden.rules.places.engraving import Engraving
from bidden.rules.places.following import Following, Swapping
from bidden.rules.places.level_making import ACTIVE_GROUND, LevelMaking
from bidden.rules.places.pursuit import Pursuit
from bidden.rules.places.scenario import Scenario
from bidden.rules.places.searching import Searching, Unmasking
from bidden.rules.places.spawning import Spawning
from bidden.rules.places.stairs import Passing, Stairs
from bidden.rules.places.traps import Traps
from bidden.rules.run.binding import Binding, Term
from bidden.rules.run.calling import Calling
from bidden.rules.run.deeds import Deeds
from bidden.rules.run.favour import Favour, Grudges
from bidden.rules.run.last_way import LastWay
from bidden.rules.run.settling import Settling
from bidden.rules.run.talking import Talking
from bidden.rules.tricks.abilities import Eruptions, Stealing
from bidden.rules.tricks.champions import Champions, Masterworks
from bidden.rules.turns.pacing import Metabolism, Pacing
from bidden.rules.turns.winning import Beginning, Winning
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
"""The rules of every world, which need no data to begin with."""

COMPONENTS: Final[tuple[type[Component], ...]] = (
    # Rules of the world
    Timers,
    Effects,
    Spells,
    Scenario,
    Pursuit,
    Deeds,
    *RULES,
    # Rules of active ground, which join a world when something first lies there
    Ground,
    *ACTIVE_GROUND,
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
    # Bodies of several parts
    Body,
    Slither,
    Gait,
    Limb,
    # Goals of tasks
    Hunted,
    Sought,
    Bearer,
    Peaceful,
    Tells,
    Hunting,
    # Traps and resistances
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
    state.Hero,
    state.Levels,
    state.Title,
    state.Look,
    state.Side,
    state.Fighter,
    state.StartingGear,
    state.Home,
    state.Flying,
    state.Invisible,
    state.Unseen,
    state.Bodyguard,
    state.Hunter,
    Renown,
    ChampionLots,
    state.Stair,
    state.Gate,
    Campaign,
    Offer,
    Awaits,
    state.Item,
    state.Stack,
    state.Ammunition,
    state.TwoHanded,
    state.Unidentified,
    state.Inscribed,
    state.Prize,
    state.Key,
    state.OneWay,
    state.Secret,
    state.Chamber,
)
