"""Pairs as files for people and helpers: what to read, and a form to fill in."""

from collections.abc import Sequence
from pathlib import Path

from eval.domain.report import ScholarReport
from eval.judges.reports import format_sources
from eval.judges.shown import one_line
from eval.studies.blind.judging import ToRead
from eval.studies.blind.pairs import ReportPair
from eval.studies.blind.plain import sources_of
from eval.studies.lines import make_folder, write_text
from myscholar.domain.text import file_name

FORM = "form.toml"
HOW = """# Two reports, one question

Read question.md, then A.md and B.md to their ends. A-sources.md and B-sources.md hold the words
that the reports show of what they cite. Don't look up who wrote them, and don't guess.

Copy form.toml to verdict-NAME.toml beside it (NAME: any name of yours) and fill it in:

1. Where the form lists no criteria, write five to eight before you open A.md: what a good answer
   must hold.
2. Which report would you rather have been given, and why? What counts is whether it answers all
   that is asked, what it tells that one can use and check (methods, findings, figures, data,
   conditions), whether it can be relied on, whether one finds what one wants, and, where something
   is known of the reader, whether it suits them. Length is no merit and no fault.
3. Each criterion, for A and for B: 1 met, 0.5 in part, 0 not.
4. Errors: sentences, copied word for word, whose source's words say something else
   (not_borne_out), that contradict another sentence (contradiction), or that answer what was not
   asked (other_question). Don't list what is merely vague or uncited.

What you can't tell you leave empty: it counts for nobody.
"""


def write_sheets(folder: Path, task: ToRead) -> tuple[Path, ...]:
    """A folder for each pair; a filled form of the same pair stays. Raises UnwritableFile."""
    made = []
    for pair in task.pairs:
        place = folder / f"{file_name(pair.query_id[:60])}-{pair.pair_id}"
        make_folder(place)
        write_text(place / "README.md", HOW)
        write_text(place / "question.md", _question(pair, task.reader(pair.query_id)))
        for letter, shown in (("A", pair.a), ("B", pair.b)):
            write_text(place / f"{letter}.md", _report(letter, shown.plain))
            write_text(
                place / f"{letter}-sources.md", f"{format_sources(sources_of(shown.plain))}\n"
            )
        write_text(place / FORM, _form(pair, _criteria(task, pair.query_id)))
        made.append(place)
    return tuple(made)


def _question(pair: ReportPair, reader: str) -> str:
    known = f"\n\n## What is known of the reader\n\n{reader}" if reader else ""
    return f"# {one_line(pair.question)}{known}\n"


def _report(letter: str, plain: ScholarReport) -> str:
    listed = "\n".join(f"{source.id} {source.title}" for source in sources_of(plain))
    return f"# Report {letter}\n\n{plain.text}\n\n## References\n\n{listed or 'none'}\n"


def _criteria(task: ToRead, query_id: str) -> tuple[str, ...]:
    rubrics = task.rubrics.get(query_id, ())
    return tuple(one_line(c.text) for rubric in rubrics for c in rubric.criteria)


def _form(pair: ReportPair, criteria: Sequence[str]) -> str:
    """In TOML. A criterion more than there are invites the reader to write one."""
    lines = [
        f'pair = "{pair.pair_id}"',
        'reader = ""          # your name, or any',
        'better = ""          # A, B or tie; empty: you can\'t tell',
        'reason = ""          # what each has that the other lacks, in three to five sentences',
        "errors_sought = false  # true once you have looked for errors, also where there are none",
        "",
    ]
    for text in criteria or ("",) * 5:
        said = text.replace("\\", "\\\\").replace('"', '\\"')
        lines += ["[[criteria]]", f'text = "{said}"', 'a = ""', 'b = ""', ""]
    lines += [
        "# An error, as often as needed; without the # in front:",
        "# [[errors]]",
        '# report = "A"',
        '# sentence = ""',
        '# kind = "not_borne_out"   # or contradiction, other_question',
        '# why = ""',
    ]
    return "\n".join(lines) + "\n"
