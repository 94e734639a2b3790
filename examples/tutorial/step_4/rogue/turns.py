"""Turns: when each entity acts, how fast it is, and which effects last for several turns."""

from collections.abc import Callable

from eventcore import (
    MODIFY,
    REACT,
    Component,
    Entity,
    Notice,
    Query,
    World,
    component,
    event,
    handles,
)
from eventcore.time import (
    TURN,
    Packet,
    StartTimer,
    TimerKind,
    Timers,
    add_timers,
    next_actor,
    start_clock,
)

from .fighting import COMPONENTS as BEFORE
from .fighting import Attack, Die, Fighter, Health, Hurt
from .walking import Look, Move, Place, Walls

TIMERS = {"poison": TimerKind(tick=Packet("Hurt", {"points": 1, "by": "poison"}))}


@event
class Act(Notice):
    """It is the enactor's turn."""


@event
class HowFast(Query):
    """How fast is the enactor? At twice the normal speed, it acts twice per turn."""

    speed: int = 100


@component
class Pace(Component):
    """The speed of an entity without a load."""

    speed: int

    @handles(HowFast, MODIFY)
    def answer(self, question: HowFast, world: World) -> None:
        question.speed = self.speed


@component
class Hunter(Component):
    """A hunter walks towards its prey, and attacks when the prey is on the next tile."""

    prey: Entity

    @handles(Act, REACT)
    def chase(self, act: Act, world: World) -> None:
        if self.prey.alive:
            (x, y), (prey_x, prey_y) = act.enactor[Place].tile, self.prey[Place].tile
            dx, dy = prey_x - x, prey_y - y
            if abs(dx) >= abs(dy):
                world.publish(Move(act.enactor, 1 if dx > 0 else -1, 0))
            else:
                world.publish(Move(act.enactor, 0, 1 if dy > 0 else -1))


@component
class Fangs(Component):
    """A creature with fangs poisons each target of its attacks."""

    turns: int

    @handles(Attack, REACT)
    def poison(self, attack: Attack, world: World) -> None:
        world.publish(StartTimer(attack.enactor, attack.target, "poison", self.turns))


def begin_time(world: World) -> None:
    """Start the clock, so that turns begin and timers tick."""
    start_clock(world)
    add_timers(world, TIMERS)


def pass_time(world: World, hero: Entity, cost: int, stop: Callable[[], bool]) -> None:
    """Delay the hero by the cost of its action, and let the others act until its next turn."""
    actor: Entity | None = hero
    while actor is not None and not stop():
        if actor.alive:
            world.agenda.delay(actor, cost, world.ask(HowFast(actor)).speed)
        actor = next_actor(world, stop)
        if actor is hero:
            return
        if actor is not None:
            world.publish(Act(actor))
            cost = TURN


COMPONENTS = (*BEFORE, Pace, Hunter, Fangs, Timers)


if __name__ == "__main__":
    world = World(components=COMPONENTS, debug=True)
    begin_time(world)
    world.attach(world.root, Walls(["########", "#......#", "########"]))
    hero = world.spawn(Look("hero", "@"), Place(1, 1), Fighter("hero", 2), Health(9))
    snake = world.spawn(Look("snake", "s"), Place(6, 1), Fighter("cave"), Health(3))
    world.attach(snake, Pace(150), Hunter(hero), Fangs(2))
    for actor in (hero, snake):
        world.agenda.schedule(actor)
    world.observe(Hurt, lambda hurt: print(f"  {hurt.target[Look].name} -{hurt.points} {hurt.by}"))
    world.observe(Die, lambda die: print(f"  {die.target[Look].name} dies"))
    while hero[Health].hp > 3:
        print(f"turn {world.turn}: hero {hero[Health].hp}")
        move = world.publish(Move(hero, 1, 0))
        pass_time(world, hero, move.cost, stop=lambda: not hero.alive)
