"""Who enters the means: people who share enough, averaged by pair, or everybody pooled."""

import numpy as np
import pandas as pd
import pytest

from agreement.frame import CodedLabels, coded
from agreement.panel import Newcomer, Panel, panel_of
from agreement.report import report
from agreement.scale import SUPPORT


def labelled(clusters_of: dict[str, range], slot: bool = False) -> pd.DataFrame:
    """Two units in each cluster; each rater labels those of their clusters, with some disagreement."""
    rows = [
        (f"{cluster}/{unit}", str(cluster), rater, "human", SUPPORT.values[(cluster * unit + len(rater)) % 3], slot)
        for rater, clusters in clusters_of.items()
        for cluster in clusters
        for unit in (1, 2)
    ]
    return pd.DataFrame(rows, columns=["unit", "cluster", "rater", "rater_kind", "value", "slot"])


def labels(clusters_of: dict[str, range]) -> CodedLabels:
    return coded(labelled(clusters_of), SUPPORT)


def names(found: CodedLabels, humans: tuple[int, ...]) -> list[str]:
    return [found.raters[human].name for human in humans]


def test_a_newcomer_with_one_task_is_left_out_of_the_means_and_named() -> None:
    given = labels({"ann": range(40), "bob": range(40), "cid": range(1)})
    panel = panel_of(given)
    assert names(given, panel.humans) == ["ann", "bob"]
    assert (panel.pairing, panel.left_out) == ("per pair", (Newcomer("cid", 1, 10),))


def test_a_newcomer_changes_no_mean_until_they_share_enough() -> None:
    before = report(labelled({"ann": range(40), "bob": range(40)}), SUPPORT, "kappa").human_human
    with_cid = report(labelled({"ann": range(40), "bob": range(40), "cid": range(1)}), SUPPORT, "kappa").human_human
    assert with_cid.mean == before.mean
    assert with_cid.raters == ("ann", "bob")
    enough = report(labelled({"ann": range(40), "bob": range(40), "cid": range(10)}), SUPPORT, "kappa").human_human
    assert (enough.raters, enough.left_out) == (("ann", "bob", "cid"), ())


@pytest.mark.parametrize(("clusters", "needs"), [(4, 2), (5, 3), (19, 10), (20, 10), (200, 10)])
def test_the_minimum_overlap_is_ten_or_half_of_what_the_best_pair_shares(clusters: int, needs: int) -> None:
    one_short = {"ann": range(clusters), "bob": range(clusters), "cid": range(needs - 1)}
    assert panel_of(labels(one_short)).left_out == (Newcomer("cid", needs - 1, needs),)
    just = {"ann": range(clusters), "bob": range(clusters), "cid": range(needs)}
    assert panel_of(labels(just)).left_out == ()


def test_a_pool_is_pooled_and_nobody_is_left_out() -> None:
    rng = np.random.default_rng(5)
    seats = {f"p{person}": set() for person in range(10)}
    for cluster in range(100):
        for person in rng.choice(10, size=2, replace=False):
            seats[f"p{person}"].add(cluster)
    given = labels({name: sorted(own) for name, own in seats.items()})
    panel = panel_of(given)
    assert (panel.pairing, len(panel.humans), panel.left_out) == ("pooled", 10, ())


def test_asking_for_pairs_still_leaves_newcomers_out() -> None:
    given = labels({"ann": range(20), "bob": range(20), "cid": range(30, 31)})
    panel = panel_of(given, "per pair")
    assert (panel.pairing, names(given, panel.humans)) == ("per pair", ["ann", "bob"])


def test_one_human_alone_is_the_panel() -> None:
    given = labels({"ann": range(3)})
    assert (panel_of(given).humans, panel_of(given).pairing, panel_of(given).left_out) == ((0,), "per pair", ())


def test_slots_are_pooled_whatever_is_asked() -> None:
    given = coded(labelled({"slot 1": range(12), "slot 2": range(12)}, slot=True), SUPPORT)
    words = "some human raters are slots (positions, not people), and nobody is shown alone"
    assert panel_of(given, "per pair") == Panel((0, 1), "pooled", words)


def test_people_are_pooled_when_asked_for() -> None:
    given = labels({"ann": range(20), "bob": range(20), "cid": range(1)})
    words = "asked for: tables of all pairs are added, then a statistic is taken"
    assert panel_of(given, "pooled") == Panel((0, 1, 2), "pooled", words)


def test_the_least_overlap_is_1_and_the_most_what_the_best_pair_shares() -> None:
    given = labels({"ann": range(20), "bob": range(20), "cid": range(1)})
    assert (panel_of(given, overlap=1).left_out, panel_of(given, overlap=1).overlap) == ((), 1)
    assert panel_of(given, overlap=20).left_out == (Newcomer("cid", 1, 20),)


def test_a_minimum_overlap_that_is_asked_for_overrules_the_usual_one() -> None:
    given = labels({"ann": range(40), "bob": range(40), "cid": range(12)})
    assert (panel_of(given).left_out, panel_of(given).overlap) == ((), 10)
    strict = panel_of(given, overlap=13)
    assert (strict.left_out, strict.overlap) == ((Newcomer("cid", 12, 13),), 13)
    assert (panel_of(given, "pooled", overlap=13).left_out, panel_of(given, "pooled").overlap) == ((), 1)
    shown = report(labelled({"ann": range(40), "bob": range(40), "cid": range(12)}), SUPPORT, "kappa", overlap=13)
    assert (shown.human_human.raters, shown.reading.minimum_overlap) == (("ann", "bob"), 13)
    with pytest.raises(ValueError, match="at least 1 cluster, not 0"):
        panel_of(given, overlap=0)
    with pytest.raises(ValueError, match="the minimum overlap; the most that any share is 40"):
        panel_of(given, overlap=41)
    assert len(panel_of(labels({"ann": range(3)}), overlap=41).humans) == 1
