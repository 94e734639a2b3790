"""Golden journals as tests: each replays and is compared, or says what is not the same."""

from pathlib import Path

import attrs
import pytest

from eventcore.journal import JournalWriter, Record, Upgrade, read_journal
from eventcore.journal.format import UPGRADE, encode_upgrade
from eventcore.replay import Recorder
from tests.eventcore.worlds import boxing, tally
from tests.eventcore.worlds.boxing import record
from tests.journals import seal

INI = """
[pytest]
event_journals = golden
event_source = {source}
"""
SOURCE = "tests.eventcore.worlds.boxing:source_for"


@pytest.fixture
def golden(pytester: pytest.Pytester) -> Path:
    """A project with an empty folder of golden journals."""
    configure(pytester)
    return pytester.mkdir("golden")


def configure(pytester: pytest.Pytester, source: str = SOURCE) -> None:
    pytester.makeini(INI.format(source=source))


def run(pytester: pytest.Pytester, *options: str) -> pytest.RunResult:
    # Hypothesis would be imported anew in each run, which takes ten times as long as the rest.
    without = ("-p", "no:hypothesispytest", "-p", "no:cacheprovider")
    return pytester.runpytest("-p", "eventcore.testing.journals", *without, *options)


def fails(pytester: pytest.Pytester, *lines: str, options: tuple[str, ...] = ()) -> None:
    """Require that the only test fails, and that this is said."""
    result = run(pytester, *options)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(lines)


def rule(pytester: pytest.Pytester, text: str) -> None:
    """Change the rules of boxing."""
    pytester.path.joinpath("rules.json").write_text(text, "utf-8")


def shown(result: pytest.RunResult, first: str, count: int) -> list[str]:
    """So many lines of what was printed, from the one that begins so."""
    start = next(n for n, line in enumerate(result.outlines) if line.startswith(first))
    return result.outlines[start : start + count]


def test_a_journal_in_the_folder_is_a_test_that_passes_if_it_replays_the_same(
    pytester: pytest.Pytester, golden: Path
) -> None:
    for name in ("a.jsonl", "b.jsonl.gz", "c.jsonl.zst"):
        record(golden / name, 3, 4, 30)
    result = run(pytester, "-v")
    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(["golden/a.jsonl::replays PASSED*", "golden/b*", "golden/c*"])


def test_what_is_no_journal_or_lies_elsewhere_is_no_test(
    pytester: pytest.Pytester, golden: Path
) -> None:
    record(golden / "a.jsonl", 3)
    golden.joinpath("a.jsonl.keys").write_text("a cache", "utf-8")
    record(pytester.path / "elsewhere.jsonl", 3)
    run(pytester).assert_outcomes(passed=1)
    run(pytester, "elsewhere.jsonl").assert_outcomes(passed=1)  # unless it is asked for


def test_a_folder_may_be_named_by_a_pattern(pytester: pytest.Pytester) -> None:
    pytester.makeini(INI.format(source=SOURCE).replace("golden", "*/golden"))
    for name in ("one", "two"):
        record(pytester.mkdir(name) / "golden" / "a.jsonl", 3)
    result = run(pytester, "-v")
    result.stdout.fnmatch_lines(["one/golden/a.jsonl::replays*", "two/golden/a.jsonl::replays*"])


def test_a_changed_rule_fails_with_turn_line_event_field_values_and_handler(
    pytester: pytest.Pytester, golden: Path
) -> None:
    record(golden / "a.jsonl", 3, 4, chains="others")
    rule(pytester, '{"armour": 2}')
    result = run(pytester)
    result.assert_outcomes(failed=1)
    assert shown(result, "golden/a.jsonl differs", 6) == [
        "golden/a.jsonl differs first on turn 1 (line 3): Hurt #2: left 18 recorded, 19 replayed",
        "  Blow #1: force 2 recorded, 1 replayed; last written by Fist.turn_aside (MODIFY 300)",
        "  Hurt #2: left 18 recorded, 19 replayed; last written by Fist.suffer (APPLY 700)",
        "  Hurt #2: loss 2 recorded, 1 replayed; published with it by Fist.land (RESOLVE 500)",
        "it was recorded with other handlers than the present ones",
        "it was recorded with other content than the present one",
    ]
    result.stdout.fnmatch_lines(["if it should be so now: pytest --regenerate-journals golden/a*"])


def test_recording_anew_is_not_advised_where_two_runs_are_not_the_same(
    pytester: pytest.Pytester, golden: Path
) -> None:
    tally.record(golden / "a.jsonl", [3, 4])
    configure(pytester, "tests.eventcore.worlds.flickering:timed")
    fails(pytester, "  not deterministic: two runs part on turn 0 (line 2): *")
    assert "--regenerate-journals" not in run(pytester).stdout.str()


def test_where_only_the_code_has_changed_a_failure_says_so(
    pytester: pytest.Pytester, golden: Path
) -> None:
    path = golden / "a.jsonl"
    (pytester.path / "code.txt").write_text("0ld")
    record(path, 3, 4)
    (pytester.path / "code.txt").write_text("new")
    run(pytester).assert_outcomes(passed=1)
    path.write_bytes(seal(swapped(path.read_bytes().splitlines(), b'"force":4', b'"force":5')))
    result = run(pytester)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "golden/a.jsonl differs first on turn 2 *",
            "the rules' code has changed since: it was recorded by boxing 1, code 0ld, and this is "
            "boxing 1, code new",
        ]
    )


def swapped(lines: list[bytes], old: bytes, new: bytes) -> list[bytes]:
    return [line.replace(old, new) for line in lines]


def test_without_events_the_first_record_that_differs_is_named(
    pytester: pytest.Pytester, golden: Path
) -> None:
    record(golden / "a.jsonl", 3, 4, events=False)
    rule(pytester, '{"armour": 2}')
    result = run(pytester)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["golden/a.jsonl differs first on turn 1 (line 3): digest '*' recorded, '*' replayed"]
    )


def test_a_journal_whose_handler_raises_fails_and_says_where(
    pytester: pytest.Pytester, golden: Path
) -> None:
    with pytest.raises(ZeroDivisionError):
        record(golden / "a.jsonl", 3, 13)
    fails(
        pytester,
        "golden/a.jsonl raises on turn 1 (line 4): ZeroDivisionError: thirteen*",
        "  raised by ZeroDivisionError in Fist.turn_aside",
    )


def test_a_torn_journal_fails_though_all_that_is_whole_replays(
    pytester: pytest.Pytester, golden: Path
) -> None:
    path = record(golden / "a.jsonl", 3, 4)
    path.write_bytes(path.read_bytes()[:-9])
    fails(
        pytester,
        "golden/a.jsonl is not whole: line 6 is torn: the file ends inside it, after 2 whole "
        "records; the 2 whole records replay the same",
    )


def test_a_damaged_journal_fails_and_is_not_regenerated(
    pytester: pytest.Pytester, golden: Path
) -> None:
    path = record(golden / "a.jsonl", 3, 4)
    damaged = path.read_bytes().replace(b'"force":4', b'"force":5')
    path.write_bytes(damaged)
    fails(pytester, "golden/a.jsonl is not whole: line 4 is damaged: its checksum*")
    said = "golden/a.jsonl cannot be regenerated: it is not whole: line 4*"
    fails(pytester, said, options=("--regenerate-journals",))
    assert path.read_bytes() == damaged


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "golden/a.jsonl cannot be replayed: the file is empty*"),
        (b"{}\n", "golden/a.jsonl cannot be replayed: this is not a journal*"),
    ],
)
def test_what_holds_no_journal_fails_and_says_so(
    pytester: pytest.Pytester, golden: Path, content: bytes, said: str
) -> None:
    (golden / "a.jsonl").write_bytes(content)
    fails(pytester, said)


def test_a_journal_of_another_simulation_fails_in_the_words_of_the_source(
    pytester: pytest.Pytester, golden: Path
) -> None:
    record(golden / "a.jsonl", 3, game="chess")
    result = run(pytester)
    result.stdout.fnmatch_lines(
        ["golden/a.jsonl cannot be replayed: this is a journal of 'chess', not of boxing"]
    )


def test_a_journal_of_another_game_fails_and_is_not_regenerated(
    pytester: pytest.Pytester, golden: Path
) -> None:
    configure(pytester, "tests.eventcore.worlds.boxing:of_any")
    before = record(golden / "a.jsonl", 3, game="chess").read_bytes()
    for options in ((), ("--regenerate-journals",)):
        result = run(pytester, *options)
        result.assert_outcomes(failed=1)
        assert "golden/a.jsonl is a journal of 'chess', not of 'boxing'" in result.outlines
        assert (golden / "a.jsonl").read_bytes() == before


def test_to_regenerate_is_advised_only_where_it_can_be_done(
    pytester: pytest.Pytester, golden: Path
) -> None:
    simulation = boxing.Boxing()
    recorder = Recorder(simulation, JournalWriter.create(golden / "a.jsonl", simulation.header))
    recorder.perform(boxing.Hit(4))
    recorder.close()
    with pytest.raises(ZeroDivisionError):
        record(golden / "b.jsonl", 13)
    upgraded(golden / "c.jsonl")
    rule(pytester, '{"unknown": 4}')
    result = run(pytester)
    result.assert_outcomes(failed=3)
    result.stdout.fnmatch_lines(
        ["golden/a.jsonl cannot be played: line 2: there is no Hit(force=4)"]
    )
    assert "--regenerate-journals" not in result.stdout.str()


def upgraded(path: Path) -> Path:
    """A journal that goes over to other rules after its first blow."""
    simulation_at = record(path, 3)
    journal = read_journal(simulation_at, events=True)
    close = journal.records[-1]
    upgrade = Upgrade(journal.header, 2, 1, 0, "eJwDAAAAAAE=")
    with JournalWriter.resume(path, journal) as writer:
        data = encode_upgrade(upgrade)
        writer.append(Record(close.seq, close.turn, UPGRADE, 1, None, data, close.digest))
    return path


def test_a_journal_that_goes_over_to_other_rules_has_its_segments_and_is_not_regenerated(
    pytester: pytest.Pytester, golden: Path
) -> None:
    upgraded(golden / "a.jsonl")
    fails(pytester, "golden/a.jsonl segment 2 of 2 cannot be played: line 5: cannot*")
    said = "golden/a.jsonl cannot be regenerated: line 5 goes over to other rules, from a state *"
    fails(pytester, said, options=("--regenerate-journals",))


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("", "ERROR: event_journals needs event_source, a package.module:callable"),
        ("boxing", "ERROR: event_source: 'boxing' is not of the form package.module:callable"),
        (
            "boxxing:source_for",
            "ERROR: event_source: boxxing cannot be imported: ModuleNotFoundError: No module "
            "named 'boxxing'",
        ),
        (
            "tests.eventcore.worlds.boxing:sauce_for",
            "ERROR: event_source: tests.eventcore.worlds.boxing has no callable 'sauce_for'; "
            "there is source_for",
        ),
    ],
)
def test_a_source_that_is_not_there_is_an_error_of_usage_in_one_line(
    pytester: pytest.Pytester, golden: Path, source: str, said: str
) -> None:
    configure(pytester, source)
    record(golden / "a.jsonl", 3)
    result = run(pytester)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert [line for line in result.errlines if line] == [said]


@pytest.mark.parametrize("places", ["golden", "elsewhere", "gold*", "golden/a.txt"])
def test_a_place_without_any_journal_fails_with_the_remedy_and_the_other_tests_run(
    pytester: pytest.Pytester, golden: Path, places: str
) -> None:
    pytester.makeini(INI.format(source=SOURCE).replace("golden", places))
    pytester.makepyfile(test_other="def test_other():\n    pass\n")
    golden.joinpath("a.txt").write_text("no journal", "utf-8")
    result = run(pytester)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        f"event_journals: there is no journal at {places.replace('*', '[*]')}: record one there, "
        "with a Recorder or by playing, or take the place out of the configuration; a journal's "
        "name ends in .jsonl, .jsonl.gz, .jsonl.zst"
    )
    run(pytester, "test_other.py").assert_outcomes(passed=1)
    run(pytester, "-k", "test_other").assert_outcomes(passed=1, deselected=1)


@pytest.fixture
def kept(pytester: pytest.Pytester) -> Path:
    """A project with a folder of journals that only tests name."""
    pytester.makeini(INI.format(source=SOURCE).replace("event_journals = golden\n", ""))
    return pytester.mkdir("kept")


MARKED = """
import pytest

@pytest.mark.journal("kept/a.jsonl")
def test_replays(journal, replayed):
    assert [record.type for record in journal.records] == ["Hit", "Hit", "close"]
    assert [event.type for event in journal.events[1]] == ["Hurt", "Blow"]
    assert replayed.world.turn == 2

@pytest.mark.journal("kept/a.jsonl")
def test_asks_for_nothing():
    pass
"""


def test_a_marked_test_gets_the_journal_and_the_simulation_at_its_end(
    pytester: pytest.Pytester, kept: Path
) -> None:
    record(kept / "a.jsonl", 3, 4)
    pytester.makepyfile(MARKED)
    run(pytester, "--strict-markers").assert_outcomes(passed=2)


def test_a_marked_test_whose_journal_differs_does_not_begin(
    pytester: pytest.Pytester, kept: Path
) -> None:
    record(kept / "a.jsonl", 3, 4)
    pytester.makepyfile(MARKED)
    rule(pytester, '{"armour": 2}')
    result = run(pytester)
    result.assert_outcomes(errors=2)
    assert (
        result.outlines.count(
            "kept/a.jsonl differs first on turn 1 (line 3): Hurt #2: left 18 recorded, 19 replayed"
        )
        == 2
    )
    result = run(pytester, "--regenerate-journals")
    assert result.parseoutcomes() == {"regenerated": 1, "passed": 1}
    run(pytester).assert_outcomes(passed=2)


def test_a_marker_with_a_missing_file_is_an_error_that_names_it(
    pytester: pytest.Pytester, kept: Path
) -> None:
    pytester.makepyfile(MARKED)
    result = run(pytester)
    result.assert_outcomes(errors=2)
    result.stdout.fnmatch_lines(["kept/a.jsonl cannot be replayed: there is no such file"])


def test_a_marker_takes_the_path_by_its_name_and_nothing_else(
    pytester: pytest.Pytester, kept: Path
) -> None:
    record(kept / "a.jsonl", 3, 4)
    pytester.makepyfile(MARKED.replace('("kept/', '(path="kept/'))
    run(pytester).assert_outcomes(passed=2)
    pytester.makepyfile(MARKED.replace('("kept/', '(name="kept/'))
    run(pytester).assert_outcomes(errors=2)
    pytester.makepyfile(MARKED.replace('("kept/', '("b.jsonl", path="kept/'))
    run(pytester).assert_outcomes(errors=2)


def test_a_fixture_without_the_marker_says_what_is_wanted(
    pytester: pytest.Pytester, kept: Path
) -> None:
    pytester.makepyfile("def test_it(replayed): pass")
    result = run(pytester)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(['name one journal: @pytest.mark.journal("path")'])


TALLY = """
from eventcore.replay import Source
from tests.eventcore.worlds.tally import TallySimulation

def source_for(journal):
    return Source(lambda: TallySimulation({seed}), TallySimulation.restore)
"""


@pytest.mark.parametrize(("seed", "outcome"), [(7, "passed"), (8, "failed")])
def test_a_simulation_need_not_say_what_its_header_is(
    pytester: pytest.Pytester, golden: Path, seed: int, outcome: str
) -> None:
    configure(pytester, "tally:source_for")
    pytester.syspathinsert()
    pytester.makepyfile(tally=TALLY.format(seed=seed))
    tally.record(golden / "a.jsonl", [3, 4], events=True)
    result = run(pytester)
    assert result.parseoutcomes() == {outcome: 1}
    assert "other content" not in result.stdout.str()
    changed = {"passed": "passed", "failed": "regenerated"}[outcome]
    assert run(pytester, "--regenerate-journals").parseoutcomes() == {changed: 1}
    assert read_journal(golden / "a.jsonl").header == attrs.evolve(tally.HEADER, events=True)


def test_what_is_wrong_is_said_once(pytester: pytest.Pytester, golden: Path) -> None:
    (golden / "a.jsonl").write_bytes(b"")
    pytester.makepyfile(MARKED.replace("kept", "golden"))
    for options in ((), ("--regenerate-journals",)):
        said = run(pytester, *options, "-rN").stdout.str()
        assert said.count("cannot be replayed: the file is empty") == 3
        assert "During handling" not in said
