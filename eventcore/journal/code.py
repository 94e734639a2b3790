"""The fingerprint of code: what a simulation's modules say to the machine, as one hash.

Handlers call what stands in other modules, so the modules count, not the handlers. They are read
as text: to parse them would take ten times as long, and give other trees on other Pythons.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from importlib.machinery import ModuleSpec
from importlib.util import decode_source, find_spec, resolve_name
from pathlib import Path
from typing import Any, Final

_LIBRARY: Final = "eventcore"

_STRING: Final = (
    r'"""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"""'
    r"|'''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'''"
    r'|"[^"\\\n]*(?:\\.[^"\\\n]*)*"'
    r"|'[^'\\\n]*(?:\\.[^'\\\n]*)*'"
)
_COMMENT: Final = re.compile(rf"""((?:[^#"']+|{_STRING})+)|#[^\n]*""", re.DOTALL)
"""What is kept, strings among it, or a comment."""
_TRIPLE: Final = r"""[ \t]*[rRuU]?(?=\"""|\'\'\')"""
_DOCSTRING: Final = re.compile(
    rf"""((?:[^\n"']+|{_STRING}|\n(?!{_TRIPLE}))+)"""
    rf"""|(?<![\[({{,=+\-*/%&|<>\\'"])\n{_TRIPLE}(?:{_STRING})(?=\n)|(\n)""",
    re.DOTALL,
)
"""What is kept, or what stands alone in its lines in triple quotes, and not in an expression."""

_IMPORT: Final = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n;]+)|import[ \t]+([^\n;]+))",
    re.MULTILINE,
)


def code_fingerprint(*classes: type) -> str:
    """Hash the code of the modules some classes are from, and of all that these import.

    Of what is imported, only modules of the same packages and of ``eventcore`` count. Comments,
    docstrings in triple quotes and blank lines do not. It is the same for the same source, on any
    Python.

    Args:
        classes: Where to begin: the simulation, or its components.

    Returns:
        16 hexadecimal digits; nothing where the source of one of the modules is not at hand.
    """
    return _fingerprint(tuple(cls.__module__ for cls in classes))


@lru_cache(maxsize=8)  # each journal begins with it
def _fingerprint(roots: tuple[str, ...]) -> str:
    own = {name.partition(".")[0] for name in map(_name_of, roots)} | {_LIBRARY}
    found: dict[str, str] = {}
    waiting, met = [*roots], set(roots)
    while waiting:
        name = waiting.pop()
        spec = _spec(name)
        text = _source(name, spec)
        if text is None:
            return ""
        found[_name_of(name)] = text = _bare(text)
        for other in _imported(text, _package_of(name, spec)):
            if other not in met and other.partition(".")[0] in own and _spec(other) is not None:
                waiting.append(other)
            met.add(other)
    whole = blake2b(digest_size=8)
    for name in sorted(found):
        whole.update(f"{name}\n{len(found[name])}\n{found[name]}".encode())
    return whole.hexdigest()


def _bare(source: str) -> str:
    """Give a source without comments, docstrings and blank lines."""
    return _tight(_DOCSTRING.sub(r"\1\2", _tight(_COMMENT.sub(r"\1", source))))


def _tight(text: str) -> str:
    """Give each line that is not empty after a line feed, and one at the end."""
    lines = (line for line in map(str.rstrip, text.split("\n")) if line)
    return "\n".join(["", *lines, ""])


def _imported(text: str, package: str) -> Iterator[str]:
    """Yield the names of what may be modules that a source imports, and of their parents."""
    for origin, names, modules in _IMPORT.findall(text):
        if origin:
            try:
                base = resolve_name(origin, package)
            except ImportError:
                continue
            yield from _parents(base)
            yield from (f"{base}.{name}" for name in _listed(names))
        else:
            for name in _listed(modules):
                yield from _parents(name)


def _listed(names: str) -> list[str]:
    parts = [part.split() for part in names.strip("()\n ").split(",")]
    return [part[0] for part in parts if part]


def _parents(name: str) -> Iterator[str]:
    parts = name.split(".")
    return (".".join(parts[: end + 1]) for end in range(len(parts)))


def _spec(name: str) -> ModuleSpec | None:
    """Find a module by its name; what runs as a program may have no spec."""
    if name == "__main__":
        return getattr(sys.modules[name], "__spec__", None)
    parent = name.rpartition(".")[0]
    if parent in sys.modules and not hasattr(sys.modules[parent], "__path__"):
        return None  # a name in a module that is no package
    try:
        return find_spec(name)
    except (ImportError, ValueError):
        return None


def _source(name: str, spec: ModuleSpec | None) -> str | None:
    """Read the source of a module, also from a zip file."""
    loader: Any = None if spec is None else spec.loader
    if hasattr(loader, "get_source"):
        try:
            return loader.get_source(spec.name if spec else name)  # type: ignore[no-any-return]
        except ImportError:
            return None
    path = spec.origin if spec is not None else getattr(sys.modules.get(name), "__file__", None)
    if path is None or not path.endswith(".py"):
        return None
    try:
        return decode_source(Path(path).read_bytes())
    except (OSError, SyntaxError, UnicodeDecodeError):
        return None


def _name_of(name: str) -> str:
    """Give the name a module has when it is imported, also that of the program itself."""
    if name != "__main__":
        return name
    main = sys.modules[name]
    spec = getattr(main, "__spec__", None)
    return spec.name if spec is not None else Path(getattr(main, "__file__", name)).stem


def _package_of(name: str, spec: ModuleSpec | None) -> str:
    return (spec.parent or "") if spec is not None else name.rpartition(".")[0]
