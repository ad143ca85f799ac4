"""The profile with a language model. Source: MySQA §2.1, D.1; one call an aspect and the grounding
are this project's own."""

import asyncio
from collections.abc import Sequence

from myscholar.domain.flags import Severity
from myscholar.domain.papers import Paper
from myscholar.domain.profile import Inference, InferenceId, Profile, ProfileAspect, ProfileId
from myscholar.domain.runs import Event, Progress, ignore
from myscholar.domain.text import counted, listed
from myscholar.errors import LLMBadAnswer, NoPapers, NoText
from myscholar.gateways.llm.llm import LLM, Answer, Role
from myscholar.gateways.llm.prompts import Prompt, render
from myscholar.profile.assembly import PER_ASPECT, cited_passages, paper_notes, profile_paper
from myscholar.profile.checks import check_read
from myscholar.profile.llm.choice import PREFIX_TOKENS
from myscholar.profile.llm.grounding import Grounded, Grounding, ground
from myscholar.profile.llm.material import ProfileMaterial, gather
from myscholar.profile.llm.replies import AspectReply
from myscholar.profile.reading import ReadPaper, n_unread_of, read_papers
from myscholar.profile.repairs import claimed, claiming
from myscholar.profile.wording import PaperSet
from myscholar.text.background import Background

PROMPT = "profile/inferences"
_Answers = dict[ProfileAspect, Answer[AspectReply]]


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
) -> Profile:
    """Up to five inferences an aspect, each resting on verbatim sentences. `now` is an ISO 8601
    time.

    `prefix_tokens`: how much of the papers one prompt may hold. Raises NoPapers, NoText, and
    LLMError when an aspect can't be had or nothing of the answers can be traced to the papers.
    """
    if not papers:
        raise NoPapers()
    read, material = await asyncio.to_thread(_read, papers, background, prefix_tokens)
    progress(
        Event(step="Reading papers", message=_reading(material), done=len(read), total=len(read))
    )
    progress(Event(step="Inferring", done=0, total=len(ProfileAspect)))
    answers = await _ask(material, background, llm, progress, variant)
    profile = await asyncio.to_thread(
        _profile,
        papers,
        read,
        material,
        answers,
        background,
        now=now,
        profile_id=profile_id,
        name=name,
    )
    progress(
        Event(
            step="Checking", message=counted(len(profile.inferences), "inference"), done=1, total=1
        )
    )
    return profile


def _read(
    papers: Sequence[Paper], background: Background, prefix_tokens: int
) -> tuple[tuple[ReadPaper, ...], ProfileMaterial]:
    read = read_papers(papers)
    if not read:
        raise NoText(len(papers))
    return read, gather(read, background, prefix_tokens)


def _profile(
    papers: Sequence[Paper],
    read: Sequence[ReadPaper],
    material: ProfileMaterial,
    answers: _Answers,
    background: Background,
    *,
    now: str,
    profile_id: ProfileId,
    name: str,
) -> Profile:
    """What the answers say, as far as the papers show it."""
    groundings = {
        a: ground(answers[a].value, material, of_style=a is ProfileAspect.WRITING_STYLE)
        for a in ProfileAspect
    }
    n_unread = n_unread_of(papers, read)
    inferences = _flagged(
        _inferences(groundings, answers, material, n_unread), read, background, n_unread
    )
    if not inferences:
        first = answers[ProfileAspect.KNOWLEDGE]
        raise LLMBadAnswer(first.model, first.prompt, "nothing in it can be traced to the papers")
    return Profile(
        profile_id=profile_id,
        name=name,
        engine="llm",
        created_at=now,
        papers=tuple(profile_paper(p, n) for n, p in enumerate(papers, start=1)),
        inferences=inferences,
        passages=cited_passages(inferences, read),
        n_withheld=sum(g.n_withheld for g in groundings.values()),
        notes=(*_model_notes(material, groundings, inferences), *paper_notes(papers, read)),
    )


async def _ask(
    material: ProfileMaterial, background: Background, llm: LLM, progress: Progress, variant: int
) -> _Answers:
    """The first aspect alone until its answer begins, then the other four: from then on the vendor
    has the papers in its cache.

    When one fails, those on their way are awaited (they are paid for, and the gateway keeps them),
    then its error is raised.
    """
    done = 0
    began = asyncio.Event()

    async def aspect_answer(aspect: ProfileAspect) -> Answer[AspectReply]:
        nonlocal done
        answer = await llm.ask(
            Role.PROFILE,
            prompt_of(aspect, material),
            AspectReply,
            problems=lambda reply: problems_of(reply, aspect, material, background),
            began=began.set,
            variant=variant,
        )
        done += 1
        progress(Event(step="Inferring", message=aspect.label, done=done, total=len(ProfileAspect)))
        return answer

    first, *others = ProfileAspect
    tasks = [asyncio.ensure_future(aspect_answer(first))]
    try:
        await _either(tasks[0], began)
        tasks += [asyncio.ensure_future(aspect_answer(aspect)) for aspect in others]
        results = await asyncio.gather(*tasks, return_exceptions=True)
    finally:
        for task in tasks:
            task.cancel()
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return {
        aspect: result
        for aspect, result in zip(ProfileAspect, results, strict=True)
        if isinstance(result, Answer)
    }


async def _either(task: asyncio.Future[Answer[AspectReply]], began: asyncio.Event) -> None:
    """Until the event or the end of the task; raises the task's error if that ended first."""
    waiting = asyncio.ensure_future(began.wait())
    try:
        await asyncio.wait((task, waiting), return_when=asyncio.FIRST_COMPLETED)
    finally:
        waiting.cancel()
    if task.done():
        task.result()


def prompt_of(aspect: ProfileAspect, material: ProfileMaterial) -> Prompt:
    """The five prompts differ in their task part only."""
    return render(
        PROMPT,
        papers=material.papers,
        counts=material.counts,
        aspect=aspect.value,
        n_inferences=PER_ASPECT,
    )


def problems_of(
    reply: AspectReply, aspect: ProfileAspect, material: ProfileMaterial, background: Background
) -> tuple[str, ...]:
    """What the model is told once: supports that don't hold, and what a user would be warned of.
    Where a support does not hold, the rest is not judged yet: it is no longer what the model wrote.
    """
    grounding = ground(reply, material, of_style=aspect is ProfileAspect.WRITING_STYLE)
    read = tuple(p.read for p in material.papers)
    drafts = [
        _inference(g, aspect, n, "model", PaperSet(read))
        for n, g in enumerate(grounding.inferences, start=1)
    ]
    whole = [d for d, g in zip(drafts, grounding.inferences, strict=True) if g.is_whole]
    flags = [
        (draft, flag) for draft in whole for flag in check_read(draft, read, background, drafts)
    ]
    if not grounding.problems and not any(flag.severity is Severity.WARNING for _, flag in flags):
        return ()  # hints alone are not worth a second answer
    return (*grounding.problems, *(f"“{draft.text}” {flag.reason}" for draft, flag in flags))


def _inferences(
    groundings: dict[ProfileAspect, Grounding],
    answers: _Answers,
    material: ProfileMaterial,
    n_unread: int,
) -> list[Inference]:
    shelf = PaperSet(tuple(p.read for p in material.papers), n_unread=n_unread)
    return [
        _inference(grounded, aspect, number, answers[aspect].model, shelf)
        for aspect in ProfileAspect
        for number, grounded in enumerate(groundings[aspect].inferences[:PER_ASPECT], start=1)
    ]


def _inference(
    grounded: Grounded, aspect: ProfileAspect, number: int, origin: str, shelf: PaperSet
) -> Inference:
    supporting = {s.paper_id for s in grounded.supports}
    papers = [p for p in shelf.papers if p.paper.paper_id in supporting]
    basis = f"{len(papers)} of {counted(len(shelf.papers), 'paper')}"
    return Inference(
        inference_id=InferenceId(f"{aspect.value}-{number}"),
        aspect=aspect,
        text=_honest(grounded.text, papers, shelf),
        supports=grounded.supports,
        basis=f"{basis}. {grounded.count}" if grounded.count else f"{basis}.",
        terms=grounded.terms,
        origin=origin,
    )


def _honest(text: str, supporting: Sequence[ReadPaper], shelf: PaperSet) -> str:
    """The text with a subject that fits its supports: no more papers than show it, and papers of
    others not called the user's."""
    subject, n_read = shelf.some(supporting), len(shelf.papers)
    of_others = subject.n_mine < subject.n
    says = claimed(text)
    if of_others:
        fits = "you follow" in text
    else:
        fits = (
            says == subject.n
            if says is not None
            else 2 * subject.n >= n_read and (subject.is_plural or n_read + shelf.n_unread == 1)
        )
    return text if fits else claiming(text, subject) or text


def _flagged(
    inferences: Sequence[Inference],
    read: Sequence[ReadPaper],
    background: Background,
    n_unread: int,
) -> tuple[Inference, ...]:
    return tuple(
        i.model_copy(
            update={"flags": check_read(i, read, background, inferences, n_unread=n_unread)}
        )
        for i in inferences
    )


def _reading(material: ProfileMaterial) -> str:
    return (
        f"{counted(len(material.papers), 'paper')} with text, "
        f"{counted(material.n_read, 'paragraph')}"
    )


def _model_notes(
    material: ProfileMaterial,
    groundings: dict[ProfileAspect, Grounding],
    inferences: Sequence[Inference],
) -> list[str]:
    """What was left out, what was dropped, what stayed empty."""
    notes = []
    if material.n_read < material.n_all:
        notes.append(
            f"{material.n_read:,} of {material.n_all:,} paragraphs were read: those that tell "
            "most of each paper, without tables, formulas and lists."
        )
    n_dropped = sum(g.n_unsupported for g in groundings.values())
    if n_dropped:
        notes.append(
            f"{counted(n_dropped, 'inference')} of the model could not be traced to your papers "
            f"and {'was' if n_dropped == 1 else 'were'} dropped."
        )
    few = [
        a.label.lower()
        for a in ProfileAspect
        if len([i for i in inferences if i.aspect is a]) < PER_ASPECT
    ]
    if few:
        notes.append(
            f"On {listed(few)} there are fewer than five: no more was found that is both "
            "particular to these papers and shown by them."
        )
    used = {s.paper_id for i in inferences for s in i.supports}
    unused = [f"“{p.title}”" for p in material.papers if p.read.paper.paper_id not in used]
    if unused:
        notes.append(f"Nothing here rests on {listed(unused)}.")
    return notes
