"""An instance, answered once by the extractive engine from some papers of the bundled sample."""

import asyncio
from itertools import count
from pathlib import Path

import pytest

from eval.domain.instance import Expertise, Instance, UserPaper
from eval.domain.output import Output
from eval.systems.names import Place, Variant, open_ours
from myscholar.settings import Settings
from myscholar.workflows.jobs import open_services
from myscholar.workflows.library.corpora import build_corpus
from myscholar.workflows.sample import SAMPLE_CORPUS, SAMPLE_QUESTION

ABSTRACTS = (
    "We study how readers check citations in answers of retrieval-augmented systems. We find that "
    "precise citations are checked more often. "
    "Our annotation of 400 answers shows that unsupported sentences often stand beside a citation "
    "that looks right.",
    "We present a benchmark of citation quality for long answers. We measure precision and recall "
    "of citations with human judges. "
    "We argue that answers without evidence should not be shown to readers.",
    "We analyse hallucination in retrieval-augmented question answering. We propose a measure of "
    "support for each sentence and release it.",
)


@pytest.fixture(scope="session")
def instance() -> Instance:
    papers = tuple(
        UserPaper(
            paper_id=f"p{n}",
            title=f"Citations and support, part {n}",
            text=text,
            authors=("Ada Beck",),
            year=2020 + n,
        )
        for n, text in enumerate(ABSTRACTS, 1)
    )
    return Instance(
        instance_id="q1-high",
        query_id="q1",
        query=SAMPLE_QUESTION,
        user_id="u1",
        expertise=Expertise.HIGH,
        papers=papers,
    )


@pytest.fixture(scope="session")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    home = tmp_path_factory.mktemp("home")
    services = open_services(Settings(home=home))
    some = home / "some.jsonl"  # the whole sample takes 3 s to index
    some.write_text(
        "\n".join(SAMPLE_CORPUS.read_text(encoding="utf-8").splitlines()[:100]), encoding="utf-8"
    )
    build_corpus(services, [str(some)], name="some")
    ticks = count()
    return Place(services, shared=Path("nowhere"), corpus="some", timer=lambda: float(next(ticks)))


@pytest.fixture(scope="session")
def answered(instance: Instance, place: Place) -> Output:
    async def answer() -> Output:
        return await (await open_ours(Variant(), place)).answer(instance)

    return asyncio.run(answer())
