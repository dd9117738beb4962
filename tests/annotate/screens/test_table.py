"""The table of screens: what people label on stays light."""

from __future__ import annotations

import subprocess
import sys

SLOW = ("pandas", "scipy", "sklearn", "altair", "pyarrow", "jinja2")
LOADS = f"""
import sys
from annotate import app, shell
from annotate.screens import confidence, queue, support
print([name for name in {SLOW} if name in sys.modules])
"""


def test_the_screens_people_label_on_load_nothing_that_only_researchers_need() -> None:
    loaded = subprocess.run([sys.executable, "-c", LOADS], capture_output=True, text=True, check=True)
    assert loaded.stdout.splitlines()[-1] == "[]"
