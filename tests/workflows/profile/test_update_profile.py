"""Papers are added to a profile and removed: what still holds and the edits by hand stay."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from myscholar.domain.evidence import Evidence
from myscholar.domain.orders import ProfileOrder
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.profile import (
    Inference,
    InferenceId,
    PaperSupport,
    Profile,
    ProfileAspect,
    ProfileId,
)
from myscholar.domain.runs import RunId
from myscholar.errors import InputError, LastPaper, UnknownName
from myscholar.profile.assembly import cited_passages, profile_paper
from myscholar.profile.reading import read_papers
from myscholar.settings import Settings
from myscholar.views.profile_history import ProfileChange, changes_of, last_papers_change
from myscholar.workflows.jobs import carry_out, open_services
from myscholar.workflows.library.add_papers import merge_into
from myscholar.workflows.library.edit_paper import edit_paper
from myscholar.workflows.library.libraries import named_papers, remove_papers
from myscholar.workflows.profile import edit_profile, update_profile
from myscholar.workflows.profile.infer_profile import infer
from myscholar.workflows.profile.profiles import get_profile, profile_of, save_profile
from myscholar.workflows.profile.update_profile import (
    Change,
    estimate_update,
    update_order,
)
from myscholar.workflows.sample import sample_papers
from myscholar.workflows.services import Services

PAPERS = sample_papers().papers
FIRST, *_, LAST = PAPERS


@pytest.fixture(scope="module")
def inferred(tmp_path_factory: pytest.TempPathFactory) -> Profile:
    """Of all papers of the sample but the last."""
    services = open_services(Settings(home=tmp_path_factory.mktemp("inferred")))
    return asyncio.run(carry_out(services, ProfileOrder(papers=PAPERS[:-1], name="Mira")))


@pytest.fixture
def services(tmp_path: Path, inferred: Profile) -> Services:
    made = open_services(Settings(home=tmp_path))
    save_profile(made, inferred)
    merge_into(made, "default", PAPERS)
    return made


def updated(services: Services, profile: Profile, **how: Any) -> Profile:
    order = update_order(services, profile, **how)
    return asyncio.run(carry_out(services, order))


def texts(profile: Profile) -> dict[InferenceId, str]:
    return {i.inference_id: i.text for i in profile.inferences}


def edited(services: Services, profile: Profile) -> Profile:
    """The first inference off, the second reworded, the last deleted, one added."""
    first, second, *_, last = (i.inference_id for i in profile.inferences)
    profile = edit_profile.switch(services, profile, first, on=False)
    profile = edit_profile.reword(services, profile, second, "My papers say it my way.")
    profile = edit_profile.remove(services, profile, last)
    return edit_profile.add(services, profile, ProfileAspect.AUDIENCE, "For city planners.")


def test_edits_by_hand_outlive_papers_that_come_and_go(
    services: Services, inferred: Profile
) -> None:
    first, second, *_, last = (i.inference_id for i in inferred.inferences)
    grown = updated(services, edited(services, inferred), add=[LAST])
    back = updated(services, grown, remove=[LAST.paper_id])
    for profile in (grown, back):
        assert not profile.inference(first).enabled
        assert profile.inference(second).text == "My papers say it my way."
        assert "For city planners." in texts(profile).values()
        assert inferred.inference(last).text not in texts(profile).values()
    assert [p.paper_id for p in grown.papers] == [p.paper_id for p in PAPERS]
    assert Profile.model_validate_json(back.model_dump_json()) == back


def test_what_changed_is_told_and_what_went_can_be_brought_back(
    services: Services, inferred: Profile
) -> None:
    less = updated(services, inferred, remove=[FIRST.paper_id])
    (change,) = less.papers_changes
    assert (change.n_before, change.n_after) == (len(PAPERS) - 1, len(PAPERS) - 2)
    assert change.removed == (FIRST.title,)
    assert f"1 paper removed: “{FIRST.title[:40]}" in last_papers_change(less)
    only_first = [
        i for i in inferred.inferences if {s.paper_id for s in i.supports} == {FIRST.paper_id}
    ]
    gone = [line for line in changes_of(less) if line.what is ProfileChange.GONE]
    assert {i.text for i in only_first} <= {line.before for line in gone}
    assert all(line.counts.endswith(f"of {len(PAPERS) - 1} papers") for line in gone)
    brought = edit_profile.bring_back(services, less, gone[0].number)
    assert gone[0].before in texts(brought).values()
    assert Profile.model_validate_json(brought.model_dump_json()) == brought


def test_an_inference_that_went_with_its_paper_comes_back_with_it_off_as_it_was(
    services: Services, inferred: Profile
) -> None:
    mine = next(
        i for i in inferred.inferences if [s.paper_id for s in i.supports] == [FIRST.paper_id]
    )
    off = edit_profile.switch(services, inferred, mine.inference_id, on=False)
    less = updated(services, off, remove=[FIRST.paper_id])
    assert mine.inference_id not in texts(less)
    again = updated(services, less, add=[FIRST])
    assert not again.inference(mine.inference_id).enabled


def test_the_last_paper_stays_and_so_does_everything_else(
    services: Services, inferred: Profile
) -> None:
    everything = [p.paper_id for p in inferred.papers]
    with pytest.raises(LastPaper, match=r"at least one paper\. Nothing was changed"):
        updated(services, inferred, remove=everything, is_kept=True)
    assert get_profile(services, inferred.profile_id) == inferred
    with pytest.raises(InputError, match="just these papers already"):
        updated(services, inferred, add=PAPERS[:1])


def test_a_kept_profile_is_saved_with_what_was_done_to_it_since(
    services: Services, inferred: Profile
) -> None:
    order = update_order(services, inferred, add=[LAST], is_kept=True)
    first = inferred.inferences[0].inference_id
    save_profile(services, edit_profile.switch(services, inferred, first, on=False))
    made = asyncio.run(carry_out(services, order))
    assert get_profile(services, inferred.profile_id) == made
    assert not made.inference(first).enabled


def test_a_profile_whose_papers_are_nowhere_grows_from_the_passages_it_cites(
    tmp_path: Path, inferred: Profile
) -> None:
    elsewhere = open_services(Settings(home=tmp_path))
    grown = updated(elsewhere, inferred, add=[LAST])
    assert [p.title for p in grown.papers] == [p.title for p in PAPERS]
    assert set(texts(inferred)) <= set(texts(grown))


def test_facts_mended_in_the_library_come_along(services: Services, inferred: Profile) -> None:
    edit_paper(services, "default", FIRST.paper_id, year=1999)
    assert updated(services, inferred, add=[LAST]).papers[0].year == 1999


def test_a_saved_profile_shows_facts_put_right_and_keeps_them(
    services: Services, inferred: Profile
) -> None:
    edit_paper(services, "default", FIRST.paper_id, title="The right title", authors=["Ada"])
    shown = get_profile(services, inferred.profile_id)
    assert (shown.papers[0].title, shown.papers[0].authors) == ("The right title", ("Ada",))
    assert shown.model_copy(update={"papers": inferred.papers}) == inferred
    remove_papers(services, "default", [FIRST.paper_id])
    assert updated(services, shown, add=[LAST]).papers[0].title == "The right title"


def test_papers_are_named_by_number_title_or_a_part_of_one(inferred: Profile) -> None:
    names = ["1", FIRST.title.upper(), FIRST.title[:30], FIRST.paper_id]
    for name in names:
        assert [p.paper_id for p in named_papers(inferred.papers, [name])] == [FIRST.paper_id]
    with pytest.raises(InputError, match="Give numbers, ids or titles"):
        named_papers(inferred.papers, ["No such paper"])


def of_a_model(papers: Sequence[Paper]) -> Profile:
    """One inference that all papers support and one that only the first does."""
    supports = tuple(
        PaperSupport(
            paper_id=p.paper_id,
            explanation="One paper says so.",
            evidence=(Evidence.of_passage(p.readable[0], 0, 60),),
        )
        for p in papers
    )
    inferences = tuple(
        Inference(
            inference_id=InferenceId(f"knowledge-{n}"),
            aspect=ProfileAspect.KNOWLEDGE,
            text=text,
            supports=behind,
            origin="vendor:model",
        )
        for n, (text, behind) in enumerate(
            (("Your papers study song.", supports), ("One paper studies wrens.", supports[:1]))
        )
    )
    return Profile(
        profile_id=ProfileId("by-model"),
        name="Me",
        engine="llm",
        created_at="2026-01-01T00:00:00Z",
        papers=tuple(profile_paper(p, n) for n, p in enumerate(papers, start=1)),
        inferences=inferences,
        passages=cited_passages(inferences, read_papers(papers)),
    )


def test_removing_papers_asks_no_model_and_says_what_an_inference_lost(services: Services) -> None:
    """Two of three papers are left: one inference lost one of its papers, the other its only."""
    base = of_a_model(PAPERS[:3])
    order = update_order(services, base, remove=[FIRST.paper_id])
    assert estimate_update(services, Change(base, 2, 0, 1)).is_free
    less = asyncio.run(carry_out(services, order))
    (left,) = less.inferences
    assert left.text == "Your papers study song."
    assert [s.paper_id for s in left.supports] == [p.paper_id for p in PAPERS[1:3]]
    assert left.flags[0].reason == "It was inferred from 3 papers; 2 of them are left."
    assert less.engine == "llm"
    run = RunId(less.source_run)
    assert services.runs.calls(run) == ()


def test_a_profile_that_is_being_updated_is_no_other_profile(
    services: Services, inferred: Profile
) -> None:
    made = updated(services, inferred, add=[LAST], is_kept=True)
    with pytest.raises(InputError):
        profile_of(services, made.source_run)
    assert PaperId(LAST.paper_id) in {p.paper_id for p in made.papers}


@pytest.mark.parametrize("deletes", [False, True])
def test_what_is_done_to_a_saved_profile_while_its_papers_are_read_stays(
    services: Services, inferred: Profile, monkeypatch: pytest.MonkeyPatch, deletes: bool
) -> None:
    first = inferred.inferences[0]

    async def read_and_edit(*given: Any) -> Profile:
        made = await infer(*given)
        stored = get_profile(services, inferred.profile_id)
        if deletes:
            services.store.delete_profile(inferred.profile_id)
        elif stored.inference(first.inference_id).enabled:
            save_profile(
                services, edit_profile.switch(services, stored, first.inference_id, on=False)
            )
        return made

    monkeypatch.setattr(update_profile, "infer", read_and_edit)
    if deletes:
        with pytest.raises(UnknownName):
            updated(services, inferred, add=[LAST], is_kept=True)
        return
    updated(services, inferred, add=[LAST], is_kept=True)
    kept = get_profile(services, inferred.profile_id)
    assert (len(kept.papers), kept.inference(first.inference_id).enabled) == (len(PAPERS), False)


def test_two_updates_at_once_both_hold(services: Services, inferred: Profile) -> None:
    removes = update_order(services, inferred, remove=[FIRST.paper_id], is_kept=True)
    updated(services, inferred, add=[LAST], is_kept=True)
    asyncio.run(carry_out(services, removes))
    kept = get_profile(services, inferred.profile_id)
    assert [p.paper_id for p in kept.papers] == [p.paper_id for p in PAPERS[1:]]
    alone = update_order(
        services, inferred, remove=[p.paper_id for p in PAPERS[1:-1]], is_kept=True
    )
    updated(services, kept, remove=[LAST.paper_id], is_kept=True)
    with pytest.raises(LastPaper):
        asyncio.run(carry_out(services, alone))
