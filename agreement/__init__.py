"""Agreement of raters, judge validation and metrics: pure functions on arrays and long frames.

A function that would bear the name of its module has another one here, because a name cannot be both.

>>> from agreement import Scale, agreement_report, equally_spaced
>>> equally_spaced(("none", "partial", "full"), "ordinal").codes
(0.0, 1.0, 2.0)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agreement.against import Against
    from agreement.against import against as against_reference
    from agreement.alpha import krippendorff_alpha
    from agreement.alt_test import AltTest
    from agreement.alt_test import alt_test as alternative_annotator_test
    from agreement.anchoring import Anchoring
    from agreement.anchoring import anchoring as anchoring_by_judge
    from agreement.attainable import Attainable
    from agreement.attainable import attainable as attainable_correlation
    from agreement.benchmark_scale import benchmark
    from agreement.between import BetweenJudges, between_judges
    from agreement.bland_altman import BlandAltman, bland_altman_of_numbers
    from agreement.bland_altman import bland_altman as limits_of_agreement
    from agreement.bootstrap import Draws, bootstrap_difference, bootstrap_mean, cluster_bootstrap
    from agreement.chance import brennan_prediger, gwet_ac, scott_pi
    from agreement.classes import ClassReport, class_report
    from agreement.comparison import measured_groups
    from agreement.correlation import concordance, kendall, matthews, pearson, spearman
    from agreement.dawid_skene import Consensus
    from agreement.dawid_skene import dawid_skene as dawid_skene_consensus
    from agreement.difference import JudgeDifference, judge_difference
    from agreement.drift import Drift
    from agreement.drift import drift as judge_drift
    from agreement.error import mean_absolute_error, root_mean_squared_error
    from agreement.estimate import Estimate, Interval, Measured
    from agreement.evidence import Evidence
    from agreement.frame import CodedLabels, coded
    from agreement.homogeneity import rogan_gladen_pooled, same_rates
    from agreement.icc import IccReport
    from agreement.icc import icc as intraclass_correlations
    from agreement.issue_lists import IssueList, issue_list
    from agreement.kappa import cohen_kappa, weighted_kappa
    from agreement.majority import Majority
    from agreement.majority import majority as majority_vote
    from agreement.margins import Margins, kappa_max, margins_of
    from agreement.misclassification import corrected_shares
    from agreement.multiplicity import adjusted
    from agreement.numeric import NumericReport, numeric_report
    from agreement.order import OrderBias, order_bias
    from agreement.outliers import Outliers
    from agreement.outliers import outliers as annotator_outliers
    from agreement.panel import Panel, panel_of
    from agreement.planning import Design, forecast, pilot_of, smallest
    from agreement.ppi import Powered, ppi_mean, ppi_ratio
    from agreement.ppi_published import ppi_published as published_ppi
    from agreement.ppi_sums import Design as SampleDesign
    from agreement.ppi_sums import Parts
    from agreement.repeats import flip_rate, flips_of_values
    from agreement.report import AgreementReport, as_json, human_pairs, judge_with_humans
    from agreement.report import report as agreement_report
    from agreement.rogan_gladen import lee_interval
    from agreement.rogan_gladen import rogan_gladen as rogan_gladen_share
    from agreement.sample_size import design_effect, margin_of
    from agreement.sample_size import sample_size as units_needed
    from agreement.scale import Scale, equally_spaced
    from agreement.second_view import SecondView, bootstrap_view
    from agreement.share import percent_agreement
    from agreement.slices import SliceReport, cut
    from agreement.slices import slices as slice_reports
    from agreement.statistics import STATISTICS, Statistic, custom_kappa
    from agreement.streaming import Streamed, counted_tables, of_all, of_pairs, streamed
    from agreement.symmetry import Symmetry
    from agreement.symmetry import symmetry as systematic_disagreement
    from agreement.tensors import coincidence_tables, pair_tables
    from agreement.together import TOGETHER, measured_together, panel_tables
    from agreement.validation import Validation, validate

# fmt: off
__all__ = [
    "STATISTICS", "TOGETHER", "Against", "AgreementReport", "AltTest", "Anchoring", "Attainable", "BetweenJudges",
    "BlandAltman", "ClassReport", "CodedLabels", "Consensus", "Design", "Draws", "Drift", "Estimate", "Evidence",
    "IccReport", "Interval", "IssueList", "JudgeDifference", "Majority", "Margins", "Measured", "NumericReport",
    "OrderBias", "Outliers", "Panel", "Parts", "Powered", "SampleDesign", "Scale", "SecondView", "SliceReport",
    "Statistic", "Streamed", "Symmetry", "Validation", "adjusted", "against_reference", "agreement_report",
    "alternative_annotator_test", "anchoring_by_judge", "annotator_outliers", "as_json", "attainable_correlation",
    "benchmark", "between_judges", "bland_altman_of_numbers", "bootstrap_difference", "bootstrap_mean",
    "bootstrap_view", "brennan_prediger", "class_report", "cluster_bootstrap", "coded", "cohen_kappa",
    "coincidence_tables", "concordance", "corrected_shares", "counted_tables", "custom_kappa", "cut",
    "dawid_skene_consensus", "design_effect", "equally_spaced", "flip_rate", "flips_of_values", "forecast", "gwet_ac",
    "human_pairs", "intraclass_correlations", "issue_list", "judge_difference", "judge_drift", "judge_with_humans",
    "kappa_max", "kendall", "krippendorff_alpha", "lee_interval", "limits_of_agreement", "majority_vote", "margin_of",
    "margins_of", "matthews", "mean_absolute_error", "measured_groups", "measured_together", "numeric_report",
    "of_all", "of_pairs", "order_bias", "pair_tables", "panel_of", "panel_tables", "pearson", "percent_agreement",
    "pilot_of", "ppi_mean", "ppi_ratio", "published_ppi", "rogan_gladen_pooled", "rogan_gladen_share",
    "root_mean_squared_error", "same_rates", "scott_pi", "slice_reports", "smallest", "spearman", "streamed",
    "systematic_disagreement", "units_needed", "validate", "weighted_kappa",
]

_HOMES = {
    "against": ("against_reference", "Against"),
    "alpha": ("krippendorff_alpha",),
    "alt_test": ("alternative_annotator_test", "AltTest"),
    "anchoring": ("anchoring_by_judge", "Anchoring"),
    "attainable": ("attainable_correlation", "Attainable"),
    "benchmark_scale": ("benchmark",),
    "between": ("between_judges", "BetweenJudges"),
    "bland_altman": ("limits_of_agreement", "bland_altman_of_numbers", "BlandAltman"),
    "bootstrap": ("Draws", "bootstrap_difference", "bootstrap_mean", "cluster_bootstrap"),
    "chance": ("brennan_prediger", "gwet_ac", "scott_pi"),
    "classes": ("ClassReport", "class_report"),
    "comparison": ("measured_groups",),
    "correlation": ("concordance", "kendall", "matthews", "pearson", "spearman"),
    "dawid_skene": ("dawid_skene_consensus", "Consensus"),
    "difference": ("judge_difference", "JudgeDifference"),
    "drift": ("judge_drift", "Drift"),
    "error": ("mean_absolute_error", "root_mean_squared_error"),
    "estimate": ("Estimate", "Interval", "Measured"),
    "evidence": ("Evidence",),
    "frame": ("CodedLabels", "coded"),
    "homogeneity": ("same_rates", "rogan_gladen_pooled"),
    "icc": ("intraclass_correlations", "IccReport"),
    "issue_lists": ("issue_list", "IssueList"),
    "kappa": ("cohen_kappa", "weighted_kappa"),
    "majority": ("majority_vote", "Majority"),
    "margins": ("Margins", "kappa_max", "margins_of"),
    "misclassification": ("corrected_shares",),
    "multiplicity": ("adjusted",),
    "numeric": ("numeric_report", "NumericReport"),
    "order": ("order_bias", "OrderBias"),
    "outliers": ("annotator_outliers", "Outliers"),
    "panel": ("Panel", "panel_of"),
    "planning": ("Design", "forecast", "pilot_of", "smallest"),
    "ppi": ("ppi_mean", "ppi_ratio", "Powered"),
    "ppi_sums": ("SampleDesign", "Parts"),
    "ppi_published": ("published_ppi",),
    "repeats": ("flip_rate", "flips_of_values"),
    "report": ("AgreementReport", "as_json", "human_pairs", "judge_with_humans", "agreement_report"),
    "rogan_gladen": ("lee_interval", "rogan_gladen_share"),
    "sample_size": ("design_effect", "margin_of", "units_needed"),
    "scale": ("Scale", "equally_spaced"),
    "second_view": ("bootstrap_view", "SecondView"),
    "share": ("percent_agreement",),
    "slices": ("cut", "slice_reports", "SliceReport"),
    "statistics": ("STATISTICS", "Statistic", "custom_kappa"),
    "streaming": ("Streamed", "counted_tables", "of_all", "of_pairs", "streamed"),
    "symmetry": ("systematic_disagreement", "Symmetry"),
    "tensors": ("coincidence_tables", "pair_tables"),
    "together": ("TOGETHER", "measured_together", "panel_tables"),
    "validation": ("Validation", "validate"),
}
_OWN_NAMES = {
    "against_reference": "against",
    "alternative_annotator_test": "alt_test",
    "anchoring_by_judge": "anchoring",
    "attainable_correlation": "attainable",
    "limits_of_agreement": "bland_altman",
    "dawid_skene_consensus": "dawid_skene",
    "judge_drift": "drift",
    "intraclass_correlations": "icc",
    "majority_vote": "majority",
    "annotator_outliers": "outliers",
    "SampleDesign": "Design",
    "published_ppi": "ppi_published",
    "agreement_report": "report",
    "rogan_gladen_share": "rogan_gladen",
    "units_needed": "sample_size",
    "slice_reports": "slices",
    "systematic_disagreement": "symmetry",
}
# fmt: on
_HOME = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    """Public names on first use: most of the program needs a scale, not half a second of pandas and scipy."""
    if name not in _HOME:
        raise AttributeError(f"module 'agreement' has no attribute {name!r}")
    return getattr(import_module(f"agreement.{_HOME[name]}"), _OWN_NAMES.get(name, name))
