"""What could be inferred about a person stands in no profile, whoever wrote it: a model, a paper,
the researcher or a file. Sentences on topics that look alike pass."""

import asyncio
import tomllib
from pathlib import Path
from typing import Any

import pytest

from myscholar.domain.engine import Engine
from myscholar.domain.orders import ProfileOrder
from myscholar.domain.papers import Paper, Relation
from myscholar.domain.profile import Inference, InferenceId, Profile, ProfileAspect, ProfileId
from myscholar.errors import InputError
from myscholar.gateways.llm.prompts import Prompt
from myscholar.library.records import paper_of
from myscholar.settings import Settings
from myscholar.text.safeguards import is_withheld
from myscholar.workflows.files import load_profile
from myscholar.workflows.jobs import carry_out
from myscholar.workflows.profile import edit_profile
from myscholar.workflows.services import Services
from tests.workflows.report.writer import Written

SETS: dict[str, dict[str, list[str]]] = tomllib.loads(
    Path(__file__).with_name("baits.toml").read_text(encoding="utf-8")
)
CAUGHT = [b for sentences in SETS.values() for b in sentences["baits"] if is_withheld(b)]
SELF_SAID = [b for b in CAUGHT if b.startswith(("We ", "I "))]
EMPTY = Profile(
    profile_id=ProfileId("p"),
    name="Mine",
    created_at="2026-01-01T00:00:00Z",
    papers=(),
    inferences=(),
    passages=(),
)


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("chosen_on", 30),
        ("held_back", 30),
        ("other_words", 10),
        ("other_words_held_back", 6),
        ("by_one_hand", 45),
        ("told", 16),
        ("told_held_back", 17),
    ],
)
def test_no_fewer_baits_are_caught_and_no_topic_is_taken_for_one(name: str, least: int) -> None:
    assert sum(map(is_withheld, SETS[name]["baits"])) >= least
    assert [s for s in SETS[name]["harmless"] if is_withheld(s)] == []


@pytest.fixture
def services(tmp_path: Path) -> Services:
    return Written(Settings(home=tmp_path))


def test_none_comes_in_by_an_edit(services: Services) -> None:
    for bait in CAUGHT:
        with pytest.raises(InputError, match="Say what the papers say"):
            edit_profile.add(services, EMPTY, ProfileAspect.KNOWLEDGE, bait)


def test_none_comes_in_by_a_file(tmp_path: Path) -> None:
    inferences = (
        Inference(inference_id=InferenceId(f"k{n}"), aspect=ProfileAspect.KNOWLEDGE, text=bait)
        for n, bait in enumerate(CAUGHT)
    )
    path = tmp_path / "profile.json"
    filled = EMPTY.model_copy(update={"inferences": tuple(inferences)})
    path.write_text(filled.model_dump_json(), encoding="utf-8")
    read = load_profile(path)
    assert (read.inferences, read.n_withheld) == ((), len(CAUGHT))


def papers() -> tuple[Paper, ...]:
    """Whose abstracts say it of their authors, between sentences that are worth telling."""
    return tuple(
        paper_of(
            {
                "paper_id": f"b{n}",
                "title": f"Quiet rooms and screens, part {n}",
                "abstract": f"We study how quiet rooms help people read screens. {said} In this "
                "paper we argue that rooms should be designed with their users. We measure 12 rooms"
                f" and find that reading is {20 + n} percent faster.",
            },
            Relation.MINE,
        )
        for n, said in enumerate(SELF_SAID, 1)
    )


def test_none_comes_in_by_a_paper(services: Services) -> None:
    read = papers()
    assert len(read) >= 4
    for chosen in (read, *((paper,) for paper in read)):
        order = ProfileOrder(papers=chosen, engine=Engine.EXTRACTIVE)
        assert_nothing_of(SELF_SAID, asyncio.run(carry_out(services, order)))


def test_none_comes_in_by_a_model(tmp_path: Path) -> None:
    """As an inference, as an explanation, and as the quote that one rests on."""

    def answer(prompt: Prompt) -> dict[str, Any]:
        part = list(ProfileAspect).index(
            next(a for a in ProfileAspect if f"**{a.value.replace('_', ' ')}**" in prompt.task)
        )
        support = {
            "paper": 1,
            "paragraph_numbers": [2],
            "quote": "quiet rooms help people read screens",
            "explanation": "One paper studies how quiet rooms help people read screens.",
        }
        said = "Your papers study how quiet rooms help people read screens."
        personal = SELF_SAID[0].rstrip(".")
        return {
            "inferences": [
                {"inference": said, "supports": [support]},
                {"inference": said, "supports": [support | {"quote": personal}]},
                *({"inference": b, "supports": [support]} for b in CAUGHT[part::5]),
                *(
                    {"inference": said, "supports": [support | {"explanation": b}]}
                    for b in CAUGHT[part::5]
                ),
            ]
        }

    services = Written(Settings(home=tmp_path), **{"profile/inferences": answer})
    made = asyncio.run(carry_out(services, ProfileOrder(papers=papers(), engine=Engine.LLM)))
    assert made.inferences
    assert made.n_withheld == len(CAUGHT)
    assert_nothing_of(CAUGHT, made)


def test_of_what_a_model_says_of_the_person_alone_nothing_is_kept_in_whatever_words(
    tmp_path: Path,
) -> None:
    """Also what no rule on persons knows: an inference has to be on the papers."""
    missed = [b for s in SETS.values() for b in s["baits"] if not is_withheld(b)]
    support = {
        "paper": 1,
        "paragraph_numbers": [2],
        "quote": "quiet rooms help people read screens",
        "explanation": "One paper studies how quiet rooms help people read screens.",
    }

    def answer(prompt: Prompt) -> dict[str, Any]:
        said = ("Your papers study how quiet rooms help people read screens.", *missed)
        return {"inferences": [{"inference": text, "supports": [support]} for text in said]}

    services = Written(Settings(home=tmp_path), **{"profile/inferences": answer})
    made = asyncio.run(carry_out(services, ProfileOrder(papers=papers(), engine=Engine.LLM)))
    assert len(missed) >= 40
    assert made.inferences
    told = " ".join(i.text for i in made.inferences)
    assert [b for b in missed if b in told] == [
        "The writer's articles go missing as they do with people whose language has none."
    ]


def assert_nothing_of(baits: list[str], profile: Profile) -> None:
    """Neither in what a profile tells nor in the sentences that it shows for it."""
    told = [
        text
        for i in profile.inferences
        for text in (
            i.text,
            *i.terms,
            *(f.reason for f in i.flags),
            *(s.explanation for s in i.supports),
            *(e.text for s in i.supports for e in s.evidence),
        )
    ]
    assert [b for b in baits if any(b.rstrip(".") in text for text in told)] == []
