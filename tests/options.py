"""Write the tables of docs/options.md, which list every option:

    python -m tests.options

Run it after adding a field to ``bidden.frontend.preferences.options`` and its words to
``bidden/words/options.toml``.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from bidden.frontend.preferences.option_table import Option, all_options
from bidden.words import tables

PAGE: Final = Path("docs/options.md")


def page() -> str:
    """Return the page: its text before the tables, and a table for each group."""
    head, _, _ = PAGE.read_text("utf-8").partition(f"\n## {next(iter(tables()['options']))}")
    parts = [head]
    for group in tables()["options"]:
        rows = [_row(one) for one in all_options() if one.group == group]
        parts.append("\n".join([f"## {group}\n", "| option | meaning | values |",
                                "|---|---|---|", *rows]) + "\n")  # fmt: skip
    return "\n".join(parts)


def in_file(value: object) -> str:
    """Return a value in TOML."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(in_file, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def _row(one: Option) -> str:
    return f"| `{one.name}` | {one.about} | {_values(one)}; default `{in_file(one.usual)}` |"


def _values(one: Option) -> str:
    if one.most or not one.values:
        return one.can_be
    values = ", ".join(f"`{in_file(value)}`" for value in one.values)
    return f"any of {values}" if one.several else values


def main() -> int:
    """Write the page."""
    PAGE.write_text(page(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
