"""Figures as text in a terminal."""
