"""The policy in use on this page: the default one, or a file somebody brings."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from agreement.policy import Policy, default_policy, policy_from_toml, policy_sha
from data.errors import InputError
from data.publication.plain import shown

_KEPT = "policy file in use"
_CHOSEN = "times the default policy was chosen"


def policy_in_use() -> Policy:
    """Let a person choose the policy, and give the chosen one; it holds for all screens of the session.

    InputError, which names the file and what is wrong in it, while a file that is no policy is chosen.
    """
    kept = st.session_state.get(_KEPT)
    with st.container(horizontal=True, vertical_alignment="center", width="content"):
        place = st.container(width="content")
        _choice(kept)
        policy = default_policy() if kept is None else _read(*kept)
        place.text(f"Policy: {shown(policy.name)} · sha256 {policy_sha(policy)[:12]}…")
    return policy


def _choice(kept: tuple[str, bytes] | None) -> None:
    with st.popover("Change policy"):
        st.markdown("A policy says what a judge must meet. What a file leaves out keeps its default.")
        key = f"policy file {st.session_state.get(_CHOSEN, 0)}"
        st.file_uploader("Policy as TOML", type="toml", key=key, max_upload_size=1, on_change=_keep, args=(key,))
        if kept is not None:
            st.button("Back to the default policy", on_click=_drop)


def _keep(key: str) -> None:
    given = st.session_state[key]
    if given is None:
        st.session_state.pop(_KEPT, None)
    else:
        st.session_state[_KEPT] = (given.name, given.getvalue())


def _drop() -> None:
    st.session_state.pop(_KEPT, None)
    st.session_state[_CHOSEN] = st.session_state.get(_CHOSEN, 0) + 1  # another uploader, which holds no file


def _read(name: str, content: bytes) -> Policy:
    try:
        return policy_from_toml(content.decode("utf-8"), Path(name).stem)
    except ValueError as error:  # bytes that are no UTF-8 are one, too
        raise InputError(str(error), file=shown(name)) from error
