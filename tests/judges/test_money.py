import asyncio
from pathlib import Path

import pytest

from data.errors import InputError
from judges.errors import RunStopped
from judges.prices import Price, Prices, prices_in
from judges.purse import Purse, Spending, Used

PRICE = Price(model="m", input=2.0, output=10.0, cached=0.5)

FILE = """
currency = "EUR"
[[price]]
model = "m"
input = 2.0
output = 10.0
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "prices.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_request_costs_its_tokens_by_the_million() -> None:
    # 600,000 fresh at 2, 400,000 cached at 0.5, 100,000 out at 10: 1.2 + 0.2 + 1.0
    assert PRICE.of(Used(1_000_000, 100_000, 400_000)) == pytest.approx(2.4)


def test_without_a_price_of_its_own_what_is_cached_costs_as_much_as_the_rest(tmp_path: Path) -> None:
    price = prices_in(written(tmp_path, FILE)).of("m")
    assert price.of(Used(1_000_000, 0, 400_000)) == pytest.approx(2.0)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "currency"),
        ('currency = "EUR"', "field 'price'"),
        (FILE + "input2 = 3", "field 'price.1.input2'"),
        (FILE.replace("2.0", "-1.0"), "field 'price.1.input'"),
        (FILE.replace("2.0", '"2"'), "field 'price.1.input'"),
        (FILE + FILE.replace('currency = "EUR"', ""), "two prices"),
        ("[[", "cannot be read as TOML"),
    ],
)
def test_a_mistake_in_the_prices_is_named(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        prices_in(written(tmp_path, text))


def test_a_model_without_a_price_is_no_free_model(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no \[\[price\]\] for the model 'other'"):
        prices_in(written(tmp_path, FILE)).of("other")


def spending(budget: float) -> Spending:
    return Spending(Purse(Prices("EUR", {}, ""), budget), PRICE, most_out=100_000)  # at most 1.00 for a reply


def test_what_is_set_aside_is_never_more_than_is_left() -> None:
    async def work() -> None:
        wallet = spending(2.5)
        first = await wallet.set_aside(0, asyncio.Event())
        await wallet.set_aside(0, asyncio.Event())
        third = asyncio.create_task(wallet.set_aside(0, asyncio.Event()))
        await asyncio.sleep(0)
        assert not third.done()  # 2.00 are set aside: a third may not go before one of them is known to be cheap
        wallet.settle(first, Used(0, 10_000))
        assert await asyncio.wait_for(third, 1) == pytest.approx(1.0)
        assert wallet.purse.spent == pytest.approx(0.1)

    asyncio.run(work())


def test_who_cannot_pay_stops_the_run_and_says_what_was_spent() -> None:
    async def work() -> None:
        wallet = spending(1.5)
        wallet.settle(await wallet.set_aside(0, asyncio.Event()), None)  # no reply came: it may be on the bill
        await wallet.set_aside(0, asyncio.Event())

    with pytest.raises(RunStopped, match=r"budget of 1\.50 EUR is used up: 1\.00 EUR were spent"):
        asyncio.run(work())


def test_who_waits_for_money_when_the_run_stops_sends_nothing() -> None:
    async def work() -> None:
        wallet, stop = spending(1.5), asyncio.Event()
        first = await wallet.set_aside(0, stop)
        waiting = asyncio.create_task(wallet.set_aside(0, stop))
        await asyncio.sleep(0)
        stop.set()
        wallet.settle(first, Used(0, 0))
        with pytest.raises(RunStopped):
            await asyncio.wait_for(waiting, 1)
        assert wallet.purse.aside == 0

    asyncio.run(work())


def test_a_purse_serves_one_judge_after_the_other() -> None:
    """Each has an event loop of its own."""
    wallet = spending(1.5)

    async def work() -> None:
        first = await wallet.set_aside(0, asyncio.Event())
        waiting = asyncio.create_task(wallet.set_aside(0, asyncio.Event()))
        await asyncio.sleep(0)
        wallet.settle(first, Used(0, 10_000))
        wallet.settle(await asyncio.wait_for(waiting, 1), Used(0, 10_000))

    asyncio.run(work())
    asyncio.run(work())
    assert (wallet.purse.spent, wallet.purse.aside) == (pytest.approx(0.4), 0)
