import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.passages import LONGEST_PIECE, best_passages, sentences, words_of

SOURCE = (
    "The harbour was dredged in spring. Ferries to the island run every hour in summer. "
    "In 2021 the town counted 1,482 moored boats. A new lighthouse is planned.\n"
    "Opening hours: nine to five."
)


def found(statement: str, text: str, limit: int = 3) -> list[str]:
    return [text[p.start : p.end] for p in best_passages(statement, text, limit)]


def test_the_sentence_that_says_it_comes_first() -> None:
    assert found("The ferry to the island runs each hour.", SOURCE)[0] == (
        "Ferries to the island run every hour in summer."
    )


def test_a_number_is_found_however_its_thousands_are_written() -> None:
    assert found("It had 1482 boats.", SOURCE)[0] == "In 2021 the town counted 1,482 moored boats."


def test_a_statement_spread_over_two_sentences_gets_one_passage() -> None:
    best = found("Ferries run hourly and the town counted moored boats in 2021.", SOURCE, limit=1)
    assert best == ["Ferries to the island run every hour in summer. In 2021 the town counted 1,482 moored boats."]


def test_the_score_is_the_weighted_share_of_terms_found() -> None:
    # Three sentences; "boat" stands in one of them, "yacht" in none: ln(1 + 4/1.5) and ln(1 + 4/0.5).
    # Found share: 1.2993 / (1.2993 + 2.1972) = 0.3716.
    (passage,) = best_passages("boats yachts", "A boat. Some rain. No more.")
    assert passage.score == pytest.approx(0.3716, abs=5e-5)
    assert best_passages("boats", "A boat. Some rain. No more.")[0].score == pytest.approx(1.0)


def test_nothing_in_common_gives_no_passage() -> None:
    assert best_passages("quarks", SOURCE) == ()
    assert best_passages("", SOURCE) == () == best_passages("quarks", "")


def test_texts_without_spaces_are_compared_by_pairs_of_characters() -> None:
    text = "東京は晴れ。大阪は大雨です！京都は曇り。"
    assert found("大阪の大雨", text, limit=1) == ["大阪は大雨です！"]
    assert words_of("北京hotel") == ["北京", "hotel"]


def test_offsets_count_code_points() -> None:
    text = "🙂🙂 Ωmega. The cafe\u0301 closed."
    passage = best_passages("café closed", text, limit=1)[0]
    assert text[passage.start : passage.end] == "The cafe\u0301 closed."


def test_a_text_without_sentence_ends_is_cut_at_spaces() -> None:
    text = "word " * 1000
    places = list(sentences(text))
    assert max(end - start for start, end in places) <= LONGEST_PIECE
    assert "".join(text[a:b] for a, b in places).replace(" ", "") == "word" * 1000


@settings(max_examples=40)
@given(st.text(max_size=60), st.text(alphabet="ab c.\n1é東。", max_size=300), st.integers(0, 4))
def test_passages_lie_in_the_text_apart_and_best_first(statement: str, text: str, limit: int) -> None:
    passages = best_passages(statement, text, limit)
    assert len(passages) <= limit
    assert all(0 <= p.start < p.end <= len(text) and 0 < p.score <= 1 + 1e-9 for p in passages)
    assert [p.score for p in passages] == sorted((p.score for p in passages), reverse=True)
    ordered = sorted(passages, key=lambda p: p.start)
    assert all(one.end <= two.start for one, two in pairwise(ordered))


def test_the_work_grows_with_the_length_of_the_text() -> None:
    text = "The town counted boats in the harbour and wrote the number down. " * 8000  # 520 kB
    started = time.process_time()
    best_passages("Boats were counted in the harbour of the town in 2021", text)
    assert time.process_time() - started < 0.5  # about 0.06 s on the machine it was written on
