"""A run of a batch: a bot plays a seed to its end, and a row describes the result."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import lru_cache
from inspect import signature
from pkgutil import resolve_name
from typing import cast

from bidden.batches.row import RunJob, RunRow
from bidden.bots.roster import BOTS, Bot
from bidden.components.run.campaign import Campaign
from bidden.content.catalogue import Catalogue
from bidden.content.mods import RUN
from bidden.intents import Move, Search, Wait
from bidden.modding import catalogue_of_mods, components_of, usable
from bidden.narration.conduct import UNDER_WAY, killer_of
from bidden.rules.run.deeds import Deeds, score_of
from bidden.session import Session
from bidden.state import Levels, enumerated
from bidden.view import Ending
from eventcore.journal import Header
from eventcore.tools import UsageError


def play_run(job: RunJob, catalogue: Catalogue | None = None, bot: Bot | None = None) -> RunRow:
    """Play a run with a bot. The same job gives the same row everywhere.

    The content is by default of the game and all its mods, the bot the one that the job names.

    Raises:
        UsageError: The bot does not exist, or takes no seed.
        Exception: The bot raises an error, or the game does; a note names the run.
    """
    given = _installed() if catalogue is None else catalogue
    session = Session(job.seed, level=RUN, catalogue=given)
    intents = decisions = 0
    try:
        bot = maker_of(job.bot)(job.seed) if bot is None else bot
        while session.ending is None and intents < job.most:
            intent = bot(session.view())
            decisions += not isinstance(intent, Move | Wait | Search)
            intents += 1
            session.perform(intent)
    except Exception as error:
        count = "1 intent" if intents == 1 else f"{intents} intents"
        after = f"{count}, on turn {session.world.turn}"
        error.add_note(f"in the run of bot {job.bot} with seed {job.seed}, after {after}")
        raise
    root = session.world.root
    campaign = root[Campaign]
    ending, done = session.ending, session.conduct.done()
    return RunRow(
        rules=rules_of(given),
        bot=job.bot,
        seed=job.seed,
        most=job.most,
        ended=UNDER_WAY if ending is None else ending.value,
        how=_how(session, campaign),
        turns=session.world.turn,
        intents=intents,
        decisions=decisions,
        levels=len(root[Levels].dug),
        bindings=len(campaign.served),
        score=score_of(root[Deeds].points),
        used=done.counts,
        slain=done.slain,
        achieved=tuple(root[Deeds].earned),
        digest=session.digest.seal(),
    )


def maker_of(name: str) -> Callable[[int], Bot]:
    """Return the function that makes a bot from a seed.

    Args:
        name: A name of the roster, or ``package.module:callable``.

    Raises:
        UsageError: The bot does not exist, or takes no seed.
    """
    if name in BOTS:
        return BOTS[name]
    if ":" not in name:
        others = "or name your own as package.module:callable"
        raise UsageError(f"there is no bot {name!r}; choose from {enumerated([*BOTS])}, {others}")
    if "" not in sys.path:
        sys.path.insert(0, "")  # as python -m does: the working folder may hold a bot
    try:
        make = resolve_name(name)
    except (Exception, SystemExit) as error:  # a third-party module may raise anything
        raise UsageError(f"{name}: {type(error).__name__}: {error}") from None
    try:
        signature(make).bind(0)
    except TypeError as error:
        raise UsageError(f"{name}: cannot be called with a seed: {error}") from None
    except ValueError:  # callables written in C may have no signature
        pass
    return cast(Callable[[int], Bot], make)


def rules_of(catalogue: Catalogue) -> str:
    """Return the fingerprints of the content and the handlers."""
    return f"{catalogue.fingerprint}-{Header.chains_of(components_of(catalogue.mods))}"


def present_rules() -> str:
    """Return the fingerprints of the installed game and its mods."""
    return rules_of(_installed())


@lru_cache(maxsize=1)
def _installed() -> Catalogue:
    return catalogue_of_mods(usable().mods)


def _how(session: Session, campaign: Campaign) -> str:
    """Return the ending of a won run, the cause of death, or ""."""
    if session.ending is Ending.WON:
        return campaign.ending
    return killer_of(session.messages.epitaph) if session.ending is Ending.DIED else ""
