"""The Confidence screen: how sure of itself does an answer sound?"""

from __future__ import annotations

from annotate.components.mount import CONFIDENCE
from annotate.house import Here
from annotate.sheets import confidence_sheet
from annotate.work import Work, show_work


def show(here: Here) -> None:
    """The answer in hand."""
    show_work(here, Work("confidence", CONFIDENCE, confidence_sheet))
