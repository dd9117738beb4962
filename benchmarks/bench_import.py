"""Import of many answers: units a second, whether memory stays flat, and whether a little more takes longer in a large
study than in a small one; then labels of all cells from a table.

Each answer has 20 statements and 5 sources, so 100 cells; a judge has labelled every cell, and the table holds the
labels of two people, a column each. Every size runs in a process of its own, whose peak memory is the operating
system's figure.

    python benchmarks/bench_import.py [ANSWERS ...] [--database URL]
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

STATEMENTS, SOURCES = 20, 5
SENTENCE = "A sentence of the usual length that states one thing and cites a source for it."
PAGE = "A page of plain text with some sentences about the thing. " * 40
VALUES = ("full", "none", "none", "partial")


def rows(answers: int) -> Iterator[dict[str, Any]]:
    """The rows of an invented study in the order an export writes them, answer by answer."""
    yield {"kind": "study", "title": "Benchmark", "notice": "invented data"}
    yield {"kind": "rater", "name": "judge", "rater_kind": "judge", "simulated": True}
    for number in range(answers):
        yield from one_answer(number)


def one_answer(number: int) -> Iterator[dict[str, Any]]:
    key, query = f"a{number}", f"q{number}"
    sources = [f"s{number}-{position}" for position in range(SOURCES)]
    yield {"kind": "query", "key": query, "text": f"What about thing {number}?", "type": "debate"}
    yield from ({"kind": "source", "key": source, "status": "ok", "text": PAGE + source} for source in sources)
    text = " ".join([SENTENCE] * STATEMENTS)
    yield {"kind": "answer", "key": key, "query": query, "system": f"s{number % 3}", "text": text, "sources": sources}
    for position in range(1, STATEMENTS + 1):
        start = (position - 1) * (len(SENTENCE) + 1)
        span = {"start": start, "end": start + len(SENTENCE)}
        yield {"kind": "statement", "answer": key, "position": position, "text": SENTENCE, **span}
        yield {"kind": "citation", "answer": key, "statement": position, "source": 1 + position % SOURCES}
        for source in range(1, SOURCES + 1):
            unit = {"answer": key, "statement": position, "source": source}
            value = VALUES[(position * source + number) % len(VALUES)]
            yield {"kind": "judge_output", "question": "support", "rater": "judge", **unit, "value": value}


def run(database: str, file: str, study: str) -> None:
    """In a process of its own: one import, its seconds and its peak memory in MB as JSON."""
    from data.engine import open_engine
    from data.importing import import_file
    from data.schema import upgrade

    engine = open_engine(database)
    upgrade(engine)
    before = peak_mb()
    start, work = time.perf_counter(), time.process_time()
    report = import_file(engine, Path(file), study, datetime.now(UTC))
    seconds, cpu = time.perf_counter() - start, time.process_time() - work
    more = [added(engine, Path(file).parent, name, study) for name in (f"{study}-small", study)]
    table = from_table(engine, Path(file).with_suffix(".csv"), study)
    found = {
        "more": more,
        "table": table,
        "seconds": seconds,
        "cpu": cpu,
        "units": report.units,
        "labels": report.created["label"],
        "before": before,
        "peak": peak_mb(),
    }
    print(json.dumps(found))


def added(engine: Any, folder: Path, study: str, template: str) -> float:
    """CPU seconds of importing six more answers (990 rows) into a study; the second time, when all is warm."""
    from data.importing import import_file

    spent = 0.0
    for start in (10_000_000, 20_000_000):
        file = folder / f"{template}-{start}-{len(study)}.jsonl"
        more = (row for number in range(start, start + 6) for row in one_answer(number))
        judge = {"kind": "rater", "name": "judge", "rater_kind": "judge", "simulated": True}
        file.write_text("".join(json.dumps(row) + "\n" for row in [judge, *more]))
        work = time.process_time()
        import_file(engine, file, study, datetime.now(UTC))
        spent = time.process_time() - work
    return spent


def from_table(engine: Any, table: Path, study: str) -> float:
    """Labels a second from a table with a column for each of two people."""
    from data.importing import ImportOptions, Said, import_file

    options = ImportOptions(said=Said(question="support", raters={"Ada": "human", "Ben": "human"}))
    start = time.perf_counter()
    report = import_file(engine, table, study, datetime.now(UTC), options)
    return report.created["label"] / (time.perf_counter() - start)


def wide_rows(answers: int) -> Iterator[str]:
    """The lines of a table with the labels that two people gave to every cell."""
    yield "unit,Ada,Ben\n"
    for number in range(answers):
        for cell in range(STATEMENTS * SOURCES):
            yield f"a{number}/{cell // SOURCES + 1}/{cell % SOURCES + 1},{VALUES[cell % 4]},{VALUES[cell % 3]}\n"


def peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("answers", nargs="*", type=int, default=[1_000, 10_000])
    parser.add_argument("--database", help="a PostgreSQL database to fill; by default a new SQLite file for each size")
    parser.add_argument("--run", nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.run:
        run(*given.run)
        return
    peaks = [measured(answers, given.database) for answers in given.answers]
    print(f"peak memory, last size / first size: {peaks[-1] / peaks[0]:.2f}")


def measured(answers: int, database: str | None) -> float:
    """Print the figures of one size; gives its peak memory in MB."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "study.jsonl")
        with file.open("w") as out:
            out.writelines(json.dumps(row) + "\n" for row in rows(answers))
        with file.with_suffix(".csv").open("w") as out:
            out.writelines(wide_rows(answers))
        where = database or str(Path(folder, "bench.db"))
        study = f"bench-{answers}-{time.time_ns()}"
        command = [sys.executable, __file__, "--run", where, str(file), study]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stderr)
        found = json.loads(done.stdout)
        size = file.stat().st_size / 1e6
    print(
        f"{answers:,} answers, {size:,.0f} MB: {found['units']:,} units and {found['labels']:,} labels in "
        f"{found['seconds']:.1f} s ({found['cpu']:.1f} s of this process's CPU), "
        f"{found['units'] / found['seconds']:,.0f} units/s; "
        f"{found['table']:,.0f} labels/s from a table; "
        f"peak memory {found['peak']:.0f} MB ({found['before']:.0f} MB before the import); "
        f"990 more rows, CPU in this study / in a small one: {found['more'][1] / found['more'][0]:.2f}"
    )
    return float(found["peak"])


if __name__ == "__main__":
    main()
