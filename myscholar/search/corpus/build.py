"""Sources -> index: read, store, index the words, learn vectors, switch. Source: MySQA §2.3 (local
counterpart of its search)."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from myscholar.domain.papers import Paper
from myscholar.domain.runs import Event, Progress, ignore
from myscholar.domain.text import writable
from myscholar.errors import CorpusCorrupt, CorpusError, NoPapers, Remedy
from myscholar.gateways.embedding.embedder import Embedder
from myscholar.gateways.embedding.names import embedder_by_name
from myscholar.search.corpus.columns import PaperColumns
from myscholar.search.corpus.generations import (
    current,
    current_or_none,
    new_state,
    sizes,
    switch,
    writing,
)
from myscholar.search.corpus.info import FORMAT, CorpusInfo, CorpusState, read_state
from myscholar.search.corpus.lexical import LexicalIndex, LexicalRow
from myscholar.search.corpus.readers import Intake, ReadPdf, check_sources, read_papers
from myscholar.search.corpus.store import CorpusStore
from myscholar.search.corpus.titles import indexed_text
from myscholar.search.corpus.vectors import append_rows

_FIT_TEXTS = 30_000
"""Passages that the vectors are learned from, evenly chosen; bounds time and memory, by hand."""
_STEPS = ("Reading papers", "Preparing the search", "Embedding passages")


def build_corpus(
    sources: Sequence[Path],
    *,
    name: str,
    folder: Path,
    embedder: Embedder | None,
    read_pdf: ReadPdf,
    progress: Progress = ignore,
    rebuild: bool = False,
) -> CorpusInfo:
    """Adds the sources to the corpus in `folder` (made if need be); `rebuild` starts afresh,
    without sources from those used before.

    `embedder` None: lexical search only. An existing corpus keeps its embedder and what that has
    learned until a rebuild. Raises NoPapers if there is nothing to index, UnreadableFile,
    UnknownFormat, CorpusLocked, CorpusCorrupt, CorpusError.
    """
    check_sources(sources)
    with writing(folder):
        base = current_or_none(folder) if rebuild else current(folder)
        before = _state_of(base, name, forgiving=rebuild)
        paths = tuple(sources) or (
            tuple(Path(s) for s in before.info.sources) if before and rebuild else ()
        )
        check_sources(paths)
        _check_embedder(before, embedder, rebuild=rebuild)
        state = new_state(folder, None if rebuild else base)
        build = _Build(state, name, embedder, progress, None if rebuild else before)
        return build.run(paths, folder=folder, read_pdf=read_pdf)


class _Build:
    """One new state in the making."""

    def __init__(
        self,
        state: Path,
        name: str,
        embedder: Embedder | None,
        progress: Progress,
        before: CorpusState | None,
    ) -> None:
        self._state, self._name, self._embedder = state, name, embedder
        self._progress, self._before = progress, before
        (state / "lexical").mkdir(exist_ok=True)
        path = state / "papers.sqlite"
        self._store = CorpusStore.open(path, writable=True) if before else CorpusStore.create(path)

    def run(self, paths: Sequence[Path], *, folder: Path, read_pdf: ReadPdf) -> CorpusInfo:
        intake = Intake()
        store, lexical = self._store, LexicalIndex(self._state / "lexical")
        papers_before, passages_before = store.n_papers, store.n_passages
        rows_before = store.n_rows
        batches = read_papers(paths, read_pdf=read_pdf, intake=intake)
        lexical.add(self._rows(batches, intake))
        if store.n_rows == 0:
            raise NoPapers(_where(paths, intake))
        dimension = self._add_vectors(rows_before)
        columns = PaperColumns.of(store.all_papers(), store.paper_of_rows())
        _write_anew(self._state / "columns.npz", columns.save)
        info = CorpusInfo(
            name=self._name,
            n_papers=store.n_papers,
            n_passages=store.n_passages,
            sources=_join(self._before, paths),
            embedder=self._embedder.name if self._embedder else None,
            dimension=dimension,
            n_new_papers=store.n_papers - papers_before,
            n_new_passages=store.n_passages - passages_before,
            n_other_kinds=intake.n_other_kinds,
            n_problems=intake.n_problems,
            problems=tuple(intake.problems),
        )
        self._finish(info)
        switch(folder, self._state)
        return info

    def _rows(self, batches: Iterator[tuple[Paper, ...]], intake: Intake) -> Iterator[LexicalRow]:
        for batch in batches:
            for row, paper, passage in self._store.add(batch):
                yield LexicalRow(row, indexed_text(paper, passage), paper)
            self._tell(0, intake.n_read, 0)

    def _add_vectors(self, rows_before: int) -> int:
        """The dimension; 0 without vectors."""
        if self._embedder is None:
            return 0
        self._embedder = embedder = self._fit(self._embedder)
        path, total = self._state / "vectors.f32", self._store.n_rows
        path.touch()
        done = rows_before
        for texts in self._store.indexed_texts(rows_before):
            append_rows(path, embedder.embed(texts))
            done += len(texts)
            self._tell(2, done, total)
        return embedder.dimension or (self._before.info.dimension if self._before else 0)

    def _fit(self, embedder: Embedder) -> Embedder:
        kept = self._state / "embedder.bin"
        if self._before:
            learned = kept.read_bytes()
            return embedder_by_name(embedder.name, state=learned) if learned else embedder
        if embedder.needs_fit:
            self._tell(1, 0, 0)
            step = max(1, -(-self._store.n_rows // _FIT_TEXTS))
            texts = itertools.chain.from_iterable(self._store.indexed_texts(0, step))
            embedder = embedder.fit([*texts])
        kept.write_bytes(embedder.state())
        return embedder

    def _finish(self, info: CorpusInfo) -> None:
        lexical, step = LexicalIndex(self._state / "lexical"), max(1, self._store.n_rows // 1000)
        texts = itertools.chain.from_iterable(self._store.indexed_texts(0, step))
        lengths = [len(lexical.analyze(text)) for text in texts]
        self._store.close()
        state = CorpusState(
            format=FORMAT,
            info=info,
            mean_length=sum(lengths) / len(lengths),
            files=sizes(self._state),
        )
        written = state.model_dump_json(indent=1)
        _write_anew(
            self._state / "info.json", lambda path: path.write_text(written, encoding="utf-8")
        )

    def _tell(self, step: int, done: int, total: int) -> None:
        self._progress(Event(step=_STEPS[step], done=done, total=total))


def _state_of(base: Path | None, name: str, *, forgiving: bool) -> CorpusState | None:
    """The state's own account; with `forgiving` None where it is damaged."""
    if base is None:
        return None
    try:
        return read_state(base, name)
    except CorpusCorrupt:
        if forgiving:
            return None
        raise


def _check_embedder(
    before: CorpusState | None, embedder: Embedder | None, *, rebuild: bool
) -> None:
    name = embedder.name if embedder else None
    if before and not rebuild and before.info.embedder != name:
        raise CorpusError(
            f"Corpus {before.info.name!r} was built with the embedder "
            f"{before.info.embedder or 'none'}, not {name or 'none'}.",
            Remedy.REBUILD_OR_SAME_EMBEDDER,
        )


def _join(before: CorpusState | None, paths: Sequence[Path]) -> tuple[str, ...]:
    known = before.info.sources if before else ()
    return tuple(dict.fromkeys([*known, *(writable(str(p.resolve())) for p in paths)]))


def _where(paths: Sequence[Path], intake: Intake) -> str:
    names = ", ".join(p.name for p in paths) or "the sources"
    return f"{names} ({intake.problems[0]})" if intake.problems else names


def _write_anew(path: Path, write: Callable[[Path], object]) -> None:
    """The old file may be shared with the state before."""
    path.unlink(missing_ok=True)
    write(path)
