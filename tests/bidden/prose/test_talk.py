"""Talk: questions, answers and whole games in words."""

from pathlib import Path
from typing import Any

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.bots.roster import BOTS
from bidden.content.mods import FIRST, RUN
from bidden.frontend.preferences.options import Options
from bidden.intents import Engrave, Intent, Move, Name, Quaff, UseBoon, Wait
from bidden.kinds import STAIR_UP
from bidden.perception.foretold.forecast import Forecast, TargetForecast
from bidden.prose.talk import Talk
from bidden.recording import playing
from bidden.recording.branch import branch
from bidden.recording.resume import resume
from bidden.view import Bond, CarriedBoon, Offering, Seen, View
from tests.bidden.prose.saying import say
from tests.bidden.prose.scenes import held, shown
from tests.frontend.fakes import FakeGame, Littered, line
from tests.sampling import Tried, amount

POTIONS = (held("a", "a milky potion", "quaff"), held("b", "a red potion", "quaff"))


def a_talk(**changes: Any) -> tuple[Talk, FakeGame]:
    game = FakeGame(**changes)
    return Talk(game), game


def hear(talk: Talk, *lines: str) -> list[str]:
    """Enter lines one after the other, and return all answers."""
    return [told for one in lines for told in talk.hear(one)]


# Start of the game, questions and answers


def test_prose_game_begins_by_describing_the_place(snapshot: SnapshotAssertion) -> None:
    talk, _ = a_talk(notice="It goes on.")
    assert [*talk.begin()] == snapshot


@pytest.mark.parametrize("answer", ["milky", "the milky one", "1", "the first", "a"])
def test_question_is_answered_by_a_word_a_letter_or_a_number(answer: str) -> None:
    talk, game = a_talk(pack=POTIONS)
    hear(talk, "quaff the potion", answer)
    assert game.performed == [Quaff("a")]


def test_question_stays_after_a_number_that_is_not_listed(snapshot: SnapshotAssertion) -> None:
    talk, game = a_talk(pack=POTIONS)
    assert hear(talk, "quaff the potion", "3", "0") == snapshot
    hear(talk, "2")
    assert game.performed == [Quaff("b")]


def test_question_is_dropped_for_another_sentence(snapshot: SnapshotAssertion) -> None:
    talk, game = a_talk(pack=POTIONS)
    hear(talk, "quaff the potion", "wait", "1")
    assert game.performed == [Wait()]
    assert hear(talk, "quaff the potion", "no", "yes") == snapshot
    assert game.performed == [Wait()]


def test_known_trap_is_asked_about_before_the_step(snapshot: SnapshotAssertion) -> None:
    talk, game = a_talk()
    game.answer = Forecast(trap="dart trap")
    assert hear(talk, "north") == snapshot
    hear(talk, "no")
    assert game.performed == []
    hear(talk, "north", "yes")
    assert game.performed == [Move(0, -1)]


def test_harm_to_oneself_is_asked_about(snapshot: SnapshotAssertion) -> None:
    talk, game = a_talk(pack=POTIONS)
    poison = TargetForecast("you", lasting=("are poisoned for 20 turns",))
    game.answer = Forecast(targets=(poison,), lingers=True)
    assert hear(talk, "quaff milky") == snapshot
    hear(talk, "no", "wait")
    assert Quaff("a") not in game.performed
    hear(talk, "quaff milky", "yes")
    assert game.performed[-1] == Quaff("a")
    rash = Talk(game, Options(ask_before_harm="death"))
    hear(rash, "quaff milky")
    assert game.performed[-2:] == [Quaff("a")] * 2


def test_harm_to_fellows_is_asked_about(snapshot: SnapshotAssertion) -> None:
    talk, game = a_talk(pack=POTIONS)
    game.answer = Forecast(targets=(TargetForecast("the dog", 1, 2, fellow=True),))
    assert hear(talk, "quaff milky") == snapshot
    assert game.performed == []
    hear(talk, "yes")
    assert game.performed == [Quaff("a")]


def test_boon_that_is_not_aimed_is_asked_about_without_a_foe(snapshot: SnapshotAssertion) -> None:
    ward = CarriedBoon("ward", "", "ward", 1, "Blows are turned back.", aimed=False)
    talk, game = a_talk(boons=(ward,))
    assert hear(talk, "use ward") == snapshot
    assert game.performed == []
    hear(talk, "yes")
    assert game.performed == [UseBoon(0, 0)]
    other = Standing()
    other.changes["boons"] = (ward,)
    hear(Talk(other), "use ward")
    assert other.performed == [UseBoon(0, 0)]


# Commands that take several turns


def test_walk_goes_on_until_it_is_done(snapshot: SnapshotAssertion) -> None:
    talk, game = a_talk()
    assert hear(talk, "n", "go 3 east") == snapshot
    assert game.performed == [Move(0, -1), *[Move(1, 0)] * 3]


def test_things_on_the_way_stop_a_run_but_no_walk_or_travel(snapshot: SnapshotAssertion) -> None:
    talk, game = a_talk(underfoot=("a rock",))
    assert hear(talk, "run west") == snapshot
    assert game.performed == [Move(-1, 0)]
    hear(talk, "go 2 east", "go to 1 west and 1 south")
    assert len(game.performed) == 4
    assert hear(Talk(Littered()), "run west") == snapshot  # a reason is given only once


class Meeting(FakeGame):
    """A game in which a foe comes into view after this many intents."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self._after = after

    def view(self) -> View:
        view = super().view()
        if len(self.performed) < self._after:
            return view
        view = shown(view, (4, 2), "z", "zombie", "a zombie")
        return attrs.evolve(view, foes=1, foes_at=((4, 2),))


def test_new_creature_in_view_interrupts_a_multi_turn_command(snapshot: SnapshotAssertion) -> None:
    game = Meeting(3)
    assert hear(Talk(game), "wait 10") == snapshot
    assert len(game.performed) == 3


def test_nobody_explores_or_rests_beside_a_foe(snapshot: SnapshotAssertion) -> None:
    game = Meeting(0)
    assert hear(Talk(game), "explore", "rest") == snapshot
    assert game.performed == []


class Standing(FakeGame):
    """A game with a zombie in the east that falls at the third blow."""

    def __init__(self, asleep: bool = False) -> None:
        super().__init__()
        self.blows = 0
        self.at = (9, 3)
        self._asleep = asleep

    def perform(self, intent: Intent) -> None:
        x, y = self._here
        if isinstance(intent, Move) and (x + intent.dx, y + intent.dy) == self.at:
            self.blows += 1
            self.performed.append(intent)
        else:
            super().perform(intent)

    def view(self) -> View:
        view = super().view()
        if self.blows == 3:
            return view
        name = "a zombie, asleep" if self._asleep else "a zombie"
        seen = Seen(self.at, name, "z", "zombie", "", asleep=self._asleep)
        view = shown(view, self.at, "z", "zombie", name)
        return attrs.evolve(view, foes=1, foes_at=(self.at,), foes_seen=(seen,))


@pytest.mark.parametrize("words", ["attack the zombie", "go to the zombie"])
def test_foe_farther_off_is_approached(words: str, snapshot: SnapshotAssertion) -> None:
    game = Standing()
    assert hear(Talk(game), words) == snapshot
    assert game.performed == [Move(1, 0)] * 3


def test_foe_is_struck_until_it_is_gone(snapshot: SnapshotAssertion) -> None:
    game = Standing()
    assert hear(Talk(game), "kill zombie")[-2:] == snapshot
    assert (game.performed, game.blows) == ([Move(1, 0)] * 6, 3)


def test_fight_stops_at_half_of_all_hit_points_and_before_a_deadly_blow(
    snapshot: SnapshotAssertion,
) -> None:
    game = Standing()
    talk = Talk(game)
    game.changes["hp"] = 20
    hear(talk, "attack")
    assert len(game.performed) == 1
    game.changes["hp"] = 15
    assert hear(talk, "kill zombie")[-1] == snapshot
    assert len(game.performed) == 2
    game.answer = Forecast(targets=(TargetForecast("you", 4, 4, 50),))
    assert hear(talk, "kill zombie")[-1] == snapshot
    assert len(game.performed) == 2


def test_sleeping_creature_does_not_stop_a_walk() -> None:
    game = Standing(asleep=True)
    hear(Talk(game), "go 2 east")
    assert game.performed == [Move(1, 0)] * 2


def test_damage_stops_a_walk_and_its_reason_is_stated_only_once(
    snapshot: SnapshotAssertion,
) -> None:
    talk, game = a_talk()
    game.changes["lines"] = (line("The fungus stings you.", "harm"),)
    game.changes["hp"] = 20
    assert hear(talk, "explore")[-1] == snapshot
    assert len(game.performed) <= 1


# Pronouns and quotes


def test_pronoun_refers_to_the_last_named_thing(snapshot: SnapshotAssertion) -> None:
    talk, game = a_talk(pack=POTIONS)
    assert hear(talk, "quaff it") == snapshot
    hear(talk, "examine the red potion", "quaff it")
    assert game.performed == [Quaff("b")]
    game = Standing()
    hear(Talk(game), "look at the zombie", "attack it", "strike him")
    assert (len(game.performed), game.blows) == (4, 1)


def test_pronoun_in_engraved_text_is_kept_literally() -> None:
    talk, game = a_talk(pack=POTIONS)
    hear(talk, "look at the red potion", "engrave it is here", 'name it "Sleep"')
    assert game.performed == [Engrave("it is here"), Name("b", "Sleep")]


# Messages


def test_offers_are_told_with_how_to_accept_them(snapshot: SnapshotAssertion) -> None:
    offer = Offering(
        *("Selith, Voice", "elevated", "find a crown", "there", 1, 2, 100, "much"),
        talk="wolves",
        kind="seek",
    )
    talk, _ = a_talk(offers=(offer,))
    assert [*talk.begin()] == snapshot


def test_end_of_the_game_is_described_with_its_causes(snapshot: SnapshotAssertion) -> None:
    game = FakeGame(last_turn=1)
    talk = Talk(game)
    assert hear(talk, "wait") == snapshot
    hear(talk, "wait")
    assert (len(game.performed), talk.over) == (1, False)
    hear(talk, "quit")
    assert talk.over


@pytest.mark.parametrize(
    ("words", "turns"),
    [
        ("undo", 10),
        ("undo 3", 3),
        ("go back twenty turns", 20),
        ("rewind 3", 3),
        ("go back", 20),
        ("rewind to turn 28", 2),
    ],
)
def test_player_goes_back_and_plays_on(words: str, turns: int) -> None:
    game = FakeGame(last_turn=30)
    talk = Talk(game)
    hear(talk, "wait 20", "wait 10", "wait")
    assert talk.view.ending is not None
    hear(talk, words)
    assert game.gone_back == turns
    hear(talk, "e")
    assert isinstance(talk.game, FakeGame)
    assert talk.game.performed[-1] == Move(1, 0)


def test_impossible_rewind_leaves_the_game_unchanged(snapshot: SnapshotAssertion) -> None:
    talk, game = a_talk()
    assert hear(talk, "rewind 5") == snapshot
    asked = [hear(talk, f"{words} 0")[-1] for words in ("rewind", "go back")]
    for words in ("rewind the door", "rewind -5", "go back 99999"):
        assert hear(talk, words)[-1] in asked
    assert asked == snapshot
    hear(talk, "wait", "go back north", "go back to 2 east and 1 south")
    assert game.performed == [Wait(), Move(0, -1), Move(1, 0), Move(1, 1)]


def test_why_asks_about_the_last_event_that_was_not_refused(snapshot: SnapshotAssertion) -> None:
    lines = (line("The bat hits you for 2."), line("There is a wall in the way.", "refusal"))
    game = FakeGame(lines=lines)
    talk = Talk(game)
    assert hear(talk, "why")[0] == snapshot
    assert hear(talk, "why in full")
    assert game.plain == [True, False]


def test_brief_talk_prints_only_the_messages_and_their_turns() -> None:
    game = FakeGame(lines=(line("It is cold.", turn=3),))
    talk = Talk(game, brief=True)
    assert [*talk.begin()] == ["3: It is cold."]
    shuts = attrs.evolve(line("A door shuts.", turn=4), sequence=2)
    game.changes["lines"] = (line("It is cold.", turn=3), shuts)
    assert hear(talk, "north") == ["4: A door shuts."]


@pytest.mark.parametrize(
    "words",
    [
        "inventory",
        "look",
        "what must I do",
        "status",
        "spells",
        "exits",
        "foes",
        "examine the door",
        "examine the red potion",
        "what now",
        "help throw",
        "why",
    ],
)
def test_questions_are_answered_and_take_no_time(words: str, snapshot: SnapshotAssertion) -> None:
    bond = Bond("Selith", "hunt", "hunt a troll", "there", 40, False, 3, 100, 2)
    talk, game = a_talk(pack=POTIONS, bond=bond)
    assert hear(talk, words) == snapshot
    assert game.performed == []


def test_quitting_tells_that_the_game_is_kept(snapshot: SnapshotAssertion) -> None:
    talk, _ = a_talk()
    assert hear(talk, "quit") == snapshot
    assert talk.over


def test_prose_reports_a_low_term_and_the_open_gate(snapshot: SnapshotAssertion) -> None:
    bond = Bond("Selith", "hunt", "hunt a troll", "there", 51, False, 3, 100, 2)
    talk, game = a_talk(bond=bond)
    game.changes["bond"] = attrs.evolve(bond, left=50)
    low = hear(talk, "wait")
    talk, _ = a_talk(bond=attrs.evolve(bond, fulfilled=True, last_way=True))
    assert (low, hear(talk, "task")) == snapshot


# Levels and marks


@pytest.mark.slow
def test_player_travels_between_levels_by_words(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    path = Path(__file__).parents[2] / "golden" / "journals" / "run_won.jsonl"
    timeline = playing.timeline_of(path, playing.load(path), write=False)
    timeline.seek(timeline.position_of_turn(510))  # on level 3, with no foe in view
    game = branch(path, timeline, tmp_path / "game.jsonl")
    talk, session = Talk(game), game.session
    assert hear(talk, "find crown", "find stair up") == snapshot
    hear(talk, "2")
    assert session.view().level == 2
    assert hear(talk, "go to level 3")[-1] == snapshot
    assert session.view().ground == STAIR_UP
    hear(talk, "ascend")
    assert session.view().level == 2
    game.close()


@pytest.mark.slow
@pytest.mark.endurance
@pytest.mark.parametrize(("level", "seed", "some"), [(FIRST, 5, 9_000), (RUN, 2, 150)])
def test_game_is_won_by_words_alone(
    level: str, seed: int, some: int, tmp_path: Path, tried: Tried
) -> None:
    path, choose = tmp_path / "game.jsonl", BOTS["explorer"](seed)
    game, most = playing.begin(seed, path, level=level), amount(some, 9_000)
    talk, meant, answers = Talk(game), 0, list[str]()
    for told in talk.begin():
        assert told.isprintable()
    while talk.view.ending is None and meant < most:
        intent = choose(talk.view)
        words, before = say(intent, talk.view), talk.view.turn
        assert words is not None
        meant += 1
        answers = [*talk.hear(words)]
        if talk.view.turn == before:  # it may ask for confirmation
            answers += talk.hear("yes")
        assert all(told.isprintable() for told in answers)
    tried["sentences typed in games that are won"] += meant
    game.close()
    if most > meant:
        assert talk.view.ending is not None
    again = resume(path, playing.load(path))
    assert again.session.digest.state() == game.session.digest.state()
    assert again.session.over == (talk.view.ending is not None)
    again.close()
    assert not any("beware" in told for told in Talk(game, brief=True).begin())
