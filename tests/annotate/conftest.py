"""What the tests of screens share."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from streamlit.components.v2 import manifest_scanner


@pytest.fixture(scope="session", autouse=True)
def installed_components_scanned_once() -> Iterator[None]:
    """Each AppTest reads the metadata of every installed package in search of components, which costs more than most
    tests and always finds the same."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        yield
