"""Put an intent into words that a player would type for it."""

from __future__ import annotations

from collections.abc import Iterator

from bidden.grid.compass import bearing, where
from bidden.intents import (
    Bid,
    Bind,
    Breathe,
    Cast,
    Close,
    Disarm,
    Drop,
    Engrave,
    Improve,
    Inhale,
    Intent,
    Move,
    Name,
    PickUp,
    Search,
    Shoot,
    SwitchBoon,
    Use,
    UseAt,
    UseBoon,
    Wait,
)
from bidden.prose.meanings import Act, Meaning
from bidden.prose.nouns import (
    NOWHERE,
    bare,
    creatures,
    state_of,
    things_here,
)
from bidden.prose.parsing import meaning_of
from bidden.prose.words import read_sentence, verbs
from bidden.view import View

_ORDINALS = ("", "second ", "third ", "fourth ", "fifth ")


def understand(line: str, view: View) -> Meaning:
    """Return the meaning of a line of input."""
    return meaning_of(read_sentence(line), view)


def say(intent: Intent, view: View) -> str | None:
    """Return the plainest words that mean an intent, or None."""
    meant = Act((intent,))
    return next((said for said in _ways(intent, view) if understand(said, view) == meant), None)


def _ways(intent: Intent, view: View) -> Iterator[str]:
    verb = verbs().get(type(intent).__name__)
    said = "" if verb is None else verb.says[0]
    match intent:
        case Move(dx, dy):
            spot = (view.here[0] + dx, view.here[1] + dy)
            if spot in view.foes_at:
                yield from (f"attack {name}" for name in _who(spot, view))
            yield f"go {bearing(dx, dy)}"
        case Close(dx, dy):
            yield f"{said} the door"
            yield f"{said} the door to the {bearing(dx, dy)}"
        case Disarm(dx, dy):
            yield f"{said} the trap"
            yield f"{said} the trap to the {bearing(dx, dy)}"
        case Wait() | Search() | Inhale() | SwitchBoon():
            yield said
        case PickUp(number):
            yield from (
                f"{said} the {ordinal}{bare(one.name)}"
                for one in things_here(view)
                if one.number == number
                for ordinal in _ORDINALS
            )
            yield said
            yield "draw from it"
        case UseAt(slot=slot, x=x, y=y):
            for thing in _held(slot, view):
                yield from (f"{said} {thing}{at}" for at in _aims((x, y), view))
        case Use(slot=slot) | Drop(slot=slot):
            yield from (f"{said} {thing}" for thing in _held(slot, view))
        case Shoot(x, y) | Breathe(x, y):
            yield from (f"{said}{at}" for at in _aims((x, y), view))
        case Cast(spell, x, y):
            yield from (f"{said} {spell}{at}" for at in _aims((x, y), view))
        case UseBoon(dx, dy):
            yield f"{said} boon {bearing(dx, dy) or 'here'}"
        case Bid(word):
            yield f"{said} {word}"
        case Bind(number):
            yield f"{said} {number + 1}"
        case Improve(option):
            yield f"{said} {option}"
        case Name(slot, name, alike):
            every = "every " if alike else ""
            yield from (f'{said} {every}{thing} "{name}"' for thing in _held(slot, view))
        case Engrave(text):
            yield f'{said} "{text}"'


def _held(slot: str, view: View) -> Iterator[str]:
    for one in view.pack:
        if one.slot == slot:
            yield f"the {one.each}" if one.each else f"the {bare(one.name)}"
            yield f"the {bare(one.name)}"
    yield f"slot {slot}"


def _aims(spot: tuple[int, int], view: View) -> Iterator[str]:
    if spot == NOWHERE:
        yield ""
        yield " at nothing"
        return
    yield from (f" at {name}" for name in _who(spot, view))
    if spot == view.here:
        yield " at me"
    x, y = view.here
    offset = where((x + spot[0] - x, y + spot[1] - y), view.here)
    yield f" at {offset}"


def _who(spot: tuple[int, int], view: View) -> Iterator[str]:
    for one in creatures(view):
        if one.spot == spot:
            name = state_of(one.name)[0]
            own = name[:1].isupper()
            if own:
                yield name.partition(" ")[0]
                yield name
            for told in (name, one.name):  # its condition may tell it from others of the same name
                yield from (f"the {ordinal}{bare(told)}" for ordinal in _ORDINALS)
