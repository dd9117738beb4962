"""What one server process holds for everybody: the engine and the key that signs addresses."""

from __future__ import annotations

import gc
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import NoReturn

import streamlit as st
from sqlalchemy import Engine

from annotate.signing import Signer
from data.engine import open_engine


@dataclass(frozen=True)
class House:
    """One engine and one signer a process. Who publishes holds `publishing`: one bundle is written at a time."""

    engine: Engine
    signer: Signer
    publishing: Lock = field(default_factory=Lock)


@dataclass(frozen=True)
class Here:
    """Where a run of a screen takes place, who acts in it, and where one can go from it: pages by their path."""

    house: House
    person: str
    pages: Mapping[str, st.Page]

    def go(self, path: str, **params: str) -> NoReturn:
        """Leave for another screen, with these names in its address."""
        st.switch_page(self.pages[path], query_params=params)


@st.cache_resource(show_spinner=False)
def house(database: str) -> House:
    """The house of a database address, built on first use."""
    built = House(open_engine(database), Signer(secrets.token_bytes(32)))
    # What is imported by now lives as long as the process. Frozen, the collector does not walk through it again
    # after every run of a script, which would take most of a submit's time.
    gc.collect()
    gc.freeze()
    return built
