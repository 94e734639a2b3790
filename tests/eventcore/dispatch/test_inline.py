"""Inline taps: their lines do in the chains what they do when they are called."""

from collections.abc import Sequence

import pytest

from eventcore import APPLY, Change, Component, Handler, World, component, event, handles
from eventcore.dispatch.inline import Inline


@event
class Paint(Change):
    keep: str = "red"


@component
class Wall(Component):
    colour: str = "white"

    @handles(Paint, APPLY)
    def take(self, paint: Paint, world: World) -> None:
        self.colour = paint.keep
        if paint.keep == "bad":
            raise ValueError("bad paint")


class Lines(Inline):
    """Writes down what it is told; its names are those of fields and of other taps."""

    def __init__(self) -> None:
        self.told: list[tuple[object, ...]] = []
        super().__init__({"keep": self.told.append, "prefix": "wall"})

    def write(self, hook: str, handler: Handler | None) -> Sequence[str]:
        if hook == "handling":
            return ('keep((prefix, handler.name, component.colour, "before"))',)
        if hook == "handled":
            return ("keep((handler.name, event.keep))",)
        if hook == "settled":
            return ("_word = event.outcome.value", "if event.keep: keep((_word, event.keep))")
        return ()


def test_lines_are_run_where_a_hook_would_be_called(debug: bool) -> None:
    world, first, second = World(components=[Wall], debug=debug), Lines(), Lines()
    wall = world.spawn(Wall())
    world.tap(first)
    world.tap(second)
    world.publish(Paint(wall, "blue"))
    assert first.told == [("wall", "take", "white", "before"), ("take", "blue"), ("done", "blue")]
    assert second.told == first.told


def test_an_error_next_to_lines_is_still_the_handlers(debug: bool) -> None:
    world = World(components=[Wall], debug=debug)
    world.tap(Lines())
    with pytest.raises(ValueError, match="bad paint") as caught:
        world.publish(Paint(world.spawn(Wall()), "bad"))
    assert any("Wall.take" in note for note in caught.value.__notes__)


class Silent(Inline):
    """Writes nothing at all."""

    def __init__(self) -> None:
        super().__init__({})

    def write(self, hook: str, handler: Handler | None) -> Sequence[str]:
        return ()


def test_a_tap_without_lines_leaves_nothing_in_the_chain() -> None:
    world = World(components=[Wall])
    wall = world.spawn(Wall())
    world.tap(Silent())
    world.publish(Paint(wall))
    assert wall[Wall].colour == "red"
