"""How a component gets on a page, and what it may send back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st

_FOLDER = Path(__file__).parent
_SHARED = ("dom", "offsets", "clock", "keys", "outbox", "dialogs", "frame")


@dataclass(frozen=True)
class Component:
    """A component of ours: its name, and the text of its script and its looks."""

    name: str
    js: str
    css: str

    def mount(self, data: Mapping[str, Any], key: str, on_event: Callable[[], None] | None = None) -> None:
        """Draw it. `on_event` runs before the script when the component sends one; see `event_of`."""
        # Declared on every run, as a script would: a server restart or a test brings a new registry.
        draw = st.components.v2.component(self.name, js=self.js, css=self.css)
        draw(key=key, data=dict(data), on_event_change=on_event or _nothing)


def event_of(key: str) -> object:
    """What the component under `key` has just sent; inside its `on_event` only. None when its page was left."""
    return getattr(st.session_state.get(key), "event", None)


def component(name: str, scripts: tuple[str, ...], sheets: tuple[str, ...]) -> Component:
    """A component made of the shared scripts and its own; the last one holds the default export."""
    js = "\n".join(_read(f"{script}.js") for script in (*_SHARED, *scripts))
    css = "\n".join(_read(f"{sheet}.css") for sheet in ("base", *sheets))
    return Component(name, js, css)


def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def _nothing() -> None:
    return None


MATRIX = component("countermark_matrix", ("text", "source", "grid", "state", "panes", "matrix"), ("matrix",))
CONFIDENCE = component("countermark_confidence", ("confidence",), ("confidence",))
NAMES = component("countermark_names", ("names",), ("names",))
