"""The scale of a label file: one of ours, a declared one, or the labels found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite

from agreement.scale import Level, Scale
from data.errors import InputError
from data.label_files.options import FileOptions
from data.questions import question_named

MOST_FOUND = 20
"""A scale of labels found has at most so many; more are rather numbers or free text."""

LONGEST_FOUND = 200
"""Characters of a label found; a longer one is rather free text."""


@dataclass(frozen=True)
class ScaleOf:
    """A scale with the statistic that leads its report, and what is to be said about it."""

    scale: Scale
    primary: str
    notes: tuple[str, ...] = ()


def declared(options: FileOptions) -> ScaleOf | None:
    """The scale of the options; None when they name none. InputError when it is no scale."""
    if options.question is not None:
        question = question_named(options.question)
        return ScaleOf(question.scale, question.primary)
    if not options.values:
        return None
    level: Level = options.level or ("ordinal" if options.codes else "nominal")  # type: ignore[assignment]  # checked
    codes = options.codes or _own_numbers(options.values) or tuple(float(k) for k in range(len(options.values)))
    try:
        scale = Scale(options.values, level, codes)
    except ValueError as error:
        raise InputError(str(error), field="values") from error
    return ScaleOf(scale, _leading(scale), () if options.level or len(scale.values) == 2 else (_TAKEN_AS[level],))


_TAKEN_AS = {
    "nominal": "no --level was given: the values are taken as nominal, without an order",
    "ordinal": "no --level was given: the values have codes, so they are taken as ordinal",
}


def found_in(labels: Iterable[str], task: str) -> ScaleOf:
    """The different labels of a task as a nominal scale.

    InputError when they are too many or too few, or when two may be meant to be the same.
    """
    values = tuple(sorted(set(labels)))
    alike = next(look_alikes(values), None)
    if alike is not None:
        raise InputError(
            f"'{alike[0]}' and '{alike[1]}' may be the same label; make them one with --map '{alike[1]}={alike[0]}', "
            "or declare the scale with --values",
            field=task,
        )
    if len(values) > MOST_FOUND:
        raise InputError(
            f"{len(values)} different labels are too many to guess a scale from; declare it with --values, or say that "
            "they are plain numbers with --numeric",
            field=task,
        )
    longest = max(values, key=len, default="")
    if len(longest) > LONGEST_FOUND:
        raise InputError(
            f"a label of {len(longest):,} characters is rather free text ('{longest[:40]}…'); if it is a label, "
            "declare it with --values",
            field=task,
        )
    if len(values) < 2:
        only = f"only the label '{values[0]}' occurs" if values else "there are no labels"
        raise InputError(f"{only}; declare the whole scale with --values", field=task)
    note = "no scale was declared: the labels found are taken as nominal, without an order; declare one with --values"
    return ScaleOf(Scale(values, "nominal", tuple(float(k) for k in range(len(values)))), "kappa", (note,))


def look_alikes(texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Pairs of texts that differ only by case, spaces around them or the way a number is written.

    >>> list(look_alikes(["Full ", "full", "1.0", "1", "no"]))
    [('1', '1.0'), ('Full ', 'full')]
    """
    ordered = sorted(set(texts), key=lambda text: (_meant(text), text))
    return ((a, b) for a, b in pairwise(ordered) if _meant(a) == _meant(b))


def _meant(text: str) -> str:
    number = _number(text)
    return text.strip().casefold() if number is None else repr(number)


def _number(text: str) -> float | None:
    try:
        found = float(text)
    except ValueError:
        return None
    return found if isfinite(found) else None


def _own_numbers(values: tuple[str, ...]) -> tuple[float, ...] | None:
    """The values as codes where they are rising numbers."""
    numbers = [_number(value) for value in values]
    codes = tuple(number for number in numbers if number is not None)
    return codes if len(codes) == len(values) and all(a < b for a, b in pairwise(codes)) else None


def _leading(scale: Scale) -> str:
    return "kappa" if scale.level == "nominal" or len(scale.values) == 2 else "kappa_quadratic"
