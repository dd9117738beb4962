import pandas as pd
import pytest
from agreement_cases import frame_of, letters, numbers, random_frame

from agreement.referee import REFEREED, Check, referee_checks, referee_value
from agreement.report import report
from agreement.scale import STANCE, SUPPORT, Scale
from agreement.statistics import ALPHAS, STATISTICS


@pytest.mark.parametrize("pairing", ["per pair", "pooled"])
@pytest.mark.parametrize("seed", range(3))
def test_the_referees_confirm_every_value_of_a_report(pairing: str, seed: int) -> None:
    frame, scale = random_frame(seed, 3, raters=4), letters(3)
    found = report(frame, scale, "kappa", pairing, statistics=list(STATISTICS))
    checks = referee_checks(frame, scale, found)
    pairs = 6 if pairing == "per pair" else 0
    assert len(checks) == (pairs + 2) * len(REFEREED) + len(ALPHAS)
    assert [check for check in checks if not check.agrees] == []


def test_the_referees_see_a_changed_label() -> None:
    frame, scale = random_frame(1, 3, raters=4), letters(3)
    found = report(frame, scale, "kappa")
    at = frame.index[(frame["rater"] == "h1") & (frame["value"] == "e")][0]
    frame.loc[at, "value"] = "c"
    wrong = {check.what for check in referee_checks(frame, scale, found) if not check.agrees}
    assert "kappa of h0 and h1" in wrong
    assert "alpha_ordinal over all humans" in wrong
    assert "kappa, judge and humans" in wrong
    assert "kappa of h0 and h2" not in wrong


def test_a_check_agrees_when_both_are_undefined_but_not_when_one_is() -> None:
    assert Check("kappa", None, None).agrees
    assert not Check("kappa", None, 0.5).agrees
    assert not Check("kappa", 0.5, None).agrees
    assert Check("kappa", 0.5, 0.5 + 1e-12).agrees
    assert not Check("kappa", 0.5, 0.500001).agrees


def test_values_keep_the_declared_order_where_the_alphabet_has_another() -> None:
    # none < partial < full; alphabetical order would be full, none, partial.
    frame = frame_of([["none", "none"], ["partial", "full"], ["full", "full"], ["none", "partial"]])
    # Distances 0, 1, 0, 1; margins 2 1 1 and 1 1 2: expected (2*(1*1+2*4) + 1*(1+2) + 1*(4+1)) / 16 = 26/16.
    assert referee_value("kappa_quadratic", frame, SUPPORT, "r0", "r1").value == pytest.approx(1 - (2 / 4) / (26 / 16))


def test_uneven_codes_reach_a_library_that_knows_only_positions() -> None:
    frame = frame_of([["a", "a"], ["b", "c"], ["c", "c"], ["a", "b"]])
    scale = Scale(("a", "b", "c"), "ordinal", (0.0, 1.0, 3.0))
    # As in test_kappa: linear 1 - .75 / 1.5.
    assert referee_value("kappa_linear", frame, scale, "r0", "r1").value == pytest.approx(0.5)
    halves = Scale(("a", "b", "c"), "ordinal", (-0.5, 0.0, 1.0))
    assert referee_value("kappa_linear", frame, halves, "r0", "r1").value == pytest.approx(0.5)


def test_what_no_library_computes_is_left_out_of_the_checks() -> None:
    frame, scale = random_frame(0, 3), letters(3)
    checks = referee_checks(frame, scale, report(frame, scale, "kappa", statistics=["ac1", "kendall"]))
    assert {check.what.split(",")[0].split(" ")[0] for check in checks} == {"kappa", "kendall", "alpha_ordinal"}


@pytest.mark.parametrize("name", REFEREED)
def test_constant_and_separate_raters_are_undefined(name: str) -> None:
    constant = referee_value(name, frame_of([[2, 2], [2, 2]]), numbers(1, 3), "r0", "r1")
    assert constant.value == {"percent_agreement": 1.0, "mae": 0.0, "rmse": 0.0}.get(name)
    assert referee_value(name, frame_of([[1, None], [None, 2]]), numbers(1, 3), "r0", "r1").value is None


def test_labels_out_of_scale_and_other_runs_are_left_out() -> None:
    frame = frame_of([["full", "full"], ["none", "Full "], ["none", "none"]])
    both = pd.concat([frame.assign(run=0), frame.assign(run=1, value="none")])
    assert referee_value("percent_agreement", both, SUPPORT, "r0", "r1") == referee_value(
        "percent_agreement", frame, SUPPORT, "r0", "r1"
    )
    assert referee_value("percent_agreement", frame, SUPPORT, "r0", "r1").n == 2


def test_order_is_not_claimed_on_a_nominal_scale() -> None:
    frame = frame_of([["pro", "con"], ["con", "con"], ["neutral", "pro"]])
    for name in set(REFEREED) - {"percent_agreement", "kappa", "alpha_nominal", "mcc"}:
        assert referee_value(name, frame, STANCE, "r0", "r1").undefined == "the values of a nominal scale have no order"
    assert referee_value("mcc", frame, STANCE, "r0", "r1").value is not None


def test_one_human_is_undefined_for_the_referee_too() -> None:
    frame = frame_of([[1, 1], [2, 1], [2, 2]], ["ann", "gpt"], judge="gpt")
    checks = referee_checks(frame, numbers(1, 2), report(frame, numbers(1, 2), "kappa"))
    assert all(check.agrees for check in checks)
    assert {check.ours for check in checks if "human-human" in check.what} == {None}


def test_without_people_the_referees_find_nothing_either() -> None:
    frame = frame_of([[1, 1], [2, 1], [2, 2]], ["claude", "gpt"]).assign(rater_kind="judge")
    checks = referee_checks(frame, numbers(1, 2), report(frame, numbers(1, 2), "kappa"))
    assert checks
    assert all(check.agrees and check.ours is None for check in checks)


def test_wrong_use_is_refused() -> None:
    frame = frame_of([[1, 2, 1], [2, 2, 2]])
    with pytest.raises(ValueError, match="no statistic 'cohen'; there are percent_agreement, kappa"):
        referee_value("cohen", frame, numbers(1, 2), "r0", "r1")
    with pytest.raises(ValueError, match="compares two raters, got 3"):
        referee_value("kappa", frame, numbers(1, 2), "r0", "r1", "r2")
    with pytest.raises(ValueError, match="take no weights"):
        referee_value("kappa", frame.assign(weight=[1, 1, 1, 2, 2, 2]), numbers(1, 2), "r0", "r1")
