"""Generated chains: their text, and that equal texts are compiled once."""

import linecache
from typing import Any

from eventcore import APPLY, REACT, VALIDATE, Component, Tap, World, component
from eventcore.dispatch.compile import write_source
from tests.eventcore.worlds.bodies import Body, Dawn, Hit, Legs, Walk, Weight, component_of, says


@component
class Wall(Component):
    stop = says("stop", Walk, VALIDATE)
    weigh = says("weigh", Weight, VALIDATE)


class HandledTap(Tap):
    """Overrides one hook of three."""

    def handled(self, event: object, handler: object) -> None:
        """Do nothing."""


def lines(text: str) -> list[str]:
    return text.rstrip("\n").split("\n")


def test_a_plain_chain_asks_nothing_between_its_calls() -> None:
    world = World(components=[Legs])
    assert lines(write_source(world.plan(Walk, world.spawn(Legs())))) == [
        "def chain(event, world):",
        "    if world is not HOME: foreign(event)",
        "    if event._outcome is not CONTINUE: twice(event)",
        "    cause = world._current",
        "    if cause is not None:",
        "        if cause._outcome is DONE and cause._depth < world.depth_limit "
        "and world._thread == ident():",
        "            event._cause = cause",
        "            event._depth = cause._depth + 1",
        "        else: enter(event, cause, world)",
        "    event._sequence = world._sequence = world._sequence + 1",
        "    try:",
        "        world._current = event",
        "        enactor_parts = event.enactor._parts",
        "        event._outcome = DONE",
        "        enactor_parts[0].step(event, world)  # h0",
        "        if cause is not None and world._current is not event: crossed(event)",
        "        if world._pending and (cause is None or world._despawned): "
        "world._settle(event, cause)",
        "        world._current = cause",
        "    except BaseException as error:",
        "        world._abort(error, event, cause, LINES.get(error.__traceback__.tb_lineno))",
        "        raise",
        "    return event",
    ]


def body_of(text: str) -> list[str]:
    """Give the lines of the try block, without those it begins and ends with in any chain."""
    all_lines = lines(text)
    start, end = all_lines.index("    try:"), all_lines.index("    except BaseException as error:")
    block = [line.removeprefix("        ") for line in all_lines[start + 1 : end]]
    assert (block[0], block[-1]) == ("world._current = event", "world._current = cause")
    last = block.index("if cause is not None and world._current is not event: crossed(event)")
    return [line for line in block[1:last] if not line.endswith("._parts")]


def test_each_handler_above_the_line_may_be_the_last() -> None:
    world = World(components=[Wall, Legs])
    assert body_of(write_source(world.plan(Walk, world.spawn(Wall(), Legs())))) == [
        "while True:",
        "    enactor_parts[0].stop(event, world)  # h0",
        "    if event._outcome is not CONTINUE:",
        "        event._by = h0",
        "        if event._outcome is REPLACED: replaced(event, world)  # h0",
        "        break",
        "    event._outcome = DONE",
        "    enactor_parts[1].step(event, world)  # h1",
        "    break",
    ]


def test_a_chain_that_nobody_would_apply_says_so_without_asking() -> None:
    world = World(components=[])
    assert body_of(write_source(world.plan(Walk, world.root))) == ["nothing(event)"]


def test_a_chain_of_the_gone_says_so_without_asking() -> None:
    Rule = component_of("Rule", law=says("law", Walk, VALIDATE, via="world", always=True))
    world = World(components=[Legs, Rule])
    world.attach(world.root, Rule())
    dead = world.spawn(Legs())
    world.despawn(dead)
    text = write_source(world.plan(Walk, dead))
    assert body_of(text) == ["gone(event)"]
    assert "_parts" not in text


def test_a_query_has_no_number_and_is_in_nobodys_way() -> None:
    world = World(components=[Wall])
    text = write_source(world.plan(Weight, world.spawn(Wall())))
    assert "_sequence" not in text
    assert "_pending" not in text
    assert body_of(text) == [
        "while True:",
        "    enactor_parts[0].weigh(event, world)  # h0",
        "    if event._outcome is not CONTINUE:",
        "        event._by = h0",
        "        if event._outcome is REPLACED: replaced(event, world)  # h0",
        "        break",
        "    event._outcome = DONE",
        "    break",
    ]


def test_who_answers_a_question_twice_is_looked_up_once() -> None:
    @component
    class Scales(Component):
        first = says("first", Weight, VALIDATE)
        second = says("second", Weight, VALIDATE)

    world = World(components=[Wall, Scales])
    scales = world.spawn(Wall(), Scales())
    text = write_source(world.plan(Weight, scales))
    assert "enactor_part1 = enactor_parts[1]" in text
    assert "enactor_part1.first(event, world)  # h1" in text
    assert "enactor_parts[0].weigh(event, world)  # h0" in text
    assert world.ask(Weight(scales)).log == ["weigh", "first", "second"]


def test_only_roles_that_are_heard_are_looked_at() -> None:
    world = World(components=[Legs, Body])
    text = write_source(world.plan(Hit, world.spawn(Legs()), world.spawn(Body())))
    assert "target_parts = event.target._parts" in text
    assert "enactor_parts" not in text


def test_taps_and_observers_leave_no_trace_where_there_are_none() -> None:
    world = World(components=[Legs])
    plan = world.plan(Walk, world.spawn(Legs()))
    assert "tap" not in write_source(plan)
    assert "_heard" not in write_source(plan)
    assert "        world._heard.append(event)" in lines(write_source(plan, (), True))


def test_a_query_that_no_tap_hears_is_asked_by_the_same_code_as_ever() -> None:
    plain, tapped = World(components=[Legs]), World(components=[Legs])
    tapped.tap(HandledTap())
    codes: list[Any] = []
    for world in (plain, tapped):
        legs = world.spawn(Legs())
        world.ask(Weight(legs))
        chain: Any = legs._archetype.queries[Weight]
        codes.append(chain.__code__)
    assert codes[0] is codes[1]


def test_only_the_hooks_that_a_tap_overrides_are_called() -> None:
    world = World(components=[Legs])
    plan = world.plan(Walk, world.spawn(Legs()))
    assert body_of(write_source(plan, [Tap(), HandledTap()])) == [
        "event._outcome = DONE",
        "part = enactor_parts[0]",
        "if part is not ABSENT:",
        "    part.step(event, world)  # h0",
        "    handled1(event, h0)  # h0",
    ]


def test_chains_that_read_the_same_share_their_code_even_between_worlds() -> None:
    codes: list[Any] = []
    for _ in range(2):
        world = World(components=[Legs])
        walker = world.spawn(Legs())
        world.publish(Walk(walker))
        chain: Any = walker._chains[Walk]
        codes.append(chain.__code__)
    assert codes[0] is codes[1]


def test_the_text_of_a_chain_can_be_shown_in_a_traceback() -> None:
    world = World(components=[Legs])
    walker = world.spawn(Legs())
    world.publish(Walk(walker))
    chain: Any = walker._chains[Walk]
    name = chain.__code__.co_filename
    assert name.startswith("<eventcore Walk ")
    linecache.checkcache(name)
    assert linecache.getline(name, 1) == "def chain(event, world):\n"
    assert "".join(linecache.getlines(name)) == write_source(world.plan(Walk, walker))


def test_a_chain_of_nobody_is_short() -> None:
    world = World(components=[Legs])
    assert body_of(write_source(world.plan(Dawn, world.root))) == ["event._outcome = DONE"]


def test_an_always_handler_is_called_outside_the_condition() -> None:
    @component
    class Mixed(Component):
        first = says("first", Walk, VALIDATE)
        second = says("second", Walk, VALIDATE, always=True)
        third = says("third", Walk, APPLY)
        fourth = says("fourth", Walk, APPLY, always=True)
        fifth = says("fifth", Walk, REACT)

    world = World(components=[Mixed])
    assert body_of(write_source(world.plan(Walk, world.spawn(Mixed())))) == [
        "while True:",
        "    enactor_parts[0].first(event, world)  # h0",
        "    if event._outcome is not CONTINUE:",
        "        event._by = h0",
        "        if event._outcome is REPLACED: replaced(event, world)  # h0",
        "        break",
        "    break",
        "enactor_parts[0].second(event, world)  # h1",
        "note_refusal(event, h1, world)  # h1",
        "if event._outcome is CONTINUE:",
        "    event._outcome = DONE",
        "    enactor_parts[0].third(event, world)  # h2",
        "enactor_parts[0].fourth(event, world)  # h3",
        "if event._outcome is DONE:",
        "    enactor_parts[0].fifth(event, world)  # h4",
    ]
