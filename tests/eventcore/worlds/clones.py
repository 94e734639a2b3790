"""Clones of worlds."""

from __future__ import annotations

from eventcore import Snapshot, World


def clone_world(world: World) -> World:
    return Snapshot(world).make_world()
