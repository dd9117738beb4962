"""Export of 100,000 labels in every form: seconds, size, and whether memory stays flat in a study four times as large.

Every form runs in a process of its own, whose peak memory is the operating system's figure. The limit we set is 5 s.

    python benchmarks/bench_export.py [ANSWERS]      # 1,000 by default: 100 labels each
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from bench_import import peak_mb, rows

FORMS = ("native", "csv", "tsv", "json", "jsonl", "parquet", "xlsx")
LIMIT = 5.0
PER_ANSWER = 100


def run(database: str, form: str, to: str) -> None:
    """In a process of its own: one export, its seconds and its peak memory in MB as JSON."""
    from data.engine import open_engine
    from data.exporting import export_lines
    from data.exporting.folder import export_tables

    engine = open_engine(database)
    start, work = time.perf_counter(), time.process_time()
    if form == "native":
        with Path(to).open("w", encoding="utf-8") as file:
            file.writelines(export_lines(engine, "bench"))
    else:
        export_tables(engine, "bench", form, Path(to))
    seconds, cpu = time.perf_counter() - start, time.process_time() - work
    print(json.dumps({"seconds": seconds, "cpu": cpu, "peak": peak_mb()}))


def filled(folder: Path, answers: int) -> str:
    """A database with a study of so many answers; its address."""
    from data.engine import open_engine
    from data.importing import import_file
    from data.schema import upgrade

    file = folder / f"{answers}.jsonl"
    with file.open("w") as out:
        out.writelines(json.dumps(row) + "\n" for row in rows(answers))
    engine = open_engine(str(folder / f"{answers}.db"))
    upgrade(engine)
    import_file(engine, file, "bench", datetime.now(UTC))
    engine.dispose()
    return str(folder / f"{answers}.db")


def measured(database: str, form: str, to: Path) -> dict[str, float]:
    command = [sys.executable, __file__, "--run", database, form, str(to)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    found: dict[str, float] = json.loads(done.stdout)
    files = [to] if to.is_file() else list(to.iterdir())
    return found | {"size": sum(file.stat().st_size for file in files) / 1e6}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("answers", nargs="?", type=int, default=1_000)
    parser.add_argument("--run", nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.run:
        run(*given.run)
        return
    slow = []
    with tempfile.TemporaryDirectory() as place:
        small, large = (filled(Path(place), answers) for answers in (given.answers, 4 * given.answers))
        for form in FORMS:
            one, four = (measured(where, form, Path(place, f"{form}-{Path(where).stem}")) for where in (small, large))
            print(
                f"{form}, {given.answers * PER_ANSWER:,} labels: {one['seconds']:.1f} s ({one['cpu']:.1f} s of CPU), "
                f"{one['size']:.0f} MB; four times as many: {four['seconds'] / one['seconds']:.1f} times as long, "
                f"peak memory {four['peak'] / one['peak']:.2f} times ({four['peak']:.0f} MB)"
            )
            slow += [form] if one["cpu"] > LIMIT * given.answers / 1_000 else []
    if slow:
        sys.exit(f"slower than {LIMIT} s for 100,000 labels: {', '.join(slow)}")


if __name__ == "__main__":
    main()
