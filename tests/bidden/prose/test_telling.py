"""Describing a view in sentences, and the changes since the last view."""

from __future__ import annotations

import attrs
from syrupy.assertion import SnapshotAssertion

from bidden.prose import telling
from bidden.view import Ending, Peril, Seen
from tests.bidden.prose.scenes import a_scene, shown
from tests.frontend.fakes import a_view, line


def test_prose_describes_the_state_of_each_creature(snapshot: SnapshotAssertion) -> None:
    names = ("a zombie", "a zombie, asleep", "a bat, asleep, your ally", "an orc, peaceful")
    scenes = [a_scene(foes={(8, 3): name}) for name in names]
    assert [[*telling.who_is_there(scene)] for scene in scenes] == snapshot


def test_description_of_a_stack_on_the_ground_uses_the_plural(snapshot: SnapshotAssertion) -> None:
    view = shown(a_scene(things_at=((8, 2),)), (8, 2), ")", "gear", "12 arrows")
    assert [*telling.what_lies_there(view)] == snapshot
    assert [*telling.what_lies_there(a_scene(underfoot=("2 rocks",)))] == snapshot


def test_nearest_new_web_is_told_once(snapshot: SnapshotAssertion) -> None:
    before = unknown = shown(shown(a_scene(), (9, 3), " ", "unknown", ""), (8, 3), " ", "u", "")
    webs = shown(shown(unknown, (9, 3), "┼", "web", "a web"), (8, 3), "┼", "web", "a web")
    assert [*telling.news(before, webs)] == snapshot
    first = shown(unknown, (8, 3), "┼", "web", "a web")
    assert [*telling.news(first, webs)] == []
    traps = shown(shown(unknown, (9, 3), "^", "trap", "a trap"), (8, 3), "^", "trap", "a trap")
    assert len([*telling.news(before, traps)]) == 2


def test_new_creatures_with_the_same_name_are_announced_in_one_sentence(
    snapshot: SnapshotAssertion,
) -> None:
    three = a_scene(foes={(8, 3): "a fungus", (9, 3): "a fungus", (9, 4): "a fungus"})
    assert [*telling.news(a_scene(), three)] == snapshot


def test_newly_seen_deadly_enemy_is_announced_as_deadly(snapshot: SnapshotAssertion) -> None:
    scene = a_scene(foes={(8, 3): "a troll"})
    seen = Seen((8, 3), "a troll", "T", "troll", "unhurt", peril=Peril.DEADLY)
    weighed = attrs.evolve(scene, foes_seen=(seen,))
    assert [*telling.news(a_scene(), weighed)] == snapshot


def test_rise_in_the_combined_danger_of_all_foes_is_announced(snapshot: SnapshotAssertion) -> None:
    scene = a_scene(foes={(8, 3): "a troll"})
    many = attrs.evolve(scene, peril=Peril.HARD)
    more = attrs.evolve(scene, peril=Peril.DEADLY)
    assert [*telling.news(scene, many)] == snapshot
    assert [*telling.news(many, more)] == snapshot
    assert [*telling.news(more, more)] == [*telling.news(more, many)] == []


def test_foe_that_comes_beside_the_player_is_reported(snapshot: SnapshotAssertion) -> None:
    far, near = a_scene(foes={(8, 3): "a bat"}), a_scene(foes={(6, 2): "a bat"})
    assert [*telling.news(far, near)] == snapshot
    assert [*telling.news(near, near)] == []
    gone_up_to = a_scene(foes={(6, 3): "Ulf, orc champion"})
    before = attrs.evolve(gone_up_to, here=(4, 3))
    assert [*telling.news(before, gone_up_to)] == []
    came = a_scene(foes={(7, 3): "Ulf, orc champion, asleep"})
    awake = a_scene(foes={(6, 3): "Ulf, orc champion"})
    assert [*telling.news(came, awake)] == snapshot


def test_found_trap_is_reported_with_its_position(snapshot: SnapshotAssertion) -> None:
    before = a_scene()
    found = shown(before, (7, 3), "^", "trap", "a dart trap")
    assert [*telling.news(before, found)] == snapshot
    assert [*telling.news(found, found)] == []
    stepped_off = attrs.evolve(before, here=(7, 3))
    assert [*telling.news(stepped_off, found)] == []


def test_fire_is_announced_when_it_starts_but_not_when_it_spreads(
    snapshot: SnapshotAssertion,
) -> None:
    before = a_scene()
    one = shown(before, (8, 3), "▲", "fire", "fire")
    more = shown(one, (9, 3), "▲", "fire", "fire")
    assert [*telling.news(before, one)] == snapshot
    assert [*telling.news(one, more)] == []


def test_lasting_effect_is_told_at_its_start_and_end(snapshot: SnapshotAssertion) -> None:
    before, lasting = a_scene(), a_scene(lasting=(("coils", 2),))
    assert [*telling.news(before, lasting)] == snapshot
    assert [*telling.news(lasting, before)] == snapshot
    told = a_scene(lines=(line("You work yourself free.", "news"),))
    assert [*telling.news(lasting, told)] == []


def test_final_belongings_are_grouped_by_kind(snapshot: SnapshotAssertion) -> None:
    keys = ("an iron key", "a bow", "an iron key")
    view = a_scene(ending=Ending.DIED, belongings=keys)
    assert [*telling.ending(view, ())] == snapshot


def test_improvements_are_told_in_words(snapshot: SnapshotAssertion) -> None:
    told = ("Attack 5 → 6: 1–5 → 1–6 damage", "Sight 9 → 10 tiles")
    view = a_view(improvements=(("attack", 1), ("sight", 1)), improvements_told=told)
    assert [*telling.improvements(view)] == snapshot
