import subprocess
import sys
from pathlib import Path

import pytest

import agreement
from agreement.alt_test import alt_test
from agreement.report import report


def test_every_public_name_is_there() -> None:
    assert all(getattr(agreement, name) is not None for name in agreement.__all__)
    assert agreement.agreement_report is report


def test_no_public_name_is_that_of_a_module_and_so_two_things() -> None:
    modules = {path.stem for path in Path(agreement.__file__).parent.glob("*.py")}
    assert sorted(modules & set(agreement.__all__)) == []


def test_a_function_with_another_name_here_is_that_of_its_module() -> None:
    assert agreement.alternative_annotator_test is alt_test
    assert agreement.SampleDesign.__module__ == "agreement.ppi_sums"
    assert agreement.Design.__module__ == "agreement.planning"


def test_every_public_function_stands_in_the_documentation() -> None:
    page = (Path(agreement.__file__).parents[1] / "docs" / "agreement.md").read_text(encoding="utf-8")
    functions = [name for name in agreement.__all__ if not name[0].isupper() or name.isupper()]
    assert [name for name in functions if f"`{name}`" not in page and f" {name}(" not in page] == []


def test_another_name_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'magic'"):
        _ = agreement.magic


def test_a_scale_alone_does_not_load_pandas() -> None:
    code = "import sys; import agreement.scale; sys.exit('pandas' in sys.modules or 'scipy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
