"""Patches: attributes of classes that are something else for a while, and then as before."""

from __future__ import annotations

from contextlib import ExitStack
from types import ModuleType
from typing import Any


class Patches(ExitStack):
    """A context in which classes may be patched; leaving it undoes that, last first."""

    def put(self, cls: type | ModuleType, name: str, value: Any) -> None:
        """Set an attribute of a class, or of a module, until the context is left."""
        if name in vars(cls):
            self.callback(setattr, cls, name, vars(cls)[name])
        else:
            self.callback(delattr, cls, name)
        setattr(cls, name, value)
