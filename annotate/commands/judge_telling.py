"""What judges have done, would do and cost, in lines that stay readable in a narrow terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sqlalchemy import select
from sqlmodel import Session, col

from data.judge_labels import judge_raters, statuses_of
from data.outputs import Cost, cost_of
from data.pending import count_pending
from data.publication.plain import shown
from data.tables import JudgeRun, Rater, Study
from judges.estimate import Estimate
from judges.prices import Price, Prices
from judges.progress import RunReport
from judges.questions import JUDGED


def report_lines(session: Session, study: Study, report: RunReport) -> Iterator[str]:
    """What a run came to."""
    progress = report.progress
    yield f"{shown(report.rater)}: {progress.done:,} done, {progress.failed:,} failed, {progress.left:,} left"
    (rater,) = (rater for rater in judge_raters(session, study) if rater.name == report.rater)
    yield from _failures(progress.statuses, rater)
    yield from _waiting(session, rater)
    yield from _sent(cost_of(session, rater, report.run_id))


def status_lines(session: Session, rater: Rater) -> Iterator[str]:
    """How far one judge is."""
    question = (rater.spec or {}).get("question")
    statuses = statuses_of(session, rater)
    left = f"{count_pending(session, rater, question):,} left" if question else "from an import"
    failed = sum(count for status, count in statuses.items() if status != "ok")
    yield f"{shown(rater.name)}: {statuses.get('ok', 0):,} done, {failed:,} failed, {left}"
    yield from _failures(statuses, rater)
    yield from _waiting(session, rater)
    yield from _sent(cost_of(session, rater))


def cost_lines(session: Session, rater: Rater, prices: Prices | None) -> Iterator[str]:
    """What one judge has sent in all and in each run; nothing for a judge that sends no requests."""
    whole = cost_of(session, rater)
    if not whole.requests:
        return
    price = prices.of(str((rater.spec or {}).get("model"))) if prices else None
    yield f"{shown(rater.name)}: {_tokens(whole)}{_money(whole, prices, price)}"
    if whole.possibly_paid:
        yield f"  {whole.possibly_paid:,} requests got no reply and may have been charged all the same"
    runs = select(JudgeRun).where(col(JudgeRun.rater_id) == rater.id).order_by(col(JudgeRun.id))
    for run in session.scalars(runs):
        part = cost_of(session, rater, run.id)
        yield f"  run {run.id} of {run.started_at:%Y-%m-%d %H:%M} UTC: {_tokens(part)}{_money(part, prices, price)}"


def estimate_lines(name: str, found: Estimate, prices: Prices | None, price: Price | None) -> Iterator[str]:
    """What a run would ask."""
    yield f"{shown(name)}: {found.requests:,} requests to send, {found.known:,} replies known already"
    out = "at most" if found.capped else "about"
    cached = f", of which {found.tokens_cached:,} can come from the server's cache" if found.tokens_cached else ""
    yield f"  about {found.tokens_in:,} tokens in{cached}; {out} {found.tokens_out:,} out"
    if prices and price:
        word = "at most about" if found.capped else "about"
        yield f"  {word} {prices.money(price.of(found))}"


def _failures(statuses: Mapping[str, int], rater: Rater) -> Iterator[str]:
    asked = str((rater.spec or {}).get("base_url")).startswith("http")  # and not imported or recorded
    words = [f"{status} {count:,}" for status, count in sorted(statuses.items()) if status != "ok"]
    if words:
        yield f"  failed: {', '.join(words)}{' (ask again with `countermark judge retry`)' if asked else ''}"


def _waiting(session: Session, rater: Rater) -> Iterator[str]:
    judged = JUDGED.get(str((rater.spec or {}).get("question")))
    words = judged.waiting(session, rater) if judged else None
    if words:
        yield f"  {words}"


def _sent(cost: Cost) -> Iterator[str]:
    if cost.requests:
        yield f"  {_tokens(cost)}"
    if cost.possibly_paid:
        yield f"  {cost.possibly_paid:,} requests got no reply and may have been charged all the same"
    if cost.perhaps_cut:
        yield f"  {cost.perhaps_cut:,} prompts may have been cut by the server: far fewer tokens were counted than sent"


def _tokens(cost: Cost) -> str:
    tokens = f"{cost.tokens_in:,} tokens in ({cost.tokens_cached:,} cached), {cost.tokens_out:,} out"
    return f"{cost.requests:,} requests, {tokens}"


def _money(cost: Cost, prices: Prices | None, price: Price | None) -> str:
    return f", {prices.money(price.of(cost))}" if prices and price else ""
