"""The profile with a language model. Source: MySQA §2.1, D.1; one call an aspect and the grounding
are this project's own."""

import asyncio
from collections import Counter
from collections.abc import Sequence

from myscholar.domain.papers import Paper
from myscholar.domain.profile import Inference, InferenceId, Profile, ProfileAspect, ProfileId
from myscholar.domain.runs import Event, Progress, ignore
from myscholar.domain.text import counted, listed, one_line
from myscholar.errors import LLMBadAnswer, NoPapers, NoText
from myscholar.gateways.llm.llm import LLM, ModelAnswer, Role
from myscholar.gateways.llm.prompts import Prompt, render
from myscholar.profile.assembly import PER_ASPECT, cited_passages, paper_notes, profile_paper
from myscholar.profile.carry_over import carry_over, gone_from
from myscholar.profile.llm.choice import PREFIX_TOKENS
from myscholar.profile.llm.grounding import Grounded, Grounding, ground
from myscholar.profile.llm.material import ProfileMaterial, gather
from myscholar.profile.llm.replies import AspectReply
from myscholar.profile.reading import ReadPaper, n_unread_of, read_papers
from myscholar.profile.repeats import repeat_flags
from myscholar.profile.scope import in_scope, is_too_wide
from myscholar.profile.wording import PaperSet, SentenceSubject
from myscholar.text.background import Background

PROMPT = "profile/inferences"
_FURTHER = 2
"""New inferences of an aspect that has its five already; by hand."""
_ONE_SHOWS = "speaks of “your papers”, and one paper supports it: say so, or cite the others."
_Answers = dict[ProfileAspect, ModelAnswer[AspectReply]]


async def infer_profile(
    papers: Sequence[Paper],
    *,
    llm: LLM,
    background: Background,
    now: str,
    profile_id: ProfileId,
    name: str,
    progress: Progress = ignore,
    variant: int = 0,
    prefix_tokens: int = PREFIX_TOKENS,
    base: Profile | None = None,
) -> Profile:
    """Up to five inferences an aspect, each resting on verbatim sentences. `now` is an ISO 8601
    time. What still holds of a `base` is carried over.

    `prefix_tokens`: how much of the papers one prompt may hold. Raises NoPapers, NoText, and
    LLMError when an aspect can't be had or nothing of the answers can be traced to the papers.
    """
    if not papers:
        raise NoPapers()
    read, material = await asyncio.to_thread(_read, papers, background, prefix_tokens)
    n_read = f"{counted(len(read), 'paper')} with text, {counted(material.n_read, 'paragraph')}"
    progress(Event(step="Reading papers", message=n_read, done=len(read), total=len(read)))
    answers = await _ask(material, llm, progress, variant, base)
    n_unread = n_unread_of(papers, read)
    inferences, groundings = await asyncio.to_thread(_inferences, answers, material, n_unread, base)
    if not inferences:
        first = answers[ProfileAspect.KNOWLEDGE]
        raise LLMBadAnswer(first.model, first.prompt, "nothing in it can be traced to the papers")
    if base:
        inferences = carry_over(base, inferences, read, n_unread=n_unread)
    progress(Event(step="Checking", message=counted(len(inferences), "inference"), done=1, total=1))
    return Profile(
        profile_id=profile_id,
        name=name,
        engine="llm",
        created_at=now,
        papers=tuple(profile_paper(p, n) for n, p in enumerate(papers, start=1)),
        inferences=inferences,
        passages=cited_passages(inferences, read),
        n_withheld=sum(g.n_withheld for g in groundings),
        notes=(*_model_notes(material, groundings, inferences), *paper_notes(papers, read)),
    )


def _read(
    papers: Sequence[Paper], background: Background, prefix_tokens: int
) -> tuple[tuple[ReadPaper, ...], ProfileMaterial]:
    read = read_papers(papers)
    if not read:
        raise NoText(len(papers))
    return read, gather(read, background, prefix_tokens)


async def _ask(
    material: ProfileMaterial,
    llm: LLM,
    progress: Progress,
    variant: int,
    base: Profile | None,
) -> _Answers:
    """The first aspect alone until its answer begins, then the other four: from then on the vendor
    has the papers in its cache.

    When one fails, those on their way are awaited (they are paid for, and the gateway keeps them),
    then its error is raised.
    """
    done = 0
    progress(Event(step="Inferring", done=done, total=len(ProfileAspect)))
    began = asyncio.Event()

    async def aspect_answer(aspect: ProfileAspect) -> ModelAnswer[AspectReply]:
        nonlocal done
        answer = await llm.ask(
            Role.PROFILE,
            prompt_of(aspect, material, base),
            AspectReply,
            problems=lambda reply: problems_of(reply, aspect, material, base),
            began=began.set,
            variant=variant,
        )
        done += 1
        progress(Event(step="Inferring", message=aspect.label, done=done, total=len(ProfileAspect)))
        return answer

    first, *others = ProfileAspect
    tasks = [asyncio.ensure_future(aspect_answer(first))]
    beginning = asyncio.ensure_future(began.wait())
    try:
        await asyncio.wait((tasks[0], beginning), return_when=asyncio.FIRST_COMPLETED)
        if tasks[0].done():
            tasks[0].result()
        tasks += [asyncio.ensure_future(aspect_answer(aspect)) for aspect in others]
        await asyncio.gather(*tasks, return_exceptions=True)
    finally:
        for task in (beginning, *tasks):
            task.cancel()
    return {aspect: task.result() for aspect, task in zip(ProfileAspect, tasks, strict=True)}


def prompt_of(
    aspect: ProfileAspect, material: ProfileMaterial, base: Profile | None = None
) -> Prompt:
    """The five prompts differ in their task part only. What a base says of the aspect is shown, so
    that it comes again in its words, and what its researcher took out, so that it does not."""
    there = {p.paper_id for p in base.papers} if base else set()
    removed = gone_from(base, by_papers=False) if base else ()
    standing = _standing(base, aspect)
    return render(
        PROMPT,
        papers=material.papers,
        counts=material.counts,
        aspect=aspect.value,
        n_inferences=_n_new(standing),
        standing=standing,
        removed=[one_line(i.text) for i in removed if i.aspect is aspect],
        added=[p.number for p in material.papers if p.read.paper.paper_id not in there],
    )


def _standing(base: Profile | None, aspect: ProfileAspect) -> tuple[str, ...]:
    """But what rules said, which only they can say again."""
    told = base.of_aspect(aspect) if base else ()
    return tuple(one_line(i.text) for i in told if i.kind is None)


def _n_new(standing: Sequence[str]) -> int:
    return max(PER_ASPECT - len(standing), _FURTHER)


def problems_of(
    reply: AspectReply,
    aspect: ProfileAspect,
    material: ProfileMaterial,
    base: Profile | None = None,
) -> tuple[str, ...]:
    """What the model is told once: what of its answer does not hold."""
    grounding = _grounding(reply, aspect, material, _standing(base, aspect))
    shelf = PaperSet(_read_papers(material))
    wide = (g.text for g in grounding.inferences if is_too_wide(g.text, _subject(g, shelf)))
    return (*grounding.problems, *(f"“{text}” {_ONE_SHOWS}" for text in wide))


def _grounding(
    reply: AspectReply,
    aspect: ProfileAspect,
    material: ProfileMaterial,
    standing: Sequence[str],
    model: str = "",
) -> Grounding:
    of_style = aspect is ProfileAspect.WRITING_STYLE
    return ground(reply, material, of_style=of_style, model=model, standing=standing)


def _inferences(
    answers: _Answers, material: ProfileMaterial, n_unread: int, base: Profile | None
) -> tuple[tuple[Inference, ...], tuple[Grounding, ...]]:
    """What the answers say, as far as the papers show it, with what is doubtful about it."""
    shelf = PaperSet(_read_papers(material), n_unread=n_unread)
    standing = {aspect: _standing(base, aspect) for aspect in answers}
    most = {aspect: len(told) + _n_new(told) for aspect, told in standing.items()}
    groundings = {
        a: _grounding(said.value, a, material, standing[a], said.model)
        for a, said in answers.items()
    }
    drafts = [
        _inference(grounded, aspect, number, answers[aspect].model, shelf)
        for aspect, grounding in groundings.items()
        for number, grounded in enumerate(grounding.inferences[: most[aspect]], start=1)
    ]
    inferences = (
        d.model_copy(update={"flags": (*d.flags, *repeat_flags(d, drafts[:n]))})
        for n, d in enumerate(drafts)
    )
    return tuple(inferences), tuple(groundings.values())


def _inference(
    grounded: Grounded, aspect: ProfileAspect, number: int, origin: str, shelf: PaperSet
) -> Inference:
    return Inference(
        inference_id=InferenceId(f"{aspect.value}-{number}"),
        aspect=aspect,
        text=in_scope(grounded.text, _subject(grounded, shelf)),
        supports=grounded.supports,
        basis=grounded.count,
        terms=grounded.terms,
        origin=origin,
        flags=grounded.flags,
    )


def _read_papers(material: ProfileMaterial) -> tuple[ReadPaper, ...]:
    return tuple(p.read for p in material.papers)


def _subject(grounded: Grounded, shelf: PaperSet) -> SentenceSubject:
    supporting = {s.paper_id for s in grounded.supports}
    return shelf.some([p for p in shelf.papers if p.paper.paper_id in supporting])


def _model_notes(
    material: ProfileMaterial, groundings: Sequence[Grounding], inferences: Sequence[Inference]
) -> list[str]:
    """What was left out, what was dropped, what stayed empty."""
    notes = []
    if material.n_read < material.n_all:
        notes.append(
            f"{material.n_read:,} of {material.n_all:,} paragraphs were read: those that tell "
            "most of each paper, without tables, formulas and lists."
        )
    if n_dropped := sum(g.n_unsupported for g in groundings):
        notes.append(
            f"{counted(n_dropped, 'inference')} of the model could not be traced to your papers "
            f"and {'was' if n_dropped == 1 else 'were'} dropped."
        )
    told = Counter(i.aspect for i in inferences)
    if few := [a.label.lower() for a in ProfileAspect if told[a] < PER_ASPECT]:
        notes.append(
            f"On {listed(few)} there are fewer than five: no more was found that is both "
            "particular to these papers and shown by them."
        )
    used = {s.paper_id for i in inferences for s in i.supports}
    unused = [f"“{p.title}”" for p in material.papers if p.read.paper.paper_id not in used]
    return [*notes, f"Nothing here rests on {listed(unused)}."] if unused else notes
