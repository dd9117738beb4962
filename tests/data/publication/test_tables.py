"""Tables survive the way into a bundle and back, and no cell is a formula."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pandas.testing import assert_frame_equal

from data.errors import InputError
from data.frames import typed
from data.publication.tables import read_csv, read_parquet, write_csv, write_parquet

pytestmark = pytest.mark.whole

TEXTS = st.one_of(
    st.none(),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8),
    st.sampled_from(
        ["", "'", "''", "=1+1", "+1", "-1", "@a", "\t=", "\r", "\n", "\r\n=x", 'a"b', "a,b", "NA", "None", "é東🙂"]
    ),
)


def _table(values: list[str | None]) -> pd.DataFrame:
    size = len(values)
    return typed(
        pd.DataFrame(
            {
                "unit": [f"a/{k}" for k in range(size)],
                "value": values,
                "source": [None if k % 2 else k for k in range(size)],
                "slot": [k % 3 == 0 for k in range(size)],
            }
        )
    )


@settings(max_examples=60, deadline=None)
@given(st.lists(TEXTS, max_size=6))
def test_a_table_is_the_same_after_csv_and_after_parquet(values: list[str | None]) -> None:
    table = _table(values)
    with TemporaryDirectory() as folder:
        write_csv(table, Path(folder, "t.csv"))
        write_parquet(table, Path(folder, "t.parquet"))
        assert_frame_equal(read_csv(Path(folder, "t.csv")), table)
        assert_frame_equal(read_parquet(Path(folder, "t.parquet")), table)


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@a", "\t=1", "＝1"])
def test_no_csv_cell_begins_like_a_formula(text: str, tmp_path: Path) -> None:
    write_csv(_table([text]), tmp_path / "t.csv")
    assert f",'{text}," in (tmp_path / "t.csv").read_text(encoding="utf-8")


def test_a_missing_cell_and_an_empty_text_stay_apart(tmp_path: Path) -> None:
    write_csv(_table([None, ""]), tmp_path / "t.csv")
    lines = (tmp_path / "t.csv").read_text(encoding="utf-8").splitlines()
    assert lines[1:] == ["a/0,,0,True", "a/1,',,False"]


def test_the_same_table_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one.parquet", "two.parquet"):
        write_parquet(_table(["a", None]), tmp_path / name)
    assert (tmp_path / "one.parquet").read_bytes() == (tmp_path / "two.parquet").read_bytes()


@pytest.mark.parametrize("text", ["", "unit,slot\na,maybe\n", "unit,source\na,two\n", 'unit\n"open'])
def test_a_file_that_is_no_table_is_refused_by_name(text: str, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"t\.csv"):
        read_csv(tmp_path / "t.csv")


def test_a_broken_parquet_file_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "t.parquet").write_bytes(b"PAR1 no")
    with pytest.raises(InputError, match=r"t\.parquet"):
        read_parquet(tmp_path / "t.parquet")
