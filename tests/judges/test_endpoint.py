import pytest

from judges.endpoint import Endpoint
from judges.forms import OneLabel
from judges.outcome import ApiError

MESSAGES = ({"role": "user", "content": "text"},)
WANTED = {"temperature": 0, "max_tokens": 100}


def endpoint() -> Endpoint:
    return Endpoint("m", OneLabel("support", {"full": "full"}).schema(justified=False))


def about(param: str, words: str = "") -> ApiError:
    return ApiError(words, "unsupported_parameter", param)


def test_a_refused_parameter_is_sent_no_more() -> None:
    known = endpoint()
    sent = known.worded(MESSAGES, WANTED).parameters
    assert known.learn(about("temperature"), sent)
    assert "temperature" not in known.worded(MESSAGES, WANTED).parameters


def test_the_cap_on_the_reply_survives_under_its_other_name() -> None:
    known = endpoint()
    assert known.learn(about("max_tokens"), known.worded(MESSAGES, WANTED).parameters)
    sent = known.worded(MESSAGES, WANTED).parameters
    assert sent["max_completion_tokens"] == 100


@pytest.mark.parametrize("name", ["max_tokens", "max_completion_tokens"])
def test_a_reply_is_never_asked_for_without_a_cap(name: str) -> None:
    """A cap refused under both names is refused for its value: without it, each reply would cost what it likes."""
    known, wanted = endpoint(), {name: 100_000}
    words = "is too large: 100000. This model supports at most 4096 completion tokens"
    for _ in range(2):
        (cap,) = set(known.worded(MESSAGES, wanted).parameters) & {"max_tokens", "max_completion_tokens"}
        sent = known.worded(MESSAGES, wanted).parameters
        learnt = known.learn(about(cap, words), sent)
    assert not learnt
    assert known.worded(MESSAGES, wanted).parameters[cap] == 100_000


def test_a_parameter_named_only_in_words_is_understood() -> None:
    known = endpoint()
    sent = known.worded(MESSAGES, WANTED).parameters
    assert not known.learn(ApiError("the temperature of the room", "", ""), sent)
    assert known.learn(ApiError("'temperature' does not support 0", "", ""), sent)


def test_the_format_steps_down_and_says_the_schema_in_words() -> None:
    known = endpoint()
    ways = []
    for _ in range(3):
        wording = known.worded(MESSAGES, WANTED)
        ways.append((wording.structured, len(wording.body["messages"])))
        known.learn(about("response_format"), wording.parameters)
    assert ways == [("json_schema", 1), ("json_object", 2), ("text", 2)]
    assert '"enum": ["full"]' in known.worded(MESSAGES, WANTED).body["messages"][0]["content"]


def test_a_server_that_knows_no_additional_properties_still_gets_a_schema() -> None:
    known = endpoint()
    sent = known.worded(MESSAGES, WANTED).parameters
    assert known.learn(ApiError("Unknown name additionalProperties", "", ""), sent)
    again = known.worded(MESSAGES, WANTED)
    assert again.structured == "json_schema"
    assert "additionalProperties" not in str(again.parameters)


@pytest.mark.parametrize(
    "words",
    [
        "The provided JSON schema contains features not supported by xgrammar.",
        "failed to parse grammar",
        "This model does not support structured outputs",
        "guided decoding is not supported",
    ],
)
def test_what_servers_say_of_schemas_is_understood(words: str) -> None:
    known = endpoint()
    assert known.learn(ApiError(words, "", ""), known.worded(MESSAGES, WANTED).parameters)
    assert known.worded(MESSAGES, WANTED).structured == "json_object"


def test_a_lesson_taught_twice_at_once_is_learnt_once() -> None:
    known = endpoint()
    sent = known.worded(MESSAGES, WANTED).parameters
    assert known.learn(about("response_format"), sent)
    assert known.learn(about("response_format"), sent)
    assert known.worded(MESSAGES, WANTED).structured == "json_object"


def test_the_schema_is_flat() -> None:
    schema = OneLabel("support", {"full": "full", "none": "none"}).schema(justified=True)
    assert set(schema) == {"type", "properties", "required", "additionalProperties"}
    assert list(schema["properties"]) == schema["required"] == ["justification", "support"]
