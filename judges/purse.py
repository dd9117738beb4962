"""The money a command may spend: what requests under way may cost is set aside before they are sent."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from judges.errors import RunStopped
from judges.prices import Price, Prices


@dataclass(frozen=True)
class Used:
    """Tokens of one request, counted or estimated."""

    tokens_in: int
    tokens_out: int
    tokens_cached: int = 0


@dataclass
class Purse:
    """`budget` is what may be spent in all, `spent` what was, `aside` what requests under way may come to."""

    prices: Prices
    budget: float
    spent: float = 0.0
    aside: float = 0.0
    _waiting: list[asyncio.Future[None]] = field(default_factory=list)

    async def set_aside(self, price: Price, most: Used, stop: asyncio.Event) -> float:
        """Set aside what a request costs at most, once requests under way leave enough; the amount.

        RunStopped when there will never be enough, or `stop` was set while it waited.
        """
        amount = price.of(most)
        while self.spent + self.aside + amount > self.budget:
            if self.aside <= 0 or self.spent + amount > self.budget:
                money = self.prices.money
                raise RunStopped(f"the budget of {money(self.budget)} is used up: {money(self.spent)} were spent")
            paid = asyncio.get_running_loop().create_future()
            self._waiting.append(paid)
            await paid
            if stop.is_set():
                raise RunStopped("the run was stopped")
        self.aside += amount
        return amount

    def settle(self, amount: float, price: Price, used: Used | None) -> None:
        """Pay for a request out of what was set aside; `used` None: nobody knows, so all of it counts as spent."""
        self.aside -= amount
        self.spent += amount if used is None else price.of(used)
        waiting, self._waiting = self._waiting, []
        for paid in waiting:
            if not paid.done():
                paid.set_result(None)


@dataclass(frozen=True)
class Spending:
    """One judge's way to the purse: the price of its model, and the cap on a reply."""

    purse: Purse
    price: Price
    most_out: int

    async def set_aside(self, tokens_in: int, stop: asyncio.Event) -> float:
        """Set aside what a request with such a prompt costs at most."""
        return await self.purse.set_aside(self.price, Used(tokens_in, self.most_out), stop)

    def settle(self, amount: float, used: Used | None) -> None:
        """Pay for a request."""
        self.purse.settle(amount, self.price, used)
