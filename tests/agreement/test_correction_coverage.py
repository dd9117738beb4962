"""How often the intervals of corrections hold the truth, and what they cost, on studies whose truth is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

from agreement.evidence import Evidence
from agreement.ppi import Rule, ppi_mean, ppi_ratio
from agreement.ppi_sums import Design, Parts
from agreement.rogan_gladen import rogan_gladen

pytestmark = pytest.mark.load
REPLICATES = 1500
ANSWERS = 200


@dataclass(frozen=True)
class Answers:
    """What people would say of each answer and what the judge says: yes of so many statements."""

    human: Parts
    judge: Parts
    counts: np.ndarray  # answers x 2 x 2: people's (no, yes) x the judge's


@dataclass(frozen=True)
class World:
    """Shares of yes vary between answers (beta, intraclass correlation `nested`), the judge's rates too (.1)."""

    yes: float
    tpr: float
    tnr: float
    nested: float = 0.15
    statements: float = 8.0

    def draw(self, rng: np.random.Generator) -> Answers:
        size = 1 + rng.poisson(self.statements - 1, ANSWERS)
        yes = rng.binomial(size, _beta(rng, self.yes, self.nested))
        hits = rng.binomial(yes, _beta(rng, self.tpr, 0.1))
        alarms = rng.binomial(size - yes, 1 - _beta(rng, self.tnr, 0.1))
        counts = np.array([[size - yes - alarms, alarms], [yes - hits, hits]], dtype=float)
        whole = size.astype(float)
        human, judge = Parts(yes.astype(float), whole), Parts((hits + alarms).astype(float), whole)
        return Answers(human, judge, np.moveaxis(counts, 2, 0))


def _beta(rng: np.random.Generator, mean: float, correlation: float) -> np.ndarray:
    scale = (1 - correlation) / correlation
    return rng.beta(mean * scale, (1 - mean) * scale, ANSWERS)


def drawn(rng: np.random.Generator, labelled: int) -> np.ndarray:
    return np.isin(np.arange(ANSWERS), rng.permutation(ANSWERS)[:labelled])


def only(values: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    return np.where(chosen, values, np.nan)


WORLDS = [World(0.6, 0.85, 0.8), World(0.3, 0.9, 0.9), World(0.2, 0.85, 0.95), World(0.6, 0.5, 0.5)]


def corrected(world: World, labelled: int, correct: Callable[..., object], seed: int) -> tuple[float, np.ndarray]:
    """Coverage, and errors of the corrected and the human-only figure (replicates x 2)."""
    rng = np.random.default_rng(seed)
    inside, errors = [], []
    for _ in range(REPLICATES):
        answers, chosen = world.draw(rng), drawn(rng, labelled)
        figures = [correct(answers, chosen, labelled / ANSWERS, rule).corrected for rule in (Rule(), Rule(0.0))]
        interval = figures[0].measured.interval
        inside.append(interval.low <= world.yes <= interval.high)
        errors.append([figure.measured.estimate.value - world.yes for figure in figures])
    return float(np.mean(inside)), np.array(errors)


def pooled(answers: Answers, chosen: np.ndarray, chance: float, rule: Rule):
    """Share of all statements."""
    human = Parts(only(answers.human.part, chosen), only(answers.human.whole, chosen))
    return ppi_ratio(human, answers.judge, Design(np.full(ANSWERS, chance), np.arange(ANSWERS)), rule)


def per_answer(answers: Answers, chosen: np.ndarray, chance: float, rule: Rule):
    """Mean over answers of their shares."""
    human, judge = (parts.part / parts.whole for parts in (answers.human, answers.judge))
    return ppi_mean(only(human, chosen), judge, Design(np.full(ANSWERS, chance), np.arange(ANSWERS)), rule)


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("labelled", [30, 100])
@pytest.mark.parametrize("correct", [pooled, per_answer])
def test_ppi_covers_the_truth_and_costs_nothing_where_the_judge_is_useless(
    world: World, labelled: int, correct: Callable[..., object]
) -> None:
    coverage, errors = corrected(world, labelled, correct, seed=labelled)
    assert 0.93 <= coverage <= 0.97
    ours, human = np.sqrt(np.square(errors).mean(axis=0))
    assert ours <= 1.05 * human
    if world.tpr + world.tnr > 1.5:
        assert ours < 0.9 * human


def test_ppi_covers_the_truth_of_these_answers_and_with_unequal_probabilities() -> None:
    # Long answers are drawn three times as often; the interval is about the 200 answers at hand.
    rng, world, inside = np.random.default_rng(8), WORLDS[0], []
    for _ in range(REPLICATES):
        answers = world.draw(rng)
        chance = np.where(answers.human.whole > 8, 0.45, 0.15)
        chosen = rng.random(ANSWERS) < chance
        human = Parts(only(answers.human.part, chosen), only(answers.human.whole, chosen))
        rule = Rule(target="these units")
        interval = ppi_ratio(human, answers.judge, Design(chance, np.arange(ANSWERS)), rule).corrected.measured.interval
        truth = answers.human.part.sum() / answers.human.whole.sum()
        inside.append(interval.low <= truth <= interval.high)
    assert 0.93 <= np.mean(inside) <= 0.97


@pytest.mark.parametrize("world", WORLDS[:3])
def test_rogan_gladen_covers_the_truth_where_another_sample_gave_the_rates(world: World) -> None:
    # The rates come from 60 answers in which yes is rarer, as in another system's; so PPI could not be used.
    rng, inside = np.random.default_rng(3), []
    other = World(world.yes * 0.7, world.tpr, world.tnr)
    for _ in range(REPLICATES):
        judged, known = world.draw(rng).counts.sum(axis=1), other.draw(rng).counts[:60]
        nothing = np.zeros((60, 2))
        pairs = np.concatenate([np.zeros((ANSWERS, 2, 2)), known])
        evidence = Evidence(pairs, np.concatenate([judged, nothing]), np.arange(ANSWERS + 60))
        interval = rogan_gladen(evidence).share.measured.interval
        inside.append(interval.low is not None and interval.low <= world.yes <= interval.high)
    assert 0.93 <= np.mean(inside) <= 0.97
