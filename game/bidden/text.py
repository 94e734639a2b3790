"""Text that is safe to print."""

from __future__ import annotations


def printable(text: str, most: int | None = None) -> str:
    """Escape characters that control a terminal, and cut a long end to ``…``.

    Args:
        text: The text, for example a name from a file.
        most: The most characters to return; None for all.
    """
    if most is not None:
        text = text[: most + 1]  # so a long text is not searched to its end
    if not text.isprintable():
        text = "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
    return text if most is None or len(text) <= most else text[: most - 1] + "…"
