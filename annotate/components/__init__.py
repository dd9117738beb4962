"""The parts drawn by our own JavaScript: no build step, files read once at import, text nodes only."""
