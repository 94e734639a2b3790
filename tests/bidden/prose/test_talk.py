"""Talk: what is answered to what is said, and a whole game by words alone."""

from pathlib import Path
from typing import Any

import attrs
import pytest

from bidden.bots.roster import BOTS
from bidden.content.mods import FIRST, RUN
from bidden.frontend.preferences.options import Options
from bidden.intents import Engrave, Intent, Move, Name, Quaff, SwitchBoon, UseBoon, Wait
from bidden.kinds import STAIR_UP
from bidden.perception.foretold.forecast import Forecast, TargetForecast
from bidden.prose import telling
from bidden.prose.saying import say
from bidden.prose.talk import Talk
from bidden.recording import playing
from bidden.recording.branch import branch
from bidden.recording.marking.waymarks import Waymarks
from bidden.recording.resume import resume
from bidden.view import Bond, CarriedBoon, Offering, Seen, Tile, View
from tests.bidden.drawn_kinds import redrawn
from tests.bidden.prose.scenes import held, shown
from tests.frontend.fakes import FakeGame, Littered, a_view, line
from tests.sampling import Tried, amount

POTIONS = (held("a", "a milky potion", "quaff"), held("b", "a red potion", "quaff"))


def a_talk(**changes: Any) -> tuple[Talk, FakeGame]:
    game = FakeGame(**changes)
    return Talk(game), game


def hear(talk: Talk, *lines: str) -> list[str]:
    """Say lines one after the other; give all that is told."""
    return [told for one in lines for told in talk.hear(one)]


def test_a_game_begins_with_where_one_is() -> None:
    talk, _ = a_talk(notice="It goes on.")
    told = [*talk.begin()]
    assert told[0] == "It goes on."
    assert "Level 1 of 1: a cellar." in told
    assert told[-1].startswith("Ways on: a shut door 6 tiles east")


def test_what_is_asked_is_answered_by_a_word_a_letter_or_a_number() -> None:
    for answer in ("milky", "the milky one", "1", "the first", "a"):
        talk, game = a_talk(pack=POTIONS)
        asked = hear(talk, "quaff the potion")
        assert asked == ["Which do you mean?", "1. a milky potion (a)", "2. a red potion (b)"]
        hear(talk, answer)
        assert game.performed == [Quaff("a")], answer


def test_a_number_that_is_not_on_a_list_leaves_it_asked() -> None:
    talk, game = a_talk(pack=POTIONS)
    told = hear(talk, "quaff the potion", "3", "0", "2")
    assert told[3:5] == ["Say a number from 1 to 2, or what you mean."] * 2
    assert game.performed == [Quaff("b")]


def test_what_is_asked_is_forgotten_for_another_sentence() -> None:
    talk, game = a_talk(pack=POTIONS)
    hear(talk, "quaff the potion", "wait", "1")
    assert game.performed == [Wait()]
    assert hear(talk, "quaff the potion", "no")[-1] == "Never mind, then."


def test_a_known_trap_is_asked_about_before_it_is_stepped_onto() -> None:
    talk, game = a_talk()
    game.answer = Forecast(trap="dart trap")
    assert "dart trap" in hear(talk, "north")[0]
    hear(talk, "no")
    assert game.performed == []
    hear(talk, "north", "yes")
    assert game.performed == [Move(0, -1)]


def test_going_goes_on_until_it_is_there() -> None:
    talk, game = a_talk()
    assert hear(talk, "go 3 east")[-1] == "You go 3 east."
    assert game.performed == [Move(1, 0)] * 3


def test_a_step_is_told_before_what_is_seen_from_there() -> None:
    talk, _ = a_talk()
    assert hear(talk, "n") == ["You go north.", "You do Move."]


def test_what_lies_on_the_way_stops_who_explores_but_not_who_is_bound_for_a_place() -> None:
    talk, game = a_talk(underfoot=("a rock",))
    assert hear(talk, "go west 3")[-1] == "You stop: here lies a rock."
    assert game.performed == [Move(-1, 0)]
    hear(talk, "go to 2 east and 1 south")
    assert len(game.performed) == 3


def test_where_what_lies_there_was_told_it_is_not_told_again_as_one_stops() -> None:
    told = hear(Talk(Littered()), "go west 3")
    assert told == ["You see here a rock.", "A bat squeaks.", "You go west.", "You stop."]


def test_the_same_is_done_again() -> None:
    talk, game = a_talk()
    hear(talk, "wait", "again", "g")
    assert game.performed == [Wait()] * 3


class Meeting(FakeGame):
    """A game in which a foe comes into view after so many intents."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self._after = after

    def view(self) -> View:
        view = super().view()
        if len(self.performed) < self._after:
            return view
        view = shown(view, (4, 2), "z", "zombie", "a zombie")
        return attrs.evolve(view, foes=1, foes_at=((4, 2),))


def test_whoever_comes_into_view_is_told_and_stops_what_goes_on() -> None:
    game = Meeting(3)
    told = hear(Talk(game), "wait 10")
    assert len(game.performed) == 3
    assert told[-2:] == [
        "You see a zombie, beside you, north-west.",
        "You stop: a zombie is in view.",
    ]


def test_nobody_explores_or_rests_with_a_foe_in_view() -> None:
    game = Meeting(0)
    assert hear(Talk(game), "explore", "rest") == [
        "Can't explore with a zombie beside you.",
        "Can't rest with a zombie beside you.",
    ]
    assert game.performed == []


class Standing(FakeGame):
    """A game in which a zombie stands in the east, and falls at the third blow."""

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
def test_somebody_farther_off_is_gone_up_to_until_beside(words: str) -> None:
    game = Standing()
    assert hear(Talk(game), words)[-2:] == ["You go 3 east.", "You are beside a zombie."]
    assert game.performed == [Move(1, 0)] * 3


def test_who_is_to_be_killed_is_struck_until_gone() -> None:
    game = Standing()
    assert hear(Talk(game), "kill zombie")[-2:] == [
        "No foe is in view any more.",
        "You go 3 east.",
    ]
    assert (game.performed, game.blows) == ([Move(1, 0)] * 6, 3)


def test_a_fight_stops_at_half_of_all_hit_points_and_where_a_blow_may_kill_who_strikes() -> None:
    game = Standing()
    talk = Talk(game)
    game.changes["hp"] = 20
    hear(talk, "attack")
    assert len(game.performed) == 1
    game.changes["hp"] = 15
    assert hear(talk, "kill zombie")[-1] == "You stop: you have 15 of 30 hit points."
    assert len(game.performed) == 2
    game.answer = Forecast(targets=(TargetForecast("you", 4, 4, 50),))
    assert hear(talk, "kill zombie")[-1] == "That may kill you. You: 4 hp, dies in 50 %."
    assert len(game.performed) == 2


def test_what_was_named_last_is_it_and_them() -> None:
    talk, game = a_talk(pack=POTIONS)
    assert hear(talk, "quaff it") == ["Nothing was named yet that you could mean."]
    hear(talk, "examine the red potion", "quaff it")
    assert game.performed == [Quaff("b")]
    game = Standing()
    talk = Talk(game)
    hear(talk, "look at the zombie", "attack it", "strike him")
    assert (len(game.performed), game.blows) == (4, 1)
    talk = Talk(Meeting(1))
    hear(talk, "wait")
    assert hear(talk, "look at it")[0] == "A zombie: 1 west and 1 north."


def test_it_is_written_where_words_are_quoted() -> None:
    talk, game = a_talk(pack=POTIONS)
    hear(talk, "look at the red potion", "engrave it is here", 'name it "Sleep"')
    assert game.performed == [Engrave("it is here"), Name("b", "Sleep")]


def test_a_reason_that_was_told_is_not_told_again() -> None:
    talk, game = a_talk()
    game.changes["lines"] = (line("The fungus stings you.", "harm"),)
    game.changes["hp"] = 20
    assert hear(talk, "explore")[-1] == "You stop."


def test_a_yes_where_nothing_is_asked_is_told_so() -> None:
    talk, game = a_talk()
    assert hear(talk, "yes", "no", "y") == ["Nothing was asked."] * 3
    assert game.performed == []


def test_it_is_told_that_time_passes_where_nothing_else_is() -> None:
    talk, _ = a_talk(lines=())
    assert hear(talk, "wait", "wait 10") == ["A turn passes.", "10 turns pass."]


def test_no_sleeper_stops_who_goes_somewhere() -> None:
    game = Standing(asleep=True)
    assert hear(Talk(game), "go 2 east")[-1] == "You go 2 east."


def test_offers_are_told_with_how_they_are_taken() -> None:
    offer = Offering(
        *("Selith, Voice", "elevated", "find a crown", "there", 1, 2, 100, "much"),
        talk="wolves",
        kind="seek",
    )
    talk, _ = a_talk(offers=(offer,))
    told = [*talk.begin()]
    assert "1. Selith, Voice." in told
    assert "   Seek: find a crown, there." in told
    assert "   There: wolves." in told
    assert told[-1] == 'Say "accept the first", "accept 2" and so on.'


def test_the_end_is_told_with_what_led_to_it() -> None:
    game = FakeGame(last_turn=1)
    talk = Talk(game)
    told = hear(talk, "wait")
    assert "Killed by a test." in told
    assert "  Cause 1 of #99" in told
    assert told[-1] == 'Say "go back 20" to play on from there, "why", "messages" or "quit".'
    assert hear(talk, "wait")[0].startswith("It is over.")
    assert len(game.performed) == 1
    assert not talk.over
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
def test_one_goes_back_and_plays_on_from_there(words: str, turns: int) -> None:
    game = FakeGame(last_turn=30)
    talk = Talk(game)
    hear(talk, "wait 20", "wait 10", "wait")
    assert talk.view.ending is not None
    told = hear(talk, words)
    assert told[:2] == ["You go back …", f"Back {turns} turns."]
    assert told[2] == "Level 1 of 1: a cellar."
    assert game.gone_back == turns
    assert "You go east." in hear(talk, "e")


def test_where_there_is_no_going_back_the_game_stays() -> None:
    talk, game = a_talk()
    assert hear(talk, "rewind 5")[-1] == "There is no going back: there is no such turn"
    for much in ("the door", "0", "-5", "99999"):
        assert hear(talk, f"rewind {much}")[-1].startswith("How far back?")
    for much in ("0", "-5", "99999"):
        assert hear(talk, f"go back {much}")[-1].startswith("How far back?")
    hear(talk, "wait")
    assert game.performed == [Wait()]


def test_one_goes_back_to_a_place_as_well() -> None:
    talk, game = a_talk()
    hear(talk, "go back north", "go back to 2 east and 1 south")
    assert game.performed == [Move(0, -1), Move(1, 0), Move(1, 1)]


def test_why_tells_of_what_happened_last_not_of_what_was_refused_since() -> None:
    lines = (line("The bat hits you for 2."), line("There is a wall in the way.", "refusal"))
    talk = Talk(FakeGame(lines=lines))
    assert hear(talk, "why")[0] == '"The bat hits you for 2."'


def test_the_log_tells_what_happens_with_its_turn_and_nothing_else() -> None:
    game = FakeGame(lines=(line("It is cold.", turn=3),))
    talk = Talk(game, brief=True)
    assert [*talk.begin()] == ["3: It is cold."]
    game.changes["lines"] = (line("It is cold.", turn=3), line("A door shuts.", turn=4))
    assert hear(talk, "north") == ["4: A door shuts."]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("inventory", "a: a milky potion."),
        ("look", "Level 1 of 1: a cellar."),
        ("what is here?", "Level 1 of 1: a cellar."),
        ("what do I hold", "a: a milky potion."),
        ("what am I to do", "40 of 100 turns left."),
        ("task", "40 of 100 turns left."),
        ("status", "Turn 0. You have 23 of 30 hit points."),
        ("spells", "You know no spells."),
        ("exits", "It is open on all sides."),
        ("foes", "Nobody."),
        ("examine the door", "A shut door: 6 east."),
        ("examine the red potion", "You hold a red potion."),
        ("what now", None),
        ("help", None),
        ("?", None),
        ("help throw", "Also called: hurl, toss."),
        ("map", None),
        ("messages", None),
        ("why", "There is nothing to tell of yet."),
    ],
)
def test_whatever_is_asked_is_told_and_takes_no_time(words: str, told: str | None) -> None:
    bond = Bond("Selith", "hunt", "hunt a troll", "there", 40, False, 3, 100, 2)
    talk, game = a_talk(pack=POTIONS, bond=bond)
    answer = hear(talk, words)
    assert told is None or told in answer
    assert game.performed == []


def test_quitting_says_that_the_game_is_kept() -> None:
    talk, _ = a_talk()
    assert hear(talk, "quit") == ["It is recorded as it stands."]
    assert talk.over
    full, _ = a_talk(notice="Not recorded for now: the disk is full", unrecorded=1)
    assert hear(full, "quit") == ["1 intent is not recorded yet, and may be lost."]


def test_a_term_that_runs_low_is_told() -> None:
    bond = Bond("Selith", "hunt", "hunt a troll", "there", 51, False, 3, 100, 2)
    talk, game = a_talk(bond=bond)
    game.changes["bond"] = attrs.evolve(bond, left=50)
    assert "50 turns of the term are left." in hear(talk, "wait")


def test_on_the_last_way_the_open_gate_is_told() -> None:
    bond = Bond("Selith", "hunt", "hunt a troll", "there", 51, True, 3, 100, 2, last_way=True)
    talk, _ = a_talk(bond=bond)
    told = "Task complete! The last gate is open: reach it and you win."
    assert told in hear(talk, "task")


def test_one_goes_over_levels_by_words_to_one_of_them_and_to_what_was_seen_there(
    tmp_path: Path,
) -> None:
    path = Path(__file__).parents[2] / "golden" / "journals" / "run_won.jsonl"
    timeline = playing.timeline_of(path, playing.load(path), write=False)
    timeline.seek(timeline.position_of_turn(510))  # on level 3, and no foe is in view
    game = branch(path, timeline, tmp_path / "game.jsonl")
    talk, session = Talk(game), game.session
    assert hear(talk, "find crown")[-1] == 'You saw no "crown".'
    found = hear(talk, "find stair up")
    assert found[0] == "Say the number of what you want to go to:"
    assert [one.partition(",")[0] for one in found[1:]] == ["1. a stair up", "2. a stair up"]
    assert hear(talk, "2")[-1] == "Beside you is a stair up."
    assert session.view().level == 2
    assert hear(talk, "go to level 3")[-1] == "You are on level 3."
    assert session.view().ground == STAIR_UP
    hear(talk, "ascend")
    assert session.view().level == 2
    game.close()


@pytest.mark.slow
@pytest.mark.endurance
@pytest.mark.parametrize(("level", "seed", "some"), [(FIRST, 5, 9_000), (RUN, 2, 150)])
def test_a_game_is_won_by_words_alone_and_its_journal_is_that_of_any_other(
    level: str, seed: int, some: int, tmp_path: Path, tried: Tried
) -> None:
    path, choose = tmp_path / "game.jsonl", BOTS["explorer"](seed)
    game, most = playing.begin(seed, path, level=level), amount(some, 9_000)
    talk, meant, answers = Talk(game), 0, list[str]()
    for told in talk.begin():
        assert told.isprintable()
    while talk.view.ending is None and meant < most:
        intent = choose(talk.view)
        words = say(intent, talk.view)
        assert words is not None
        meant += 1
        answers = [*talk.hear(words)]
        if answers[-1:] and answers[-1].endswith("Say yes or no."):
            answers += talk.hear("yes")
        assert all(told.isprintable() for told in answers)
    tried["sentences said in games that are won by words"] += meant
    game.close()
    if most > meant:
        assert "Victory." in answers
    again = resume(path, playing.load(path))
    assert again.session.digest.state() == game.session.digest.state()
    assert again.session.over == (talk.view.ending is not None)
    again.close()


def test_why_is_told_in_plain_words_and_in_full_by_events() -> None:
    game = FakeGame(lines=(line("The bat hits you for 2."),))
    talk = Talk(game)
    quoted, *_ = talk.hear("why")
    assert quoted == '"The bat hits you for 2."'
    assert [*talk.hear("why in full")]
    assert game.plain == [True, False]


def test_where_one_stands_is_given_a_digit_and_gone_to_by_it() -> None:
    talk, game = a_talk()
    assert hear(talk, "go to waypoint 3") == [
        'No tile has the digit 3 yet: "mark 3" gives it to where you stand.'
    ]
    assert hear(talk, "mark this place 3", "go 2 east", "go to waypoint 3")[-2:] == [
        "You go 2 west.",
        "You are there.",
    ]
    assert [one.at for one in game.waymarks.points] == [(5, 3)]
    assert hear(talk, "map")[-1] == "Waypoint 3: level 1."
    assert hear(talk, "mark 3") == ["Waypoint 3 is no more."]
    assert hear(talk, "mark") == ["Which waypoint? Say its digit, 0 to 9."]


def test_ground_that_is_excluded_is_kept_off_by_what_is_done_in_passing() -> None:
    talk, _ = a_talk()
    assert hear(talk, "keep off 2 east") == ["The ground as far as 1 tile is excluded: 2 east."]
    assert hear(talk, "exclude 2 east") == ["That tile alone is excluded: 2 east."]
    walled = FakeGame(tiles=corridor())
    barred = Talk(walled)
    hear(barred, "exclude 2 east", "exclude 2 east")
    assert hear(barred, "go 3 east and 0 south")[-1] == "Ground that you excluded is in the way."
    assert hear(barred, "exclude 2 east") == ["Nothing is excluded around there any more: 2 east."]
    assert hear(barred, "exclude 9 west") == ["Nobody can go there."]
    around_what = "Exclude around what? Say a direction, or nothing for where you stand."
    assert hear(barred, "exclude the altar") == [around_what]
    assert hear(barred, "exclude here")[0].endswith("is excluded: here.")


def test_ground_around_a_foe_that_sleeps_is_excluded_by_itself_in_words_too() -> None:
    game = FakeGame()
    talk = Talk(game, Options(exclude_around=("zombie",)))
    hear(talk, "wait")
    zombie = Seen((9, 3), "a zombie, asleep", "z", "zombie", "", asleep=True)
    game.changes |= {"foes_at": ((9, 3),), "foes_seen": (zombie,)}
    hear(talk, "wait")
    assert [one.at for one in game.waymarks.exclusions] == [(9, 3)]


def corridor() -> tuple[tuple[Tile, ...], ...]:
    """The room without its first and last row of floor."""
    tiles = a_view().tiles
    return tuple(
        tuple(redrawn(tile, "#") if y in (2, 4) and tile.glyph == "." else tile for tile in row)
        for y, row in enumerate(tiles)
    )


def test_a_boon_that_is_not_aimed_is_asked_about_where_no_foe_is_in_view() -> None:
    ward = CarriedBoon("ward", "", "ward", 1, "Blows are turned back.", aimed=False)
    talk, game = a_talk(boons=(ward,))
    asked = hear(talk, "use ward")
    assert asked == ["No foe is in view. Do it all the same? Say yes or no."]
    assert game.performed == []
    hear(talk, "yes")
    assert game.performed == [UseBoon(0, 0)]
    other = Standing()
    other.changes["boons"] = (ward,)
    hear(Talk(other), "use ward")
    assert other.performed == [UseBoon(0, 0)]


def test_another_boon_than_the_active_one_is_used_with_a_foe_in_view_and_asked_about_too() -> None:
    ward = CarriedBoon("ward", "", "ward", 1, "Blows are turned back.", aimed=False)
    boons = (ward, CarriedBoon("lash", "", "lash", 2, "It strikes."))
    fought = Standing()
    fought.changes["boons"] = boons
    hear(Talk(fought), "use lash west")
    assert fought.performed == [SwitchBoon(), UseBoon(-1, 0)]
    talk, game = a_talk(boons=boons)
    game.answer = Forecast(targets=(TargetForecast("you", least=3, most=3),))
    assert hear(talk, "use lash west")[-1].endswith("Do it all the same? Say yes or no.")
    assert game.performed == [SwitchBoon()]
    hear(talk, "yes")
    assert game.performed == [SwitchBoon(), UseBoon(-1, 0)]


def test_what_is_known_to_harm_oneself_is_asked_about_and_done_upon_yes() -> None:
    talk, game = a_talk(pack=POTIONS)
    poison = TargetForecast("you", lasting=("poison for 20",))
    game.answer = Forecast(targets=(poison,), lingers=True)
    assert hear(talk, "quaff milky") == [
        "It harms you! you: poison for 20. It would harm you. Do it all the same? Say yes or no."
    ]
    hear(talk, "no", "wait")
    assert Quaff("a") not in game.performed
    hear(talk, "quaff milky", "yes")
    assert game.performed[-1] == Quaff("a")
    rash = Talk(game, Options(ask_before_harm="death"))
    hear(rash, "quaff milky")
    assert game.performed[-2:] == [Quaff("a")] * 2


def test_what_harms_ones_own_side_alone_or_is_dear_is_asked_about_too() -> None:
    talk, game = a_talk(pack=POTIONS)
    game.answer = Forecast(targets=(TargetForecast("the dog", 1, 2, fellow=True),))
    told = "It harms the dog! the dog: 1–2 hp. Do it all the same? Say yes or no."
    assert hear(talk, "quaff milky") == [told]
    game.answer = Forecast()
    dear = Talk(game, Options(ask_before=("milky",)))
    (asked,) = hear(dear, "quaff milky")
    assert asked == "You would use a milky potion. Do it all the same? Say yes or no."
    assert Quaff("a") not in game.performed
    hear(dear, "yes")
    assert game.performed[-1] == Quaff("a")


def test_messages_that_one_would_stop_at_stop_what_goes_on_in_words() -> None:
    talk, _ = a_talk()
    assert "You go 3 east." in hear(talk, "go 3 east")
    stopped = Talk(FakeGame(), Options(stop_at=("you do move",)))
    assert hear(stopped, "go 3 east")[-2:] == ["You go east.", "You stop."]


def test_a_message_for_who_plays_by_keys_is_told_without_the_key() -> None:
    told = line("3 summoners offer you bindings. Choose one (O).")
    assert telling.sentence(told) == "3 summoners offer you bindings."


def test_what_was_noted_of_a_level_is_told_on_arrival() -> None:
    game = FakeGame()
    game.waymarks = Waymarks().with_note(1, "beware", 0)
    assert "Your note: beware" in [*Talk(game).begin()]
    assert "Your note: beware" not in [*Talk(game, brief=True).begin()]
