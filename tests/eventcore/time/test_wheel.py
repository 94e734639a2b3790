"""The wheel: what is over is forgotten, what lasts is kept, and neither is lost on the way."""

from eventcore import Entity, World
from eventcore.time.wheel import Timer, Wheel


def timer(wheel: Wheel, owner: Entity, number: int) -> Timer:
    """One of a hundred turns that ticks in each."""
    made = Timer(number, "glow", owner, owner, 0, 100, 0, 100)
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
    assert wheel.owners == 90
    end(wheel, timers[64:65])
    assert turn(wheel, 2) == [*range(65, 90)]
    assert wheel.owners == 25


def test_what_is_over_is_counted_anew_once_it_is_cleared_away() -> None:
    world, wheel = World(components=[]), Wheel()
    timers = [timer(wheel, world.spawn(), number) for number in range(90)]
    end(wheel, timers[:65])
    turn(wheel, 1)
    more = [timer(wheel, world.spawn(), number) for number in range(90, 155)]
    end(wheel, more[:64])
    turn(wheel, 2)
    assert wheel.owners == 90
    end(wheel, more[64:])
    turn(wheel, 3)
    assert wheel.owners == 25


def test_of_a_owners_timers_only_those_that_are_over_are_cleared_away() -> None:
    world, wheel = World(components=[]), Wheel()
    one = world.spawn()
    old, new = timer(wheel, one, 1), timer(wheel, one, 2)
    end(wheel, [new])
    turn(wheel, 5000)
    assert wheel.newest == {one: old}
    assert wheel.of(one) == (old,)


def test_what_is_forgotten_on_the_way_is_not_counted_as_over() -> None:
    world, wheel = World(components=[]), Wheel()
    one = world.spawn()
    end(wheel, [timer(wheel, one, number) for number in range(3)])
    assert wheel.of(one) == ()
    timers = [timer(wheel, world.spawn(), number) for number in range(3, 93)]
    end(wheel, timers[:64])
    turn(wheel, 1)
    assert wheel.owners == 90
    end(wheel, timers[64:65])
    turn(wheel, 2)
    assert wheel.owners == 25


def test_a_new_wheel_has_nothing_to_plan_or_to_take_out() -> None:
    wheel = Wheel(3)
    assert wheel.planned is True
    assert turn(wheel, 3) == []


def test_an_empty_wheel_that_was_saved_has_nothing_to_plan() -> None:
    assert Wheel._restored_({"turn": 3, "timers": []}, lambda value, _: value).planned is True


def test_nothing_is_left_where_a_timer_was_due_once_it_is_lifted() -> None:
    world, wheel = World(components=[]), Wheel()
    dumb, loud = (Timer(n, "glow", world.spawn(), world.root, 0, 9, 0, 9) for n in (1, 2))
    for each, wanes in ((dumb, False), (loud, True)):
        wheel.add(each)
        wheel.put(each, ticks=False, tells=wanes, wanes=wanes)
    assert (list(wheel._dumb), sorted(wheel._due)) == ([9], [5, 9])
    wheel.lift(dumb)
    wheel.lift(loud)
    assert (wheel._dumb, wheel._due) == ({}, {})


def test_a_turn_that_is_behind_is_made_up_for_in_the_next() -> None:
    world, wheel = World(components=[]), Wheel(7)
    late = Timer(1, "glow", world.spawn(), world.root, 0, 3, 2, 5)
    wheel.add(late)
    wheel.put(late, ticks=False, tells=True, wanes=True)
    assert (late._end_at, late._half_at) == (8, 8)
    assert turn(wheel, 8) == [1]


def test_what_is_due_in_the_last_of_several_turns_comes_too() -> None:
    world, wheel = World(components=[]), Wheel()
    for number, ends in ((1, 2), (2, 4), (3, 5)):
        each = Timer(number, "glow", world.spawn(), world.root, 0, 9, 0, ends)
        wheel.add(each)
        wheel.put(each, ticks=False, tells=True, wanes=False)
    assert turn(wheel, 4) == [1, 2]
    assert turn(wheel, 6) == [3]


def test_two_thirds_of_what_there_is_is_not_yet_too_much_to_be_over() -> None:
    world, wheel = World(components=[]), Wheel()
    timers = [timer(wheel, world.spawn(), number) for number in range(99)]
    end(wheel, timers[:66])
    turn(wheel, 1)
    assert wheel.owners == 99
    end(wheel, timers[66:67])
    turn(wheel, 2)
    assert wheel.owners == 32
