"""Runs with a bound task, and the steps that fulfil it."""

from typing import Any

import attrs

from bidden.bindings import Task
from bidden.components.movement.position import Position
from bidden.components.run.campaign import Campaign, Offer
from bidden.components.run.goals import Awaits, Hunted, Sought
from bidden.events.combat import Die
from bidden.events.movement import Displace
from bidden.events.places import Climb
from bidden.grid.tiles import free_beside
from bidden.intents import Bind, Move, PickUp, Wait
from bidden.rules.run.calling import summoners
from bidden.session import Session
from bidden.state import Gate, Stair
from eventcore import Entity, Event


def begun(seed: int = 1, **changes: Any) -> Session:
    """Begin a run with changes to its first offer."""
    session = Session(seed, level="run")
    if changes:
        first = summoners(session.world)[0]
        first[Offer].binding = attrs.evolve(first[Offer].binding, **changes)
    return session


def campaign_of(session: Session) -> Campaign:
    return session.world.root[Campaign]


def bound(task: Task, seed: int = 1, **changes: Any) -> Session:
    """Begin a run bound to a task at danger 1, and generate all its levels."""
    what = {"hunt": "wolf", "seek": "fang of the summoner", "bear": "altar"}[task]
    if task == "hunt":
        changes = {"called": "Ulf the Unasked, wolf champion"} | changes
    place = {"task": task, "what": what, "land": "cave", "place": "labyrinth", "danger": 1}
    session = begun(seed, **(place | {"faction": "elevated"} | changes))
    assert session.perform(Bind(0)).done
    go_down(session)
    return session


def go_down(session: Session) -> None:
    """Go down a stair, from anywhere."""
    level = session.player[Position].level
    [stair] = [one for one in session.world.having(Stair) if one[Stair].to == level + 1]
    assert session.world.publish(Climb(session.player, stair)).done


def put_beside(session: Session, goal: Entity) -> None:
    """Place the player beside the goal of the task, to the west if possible."""
    spot = next(free_beside(goal[Position], session.world))
    who = session.player
    assert session.world.publish(Displace(who, who, *spot, goal[Position].level)).done


def step_onto(session: Session, goal: Entity) -> Event:
    here, there = session.player[Position], goal[Position]
    action: Event = session.perform(Move(there.x - here.x, there.y - here.y))
    return action


def only(session: Session, cls: type) -> Entity:
    [one] = session.world.having(cls)
    return one


def settle(session: Session, task: Task) -> Event:
    """Complete a task."""
    if task == "hunt":
        return session.world.publish(Die(session.player, only(session, Hunted)))
    goal = only(session, Sought if task == "seek" else Awaits)
    put_beside(session, goal)
    step_onto(session, goal)
    action: Event = session.perform(PickUp() if task == "seek" else Wait())
    return action


def last_of_all(session: Session, *served: str) -> None:
    campaign_of(session).served = [*served]
    settle(session, "hunt")


def take_the_gate(session: Session) -> Event:
    """Take the gate of the current level, from anywhere."""
    level = session.player[Position].level
    [gate] = [one for one in session.world.having(Gate) if one[Position].level == level]
    return session.world.publish(Climb(session.player, gate))
