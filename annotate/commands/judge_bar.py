"""The progress bar of a run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from judges.progress import Progress as RunProgress
from judges.progress import Watch


@contextmanager
def bar() -> Iterator[Watch]:
    """A progress bar on standard error that follows a run."""
    words = TextColumn("{task.fields[done]:,} done, {task.fields[failed]:,} failed, {task.fields[left]:,} left")
    columns = (BarColumn(), words, TimeRemainingColumn(), TextColumn("{task.fields[note]}"))
    with Progress(*columns, console=Console(stderr=True)) as shown:
        task = shown.add_task("judging", total=None, done=0, failed=0, left=0, note="")

        def watch(progress: RunProgress) -> None:
            shown.update(
                task,
                total=progress.total,
                completed=progress.total - progress.left,
                done=progress.done,
                failed=progress.failed,
                left=progress.left,
                note=_note(progress),
            )

        yield watch


def _note(progress: RunProgress) -> str:
    notes = [f"{progress.spent} spent"] if progress.spent else []
    if progress.closed_for >= 1:
        notes.append(f"the server asked to wait {progress.closed_for:.0f} s")
    return ", ".join(notes)
