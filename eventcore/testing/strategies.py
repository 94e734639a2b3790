"""Create Hypothesis strategies that draw intents, based on the annotations of their fields."""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin

import attrs
import msgspec

try:
    from hypothesis import strategies as st
except ModuleNotFoundError as _error:
    _said = "drawing intents needs Hypothesis; run pip install '.[testing]'"
    raise ModuleNotFoundError(_said) from _error

from eventcore.entity import Entity
from eventcore.errors import RegistrationError
from eventcore.event import TURN
from eventcore.schema.hints import hints_of, is_enum
from eventcore.simulation import Run
from eventcore.testing.fakes import RunFor
from eventcore.world import World

T = TypeVar("T")
Given = dict[str, st.SearchStrategy[Any]]

_SMALL: Final = 9  # the largest absolute value of a generated number
_LETTERS: Final = 8  # the maximum length of a generated string
_ITEMS: Final = 3  # the maximum length of a generated list
_ENTITIES: Final = 9  # the number of entities to choose from, including the root
_PLAIN: Final[dict[Any, st.SearchStrategy[Any]]] = {
    int: st.integers(-_SMALL, _SMALL),
    float: st.floats(-_SMALL, _SMALL),
    str: st.text(max_size=_LETTERS),
    bool: st.booleans(),
    None: st.none(),
    NoneType: st.none(),
}


def intents(*kinds: type[T], **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[T]:
    """Return a strategy that draws intents of the given classes.

    Numbers are small, and strings and lists are short. A field with a ``msgspec.Meta`` needs a
    strategy of its own. Entities have small ids. The simulation that performs the intent uses its
    own entity with the same id, or another entity if it has none with this id. For ``Run``, the
    strategy draws a ``RunFor`` with a duration of at most 100 units instead of an end time. To use
    a strategy for only one of the classes, combine calls:
    ``intents(Move, dx=NEAR) | intents(Jump, Wait)``.

    Args:
        kinds: Event classes, or other attrs classes.
        fields: A strategy for each field name, used for all classes that have the field.

    Raises:
        RegistrationError: A class or annotation is not supported, or a given field belongs to none
            of the classes.
    """
    known = {field.name for kind in kinds for field in _fields(kind)}
    for name in fields:
        if name not in known:
            names = ", ".join(kind.__name__ for kind in kinds)
            raise RegistrationError(f"intents({name}=…): none of {names} has this field")
    return st.one_of([_built(kind, fields) for kind in kinds])


def _fields(kind: Any) -> list[attrs.Attribute[Any]]:
    if not (isinstance(kind, type) and attrs.has(kind)):
        raise RegistrationError(f"intents({kind!r}): not an event or attrs class; use st.builds")
    return [field for field in attrs.fields(kind) if field.init]


@attrs.frozen
class _Place:
    """A field that needs a strategy, and the nested classes that contain the field."""

    field: str
    argument: str  # the argument of ``intents`` that sets the strategy for this field
    within: tuple[type, ...]

    def error(self, problem: str) -> RegistrationError:
        return RegistrationError(f"{self.field}: {problem}; pass a strategy: {self.argument}=…")


def _built(kind: Any, given: Given, outer: _Place | None = None) -> st.SearchStrategy[Any]:
    if kind is Run:
        return st.builds(RunFor, given.get("until", st.integers(0, TURN)))
    hints = hints_of(kind)
    within = (*(outer.within if outer else ()), kind)
    drawn: Given = {}
    for field in _fields(kind):
        name = field.name
        place = _Place(f"{kind.__name__}.{name}", outer.argument if outer else name, within)
        strategy = given[name] if name in given else _of(hints.get(name), place)
        drawn[field.alias or name] = strategy
    return st.builds(kind, **drawn)


def _of(hint: Any, place: _Place) -> st.SearchStrategy[Any]:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        if any(isinstance(meta, msgspec.Meta) for meta in args[1:]):
            raise place.error("a msgspec.Meta limits the values of this field")
        return _of(args[0], place)
    if origin in (Union, UnionType):
        return st.one_of([_of(arg, place) for arg in args])
    if origin is list or (origin is tuple and args[-1] is Ellipsis):
        return st.lists(_of(args[0], place), max_size=_ITEMS).map(origin)
    if origin is tuple:
        return st.tuples(*(_of(arg, place) for arg in args))
    if origin is Literal:
        return st.sampled_from(args)
    if hint in _PLAIN:
        return _PLAIN[hint]
    if hint is Entity:
        world = World(components=[])
        return st.sampled_from([world.root, *(world.spawn() for _ in range(1, _ENTITIES))])
    if is_enum(hint):
        return st.sampled_from(hint)
    if isinstance(hint, type) and attrs.has(hint):
        if hint in place.within:
            name = hint.__name__
            raise place.error(f"{name} contains itself, so its values would be infinitely nested")
        return _built(hint, {}, place)
    raise place.error(f"there is no default strategy for {hint!r}")
