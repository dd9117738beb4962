"""What is wrong with a file: see `data.problems`."""

from data.problems import LONGEST_FIELD, LONGEST_MESSAGE, MOST_SHOWN, FileRefused, Places, Problem, Problems

__all__ = ["LONGEST_FIELD", "LONGEST_MESSAGE", "MOST_SHOWN", "FileRefused", "Places", "Problem", "Problems"]
