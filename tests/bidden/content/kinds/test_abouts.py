"""Every kind of creature, item, trap and ground has a description."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.ai.mind import Mind
from bidden.components.body.limb import Limb
from bidden.components.places.trap import Trap
from bidden.state import Item, Stair
from tests.bidden.content.complaints import complaint_of
from tests.bidden.scenes import MakeSession, catalogue, give

ZOMBIE = """
[zombie]
about = {}
Title = {{ name = "zombie" }}
Look = {{ glyph = "z", look = "zombie" }}
"""


def test_each_kind_of_creature_item_trap_and_ground_has_a_description() -> None:
    told = [
        name
        for name, blueprint in catalogue().blueprints.items()
        if {Mind, Limb, Trap, Stair, Item} & {cls for cls, _ in blueprint}
    ]
    assert len(told) > 130
    assert [name for name in [*told, *catalogue().ground] if name not in catalogue().abouts] == []


def test_description_of_a_held_thing_is_shown_once_it_is_known(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@#")
    give(session, "spear")
    give(session, "potion of mana", known=False)
    give(session, "potion of speed", known=True)
    assert [held.about for held in session.view().pack] == snapshot


def test_each_description_fits_on_a_line_and_ends_with_a_full_stop() -> None:
    assert all(len(line) <= 78 for line in catalogue().abouts.values())
    lines = catalogue().abouts.values()
    assert all((line[0].isupper() or line[0] in "+123456789") for line in lines)
    assert all(line.endswith(".") for line in lines)


@pytest.mark.parametrize("line", ['"' + "x" * 79 + '"', "3", '"a\\nb"'])
def test_wrong_text_is_refused_with_file_and_key(line: str, snapshot: SnapshotAssertion) -> None:
    made = {"creatures.toml": ZOMBIE.format(line)}
    assert complaint_of(made) == snapshot
