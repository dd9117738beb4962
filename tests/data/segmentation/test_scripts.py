import pytest

from data.segmentation.scripts import language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("It rains.", "en"),
        ("Où est-ce? “Là”…", "en"),
        ("", "en"),
        ("2024 — 😀", "en"),
        ("今天下雨。", "zh"),
        ("今日は雨です。漢字漢字漢字", "ja"),
        ("오늘 비가 온다.", "ko"),
        ("วันนี้ฝนตก NASA", "th"),
        ("هذا نص", "ar"),
        ("זה", "he"),
        ("यह एक", "hi"),
        ("Он ушёл из NASA давно", "ru"),
        ("NASA said so in the report on Москва.", "en"),
    ],
)
def test_a_language_is_guessed_by_the_commonest_script(text: str, language: str) -> None:
    assert language_of(text) == language


def test_only_the_beginning_of_a_long_text_is_looked_at() -> None:
    assert language_of("a" * 2_000 + "今" * 5_000) == "en"
