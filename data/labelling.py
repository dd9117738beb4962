"""Who labels the questions of a figure, and whether that lets it be published."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from agreement.gate import STATUSES, Decision, Status, status_of_metric
from data.matrices import PEOPLE
from data.raters import is_floor
from data.reliability import QuestionFigures

PUBLISHED: tuple[Status, ...] = ("VALIDATED", "CAVEAT")
"""The statuses a figure needs to be published."""

ANSWERS_ALONE = "the answers alone"
"""Stands where a labeller could stand, for a figure that no label enters."""


@dataclass(frozen=True)
class Labelling:
    """One way to label what a figure needs: `labellers[question]` is a judge or `PEOPLE`.

    `status` is the worst of its questions; `reasons` say per question why it is not better, and
    `next_step` what would help. `published` is false for every status that withholds, and for floor judges.
    """

    name: str
    labellers: Mapping[str, str]
    status: Status
    reasons: tuple[str, ...]
    next_step: str
    published: bool


@dataclass(frozen=True)
class Labellers:
    """The questions of a study with their judges and people, and the judge its policy names for each, if any."""

    questions: Mapping[str, QuestionFigures]
    named: Mapping[str, str]

    def labellings(self, needed: Sequence[str]) -> Iterator[Labelling]:
        """Every way to label the needed questions: one for each judge, then people alone; none twice.

        A judge that does not label one of the questions is joined by the only labeller it has; where
        several could join, nothing can be published until the policy names one.
        """
        seen = set()
        for name in self._names(needed):
            chosen = {question: self._who(name, question) for question in needed}
            if tuple(chosen.values()) not in seen:
                seen.add(tuple(chosen.values()))
                yield self._labelling(name, chosen)

    def _names(self, needed: Sequence[str]) -> list[str]:
        judges = sorted({judge for question in needed for judge in self._judges(question)})
        people = all(self._has_people(question) for question in needed)
        return [*judges, *([PEOPLE] if people or not judges else [])] if needed else [ANSWERS_ALONE]

    def _judges(self, question: str) -> list[str]:
        """The judges that may label a question under the policy; floor judges are always looked at."""
        if question not in self.questions:
            return []
        judges = [verdict.judge for verdict in self.questions[question].verdicts if verdict.judge != PEOPLE]
        return [judge for judge in judges if is_floor(judge) or self.named.get(question, judge) == judge]

    def _has_people(self, question: str) -> bool:
        return question in self.questions and self.questions[question].verdict(PEOPLE).evidence.humans > 0

    def _who(self, name: str, question: str) -> tuple[str, ...]:
        """Who could label a question beside `name`: one labeller, several to choose from, or nobody."""
        judges = self._judges(question)
        if name == PEOPLE or name in judges:
            return (name,)
        others = [judge for judge in judges if not is_floor(judge)]
        return tuple(others) or ((PEOPLE,) if self._has_people(question) else ())

    def _labelling(self, name: str, chosen: Mapping[str, tuple[str, ...]]) -> Labelling:
        decided = {question: self._decision(question, who) for question, who in chosen.items()}
        status = status_of_metric(found.status for found in decided.values())
        floor = is_floor(name)
        return Labelling(
            name=name,
            labellers={question: who[0] for question, who in chosen.items() if len(who) == 1},
            status=status,
            reasons=(*([_FLOOR.format(name=name)] if floor else []), *_reasons(decided)),
            next_step=next((found.next_step for found in decided.values() if found.status == status), ""),
            published=status in PUBLISHED and not floor,
        )

    def _decision(self, question: str, who: tuple[str, ...]) -> Decision:
        if len(who) == 1 and question in self.questions:
            return self.questions[question].verdict(who[0]).decision
        if len(who) > 1:
            step = f'name one in the policy: judge = "{who[0]}" under [question.{question}]'
            return Decision("INCONCLUSIVE", (f"several judges label it ({', '.join(who)})",), step)
        return Decision("INCONCLUSIVE", ("nobody has labelled it",), f"let people label {question}, or run a judge")


def _reasons(decided: Mapping[str, Decision]) -> list[str]:
    """Why the questions that are not VALIDATED are not, the worst first."""
    worst_first = sorted(decided.items(), key=lambda row: STATUSES.index(row[1].status), reverse=True)
    short = [(question, found) for question, found in worst_first if found.status != "VALIDATED"]
    return [f"{question}: {reason}" for question, found in short for reason in found.reasons]


_FLOOR = "{name} only shows what a judge must beat; its figures are never published"
