"""Random streams that draw scripted values, and functions that copy intents."""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence
from typing import Any, Final, TypeVar

import attrs

from eventcore.dispatch.preview import copy_value
from eventcore.entity import Entity
from eventcore.event import Event
from eventcore.journal.format import Record
from eventcore.rng import Stream
from eventcore.schema.values import fields_of
from eventcore.simulation import Run
from eventcore.world import World

T = TypeVar("T")

_LARGE: Final = 1 << 53  # the largest scripted value for draws without bounds, such as ``normal``


class ScriptError(AssertionError):
    """Raised if a script has no value left for a draw, or if its next value does not fit."""


class ScriptedStream(Stream):
    """A random stream whose draws return the values of a list, in order.

    The list contains booleans for ``chance``, the chosen items for ``pick`` and ``weighted``,
    reordered lists for ``shuffle``, and numbers for all other draws. A draw raises ``ScriptError``
    if no value is left, or if a real stream could not draw the value.

    Attributes:
        left: The values that have not been drawn yet.
        allow_leftover: Whether a test may end before it has drawn all values.
    """

    __slots__ = ("allow_leftover", "left")

    draws: int

    def __init__(
        self,
        name: str,
        script: Iterable[Any],
        *,
        allow_leftover: bool = False,
        world: World | None = None,
    ) -> None:
        super().__init__(0, name, world)
        self.left: list[Any] = list(script)
        self.allow_leftover: bool = allow_leftover

    def below(self, bound: int) -> int:
        return self._number(f"below({bound})", 0, bound - 1)

    def roll(self, least: int, most: int) -> int:
        return self._number(f"roll({least}, {most})", least, most)

    def chance(self, part: int, whole: int) -> bool:
        draw = f"chance({part}, {whole})"
        value = self._next(draw)
        self._require(type(value) is bool, draw, value, "True or False")
        self._require(part > 0 or not value, draw, value, "False, the only possible result")
        self._require(part < whole or value, draw, value, "True, the only possible result")
        return bool(value)

    def pick(self, choices: Sequence[T]) -> T:
        value: T = self._next("pick()")
        self._require(value in choices, "pick()", value, f"one of {list(choices)!r}")
        return value

    def weighted(self, choices: Sequence[T], weights: Sequence[int]) -> T:
        likely = [choice for choice, weight in zip(choices, weights, strict=True) if weight]
        value: T = self._next("weighted()")
        self._require(value in likely, "weighted()", value, f"one of {likely!r}")
        return value

    def exponential(self, mean: int) -> int:
        return self._number(f"exponential({mean})", 0, _LARGE)

    def normal(self, mean: int, deviation: int) -> int:
        return self._number(f"normal({mean}, {deviation})", -_LARGE, _LARGE)

    def shuffle(self, items: MutableSequence[T]) -> None:
        value = self._next("shuffle()")
        is_list = isinstance(value, list | tuple)
        fits = is_list and sorted(map(repr, value)) == sorted(map(repr, items))
        self._require(fits, "shuffle()", value, f"{list(items)!r} in any order")
        items[:] = list(value)

    def state(self) -> list[int]:
        raise ScriptError(f"stream {self.name!r} is scripted: save a world without scripts")

    def copy_to(self, world: World) -> ScriptedStream:
        copy = ScriptedStream(self.name, self.left, world=world)
        copy.draws = self.draws
        return copy

    def _number(self, draw: str, least: int, most: int) -> int:
        value = self._next(draw)
        fits = type(value) is int and least <= value <= most
        self._require(fits, draw, value, f"a whole number from {least} to {most}")
        return int(value)

    def _next(self, draw: str) -> Any:
        self._check_draw()
        if not self.left:
            said = f"no value is left in the script for draw {self.draws + 1}, {draw}"
            raise ScriptError(f"stream {self.name!r}: {said}")
        self.draws += 1
        value = self.left.pop(0)
        for watcher in self._world._draw_watchers:
            watcher(self.name, value, f"(scripted for {draw})")
        return value

    def _require(self, fits: bool, draw: str, value: object, wanted: str) -> None:
        if not fits:
            said = f"the script has {value!r} for {draw}; use {wanted}"
            raise ScriptError(f"stream {self.name!r}: {said}")


def leftover_draws(world: World, scripts: Iterable[ScriptedStream]) -> list[str]:
    """Return a message for each script with undrawn values, unless the script allows them."""
    drawn = [f"{name!r} ({count})" for name, count in world.draws() if count]
    return [
        f"stream {stream.name!r}: the scripted values {stream.left!r} were not drawn; the test "
        f"drew from these streams: {', '.join(drawn) or 'none'}; correct the name of the stream, "
        f"remove the extra values, or allow them with allow_leftover"
        for stream in scripts
        if stream.left and not stream.allow_leftover
    ]


@attrs.frozen
class RunFor:
    """An intent to let time pass for a duration. A ``Run`` has an end time instead."""

    units: int | None  # the duration, or None to run until no scheduled event is left


def intent_for(simulation: Any, intent: Any) -> Any:
    """Return a copy of an intent that the given simulation can perform.

    The copy of an event refers to the simulation's own entities, with the same ids if these exist.
    A journal record is decoded, and a ``RunFor`` becomes a ``Run``.
    """
    if isinstance(intent, Record):
        return simulation.decode(intent.type, intent.v, intent.data)
    if isinstance(intent, RunFor):
        now = simulation.world.agenda.now
        return Run(None if intent.units is None else now + intent.units)
    if not isinstance(intent, Event):
        return intent
    world, fields = simulation.world, fields_of(intent).items()
    return type(intent)(**{name: _copied_to_world(value, world) for name, value in fields})


def repr_of(intent: Any) -> str:
    """Return an intent as Python code, with entities written as ``Entity(id)``."""
    if not isinstance(intent, Event):
        return repr(intent)
    values = [
        f"{name}={f'Entity({value.id})' if isinstance(value, Entity) else repr(value)}"
        for name, value in fields_of(intent).items()
    ]
    return f"{type(intent).__name__}({', '.join(values)})"


def _copied_to_world(value: Any, world: World) -> Any:
    if isinstance(value, Entity):
        entities = {entity.id: entity for entity in (world.root, *world)}
        return entities.get(value.id) or [*entities.values()][value.id % len(entities)]
    if type(value) in (list, tuple):
        return type(value)(_copied_to_world(item, world) for item in value)
    if type(value) is dict:
        return dict(_copied_to_world([*value.items()], world))
    return copy_value(value)
