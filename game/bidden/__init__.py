"""Bidden: a roguelike in which everything that happens is an event on ``eventcore``.

``bidden.COMPONENTS`` is the order of its component classes, where
``eventcore chain bidden …`` looks for it; it is imported when first asked for, so
that looking at the package does not load the whole game.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bidden.order import COMPONENTS

__all__ = ["COMPONENTS", "__version__"]

__version__ = "0.1.0"
"""The version of the game, which its journals name."""


def __getattr__(name: str) -> Any:
    if name == "COMPONENTS":
        from bidden.order import COMPONENTS

        return COMPONENTS
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
