"""The other libraries, one per file, each used idiomatically and as fast as is reasonable.

Each file has ``contenders()`` and imports its library at the top. The files are
imported only here, so that a missing library is listed as missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from benchmarks.measure import Contender, Row

__all__ = ["PEERS", "contenders_of"]

PEERS = {
    "bubus": "bubus",
    "whistle": "whistle",
    "lucid-events": "lucid_events",
    "taillight": "taillight",
    "circuits": "circuits",
    "pluggy": "pluggy",
    "psygnal": "psygnal",
    "pyee": "pyee",
    "esper": "esper",
    "zope.event": "zope",
    "blinker": "blinker",
    "PyDispatcher": "pydispatch",
    "simpy": "simpy",
}
"""Import names by name on the package index."""


def contenders_of(peer: str) -> Sequence[Contender] | Row:
    """Return the contenders of a library, or a row that says why there are none."""
    package = PEERS[peer]
    try:
        module = import_module(f"{__name__}.with_{package}")
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.split(".")[0] != package:
            raise
        return Row(peer, note="not installed")
    made: Sequence[Contender] = module.contenders()
    return made
