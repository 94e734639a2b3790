"""Inline taps: hooks that stand in the chains as text, instead of being called there.

What hears of every handler or keeps every event is paid for at each of them, and a call
costs more than what most hooks do. Where hooks generated for each handler are called
instead, a traced publish takes 3.14 to 3.17 times as long as a bare one and not 2.73 to 2.82,
where 3 is the target, and one that is recorded 1.44 to 1.49 times and not 1.35 to 1.38, where
1.5 is. In debug mode, which calls hooks, the same text is compiled as functions: there is one
source of what a hook does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import CodeType
from typing import Any, Final

from eventcore.component import Component
from eventcore.event import Event
from eventcore.handler import Handler
from eventcore.tap import Tap

_WORD: Final = re.compile(r"(?<![.\w])[A-Za-z_]\w*")
"""A name, unless it is an attribute's."""


class Inline(Tap):
    """A tap whose hooks are lines of Python.

    They may use ``event``, ``handler``, ``component`` and the names the tap gives. What
    they assign to begins with an underscore, and does not outlast them.

    Attributes:
        names: What the lines may use besides; ``write`` may add to it.
        shape: Taps of equal shape write equal lines into the chain of a plan, so that these are
            written once for all worlds; None where the lines hang on the tap itself.
    """

    shape: object = None

    def __init__(self, names: Mapping[str, Any]) -> None:
        self.names: dict[str, Any] = dict(names)
        self._made: dict[tuple[str, Handler | None], Callable[..., None]] = {}

    def write(self, hook: str, handler: Handler | None) -> Sequence[str]:
        """Give the lines of a hook, none where it does nothing.

        Args:
            hook: The name of a Tap's method.
            handler: Which is about to run or has returned; None where no handler is.
        """
        raise NotImplementedError

    def write_first(self, handler: Handler) -> Sequence[str]:
        """Give the lines of ``handling`` for a chain's first handler, after ``published`` alone.

        Args:
            handler: Which is about to run.
        """
        return self.write("handling", handler)

    def inlined(
        self,
        hook: str,
        handler: Handler | None,
        here: Mapping[str, str],
        suffix: str,
        *,
        first: bool = False,
    ) -> list[str]:
        """Give the lines of a hook as they stand in a chain.

        Args:
            hook: The name of a Tap's method.
            handler: Which is about to run or has returned.
            here: What handler and component are called there.
            suffix: What the tap's own names end in there.
            first: Whether no handler has run before this one, which is about to.
        """
        lines = self.write_first(handler) if first and handler else self.write(hook, handler)

        def rename(word: re.Match[str]) -> str:
            name = word[0]
            return here.get(name) or (name + suffix if name in self.names else name)

        return [_WORD.sub(rename, line) for line in lines]

    def published(self, event: Event) -> None:
        """Do what the lines for it say."""
        self._call("published", event)

    def handling(self, event: Event, handler: Handler, component: Component) -> None:
        """Do what the lines for it say."""
        self._call("handling", event, handler, component)

    def handled(self, event: Event, handler: Handler) -> None:
        """Do what the lines for it say."""
        self._call("handled", event, handler)

    def settled(self, event: Event) -> None:
        """Do what the lines for it say."""
        self._call("settled", event)

    def _call(
        self,
        hook: str,
        event: Event,
        handler: Handler | None = None,
        component: Component | None = None,
    ) -> None:
        function = self._made.get((hook, handler))
        if function is None:
            function = self._made[hook, handler] = self._make(hook, handler)
        function(event, handler, component)

    def _make(self, hook: str, handler: Handler | None) -> Callable[..., None]:
        lines = [*self.write(hook, handler), "pass"]
        made = dict(self.names)
        exec(_code("\n    ".join(["def hook(event, handler, component):", *lines])), made)
        return made["hook"]  # type: ignore[no-any-return]  # exec is not typed


@lru_cache(maxsize=1024)
def _code(source: str) -> CodeType:
    return compile(source, "<eventcore hook>", "exec")
