"""Ground in words: what catches fire, what bursts, who hides, and torches."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.combat import Die, Throw
from bidden.events.ground import (
    Burn,
    BurnDown,
    Burst,
    Crouch,
    GoOut,
    Ignite,
    LightUp,
    Pour,
    RiseUp,
    Tile,
)
from bidden.messages.witness import Teller
from bidden.perception.senses.sight import in_view_of, in_view_of_if_lit
from eventcore import Entity


class GroundWords(Teller):
    """Tells of ground that acts."""

    def listen(self) -> None:
        """Register the tellers of the events it puts into words."""
        self._tell(Ignite, self._tell_of_fire)
        self._tell(Pour, self._tell_of_spilling)
        self._tell(Burst, self._tell_of_a_flash)
        self._tell(BurnDown, self._tell_of_a_door)
        self._tell(Crouch, self._tell_of_hiding)
        self._tell(RiseUp, self._tell_of_showing)
        self._tell(LightUp, self._tell_of_light, self._tell_of_no_light)
        self._tell(GoOut, self._tell_of_going_out)

    def _tell_of_fire(self, ignite: Ignite) -> None:
        """Tell of fire that begins; how it leaps on is seen."""
        spreads = isinstance(ignite.cause, Burn | Burst)
        if ignite.kind and not spreads and self._in_view(ignite.level, [(ignite.x, ignite.y)]):
            self._add(ignite, self._what_catches_fire(ignite), "news")

    def _what_catches_fire(self, ignite: Ignite) -> str:
        """Name what burns; what broke or died and let it out, rather than what lies there of it."""
        cause = ignite.cause
        if isinstance(cause, Throw) and cause.item is not None and not cause.item.alive:
            return f"The {self._called(cause.item)} bursts into flames!"
        if isinstance(cause, Die):
            return f"{self._subject(cause.target)} goes up in flames!"
        many = ignite.kind.endswith("s") and not ignite.kind.endswith("ss")
        return f"The {ignite.kind} {'catch' if many else 'catches'} fire!"

    def _tell_of_spilling(self, pour: Pour) -> None:
        """Tell what comes out of a flask that broke where it was thrown."""
        throw = pour.cause
        if not isinstance(throw, Throw) or throw.item is None:
            return
        if self._in_view(pour.level, pour.tiles):
            does = "releases" if pour.amount else "spills"
            self._add(pour, f"The {self._called(throw.item)} {does} {pour.kind}.", "plain")

    def _tell_of_a_flash(self, burst: Burst) -> None:
        if self._in_view(burst.level, burst.tiles):
            self._add(burst, f"The {burst.kind} bursts into flame!", "harm")

    def _tell_of_a_door(self, burning: BurnDown) -> None:
        here = self._player[Position]
        if not self._player.alive or here.level != burning.level:
            return
        # Its flames showed it; now that they are out, it may be dark there.
        if (burning.x, burning.y) in in_view_of_if_lit(self._player, self._world):
            self._add(burning, "The door burns down.", "news")

    def _tell_of_hiding(self, crouch: Crouch) -> None:
        if crouch.enactor is self._player:
            self._add(crouch, "You crouch, and are hidden from afar.", "good")

    def _tell_of_showing(self, rising: RiseUp) -> None:
        if rising.enactor is self._player and self._player.alive:
            self._add(rising, "You are hidden no more.", "plain")

    def _tell_of_light(self, lighting: LightUp) -> None:
        if lighting.enactor is self._player or self._sees_where(lighting.item):
            self._add(lighting, f"The {self._called(lighting.item)} burns.", "news")

    def _tell_of_no_light(self, lighting: LightUp) -> None:
        if lighting.enactor is self._player:
            self._add(lighting, "It is too wet to burn here.", "plain")

    def _tell_of_going_out(self, going: GoOut) -> None:
        if going.item.owner is self._player or self._sees_where(going.item):
            self._add(going, f"The {self._called(going.item)} goes out.", "news")

    def _sees_where(self, thing: Entity) -> bool:
        """Say whether a thing is in view, or who holds it."""
        where = thing if thing.owner is None else thing.owner
        return Position in where and self._sees(where)

    def _in_view(self, level: int, tiles: list[Tile]) -> bool:
        if not self._player.alive or self._player[Position].level != level:
            return False
        view = in_view_of(self._player, self._world)
        return any(tile in view for tile in tiles)
