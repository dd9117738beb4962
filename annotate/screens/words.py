"""Figures as cells of tables: how the screens of researchers say a status, a band, a value and its interval."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from agreement.estimate import Measured
from agreement.gate import Status
from agreement.systems import SystemMetric
from agreement.thresholds import Verdict as Band
from annotate.tables import BREAK, Cell, Piece, Tone
from data.publication.plain import shown
from data.publication.scorecard import MARKS, STATUS_MARKS, percent
from data.sentences import coefficient

_STATUS_TONES: Mapping[str, Tone] = {"VALIDATED": "good", "CAVEAT": "fair", "NOT VALIDATED": "bad"}
_STAY = "\u00a0"  # a space where no line may end
_BAND_TONES: Mapping[str, Tone] = {"acceptable": "good", "borderline": "fair", "problematic": "bad"}


def unbroken(words: str) -> str:
    """Words that stay on one line."""
    return words.replace(" ", _STAY)


def status(name: Status) -> Piece:
    """A status of the gate as a mark and a word."""
    return Piece("status", name, mark=STATUS_MARKS[name], tone=_STATUS_TONES.get(name, "open"))


def band(name: Band) -> Piece:
    """A band as a mark and a word; coloured only where the interval decides."""
    return Piece("band", name, mark=MARKS[name], tone=_BAND_TONES.get(name, "open"))


def more(summary: str, lines: Iterable[str]) -> Piece:
    """Lines that open on demand."""
    return Piece("more", summary, lines=tuple(shown(line) for line in lines))


def of_study(words: str) -> Piece:
    """Words that hold names of a study: every hidden character is shown."""
    return Piece("text", shown(words))


def measured_cell(found: Measured) -> Cell:
    """A coefficient with its interval, or why there is none."""
    value, interval = found.estimate.value, found.interval
    if value is None:
        return Cell((Piece("quiet", shown(f"undefined: {found.estimate.undefined}")),))
    if interval.low is None or interval.high is None:
        return Cell(
            (Piece("strong", coefficient(value)), Piece("quiet", shown(f" [no interval: {interval.undefined}]")))
        )
    reach = f"{_STAY}[{coefficient(interval.low)},{_STAY}{coefficient(interval.high)}]"
    return Cell((Piece("strong", coefficient(value)), Piece("quiet", reach)))


def metric_cell(found: SystemMetric, of_band: Band) -> Cell:
    """A metric of a system in per cent with its interval, its band, and how many answers it rests on."""
    value, interval = found.mean.estimate.value, found.mean.interval
    if value is None:
        return Cell((Piece("quiet", f"undefined: {found.mean.estimate.undefined}"),))
    low, high = percent(interval.low), percent(interval.high)
    reach = "no interval" if interval.low is None else f"[{low},{_STAY}{high}]"
    answers = Piece("quiet", f"{found.mean.estimate.n:,} of {found.answers:,} answers")
    first = (Piece("strong", percent(value)), Piece("quiet", f"{_STAY}{reach}"))
    return Cell((*first, BREAK, band(of_band), BREAK, answers))
