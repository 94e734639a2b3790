"""Pictures: consoles as text, as image files and as recordings of a terminal."""
