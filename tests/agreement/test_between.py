"""Judges with each other."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from agreement_cases import frame_of, letters, numbers
from krippendorff import alpha
from sklearn.metrics import cohen_kappa_score
from validation_cases import long_frame

from agreement.between import BetweenJudges, between_judges
from agreement.frame import coded
from agreement.scale import Scale

FOUR = letters(4)
NAMES = ("percent_agreement", "kappa", "kappa_quadratic", "alpha_nominal", "alpha_ordinal")
JUDGES = ("j0", "j1", "j2")


def labelled(seed: int, raters: tuple[str, ...] = ("h", *JUDGES), missing: float = 0.15) -> pd.DataFrame:
    """Raters see one truth through noise; units in clusters of four."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 4, 60)
    codes = {who: np.where(rng.random(60) < 0.4, rng.integers(0, 4, 60), truth) for who in raters}
    given: dict[str, list[str | None]] = {
        who: [None if rng.random() < missing else FOUR.values[code] for code in own] for who, own in codes.items()
    }
    return long_frame(given, [f"c{unit // 4:02}" for unit in range(60)], judges=JUDGES)


def found(frame: pd.DataFrame, scale: Scale = FOUR, names: tuple[str, ...] = NAMES) -> BetweenJudges:
    return between_judges(coded(frame, scale), names)


def test_pairs_mean_and_all_at_once_by_hand() -> None:
    # Three judges on four units: a = b in 3, a = c in 2, b = c in 3 of 4. A human h disagrees with everybody.
    frame = frame_of([[1, 1, 1, 2], [2, 2, 2, 1], [1, 1, 2, 2], [1, 2, 2, 2]], ["a", "b", "c", "h"])
    judges = frame.assign(rater_kind=frame["rater"].map({"h": "human"}).fillna("judge"))
    one = found(judges, numbers(1, 2), ("percent_agreement", "alpha_nominal"))
    assert (one.judges, one.units, one.clusters) == (("a", "b", "c"), 4, 4)
    assert [(pair.first, pair.second, pair.units) for pair in one.pairs] == [
        ("a", "b", 4),
        ("a", "c", 4),
        ("b", "c", 4),
    ]
    assert [pair.statistics["percent_agreement"].estimate.value for pair in one.pairs] == [0.75, 0.5, 0.75]
    assert one.mean["percent_agreement"].estimate.value == pytest.approx(2 / 3)
    # Coincidences: 8 of 12 on the diagonal; 6 ones and 6 twos of 12: alpha = 1 - 11 * 4 / (2 * 36).
    assert one.together["alpha_nominal"].estimate.value == pytest.approx(1 - 11 * 4 / 72)
    assert one.together["percent_agreement"].estimate.value == pytest.approx(8 / 12)
    assert list(found(judges, numbers(1, 2), ("pearson",)).together) == []


@pytest.mark.parametrize("seed", range(5))
def test_random_judges_equal_the_reference_libraries(seed: int) -> None:
    frame = labelled(seed)
    one = found(frame)
    codes = frame.assign(value=frame["value"].map(FOUR.values.index, na_action="ignore").astype(float))
    wide = codes.pivot(index="unit", columns="rater", values="value")[list(JUDGES)]
    for pair in one.pairs:
        both = wide[[pair.first, pair.second]].dropna().to_numpy()
        theirs = cohen_kappa_score(both[:, 0], both[:, 1], weights="quadratic", labels=range(4))
        assert pair.statistics["kappa_quadratic"].estimate.value == pytest.approx(theirs, abs=1e-10)
    kappas = [pair.statistics["kappa_quadratic"].estimate.value for pair in one.pairs]
    assert one.mean["kappa_quadratic"].estimate.value == pytest.approx(np.mean(kappas))  # type: ignore[arg-type]
    ordinal = alpha(wide.T.to_numpy(), level_of_measurement="ordinal", value_domain=[0, 1, 2, 3])
    assert one.together["alpha_ordinal"].estimate.value == pytest.approx(ordinal, abs=1e-10)
    assert one.units == (wide.notna().sum(axis=1) >= 2).sum()


def test_humans_and_the_order_of_rows_do_not_matter() -> None:
    frame = labelled(6)
    alone = frame[frame["rater"] != "h"].sample(frac=1, random_state=1)
    assert found(alone) == found(frame)


def test_judges_that_share_no_unit_have_no_pair_and_no_mean() -> None:
    frame = labelled(7, missing=0.0)
    apart = frame[~((frame["rater"] == "j2") & (frame["cluster"] < "c08"))]
    apart = apart[~((apart["rater"] == "j0") & (apart["cluster"] >= "c08"))]
    one = found(apart)
    assert [(pair.first, pair.second) for pair in one.pairs] == [("j0", "j1"), ("j1", "j2")]
    assert "j0 and j2: no unit was labelled by both raters" in str(one.mean["kappa"].estimate.undefined)
    assert one.together["alpha_nominal"].estimate.value is not None


@pytest.mark.parametrize(
    ("judges", "words"),
    [
        ((), "there is no judge"),
        (("j0",), "there is only one judge"),
        (("j0", "j1"), "no unit was labelled by two judges"),
    ],
)
def test_without_two_judges_on_a_unit_everything_is_undefined(judges: tuple[str, ...], words: str) -> None:
    frame = labelled(8, ("h", *judges))
    one = found(
        frame[(frame["rater"] != "j1") | (frame["cluster"] < "c05")][
            lambda rows: (rows["rater"] != "j0") | (rows["cluster"] >= "c05")
        ]
    )
    assert (one.judges, one.units, one.clusters, one.pairs) == (judges, 0, 0, ())
    assert {measured.estimate.undefined for measured in (*one.mean.values(), *one.together.values())} == {words}


def test_an_unknown_statistic_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"no statistic 'kapa'; there are percent_agreement, kappa, .*fleiss_kappa"):
        found(labelled(9), names=("kapa",))
