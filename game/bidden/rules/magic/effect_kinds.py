"""Kinds of effects: the tables of ``effects.toml``, and their timers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

import attrs
import msgspec
from msgspec import Meta

from bidden.content.datafiles import fields_of
from bidden.events.body import ChangeMana, Feed, Gain, Heal, Mend
from bidden.events.combat import check_harms
from bidden.events.magic import INSTANT_EFFECTS
from eventcore import freeze
from eventcore.time import Packet, Stacking, TimerKind

STORES: Final[Mapping[str, type[Gain]]] = MappingProxyType(
    {"health": Heal, "mana": ChangeMana, "food": Feed, "mending": Mend}
)
"""The stores of a body, and the event that changes each."""


@attrs.frozen
class Telling:
    """The messages of an effect; empty for none.

    Attributes:
        start: The message when it starts.
        worse: The message when it starts again and reaches another stage.
        longer: The message when it is extended.
        half: The message at half time.
        end: The message when it ends.
    """

    start: str = ""
    worse: str = ""
    longer: str = ""
    half: str = ""
    end: str = ""

    def at(self, moment: str, risen: bool = False, level: int = 1) -> str:
        """Return the message at a moment; ``risen`` means that a start reached a new stage.

        A start on a higher level that has not risen has none, because the effect is at its worst.
        """
        if moment == "start" and level > 1 and not risen:
            return ""
        worse = self.worse if moment == "start" and risen else ""
        return worse or str(getattr(self, moment, ""))


@attrs.frozen
class EffectKind:
    """A kind of effect, as in its table in ``effects.toml``.

    Attributes:
        turns: The usual duration; 0 for an instant effect.
        once: The instant change of each store: health, mana, food; negative to take. Mending closes
            wounds.
        each: The change of each store on each turn, for each level.
        each_percent: The chance in percent of that change on each turn.
        every: The change happens only on turns of the game that are divisible by this. So effects
            that restart each turn, as in gas, are not delayed.
        instant: Instant effects by name, with their fields.
        changes: The change of each stat while it lasts, for each level.
        waned: The changes from half time on; None for the same.
        stacking: How it combines with an effect of the same kind.
        kind: The kind of its damage, one of ``HARMS``.
        kept_off_by: The stat that prevents it if it is above 0.
        leaves: The effect that starts when it ends, which is at once for an instant effect.
        mind: The plan of its creature while it lasts, as names of behaviours; empty to do nothing,
            None for no change.
        side: ``"source"`` if its creature is on the side of whoever caused it; empty for its own.
        stages: The names of its levels, weakest first; by default only its own name. A single
            one is the name that the player reads.
        told: The messages to its creature.
        seen: The messages to observers; ``{who}`` stands for "the zombie".
    """

    turns: Annotated[int, Meta(ge=0)] = 0
    once: Mapping[str, int] = attrs.field(factory=dict)
    each: Mapping[str, int] = attrs.field(factory=dict)
    each_percent: Annotated[int, Meta(ge=1, le=100)] = 100
    every: Annotated[int, Meta(ge=1)] = 1
    instant: Mapping[str, Mapping[str, Any]] = attrs.field(factory=dict)
    changes: Mapping[str, int] = attrs.field(factory=dict)
    waned: Mapping[str, int] | None = None
    stacking: Stacking = Stacking.REFRESH
    kind: str = "magic"
    kept_off_by: str = ""
    leaves: str = ""
    mind: tuple[str, ...] | None = None
    side: Literal["", "source"] = ""
    stages: tuple[Annotated[str, Meta(min_length=1)], ...] = ()
    told: Telling = Telling()
    seen: Telling = Telling()

    def __attrs_post_init__(self) -> None:
        for field in ("once", "each", "instant", "changes", "waned"):
            object.__setattr__(self, field, freeze(getattr(self, field)))
        for store in (*self.once, *self.each):
            if store not in STORES:
                raise ValueError(
                    f"`once` and `each` cannot change {store!r}, only {', '.join(STORES)}"
                )
        for instant, fields in self.instant.items():
            _check_instant(instant, fields)
        if min(self.once.get("mending", 0), self.each.get("mending", 0)) < 0:
            raise ValueError("`mending` closes wounds: set it to 1 or more")
        check_harms([self.kind])
        changes_minds = self.mind is not None or self.side
        if not self.turns and (self.each or self.changes or self.waned or changes_minds):
            raise ValueError("`each`, `changes`, `waned`, `mind` and `side` need `turns` above 0")
        if self.every > 1 and not (self.each and self.every <= self.turns):
            raise ValueError("`every` needs `each`, and must not be greater than `turns`")
        if len(self.stages) > 1 and self.stacking is not Stacking.INTENSIFY:
            raise ValueError('several `stages` need stacking = "intensify"')

    @property
    def only_harms(self) -> bool:
        """Whether the effect does nothing but reduce hit points."""
        given = [*self.once.items(), *self.each.items()]
        harms = all(store == "health" and amount < 0 for store, amount in given)
        return bool(given) and harms and not self.changes and not self.waned

    def stage(self, name: str, level: int) -> str:
        """Return the name of an effect's stage at a level."""
        return self.stages[min(level, len(self.stages)) - 1] if self.stages else name


def _check_instant(name: str, fields: Mapping[str, Any]) -> None:
    kind = INSTANT_EFFECTS.get(name)
    if kind is None:
        raise ValueError(f"`instant` has no {name!r}; choose from {', '.join(INSTANT_EFFECTS)}")
    known = fields_of(kind)
    for field in fields:
        if field in ("enactor", "target") or field not in kind._fields_:
            raise ValueError(f"{name} has no field {field!r}")
    for field, (attribute, shape) in known.items():
        value = fields.get(field, attribute.default)
        if field in fields or isinstance(value, int | str):
            try:
                msgspec.convert(value, shape)
            except msgspec.ValidationError as error:
                reason = error if field in fields else "is missing"
                raise ValueError(f"{name}.{field}: {reason}") from None


def timer_kind(name: str, kind: EffectKind) -> TimerKind:
    """Return the kind of timer for an effect."""

    def feel(moment: str) -> Packet:
        return Packet("EffectMoment", {"effect": name, "moment": moment})

    return TimerKind(
        feel("start"),
        feel("tick") if kind.each else None,
        feel("half"),
        feel("end"),
        stacking=kind.stacking,
        most=max(1, len(kind.stages)),
    )
