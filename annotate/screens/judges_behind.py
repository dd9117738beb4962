"""Where a judge and people differ, on the Judges screen: a pair of labels leads to its cell on the Agreement screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agreement.scale import Scale
from annotate.screens.agreement_tables import unit_cells
from annotate.tables import BREAK, Cell, Piece, Row, Table, heads
from data.confusion import Behind
from data.disagreements import Disagreement
from data.publication.plain import shown


def disagreeing(found: Sequence[Disagreement], scale: Scale) -> Table:
    """A line for each unit; a person's label that differs from the judge's opens the cell it is in."""
    pairs = [pair for one in found for pair in one.pairs]
    about = "statement" if any(pair.statement_text for pair in pairs) else "query"
    source = any(pair.source for pair in pairs)
    names = ("apart", "where", about, *(("source",) if source else ()), "judge", "people")
    rows = (Row(tuple(_unit(one, scale, source))) for one in found)
    return Table(heads(names, numbers=("apart",)), tuple(rows))


def _unit(one: Disagreement, scale: Scale, source: bool) -> Iterator[Cell]:
    yield Cell((Piece("strong", f"{one.size:.2g}"),), number=True)
    *told, _ = unit_cells(one.pairs, source)
    yield from told
    yield Cell(tuple(piece for pair in one.pairs for piece in _given(pair, scale)), width=22)


def _given(pair: Behind, scale: Scale) -> tuple[Piece, ...]:
    row, column = scale.index(pair.judge_label), scale.index(pair.person_label)
    if row == column or row is None or column is None:
        label = Piece("text", pair.person_label)
    else:
        label = Piece("open", pair.person_label, press=f"{row}-{column}")
    return label, Piece("quiet", f" {shown(pair.person)}"), BREAK
