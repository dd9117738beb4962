import subprocess
import sys

import pytest

import agreement
from agreement.report import report


def test_every_public_name_is_there() -> None:
    assert all(getattr(agreement, name) is not None for name in agreement.__all__)
    assert agreement.agreement_report is report


def test_another_name_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'magic'"):
        _ = agreement.magic


def test_a_scale_alone_does_not_load_pandas() -> None:
    code = "import sys; import agreement.scale; sys.exit('pandas' in sys.modules or 'scipy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
