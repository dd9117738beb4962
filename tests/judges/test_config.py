from pathlib import Path

import pytest

from data.errors import InputError
from judges.config import judges_of
from judges.errors import MissingKey
from judges.keys import key_from


def written(folder: Path, text: str) -> Path:
    path = folder / "judges.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_one_file_may_describe_several_judges(tmp_path: Path) -> None:
    path = written(tmp_path, '[[judge]]\nmodel = "a"\n[[judge]]\nmodel = "b"\nbase_url = "http://localhost:8000/v1/"\n')
    one, two = judges_of(path, "support")
    assert (one.spec.model, one.spec.base_url) == ("a", "https://api.openai.com/v1")
    assert (two.spec.model, two.spec.base_url) == ("b", "http://localhost:8000/v1")
    assert one.spec.parameters == {"temperature": 0, "max_tokens": 1000}
    assert one.justified


def test_a_reply_is_always_capped_by_one_name(tmp_path: Path) -> None:
    path = written(tmp_path, '[[judge]]\nmodel = "a"\nparameters = { max_completion_tokens = 50, temperature = 1 }\n')
    assert judges_of(path, "support")[0].spec.parameters == {"temperature": 1, "max_completion_tokens": 50}


def test_a_template_lies_beside_the_file_and_makes_another_judge(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text("[[DOCUMENT]] [[STATEMENT]]", encoding="utf-8")
    path = written(tmp_path, '[[judge]]\nmodel = "a"\ntemplate = "t.txt"\n')
    (judge,) = judges_of(path, "support")
    assert (judge.spec.prompt, judge.spec.prompt_version, judge.justified) == ("[[DOCUMENT]] [[STATEMENT]]", "t", False)
    with pytest.raises(InputError, match=r"lacks \[\[ANSWER\]\]"):
        judges_of(path, "confidence")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", r"no \[\[judge\]\] table"),
        ("judge = 3", r"no \[\[judge\]\] table"),
        ("[[judge", "cannot be read as TOML"),
        ("[[judge]]\n", r"field 'model'.*table 1"),
        ('[[judge]]\nmodel = ""\n', "field 'model'"),
        ('[[judge]]\nmodel = "m"\ntemprature = 0\n', "field 'temprature'"),
        ('[[judge]]\nmodel = "m"\nconcurrency = 0\n', "field 'concurrency'"),
        ('[[judge]]\nmodel = "m"\nbase_url = "localhost:8000"\n', "must be an address"),
        ('[[judge]]\nmodel = "m"\nbase_url = "https://u:secret@host/v1"\n', "it is stored"),
        ('[[judge]]\nmodel = "m"\nbase_url = "https://host/v1?key=secret"\n', "it is stored"),
        ('[[judge]]\nmodel = "m"\nparameters = { stream = true }\n', "the runner sets it"),
        ('[[judge]]\nmodel = "m"\nparameters = { since = 2020-01-01 }\n', "field 'parameters'.*cannot be sent as JSON"),
        ('[[judge]]\nmodel = "m"\nparameters = { top_p = nan }\n', "field 'parameters'.*cannot be sent as JSON"),
        ('[[judge]]\nmodel = "m"\nbase_url = "http://localhost:99999"\n', "field 'base_url'.*[Pp]ort"),
        ('concurrency = 4\n[[judge]]\nmodel = "m"\n', r"field 'concurrency': stands outside a \[\[judge\]\] table"),
        ('[[judge]]\nmodel = "m"\ntemperature = 0\n', "unknown; known: model, base_url"),
        ('[[judge]]\nmodel = "m"\napi_key_env = "sk-secret"\n', "field 'api_key_env'.*never the key itself"),
        ('[[judge]]\nmodel = "m"\napi_key_env = "secret0123"\n', "field 'api_key_env'.*never the key itself"),
        ('[[judge]]\nmodel = "m"\nparameters = { max_tokens = 0 }\n', "field 'parameters'.*max_tokens"),
        ('[[judge]]\nmodel = "m"\nparameters = { max_completion_tokens = "9" }\n', "field 'parameters'.*max_compl"),
        ("judge = " + "[" * 5_000, "cannot be read as TOML"),
    ],
)
def test_a_mistake_in_the_file_is_named(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(InputError, match=words) as error:
        judges_of(written(tmp_path, text), "support")
    assert "judges.toml" in str(error.value)
    assert "secret" not in str(error.value)


def test_a_question_no_judge_can_be_asked_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="support, confidence"):
        judges_of(tmp_path / "x.toml", "query_quality")


def test_the_key_comes_from_the_environment_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_KEY", "k")
    monkeypatch.delenv("NO_KEY", raising=False)
    assert key_from("A_KEY") == "k"
    assert key_from("") is None
    with pytest.raises(MissingKey, match="NO_KEY"):
        key_from("NO_KEY")


def test_a_file_saved_by_a_windows_editor_is_read(tmp_path: Path) -> None:
    path = tmp_path / "judges.toml"
    path.write_bytes(b'\xef\xbb\xbf[[judge]]\r\nmodel = "m"\r\n')
    assert judges_of(path, "support")[0].spec.model == "m"


@pytest.mark.parametrize("key", ["schlüssel", "two\nlines"])
def test_a_key_that_no_header_can_hold_is_refused_and_not_repeated(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_KEY", key)
    with pytest.raises(MissingKey, match="SOME_KEY holds what no API key can") as error:
        key_from("SOME_KEY")
    assert key not in str(error.value)


def test_only_allowed_addresses_are_taken_where_there_is_a_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COUNTERMARK_JUDGE_URLS", "https://models.example/v1/, http://localhost:8000/v1")
    inside = written(tmp_path, '[[judge]]\nmodel = "m"\nbase_url = "https://models.example/v1"\n')
    assert judges_of(inside, "support")[0].spec.base_url == "https://models.example/v1"
    for outside in ("", 'base_url = "https://models.example.evil.example/v1"\n'):
        with pytest.raises(InputError, match="not among the addresses that COUNTERMARK_JUDGE_URLS allows"):
            judges_of(written(tmp_path, f'[[judge]]\nmodel = "m"\n{outside}'), "support")


KEY = "sk-secret-0123456789"


@pytest.mark.parametrize(
    "line", [f'base_url = "https://host.example/{KEY}/v1"', f'parameters = {{ user = "{KEY}" }}', 'template = "t.txt"']
)
def test_a_file_that_holds_the_key_itself_is_refused_and_the_key_not_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    """All of it would be stored with the judge."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    (tmp_path / "t.txt").write_text(f"{KEY} [[DOCUMENT]] [[STATEMENT]]")
    with pytest.raises(InputError, match="holds the key") as error:
        judges_of(written(tmp_path, f'[[judge]]\nmodel = "m"\n{line}\n'), "support")
    assert KEY not in str(error.value)
