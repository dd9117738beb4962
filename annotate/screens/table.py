"""The screens of the app, in the order of the menu. A new screen is a file here and one line in the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import cast

from annotate.house import Here


@dataclass(frozen=True)
class Screen:
    """A screen at `/path`. Its module `annotate.screens.<path>` has `show(here)` and is imported when first opened.

    `question`: the question people answer on it; such screens are reached from the queue, not from the menu.
    `under`: the screen it is reached from, where that is another one.
    """

    path: str
    title: str
    question: str | None = None
    under: str | None = None

    @property
    def in_menu(self) -> bool:
        """Whether one may go to it from anywhere."""
        return self.question is None and self.under is None

    def show(self, here: Here) -> None:
        """Draw the screen for the person here."""
        draw = cast("Callable[[Here], None]", import_module(f"annotate.screens.{self.path}").show)
        draw(here)


SCREENS = (
    Screen("queue", "Queue"),
    Screen("support", "Support", question="support"),
    Screen("confidence", "Confidence", question="confidence"),
    Screen("bring_in", "Import"),
    Screen("sources", "Sources"),
    Screen("review", "Review"),
    Screen("review_answer", "Answer under review", under="review"),
    Screen("judges", "Judges"),
    Screen("agreement", "Agreement"),
    Screen("publish", "Publish"),
)


def screen_for(question: str) -> Screen | None:
    """The screen on which people answer a question; None while it has none."""
    return next((screen for screen in SCREENS if screen.question == question), None)
