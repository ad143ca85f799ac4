"""What a report says, on its face and in its notes, of how its sentences were checked."""

from collections.abc import Sequence

from myscholar.domain.text import counted, listed
from myscholar.report.llm.mending import Rewritten
from myscholar.report.llm.verify import Checked


def tell_checks(
    checked: Sequence[Checked], *, n_doubts: int, judge: str = "", language: str = "English"
) -> str:
    """Which checks ran, by whom, and what came of them. `judge` is the model that was to read the
    sentences, if any; the report is in the `language`."""
    n_rewritten, n_cut = count_changes(checked)
    n_unread = sum(r.again is None and not r.is_cut for r in _sentences(checked))
    n_summaries = sum(r.is_summary for c in checked for r in c.rewritten)
    done = (
        (n_rewritten - n_unread, "rewritten"),
        (n_unread, "rewritten and not read again"),
        (n_cut, "left out"),
        (n_doubts, "marked as doubtful"),
    )
    came = listed([f"{n:,} {_was(n)} {what}" for n, what in done if n])
    if n_summaries:
        told = f"{n_summaries:,} of the sections' summaries {_was(n_summaries)} mended"
        came = f"{came}; {told}" if came else told
    compared = "numbers, hedges and comparisons" if language == "English" else "numbers"
    return (
        f"Every quote stands word for word in its source; {compared} were "
        f"compared with the quotes by program. {_readers(checked, judge)}"
        f"{f'; {came}' if came else ''}."
    )


def _readers(checked: Sequence[Checked], judge: str) -> str:
    """Who read how many of the sentences that say something of papers, cited or not; which model it
    was, reports of before don't say."""
    n_cited, n_judged = sum(c.n_cited for c in checked), sum(c.n_judged for c in checked)
    if n_judged:
        is_unnamed = any(c.n_judged and not c.judges for c in checked)
        names = dict.fromkeys(name for c in checked for name in c.judges)
        which = f"{n_judged:,} of {counted(n_cited, 'sentence')} about papers {_was(n_judged)}"
        if n_judged == n_cited:
            which = (
                f"All {n_cited:,} sentences about papers were"
                if n_cited > 1
                else "Its one sentence about papers was"
            )
        by = listed([*names, "an earlier model"] if is_unnamed else list(names))
        return f"{which} read against {'its' if n_cited == 1 else 'their'} quotes by {by}"
    if judge and any(c.unscored for c in checked):
        return f"{judge} was to read the sentences about papers against their quotes and could not"
    return "No model read the sentences against their quotes"


def note_of(checked: Sequence[Checked], *, judge: str = "") -> tuple[str, ...]:
    """Each failure once, and how many sentences no judge has read."""
    unscored, n_cited = (sum(c.unscored for c in checked), sum(c.n_cited for c in checked))
    said = list(dict.fromkeys(note for c in checked for note in c.notes))
    if unscored:
        which = f"{unscored:,} of {counted(n_cited, 'sentence')} about papers {_was(unscored)}"
        quotes = f"{'its' if unscored == 1 else 'their'} quotes by {judge or 'the judge'}"
        said.append(
            f"{which} not checked against {quotes}; a program compared their words only. Read the "
            "quotes before you rely on such a sentence, or have its section written anew."
        )
    return tuple(said)


def count_changes(checked: Sequence[Checked]) -> tuple[int, int]:
    """Sentences rewritten and still there, and those left out."""
    changes = _sentences(checked)
    n_cut = sum(r.is_cut for r in changes)
    return len(changes) - n_cut, n_cut


def _sentences(checked: Sequence[Checked]) -> list[Rewritten]:
    """Summaries apart."""
    return [r for c in checked for r in c.rewritten if not r.is_summary]


def _was(n: int) -> str:
    return "was" if n == 1 else "were"
