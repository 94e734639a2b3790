"""Recording: games played, resumed, branched, replayed, verified and explained from journals."""

from typing import Literal

Forcing = Literal["always", "close", "never"]
"""When a journal is forced to the disk: after each record, when it is closed, or never."""
