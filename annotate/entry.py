"""The script Streamlit runs for every page. All of it lives in modules, which are loaded once."""

from annotate.shell import open_app

open_app()
