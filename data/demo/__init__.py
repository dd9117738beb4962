"""The demo study: invented queries, sources, answers and raters, ready to be loaded into an empty database."""

from data.demo.load import DEMO, load_demo

__all__ = ["DEMO", "load_demo"]
