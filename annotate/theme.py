"""How the app is served and looks, set here so that it is the same from any folder."""

from __future__ import annotations

from collections.abc import Mapping

SYSTEM_FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif'

SERVED: Mapping[str, object] = {
    "server.fileWatcherType": "none",
    "server.headless": True,
    "server.enableStaticServing": False,
    "browser.gatherUsageStats": False,
    "client.showErrorDetails": "none",
    "client.toolbarMode": "minimal",
    # A full collection after every run costs several times what the run itself does; see annotate/house.py.
    "runner.postScriptGC": False,
    "runner.magicEnabled": False,
}
"""Options of the server."""

_BOTH: Mapping[str, object] = {
    "theme.font": SYSTEM_FONT,
    "theme.codeFont": 'ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace',
    "theme.baseRadius": "4px",
    "theme.headingFontSizes": ["24px", "19px", "16px", "16px", "16px", "16px"],
    "theme.headingFontWeights": [600, 600, 600, 600, 600, 600],
    "theme.paddingTop": "1rem",
    "theme.paddingBottom": "2rem",
}

_LIGHT = {
    "primaryColor": "#2f6690",
    "linkColor": "#2a5d85",
    "backgroundColor": "#fdfdfc",
    "secondaryBackgroundColor": "#f2f2ef",
    "textColor": "#1f2326",
    "borderColor": "#d3d4cf",
    "redBackgroundColor": "#fbe9e7",
    "redTextColor": "#8c1d18",
}

_DARK = {
    "primaryColor": "#3a74a3",
    "linkColor": "#8fbfe6",
    "backgroundColor": "#17191b",
    "secondaryBackgroundColor": "#212427",
    "textColor": "#e3e4e2",
    "borderColor": "#3f4448",
    "redBackgroundColor": "#45201e",
    "redTextColor": "#ffb4ab",
}

CONFIG: Mapping[str, object] = {
    **SERVED,
    **_BOTH,
    **{f"theme.light.{name}": value for name, value in _LIGHT.items()},
    **{f"theme.dark.{name}": value for name, value in _DARK.items()},
}
"""Every option we set, by Streamlit's names."""
