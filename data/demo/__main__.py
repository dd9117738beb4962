"""``python -m data.demo FOLDER``: the files of the demo study, for the command line to import."""

from __future__ import annotations

import sys
from pathlib import Path

from data.demo.build import write

if len(sys.argv) != 2:
    sys.exit("usage: python -m data.demo FOLDER")
for path in write(Path(sys.argv[1])):
    sys.stdout.write(f"{path}\n")
