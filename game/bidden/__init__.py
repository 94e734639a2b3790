"""Bidden: a roguelike in which everything that happens is an event on ``eventcore``.

``eventcore chain bidden …`` reads the order of component classes from ``bidden.COMPONENTS``. It is
imported on first use, so that importing the package does not load the whole game.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bidden.order import COMPONENTS

__all__ = ["COMPONENTS", "__version__"]

__version__ = "0.1.0"
"""The version of the game, as recorded in its journals."""


def __getattr__(name: str) -> Any:
    if name == "COMPONENTS":
        from bidden.order import COMPONENTS

        return COMPONENTS
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
