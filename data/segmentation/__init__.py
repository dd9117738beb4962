"""Segmentation: an answer's text as segments that cover it, its statements among them, and the law they keep."""

from data.segmentation.citing import citing_pieces
from data.segmentation.kinds import SAID, Kind, Piece, Segment
from data.segmentation.law import Breach, breaches, modified, skipped
from data.segmentation.segments import segments, statements_in, statements_of

__all__ = [
    "SAID",
    "Breach",
    "Kind",
    "Piece",
    "Segment",
    "breaches",
    "citing_pieces",
    "modified",
    "segments",
    "skipped",
    "statements_in",
    "statements_of",
]
