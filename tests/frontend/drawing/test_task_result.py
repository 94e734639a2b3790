"""All of a reward is on the screen as a task is done, whatever else that turn has to tell."""

from __future__ import annotations

import pytest

from bidden.bindings import Task
from bidden.components.body.wounds import Wounds
from bidden.content.catalogue import load_catalogue
from bidden.events.body import Earn
from bidden.events.combat import TakeDamage
from bidden.frontend.drawing.board import draw_board
from bidden.frontend.drawing.canvas import fill, new_console
from bidden.frontend.drawing.colours.palette import load_palette
from bidden.frontend.drawing.pictures.render import text_of
from bidden.order import COMPONENTS
from tests.bidden.rules.run.test_run import bound, settle

FACTIONS = load_catalogue(COMPONENTS).factions.values()
LONGEST = {
    2: max((gift for one in FACTIONS for gift in one.gifts), key=len),
    5: max((gift for one in FACTIONS for gift in one.treasures), key=len),
}
"""The longest name of a gift, by danger."""


@pytest.mark.parametrize("task", ["hunt", "seek", "bear"])
@pytest.mark.parametrize("danger", LONGEST)
def test_no_part_of_a_reward_is_left_out_at_80_by_24(task: Task, danger: int) -> None:
    session = bound(task, danger=danger, uses=3, gift=LONGEST[danger])
    session.player[Wounds].taken = ["hand", "leg"]
    read = session.messages.lines[-1].sequence
    settle(session, task)
    session.world.publish(Earn(session.player, session.player, 60, "ox"))
    for harm in range(1, 4):
        session.world.publish(TakeDamage(session.player, session.player, harm, source="fire"))
    view, console, palette = session.view(), new_console(80, 24), load_palette()
    fill(console, palette)
    draw_board(console, view, palette, hint="? help", more="m", read=read)
    shown = " ".join(text_of(console).replace("\0", " ").split())
    told = [line.text for line in view.lines if line.loud and line.sequence > read]
    assert len(told) >= 3  # the reward, a wound that closes, and a level
    assert any(LONGEST[danger] in text and "+3 charges" in text for text in told)
    for text in told:
        assert text in shown
