"""The grid of tiles: distances, fields of view and free tiles."""
