"""The bundled sample, answered as carefully as the best model would: every inference is traced and
none is doubtful."""

import asyncio
import json
from pathlib import Path

from myscholar.domain.profile import Profile, ProfileAspect, ProfileId
from myscholar.gateways.llm.prompts import Prompt
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.profile.llm.infer import PROMPT, infer_profile
from myscholar.workflows.background import load_background
from myscholar.workflows.sample import sample_papers

CASSETTES = Path(__file__).resolve().parents[2] / "cassettes"


def recorded(prompt: Prompt) -> object:
    aspect = next(a for a in ProfileAspect if f"**{a.value.replace('_', ' ')}**" in prompt.task)
    return json.loads((CASSETTES / f"profile_{aspect.value}.json").read_text(encoding="utf-8"))


def inferred() -> tuple[Profile, ScriptedLLM]:
    llm = ScriptedLLM({PROMPT: recorded}, name="desk:reader")
    profile = asyncio.run(
        infer_profile(
            sample_papers().papers,
            llm=llm,
            background=load_background(),
            now="2026-01-01T00:00:00Z",
            profile_id=ProfileId("sample"),
            name="Mira",
        )
    )
    return profile, llm


def test_the_sample_gives_five_traced_inferences_an_aspect_and_no_doubt() -> None:
    profile, llm = inferred()
    assert {a: len(profile.of_aspect(a)) for a in ProfileAspect} == dict.fromkeys(ProfileAspect, 5)
    assert llm.told == []
    assert [
        (i.text, f.reason)
        for i in profile.inferences
        for f in i.flags
        if f.severity.value == "warning"
    ] == []
    assert {s.paper_id for i in profile.inferences for s in i.supports} == {
        p.paper_id for p in profile.papers
    }
    assert profile.notes == ()


def test_each_recorded_quote_stands_in_the_sentence_that_is_shown() -> None:
    profile, llm = inferred()
    shown = {a: [s for i in profile.of_aspect(a) for s in i.supports] for a in ProfileAspect}
    for _, prompt in llm.asked:
        aspect = next(a for a in ProfileAspect if f"**{a.value.replace('_', ' ')}**" in prompt.task)
        said = [s for i in recorded(prompt)["inferences"] for s in i["supports"]]  # type: ignore[index]
        assert len(said) == len(shown[aspect])
        for reply, support in zip(said, shown[aspect], strict=True):
            assert any(reply["quote"] in e.text for e in support.evidence), reply["quote"]
