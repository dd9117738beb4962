from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from agreement_cases import frame_of, letters

from agreement.bootstrap import Draws, bootstrap_difference, bootstrap_mean
from agreement.frame import coded
from agreement.panel import panel_of
from agreement.report import human_pairs, judge_with_humans
from agreement.second_view import SecondView, bootstrap_view
from agreement.statistics import STATISTICS

SCALE = letters(3)
KAPPA = STATISTICS["kappa_quadratic"]


def labels(judges: int = 1) -> pd.DataFrame:
    """Forty clusters of three units, two humans and some judges who mostly agree."""
    rng = np.random.default_rng(4)
    truth = rng.integers(0, 3, 120)
    given = [np.where(rng.random(120) < 0.7, truth, rng.integers(0, 3, 120)) for _ in range(2 + judges)]
    matrix = [["edc"[code] for code in row] for row in zip(*given, strict=True)]
    names = ["Ada", "Ben", *(f"judge {k}" for k in range(judges))]
    frame = frame_of(matrix, names, [f"c{u // 3:02}" for u in range(120)])
    return frame.assign(rater_kind=np.where(frame["rater"].str.startswith("judge"), "judge", "human"))


def view(frame: pd.DataFrame, seed: int = 7) -> SecondView:
    found = coded(frame, SCALE)
    return bootstrap_view(found, panel_of(found), "kappa_quadratic", 200, seed)


def test_it_is_the_bootstrap_of_the_means_of_the_report() -> None:
    found = coded(labels(), SCALE)
    panel = panel_of(found)
    humans, judge = human_pairs(found, panel), judge_with_humans(found, 2, panel)
    ours = view(labels())
    assert ours.human_human == bootstrap_mean(humans, KAPPA, Draws(np.random.default_rng(7), 200))
    (only,) = ours.judges
    assert only.judge == "judge 0"
    assert only.mean == bootstrap_mean(judge, KAPPA, Draws(np.random.default_rng(7), 200))
    assert only.difference == bootstrap_difference(judge, humans, KAPPA, Draws(np.random.default_rng(7), 200))
    assert (ours.statistic, ours.replicates, ours.seed) == ("kappa_quadratic", 200, 7)


def test_the_seed_decides_and_no_figure_depends_on_another() -> None:
    assert view(labels()) == view(labels())
    assert view(labels(), seed=8).human_human != view(labels()).human_human
    assert view(labels(judges=2)).human_human == view(labels(judges=2)).human_human
    assert view(labels(judges=2)).judges[0].judge == "judge 0"


def test_one_rater_alone_has_no_interval_and_the_words_say_why() -> None:
    frame = labels()
    alone = view(frame[frame["rater"] != "Ben"])
    assert alone.human_human.bca.undefined is not None
    assert alone.human_human.dropped.undefined == "nothing was drawn, because the value itself is undefined"
    assert alone.judges[0].mean.bca.low is not None
    assert alone.judges[0].difference.bca.undefined is not None


def test_an_unknown_statistic_and_no_replicate_are_refused() -> None:
    found = coded(labels(), SCALE)
    with pytest.raises(ValueError, match="no statistic 'fleiss' of a pair"):
        bootstrap_view(found, panel_of(found), "fleiss", 200, 7)
    with pytest.raises(ValueError, match="at least one replicate"):
        bootstrap_view(found, panel_of(found), "kappa", 0, 7)
