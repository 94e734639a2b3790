"""A run in words: the call, the bond, the term and what is paid."""

from __future__ import annotations

from bidden.amounts import numbered, signed
from bidden.components.movement.position import Position
from bidden.components.run.campaign import Campaign
from bidden.events.combat import Die
from bidden.events.records import Achieve
from bidden.events.run import Bind, BurnTheBound, Call, Deliver, FeelTheTerm, Fulfil, Uproar
from bidden.messages.epitaphs import slayer_of
from bidden.messages.minds import direction
from bidden.messages.witness import Teller
from bidden.perception.told.bindings import called_by, reward_of, task_of, where_of
from bidden.rules.run.calling import Calling
from bidden.state import name_of, the_thing


class RunWords(Teller):
    """Tells of a run."""

    def listen(self) -> None:
        """Register the tellers of the events it puts into words."""
        self._tell(Call, self._tell_call)
        self._tell(Bind, self._tell_bond, self._tell_refusal)
        self._tell(Deliver, None, self._tell_empty_hands)
        self._tell(Fulfil, self._tell_fulfilment)
        self._tell(Uproar, self._tell_uproar)
        self._tell(FeelTheTerm, self._tell_term)
        self._tell(BurnTheBound, self._tell_burning)
        self._tell(Achieve, self._tell_achievement)

    def _tell_call(self, call: Call) -> None:
        if self._world.root[Campaign].bound is None:
            text = "You are nobody's. A circle of stones; you are called, and cannot but come."
            self._add(call, text, "news")
        offers = numbered("summoner", len(call.offers))
        self._add(call, f"{offers} offer you a binding. (O to choose)", "news")

    def _tell_bond(self, bind: Bind) -> None:
        if bind.binding is None:
            return
        binding = bind.binding
        self._add(bind, f"You are bound by {called_by(binding)}.", "news")
        self._add(bind, f"{binding.task.capitalize()}: {task_of(binding)}.", "news")
        self._add(bind, f"Go to {where_of(binding).removeprefix('at ')}.", "news")
        if bind.keys:
            fits = "key crumbles" if bind.keys == 1 else "keys crumble"
            self._add(bind, f"Your {fits}: no gate leads back to the locks.", "news")
        if bind.thing is not None:
            what = the_thing(name_of(bind.thing))
            self._add(bind, f"You are given {what}.", "news")
            if Position in bind.thing:
                text = f"Your pack is full: {what} lies at your feet. Drop something first."
                self._add(bind, text, "harm")

    def _tell_empty_hands(self, delivery: Deliver) -> None:
        if delivery.enactor is self._player:
            name = the_thing(name_of(delivery.thing)) if delivery.thing.alive else "it"
            self._add(delivery, f"The altar waits for {name}. You do not carry it.", "refusal")

    def _tell_fulfilment(self, fulfil: Fulfil) -> None:
        binding = fulfil.binding
        if binding is None:
            return
        die = fulfil.cause
        if isinstance(die, Die) and not self._saw(die):
            who, by = the_thing(name_of(die.target)), slayer_of(die.enactor, die.source)
            self._add(fulfil, f"{who[:1].upper()}{who[1:]} was killed by {by}.", "news")
        campaign = self._world.root[Campaign]
        if self._world.root[Calling].is_over(campaign):
            self._add(fulfil, "Task complete! The bond lets you go.", "good", loud=True)
            return
        text = f"Task complete! Reward: full health, {reward_of(binding)}."
        self._add(fulfil, text, "good", loud=True)
        left = campaign.due - self._world.turn
        hurry = f"{numbered('turn', left)} left" if left > 0 else "your term has run out"
        text = f"Return to the circle: {hurry}. A gate opens next to you."
        self._add(fulfil, text, "news", loud=True)
        if fulfil.rival:
            text = f"Standing: {binding.faction} {signed(fulfil.standing)}."
            text = f"{text} The {fulfil.rival} bear you a grudge."
            self._add(fulfil, text, "news", loud=True)

    def _tell_uproar(self, uproar: Uproar) -> None:
        here = self._player[Position]
        dx, dy = uproar.x - here.x, uproar.y - here.y
        far = f"{numbered('tile', max(abs(dx), abs(dy)))} {direction(dx, dy)}"
        self._add(uproar, "A cry goes through the stone.", "news")
        text = f"The last gate opens {far}: reach it and you win!"
        self._add(uproar, text, "news", loud=True)
        others = ", and all who live here come for you" if uproar.roused else ""
        self._add(uproar, f"Hunters come through it{others}!", "harm", loud=True)

    def _saw(self, die: Die) -> bool:
        """Say whether a death was told of: the player brought it about, or it was in view."""
        who = die.target
        return die.enactor is self._player or (Position in who and self._sees(who))

    def _tell_term(self, feeling: FeelTheTerm) -> None:
        if feeling.enactor is self._player:
            campaign = self._world.root[Campaign]
            left = numbered("turn", campaign.due - self._world.turn)
            where = " to return to the circle" if campaign.fulfilled else ""
            self._add(feeling, f"The bond itches: {left} left{where}.", "harm")

    def _tell_burning(self, burning: BurnTheBound) -> None:
        if burning.target is self._player:
            text = f"The bond burns you for {burning.number}! Your term has run out."
            self._add(burning, text, "harm")

    def _tell_achievement(self, achieving: Achieve) -> None:
        if achieving.enactor is self._player:
            text = f"Achievement: {achieving.name}. {achieving.about}"
            self._add(achieving, text, "news")
