"""The other libraries, one a file, each used in its own idiom and its fastest reasonable way.

Each file has ``contenders()``. It imports its library when it is imported itself,
which happens only here: a library that is missing is listed as missing.
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
"""Name on the package index, to the package that is imported."""


def contenders_of(peer: str) -> Sequence[Contender] | Row:
    """Load a peer's contenders, or the row that says why there are none."""
    package = PEERS[peer]
    try:
        module = import_module(f"{__name__}.with_{package}")
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.split(".")[0] != package:
            raise
        return Row(peer, note="not installed")
    made: Sequence[Contender] = module.contenders()
    return made
