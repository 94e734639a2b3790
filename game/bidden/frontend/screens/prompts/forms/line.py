"""A line that is typed: its text, and the caret, before which characters are taken in."""

from __future__ import annotations


class Line:
    """A text and a caret.

    Attributes:
        text: What is typed.
        caret: Before which character one types; after the last it is as many as there are.
    """

    def __init__(self, text: str = "") -> None:
        self.text = text
        self.caret = len(text)

    def type(self, character: str) -> None:
        """Insert a character."""
        self.text = self.text[: self.caret] + character + self.text[self.caret :]
        self.caret += 1

    def erase(self, *, under: bool = False) -> None:
        """Delete the character before the caret, or with ``under`` the one beneath it."""
        at = self.caret if under and self.caret < len(self.text) else self.caret - 1
        if at >= 0:
            self.text = self.text[:at] + self.text[at + 1 :]
            self.caret = at

    def go(self, key: str) -> None:
        """Move the caret, by a key that does."""
        match key:
            case "left":
                self.caret = max(0, self.caret - 1)
            case "right":
                self.caret = min(len(self.text), self.caret + 1)
            case "home":
                self.caret = 0
            case "end":
                self.caret = len(self.text)

    def within(self, width: int) -> tuple[str, int]:
        """Return the visible part of the text with a place behind it, and the caret's place.

        Text is cut on the left if possible.
        """
        first = max(0, min(self.caret - width // 2, len(self.text) + 1 - width))
        return f"{self.text}_"[first : first + width], self.caret - first
