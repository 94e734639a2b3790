"""Each example runs and prints what is written here; the front pages show the first one."""

import re
import runpy
import subprocess
import sys
from pathlib import Path

import attrs
import pytest

from eventcore import World, replay
from eventcore.journal import code_fingerprint, read_journal
from eventcore.replay import Variation
from eventcore.tools import Simulations, UsageError, check, demo, what_if
from examples import caravan

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"

PRINTED = {
    "first_program.py": "[None, 'wall'] 3\n",
    "accounts.py": """\
A withdrawal is heard, in this order, by
  FraudDesk.hold_large_sums (VALIDATE 100)
  Account.stay_closed (VALIDATE 100)
  Account.cover_it (VALIDATE 100)
  Account.pay_out (APPLY 700)
Ada withdraws 300: done; 500 left
Ada withdraws 700: refused as 'large' by FraudDesk.hold_large_sums (VALIDATE 100); 500 left
If she withdrew 501: refused as 'short' by Account.cover_it (VALIDATE 100); 500 left
If she withdrew 500: done; 500 left
Ada closes the account: refused as 'not empty' by Account.be_empty (VALIDATE 100); 500 left
Ada withdraws 500: done; 0 left
Noted: Ada has left
Ada closes the account: done; 0 left
Ada withdraws 1: refused as 'closed' by Account.stay_closed (VALIDATE 100); 0 left
Is Ada a former customer? Yes.
Rebuilt up to its Deposit: 800 left, open
Rebuilt up to its Withdraw: 500 left, open
Rebuilt up to its Withdraw: 0 left, open
Rebuilt up to its Close: 0 left, closed
""",
    "caravan.py": """\
Wagon(silver=25, miles=112, log=['day 2: 14 silver lost', 'day 3: 11 silver lost'])
the journal replays the same
tomorrow: 13 miles
with an anvil: heavy
""",
    "queues.py": "",
    "runs.py": "",
    "bank.py": """\
the journal replays the same
minute 5355: Bank(served=259, reneged=241)
""",
    "machine_shop.py": """\
the journal replays the same
parts: 3213 3363 3214 3296 3258 3273 3270 3301 3228 3310
other jobs: 232
""",
    "epidemic.py": """\
the journal replays the same
healthy, ill, immune: 161 0 839
""",
}


def run(name: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What an example prints."""
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


def block(language: str, text: str) -> str:
    """The first block of a language in a page."""
    found = re.search(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert found is not None, f"there is no {language} block"
    return found[1]


def test_every_example_is_run_here() -> None:
    assert sorted(path.name for path in EXAMPLES.glob("*.py")) == sorted(PRINTED)


@pytest.mark.parametrize("name", PRINTED)
def test_an_example_prints_what_it_should(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(name, capsys) == PRINTED[name]


@pytest.mark.parametrize("page", ["README.md", "docs/index.md"])
def test_front_pages_show_the_first_program_and_its_output(
    page: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (ROOT / page).read_text("utf-8")
    program = block("python", text)
    assert program == (EXAMPLES / "first_program.py").read_text("utf-8")
    after = text.split(program, 1)[1]
    assert block("text", after) == run("first_program.py", capsys)


def test_docs_front_page_shows_the_chain_of_the_first_program() -> None:
    page = (ROOT / "docs" / "index.md").read_text("utf-8")
    shown = "Move  (" + page.partition("\nMove  (")[2].partition("```")[0]
    command = [sys.executable, "-m", "eventcore", "chain", "first_program:world", "Move"]
    done = subprocess.run(command, cwd=EXAMPLES, capture_output=True, text=True, check=True)
    printed = done.stdout.removeprefix(PRINTED["first_program.py"])
    assert shown.split() == printed.split()


@pytest.mark.parametrize("name", PRINTED)
def test_an_example_knows_the_public_names_and_nothing_else(name: str) -> None:
    text = (EXAMPLES / name).read_text("utf-8")
    imported = re.findall(r"^(?:from|import) +(\S+)", text, re.MULTILINE)
    others = {"__future__", "collections.abc", "functools", "pathlib", "tempfile", "typing"}
    others |= {"attrs", "msgspec"}
    rooms = {"eventcore", "eventcore.journal", "eventcore.replay", "eventcore.time"}
    assert set(imported) - others <= {*rooms, "examples.queues", "examples.runs"}


def test_the_page_on_building_shows_the_caravan_as_it_is() -> None:
    page = (ROOT / "docs" / "building.md").read_text("utf-8")
    shown = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    program = "".join((EXAMPLES / "caravan.py").read_text("utf-8").split())
    assert len(shown) >= 8
    assert [part for part in shown if "".join(part.split()) not in program] == []


def test_the_page_on_time_shows_the_bank_and_the_shop_as_they_are() -> None:
    page = (ROOT / "docs" / "agenda.md").read_text("utf-8")
    shown = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    texts = [(EXAMPLES / name).read_text("utf-8") for name in ("bank.py", "machine_shop.py")]
    program = "".join("".join(texts).split())
    others = [part for part in shown if "".join(part.split()) not in program]
    assert (len(shown), [part.split()[-1] for part in others]) == (4, ["MINUTE)"])


def test_the_caravan_is_the_same_in_debug_mode(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    example = runpy.run_path(str(EXAMPLES / "caravan.py"))
    plain = example["record"](tmp_path / "plain.jsonl", 9).digest.value
    made = World
    monkeypatch.setitem(
        example["Caravan"].__init__.__globals__,
        "World",
        lambda **how: made(**{**how, "debug": True}),
    )
    assert example["record"](tmp_path / "checked.jsonl", 9).digest.value == plain


def test_a_caravan_is_recorded_with_its_events_as_the_page_has_it(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "building.md").read_text("utf-8")
    shown = page.split("### Recorded with its events", 1)[1].split("```")[1].removeprefix("text\n")
    path, week = tmp_path / "week.jsonl", caravan.Caravan(4)
    names = {"caravan": week, "path": path, "attrs": attrs, **vars(replay), **vars(caravan)}
    exec(shown, names)  # it is the page's own
    names["recorder"].perform(caravan.Go(20))
    names["recorder"].close()
    simulations = Simulations(caravan.source_for, "caravan:source_for")
    said = check(simulations, path)
    assert (said.code, "1 event" in said.lines[0]) == (0, True)


def test_the_tools_can_make_a_caravan_another_way(tmp_path: Path) -> None:
    simulations = Simulations(caravan.source_for, "caravan:source_for")
    path = tmp_path / "week.jsonl"
    caravan.record(path, 4)
    recording = simulations.open(path)
    found = what_if(simulations, recording, Variation(mute=("Bandits.lie_in_wait",)))
    assert found.lines[0].startswith("they part on turn 1, with intent 1")
    with pytest.raises(UsageError, match="a caravan has no data to change"):
        what_if(simulations, recording, Variation(changes=("silver=3",)))
    assert demo(simulations, 4, intents=7, debug=True).lines[-1].startswith("seed 4, 8 records: re")
    assert read_journal(path).header.code == code_fingerprint(caravan.Caravan) != ""


def test_nobody_in_the_bank_changes_anyone_else() -> None:
    bank = runpy.run_path(str(EXAMPLES / "accounts.py"))
    world = bank["open_bank"]()
    ada, grace = (world.spawn(bank["Customer"](name)) for name in ("Ada", "Grace"))
    account = world.spawn(bank["Account"](owner=ada, balance=0))
    world.publish(bank["Close"](grace, account))
    assert ada[bank["Customer"]].former
    assert not grace[bank["Customer"]].former
