"""Ground in words: what catches fire, and what bursts."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.ground import Burn, Burst, Ignite, Tile
from bidden.messages.witness import Teller
from bidden.perception.sight import in_view_of


class GroundWords(Teller):
    """Tells of ground that acts."""

    def listen(self) -> None:
        """Register the tellers of the events it puts into words."""
        self._tell(Ignite, self._tell_of_fire)
        self._tell(Burst, self._tell_of_a_flash)

    def _tell_of_fire(self, ignite: Ignite) -> None:
        """Tell of fire that begins; how it leaps on is seen."""
        spreads = isinstance(ignite.cause, Burn | Burst)
        if ignite.kind and not spreads and self._in_view(ignite.level, [(ignite.x, ignite.y)]):
            self._add(ignite, f"The {ignite.kind} catches fire!", "news")

    def _tell_of_a_flash(self, burst: Burst) -> None:
        if self._in_view(burst.level, burst.tiles):
            self._add(burst, f"The {burst.kind} bursts into flame!", "harm")

    def _in_view(self, level: int, tiles: list[Tile]) -> bool:
        if not self._player.alive or self._player[Position].level != level:
            return False
        view = in_view_of(self._player, self._world)
        return any(tile in view for tile in tiles)
