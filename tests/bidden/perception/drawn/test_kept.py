"""What is kept from view to view: a view is the same as if nothing had been kept."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

from bidden.bots.roster import BOTS
from bidden.components.combat.quiver import Quiver
from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.components.knowledge.memory import Memory
from bidden.components.magic.book import Book
from bidden.components.magic.caster import Caster
from bidden.components.things.gear import Gear
from bidden.components.things.pack import SLOTS, Pack
from bidden.components.things.quality import Quality
from bidden.content.mods import RUN
from bidden.events.combat import Wound
from bidden.intents import Close, Drop, Move, PutOn, Wait
from bidden.perception.drawn.kept import Kept
from bidden.perception.drawn.viewing import view_of
from bidden.perception.told.lore import Lore
from bidden.recording.playing import session_for
from bidden.rules.magic.spells import Spells
from bidden.rules.run.deeds import Deeds
from bidden.session import Session
from bidden.state import Inscribed, Look, Stack, Title, Unidentified
from bidden.view import View
from eventcore import Entity
from eventcore.journal import INTENT, read_journal
from tests.bidden.components.magic.test_magic import give
from tests.bidden.scenes import MakeSession
from tests.golden.catalogue import JOURNALS
from tests.sampling import Tried, amount, sampled

GAMES = [path for path in sorted(JOURNALS.iterdir()) if not path.name.startswith("run_")]
HELD = ("bow", "arrow", "halberd", "scale mail", "blue primer", "kite shield", "rock")
"""In this order; and after them a potion that is not known."""
POTION = "potion of speed"


@pytest.fixture
def debug() -> bool:
    """Not in debug mode, which refuses what is changed behind its back."""
    return False


@pytest.fixture(autouse=True)
def _draw_anew_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw up each view a second time, with nothing kept: it has to be the same."""

    def draw_twice(*arguments: Any, kept: Kept, **named: Any) -> View:
        view = view_of(*arguments, kept=kept, **named)
        assert view == view_of(*arguments, kept=Kept(), **named)
        return view

    monkeypatch.setattr("bidden.session.view_of", draw_twice)


@pytest.fixture
def session(make_session: MakeSession) -> Session:
    """A player who holds some of all that hangs on something, and has looked at it."""
    session = make_session("#@....+...#")
    for name in HELD:
        give(session, name)
    give(session, POTION, known=False)
    session.view()
    return session


def held(session: Session, name: str) -> Entity:
    return session.player[Pack].things[SLOTS[(*HELD, POTION).index(name)]]


# Whole games


@pytest.mark.endurance
@pytest.mark.parametrize("path", sampled(GAMES, 8), ids=lambda path: path.stem)
def test_nothing_is_out_of_date_in_a_recorded_game(path: Path, tried: Tried) -> None:
    journal = read_journal(path)
    session = session_for(journal)
    for record in journal.records[: amount(150, 10_000)]:
        tried["views of golden journals that were drawn up anew as well"] += 1
        session.view()
        session.view(all_seeing=True)
        if record.kind == INTENT:
            session.perform(session.decode(record.type, record.v, record.data))
    session.view()


@pytest.mark.endurance
@pytest.mark.parametrize(("bot", "seed"), [("explorer", 2), ("fighter", 3), ("monkey", 5)])
def test_nothing_is_out_of_date_in_a_run(bot: str, seed: int, tried: Tried) -> None:
    session, player = Session(seed, level=RUN), BOTS[bot](seed)
    for _ in range(amount(200, 3_000)):
        if session.over:
            break
        tried["views of runs that were drawn up anew as well"] += 1
        session.perform(player(session.view()))
    session.view()


# What the pack hangs on, each changed behind its back


def know_in_place(session: Session) -> None:
    session.player[ItemKnowledge].known.append(POTION)


def name_in_place(session: Session) -> None:
    session.player[ItemKnowledge].given[POTION] = "swift"


def try_in_place(session: Session) -> None:
    name = next(one.name for one in session.view().pack if not one.known)
    session.player[ItemKnowledge].tried.append(name.partition(" ")[2])


def inscribe(session: Session) -> None:
    session.world.attach(held(session, "rock"), Inscribed("Thumper {for the troll}"))


def make_it_plain(session: Session) -> None:
    session.world.detach(held(session, POTION), Unidentified)


def count_in_place(session: Session) -> None:
    held(session, "arrow")[Stack].count += 3


def call_otherwise(session: Session) -> None:
    held(session, "rock")[Title].name = "boulder"


def paint(session: Session) -> None:
    held(session, "rock")[Look].glyph, held(session, "rock")[Look].look = "%", "corpse"


def forge(session: Session) -> None:
    held(session, "scale mail")[Gear].defence += 2


def improve(session: Session) -> None:
    held(session, "halberd")[Quality].better = 2


def wear(session: Session) -> None:
    session.world.set_owner(held(session, "scale mail"), session.player)


def lose_the_arrows(session: Session) -> None:
    del session.player[Pack].things[SLOTS[HELD.index("arrow")]]


def swap_two_slots(session: Session) -> None:
    things = session.player[Pack].things
    things["a"], things["b"] = things["b"], things["a"]


def need_no_arrows(session: Session) -> None:
    lose_the_arrows(session)
    session.view()
    session.world.detach(session.player, Quiver)


def know_the_book(session: Session) -> None:
    session.player[Caster].spells = [*held(session, "blue primer")[Book].spells]


def write_into_the_book(session: Session) -> None:
    know_the_book(session)
    session.view()
    spells = held(session, "blue primer")[Book].spells
    spells.append(next(one for one in session.world.root[Spells].kinds if one not in spells))
    session.player[Caster].spells.append(spells[-1])


def hurt_a_hand(session: Session) -> None:
    assert session.world.publish(Wound(session.player, session.player, kind="hand")).done


CHANGES = [
    know_in_place,
    name_in_place,
    try_in_place,
    inscribe,
    make_it_plain,
    count_in_place,
    call_otherwise,
    paint,
    forge,
    improve,
    wear,
    lose_the_arrows,
    swap_two_slots,
    need_no_arrows,
    know_the_book,
    write_into_the_book,
    hurt_a_hand,
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_the_pack_is_shown_as_it_is(session: Session, change: Callable[[Session], None]) -> None:
    before = session.view().pack
    change(session)
    after = session.view().pack
    assert after != before
    assert sum(one is two for one, two in zip(after, before, strict=False)) < len(before)


def test_what_is_told_of_things_can_be_told_otherwise(session: Session) -> None:
    world, player = session.world, session.player
    wording, holdings = Kept().wording, Kept().holdings
    wording.renew(player, world)
    lines = [
        [one.about for one in holdings.of(player, world, Lore({"rock": line}, {}), wording)][6]
        for line in ("Heavy.", "Hard.")
    ]
    assert lines == ["Heavy.", "Hard."]


# What is kept


def test_a_pack_that_is_as_it_was_is_the_same_one(session: Session) -> None:
    before = session.view()
    session.perform(Move(1, 0))
    assert session.view().pack is before.pack


def test_of_a_pack_that_has_changed_the_other_things_are_the_same(session: Session) -> None:
    before = session.view().pack
    session.perform(PutOn("d"))
    after = session.view().pack
    assert [one.slot for one, two in zip(after, before, strict=True) if one is not two] == ["d"]


def test_rows_in_which_nothing_has_changed_are_the_same(session: Session) -> None:
    before = session.view().tiles
    session.perform(Move(1, 0))
    after = session.view().tiles
    assert [y for y, row in enumerate(after) if row is not before[y]] == [0]
    session.perform(Wait())
    assert session.view().tiles is after


# What the map hangs on


def test_what_is_remembered_is_drawn_as_it_is(make_session: MakeSession) -> None:
    session = make_session("#@.+..#")
    give(session, "sword")
    session.perform(Drop("a"))
    session.perform(Move(1, 0))
    session.perform(Move(1, 0))
    session.perform(Move(1, 0))
    session.perform(Move(1, 0))
    session.perform(Close(-1, 0))
    memory, before = session.player[Memory], session.view()
    assert before.tiles[0][1].name == "a sword"
    memory.levels[0][0] = "#. +..#"
    memory.marks[0][:] = [attrs.evolve(one, label="Biter") for one in memory.marks[0]]
    after = session.view()
    assert after.tiles[0][1].name == 'a sword named "Biter"'
    assert (before.tiles[0][2].glyph, after.tiles[0][2].glyph) == (".", " ")


# What the score hangs on


def test_the_score_is_that_of_the_deeds() -> None:
    session = Session(1, level=RUN)
    deeds, before = session.world.root[Deeds], session.view().score
    deeds.tally["champion"] = 7
    assert session.view().score > before
    deeds.tally["champion"] = 0
    assert session.view().score == before
    deeds.earned.append(next(iter(session.catalogue.achievements)))
    assert session.view().score > before
