"""A bank, and no game: closing an account marks its owner as a former customer.

The account could set ``owner.former = True`` itself; then it would know customers, and all else
that is to happen at a closing would be written into it too. It could shout into a global bus; then
nobody could tell who listens. Here each object changes itself alone, and publishes what happened
on the bus it is handed. They meet in one place, ``open_bank``, and who hears what can be printed.

What came to pass is kept, and an account is nothing but what came to pass with it: ``rebuilt``
makes one anew from those events alone, without a customer, a bank or a fraud desk.
"""

from collections.abc import Iterable

from eventcore import (
    APPLY,
    REACT,
    VALIDATE,
    Action,
    Component,
    Entity,
    Event,
    Notice,
    World,
    component,
    event,
    handles,
    role,
)


@event
class Request(Action):
    """A customer wants something of an account. Fails with ``"closed"``."""

    account: Entity = role()


@event
class Deposit(Request):
    """Pay in money."""

    amount: int = 0


@event
class Withdraw(Request):
    """Pay out money. Fails with ``"large"`` or ``"short"``, too."""

    amount: int = 0


@event
class Close(Request):
    """Close the account for good. Fails with ``"not empty"``, too."""


@event
class Closed(Notice):
    """An account has been closed: a fact, which nobody can refuse. Enacted by the account."""

    owner: Entity = role()


@component
class Account(Component):
    owner: Entity
    balance: int = 0
    is_open: bool = True

    @handles(Request, VALIDATE, role="account")
    def stay_closed(self, request: Request, bank: World) -> None:
        if not self.is_open:
            request.fail("closed")

    @handles(Deposit, APPLY, role="account")
    def take_in(self, deposit: Deposit, bank: World) -> None:
        self.balance += deposit.amount

    @handles(Withdraw, VALIDATE, role="account")
    def cover_it(self, withdrawal: Withdraw, bank: World) -> None:
        if withdrawal.amount > self.balance:
            withdrawal.fail("short")

    @handles(Withdraw, APPLY, role="account")
    def pay_out(self, withdrawal: Withdraw, bank: World) -> None:
        self.balance -= withdrawal.amount

    @handles(Close, VALIDATE, role="account")
    def be_empty(self, closing: Close, bank: World) -> None:
        if self.balance:
            closing.fail("not empty")

    @handles(Close, APPLY, role="account")
    def close(self, closing: Close, bank: World) -> None:
        self.is_open = False

    @handles(Close, REACT, role="account")
    def say_so(self, closing: Close, bank: World) -> None:
        bank.publish(Closed(closing.account, self.owner))


@component
class Customer(Component):
    name: str
    former: bool = False

    @handles(Closed, APPLY, role="owner")
    def take_leave(self, closed: Closed, bank: World) -> None:
        self.former = True


@component
class FraudDesk(Component):
    """A rule of the bank: it hears every withdrawal, whoever makes it."""

    limit: int

    @handles(Withdraw, VALIDATE, via="world")
    def hold_large_sums(self, withdrawal: Withdraw, bank: World) -> None:
        if withdrawal.amount > self.limit:
            withdrawal.fail("large")


def open_bank() -> World:
    bank = World(components=[FraudDesk, Account, Customer])
    bank.attach(bank.root, FraudDesk(limit=600))
    return bank


def rebuilt(happened: Iterable[Request]) -> Account:
    """Make an account anew from what came to pass with one, and from nothing else."""
    vault = World(components=[Account])
    nobody = vault.spawn()
    account = vault.spawn(Account(owner=nobody))
    for request in happened:
        match request:
            case Deposit(amount=amount):
                vault.publish(Deposit(nobody, account, amount))
            case Withdraw(amount=amount):
                vault.publish(Withdraw(nobody, account, amount))
            case _:
                vault.publish(Close(nobody, account))
    return account[Account]


def main() -> None:
    bank = open_bank()
    ada = bank.spawn(Customer("Ada"))
    savings = bank.spawn(Account(owner=ada))
    happened: list[Request] = []

    def keep(request: Request) -> None:
        if request.done:
            happened.append(request)

    bank.observe(Request, keep)
    bank.observe(Closed, lambda closed: print(f"Noted: {closed.owner[Customer].name} has left"))
    bank.publish(Deposit(ada, savings, 800))

    print("A withdrawal is heard, in this order, by")
    for step in bank.plan(Withdraw, ada, savings).steps:
        print(f"  {step.handler}")

    def tell(wish: str, settled: Event) -> None:
        told = f"refused as {settled.reason!r} by {settled.failed_by}" if settled.failed else "done"
        print(f"{wish}: {told}; {savings[Account].balance} left")

    tell("Ada withdraws 300", bank.publish(Withdraw(ada, savings, 300)))
    tell("Ada withdraws 700", bank.publish(Withdraw(ada, savings, 700)))
    tell("If she withdrew 501", bank.preview(Withdraw(ada, savings, 501)).event)
    tell("If she withdrew 500", bank.preview(Withdraw(ada, savings, 500)).event)
    tell("Ada closes the account", bank.publish(Close(ada, savings)))
    tell("Ada withdraws 500", bank.publish(Withdraw(ada, savings, 500)))
    tell("Ada closes the account", bank.publish(Close(ada, savings)))
    tell("Ada withdraws 1", bank.publish(Withdraw(ada, savings, 1)))
    print(f"Is Ada a former customer? {'Yes' if ada[Customer].former else 'No'}.")

    for count, request in enumerate(happened, start=1):
        anew = rebuilt(happened[:count])
        state = "open" if anew.is_open else "closed"
        print(f"Rebuilt up to its {type(request).__name__}: {anew.balance} left, {state}")


if __name__ == "__main__":
    main()
