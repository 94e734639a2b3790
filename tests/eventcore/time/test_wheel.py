"""The wheel: what is over is forgotten, what lasts is kept, and neither is lost on the way."""

from eventcore import Entity, World
from eventcore.time.wheel import Timer, Wheel


def timer(wheel: Wheel, bearer: Entity, number: int) -> Timer:
    """One of a hundred turns that ticks in each."""
    made = Timer(number, "glow", bearer, bearer, 0, 100, 0, 100)
    wheel.add(made)
    wheel.put(made, ticks=True, tells=False, wanes=False)
    return made


def end(wheel: Wheel, timers: list[Timer]) -> None:
    for each in timers:
        wheel.lift(each)
        wheel.end(each)


def turn(wheel: Wheel, turn: int) -> list[int]:
    return [each.number for each in wheel.due(turn)]


def test_what_is_over_is_kept_until_there_is_twice_as_much_of_it_and_more_than_64() -> None:
    world, wheel = World(components=[]), Wheel()
    timers = [timer(wheel, world.spawn(), number) for number in range(90)]
    end(wheel, timers[:64])
    assert turn(wheel, 1) == [*range(64, 90)]
    assert len(wheel._of) == 90
    end(wheel, timers[64:65])
    assert turn(wheel, 2) == [*range(65, 90)]
    assert len(wheel._of) == 25


def test_what_is_over_is_counted_anew_once_it_is_cleared_away() -> None:
    world, wheel = World(components=[]), Wheel()
    timers = [timer(wheel, world.spawn(), number) for number in range(90)]
    end(wheel, timers[:65])
    turn(wheel, 1)
    more = [timer(wheel, world.spawn(), number) for number in range(90, 155)]
    end(wheel, more[:64])
    turn(wheel, 2)
    assert len(wheel._of) == 90
    end(wheel, more[64:])
    turn(wheel, 3)
    assert len(wheel._of) == 25


def test_of_a_bearers_timers_only_those_that_are_over_are_cleared_away() -> None:
    world, wheel = World(components=[]), Wheel()
    one = world.spawn()
    old, new = timer(wheel, one, 1), timer(wheel, one, 2)
    end(wheel, [new])
    turn(wheel, 5000)
    assert wheel._of == {one: old}
    assert wheel.of(one) == (old,)


def test_an_empty_wheel_that_was_saved_has_nothing_to_plan() -> None:
    assert Wheel._restored_({"turn": 3, "timers": []}, lambda value, _: value).planned is True
