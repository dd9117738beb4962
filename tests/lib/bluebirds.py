"""Labels of birds in pictures by many workers, with the truth: a known case for consensus methods.

Welinder, Branson, Belongie & Perona 2010, "The multidimensional wisdom of crowds": 39 workers said of 108 pictures
whether they show an indigo bunting. Numbers from github.com/welinder/cubam, demo/bluebirds, commit fe5ba700f1;
Copyright (c) 2011-2012 Peter Welinder, under the terms in bluebirds_licence.txt.
Error of the majority 24.07 % (26 of 108), of the Dawid-Skene consensus 10.19 % (11 of 108).
"""

from __future__ import annotations

PICTURES = 108


def _bits(digits: str) -> tuple[int, ...]:
    """The label of each picture, 1 for an indigo bunting, from hexadecimal digits of four labels each."""
    return tuple(int(bit) for bit in f"{int(digits, 16):0{PICTURES}b}")


WORKERS = tuple(
    _bits(digits)
    for digits in (
        "efe92ee068db000008000000200", "27aa1b7f68c0c5e047d03560300", "ffddbfffdfdbef387fddb9ef7f8",
        "e7ed3dfbfffbe7fffefebfffc3f", "f7fdbdff68d9efe0499ab09d7fd", "ebfbffcfffbbfff3dfffeffffff",
        "f8fffffffffb5fe07e2fbbfffef", "efff3fffffdbc12008100060218", "e71c36824891002000000000000",
        "004139000208bb3f0a1cb92f6a1", "90ae038f421192541a674740705", "bfffbfffefff847069d460626c0",
        "1d91a18608898000019780001e0", "fffdbfffffdbffd37bbfbdffffe", "aea26b35c673030000000000004",
        "f5fcebe28bcbe3a008002004a00", "ffbd3fffeddf032000000000210", "04a500000200200040402010000",
        "059419206091802040002000200", "ad7bf7800bdfc32008084000010", "825000008022015fffdf184992c",
        "273d2bbdc05b851048142010280", "00000a8000222383229a980cc08", "013e13804004006008402040200",
        "7ef17ff76cdf002000004000200", "150408000000056051102000080", "ffbdfffffddf612000084420c00",
        "810800200040e32008000000400", "f68c268825d2002000000000000", "eff9bb66c9dbe0a008000000200",
        "a515a81000d105600184e204440", "e3bc338fc0ca802008000200200", "05840b00a000840008002200400",
        "65d1292780598563768f396d7a4", "efbdbb024fc3002008000000200", "b68594000200030000000000000",
        "8f3e77e369d500200800c020000", "ab953713c0da000000002000000", "c13d90004050802008000200600",
    )
)  # fmt: skip
GOLD = _bits("ffffffffffff000000000000000")
