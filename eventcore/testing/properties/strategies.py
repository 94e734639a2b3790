"""Strategies for intents, read off the annotations of their classes."""

from __future__ import annotations

from enum import Enum
from math import ceil, floor, inf
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import attrs
import msgspec
from hypothesis import strategies as st

T = TypeVar("T")
N = TypeVar("N", int, float)

_OF_NUMBERS = ("gt", "ge", "lt", "le", "multiple_of")
_OF_LENGTH = ("min_length", "max_length")
_BOUNDS = (*_OF_NUMBERS, *_OF_LENGTH, "pattern")
_SMALL = 9
"""Integers lie this near to 0 where nothing is said of them: games happen nearby."""
_LONG = 8
"""So many letters a text has at the most."""
_FEW = 3
"""So many items a list has at the most."""


def intents(*kinds: type[T], **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[T]:
    """Draw intents of any of these classes.

    Numbers are small, texts and lists short, unless a ``msgspec.Meta`` bounds them. For a field
    of one class only, add strategies: ``intents(Move, dx=NEAR) | intents(Jump, Wait)``.

    Args:
        kinds: Classes made by attrs.
        fields: Strategies for fields by name, in every class that has the field.

    Raises:
        TypeError: A class is none of attrs', no class has such a field, or nothing can be
            drawn from a field's annotation: where a class holds itself, say how.
    """
    if not kinds:
        raise TypeError("intents() takes the classes of intents, at least one")
    known = {field.name for kind in kinds for field in _fields(kind)}
    unknown = [name for name in fields if name not in known]
    if unknown:
        names = ", ".join(kind.__name__ for kind in kinds)
        raise TypeError(f"intents({unknown[0]}=…): none of {names} has such a field")
    return st.one_of([_built(kind, fields) for kind in kinds])


def sequences(
    intents: st.SearchStrategy[T], *, min_size: int = 0, max_size: int = 30
) -> st.SearchStrategy[list[T]]:
    """Draw what is performed one after the other.

    Args:
        intents: What each is drawn from.
        min_size: How many there are at least.
        max_size: How many there are at the most.
    """
    return st.lists(intents, min_size=min_size, max_size=max_size)


def _fields(kind: Any) -> list[attrs.Attribute[Any]]:
    if not (isinstance(kind, type) and attrs.has(kind)):
        raise TypeError(f"intents({kind!r}): that is no class made by attrs; draw it by st.builds")
    return [field for field in attrs.fields(kind) if field.init]


@attrs.frozen
class _Place:
    """Where a strategy is wanted.

    Attributes:
        field: The field, as ``Class.field``.
        given: The name by which a strategy for it can be given.
        within: The classes it is within.
    """

    field: str
    given: str
    within: tuple[type, ...]

    def refusal(self, why: str) -> TypeError:
        return TypeError(f"{self.field}: {why}; give a strategy: {self.given}=…")


def _built(
    kind: type[T], given: dict[str, st.SearchStrategy[Any]], outer: _Place | None = None
) -> st.SearchStrategy[T]:
    hints = get_type_hints(kind, include_extras=True)
    within = (*(outer.within if outer else ()), kind)
    drawn: dict[str, st.SearchStrategy[Any]] = {}
    for field in _fields(kind):
        name = field.name
        place = _Place(f"{kind.__name__}.{name}", outer.given if outer else name, within)
        found = given[name] if name in given else _of(hints.get(name), place)
        drawn[field.alias or name] = found
    return st.builds(kind, **drawn)


def _of(hint: Any, place: _Place, bounds: _Bounds | None = None) -> st.SearchStrategy[Any]:
    """Give a strategy for an annotation, within what ``msgspec.Meta`` says of it."""
    origin, args = get_origin(hint), get_args(hint)
    bounds = bounds or _Bounds(place, ())
    if origin is Annotated:
        metas = tuple(note for note in args[1:] if isinstance(note, msgspec.Meta))
        return _of(args[0], place, _Bounds(place, (*bounds.metas, *metas)))
    if hint is int:
        return bounds.integers()
    if hint is float:
        return bounds.floats()
    if hint is str:
        return bounds.texts()
    if origin is list:
        return bounds.lists(_of(args[0], place))
    if origin is tuple and args[-1] is Ellipsis:
        return bounds.lists(_of(args[0], place)).map(tuple)
    bounds.refuse_any(hint)
    if origin in (Union, UnionType):
        return st.one_of([_of(one, place) for one in args])
    if origin is Literal:
        return st.sampled_from(args)
    if origin is tuple:
        return st.tuples(*(_of(one, place) for one in args))
    return _of_class(hint, place)


def _of_class(hint: Any, place: _Place) -> st.SearchStrategy[Any]:
    if hint is bool:
        return st.booleans()
    if hint in (None, NoneType):
        return st.none()
    if isinstance(hint, type) and issubclass(hint, Enum):
        return st.sampled_from(hint)
    if isinstance(hint, type) and attrs.has(hint):
        if hint in place.within:
            name = hint.__name__
            raise place.refusal(f"a {name} would be drawn within a {name}, without end")
        return _built(hint, {}, place)
    raise place.refusal(f"nothing is known of {hint!r}")


class _Bounds:
    """What ``msgspec.Meta`` says of a field. It says each thing once, or msgspec refuses it."""

    def __init__(self, place: _Place, metas: tuple[msgspec.Meta, ...]) -> None:
        self.metas = metas
        self._place = place
        said = {
            name: getattr(meta, name) for meta in metas for name in _BOUNDS if _says(meta, name)
        }
        self._least, self._over = said.pop("ge", None), said.pop("gt", None)
        self._most, self._under = said.pop("le", None), said.pop("lt", None)
        self._said = said

    def refuse_any(self, hint: Any, *but: str) -> None:
        """Refuse bounds that nothing is known of, but for these."""
        for meta in self.metas:
            for name in _BOUNDS:
                if name not in but and _says(meta, name):
                    said = f"{name}={getattr(meta, name)!r}"
                    raise self._place.refusal(
                        f"its Meta says {said}, which nothing is known of for {hint!r}"
                    )

    def integers(self) -> st.SearchStrategy[int]:
        """Draw integers: near 0, or near a bound."""
        self.refuse_any(int, *_OF_NUMBERS)
        step = int(self._said.get("multiple_of", 1))
        least = self._least if self._over is None else floor(self._over) + 1
        most = self._most if self._under is None else ceil(self._under) - 1
        first, last = self._around(
            None if least is None else -int(-ceil(least) // step),
            None if most is None else int(floor(most) // step),
        )
        return st.integers(first, last).map(lambda number: number * step)

    def floats(self) -> st.SearchStrategy[float]:
        """Draw floats: near 0, or near a bound."""
        self.refuse_any(float, *_OF_NUMBERS)
        least = self._least if self._over is None else self._over
        most = self._most if self._under is None else self._under
        step = self._said.get("multiple_of")
        if step is None:
            first, last = self._around(least, most)
            numbers = st.floats(first, last)
        else:
            first, last = self._around(
                None if least is None else ceil(least / step),
                None if most is None else floor(most / step),
            )
            numbers = st.integers(first, last).map(lambda number: float(number * step))
        return numbers.filter(lambda number: number not in (self._over, self._under))

    def _around(self, least: N | None, most: N | None) -> tuple[N | int, N | int]:
        """Give the least and the most to draw."""
        first = least
        if first is None:
            first = -_SMALL if most is None else min(-_SMALL, most - _SMALL)
        last = max(_SMALL, first + _SMALL) if most is None else most
        if first > last:
            raise self._place.refusal("no number is as its Meta says")
        return first, last

    def texts(self) -> st.SearchStrategy[str]:
        """Draw texts, short ones where nothing is said."""
        self.refuse_any(str, *_OF_LENGTH, "pattern")
        least, most = self._lengths(_LONG)
        pattern, longest = self._said.get("pattern"), self._said.get("max_length", inf)
        if pattern is None:
            return st.text(min_size=least, max_size=most)
        return st.from_regex(pattern).filter(lambda text: least <= len(text) <= longest)

    def lists(self, items: st.SearchStrategy[T]) -> st.SearchStrategy[list[T]]:
        """Draw lists, short ones where nothing is said."""
        self.refuse_any(list, *_OF_LENGTH)
        least, most = self._lengths(_FEW)
        return st.lists(items, min_size=least, max_size=most)

    def _lengths(self, usual: int) -> tuple[int, int]:
        least = self._said.get("min_length", 0)
        most = self._said.get("max_length", least + usual)
        if least > most:
            raise self._place.refusal("nothing is as long as its Meta says")
        return least, most


def _says(meta: msgspec.Meta, name: str) -> bool:
    return getattr(meta, name) is not None
