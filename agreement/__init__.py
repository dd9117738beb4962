"""Agreement of raters, judge validation and metrics: pure functions on arrays and long frames.

>>> from agreement import Scale, agreement_report, equally_spaced
>>> equally_spaced(("none", "partial", "full"), "ordinal").codes
(0.0, 1.0, 2.0)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agreement.alpha import krippendorff_alpha
    from agreement.correlation import pearson, spearman
    from agreement.estimate import Estimate, Interval, Measured
    from agreement.frame import CodedLabels, coded
    from agreement.kappa import cohen_kappa
    from agreement.report import AgreementReport, as_json
    from agreement.report import report as agreement_report
    from agreement.scale import Scale, equally_spaced
    from agreement.share import percent_agreement
    from agreement.statistics import STATISTICS
    from agreement.tensors import coincidence_tables, pair_tables

__all__ = [
    "STATISTICS",
    "AgreementReport",
    "CodedLabels",
    "Estimate",
    "Interval",
    "Measured",
    "Scale",
    "agreement_report",
    "as_json",
    "coded",
    "cohen_kappa",
    "coincidence_tables",
    "equally_spaced",
    "krippendorff_alpha",
    "pair_tables",
    "pearson",
    "percent_agreement",
    "spearman",
]

_MODULES = ("alpha", "correlation", "estimate", "frame", "kappa", "report", "scale", "share", "statistics", "tensors")


def __getattr__(name: str) -> object:
    """Public names on first use: most of the program needs a scale, not half a second of pandas and scipy."""
    if name not in __all__:
        raise AttributeError(f"module 'agreement' has no attribute {name!r}")
    own_name = "report" if name == "agreement_report" else name
    homes = (import_module(f"agreement.{module}") for module in _MODULES)
    return next(getattr(home, own_name) for home in homes if own_name in vars(home))
