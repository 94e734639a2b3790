"""Compute the code fingerprint of the rules: one hash of all source files in their packages."""

from __future__ import annotations

import sys
from hashlib import blake2b
from itertools import chain
from pathlib import Path

from eventcore.codegen import per_class


@per_class  # the header of every new journal contains the hash
def code_fingerprint(*classes: type) -> str:
    """Return a hash of the source files of ``eventcore`` and of the packages of the given classes.

    Returns:
        The hash as 16 hexadecimal digits, or an empty str if a package has no source files.
    """
    roots = {*map(_root_of, classes), __name__.partition(".")[0]}
    found = [_sources_of(root) for root in roots]
    if not all(found):
        return ""
    whole = blake2b(digest_size=8)
    for name, source in sorted(chain.from_iterable(found)):
        whole.update(f"{name}\n{len(source)}\n".encode() + source)
    return whole.hexdigest()


def _root_of(cls: type) -> str:
    """Return the top-level package or module of a class, or ``__main__`` for a plain script."""
    spec = getattr(sys.modules[cls.__module__], "__spec__", None)
    return (spec.name if spec is not None else cls.__module__).partition(".")[0]


def _sources_of(root: str) -> list[tuple[str, bytes]]:
    module = sys.modules[root]
    if hasattr(module, "__path__"):
        return [
            (f"{root}/{path.relative_to(base).as_posix()}", path.read_bytes())
            for base in module.__path__
            for path in Path(base).rglob("*.py")
        ]
    path = Path(getattr(module, "__file__", None) or "")
    return [(path.name, path.read_bytes())] if path.suffix == ".py" and path.is_file() else []
