"""Whether what a sentence cites bears it out: its words and numbers looked up in the snippets.
Source: MySQA §3.2, citation precision and recall.

How well the share of words parts a sentence's own snippets from others, by cross-validation over
questions (1,974 cited sentences of five systems with verbatim snippets: ScholarQA twice, Nora,
OpenScholar, STORM): AUC 0.86 against other snippets of the same report, 0.97 against another
report's; accuracy 0.81 (best threshold 0.44) and 0.94. By system, within the report: Nora 0.96,
ScholarQA 0.95, ScholarQA with a small model 0.89, STORM 0.84, OpenScholar 0.71, whose own citations
often do not fit. At WHOLE 65 % of own, 6 % of the same report's and 0.1 % of another report's
snippets pass; at PART 81 %, 22 % and 0.5 %. Best window of two sentences, pairs of words, names,
and vectors of latent semantic analysis add 0.01 of AUC or less together, so they are left out.
Titles part far less (7,220 sentences with one titled citation): AUC 0.64 within the report, 0.85
beyond; at TITLE 70 %, 52 % and 6 % pass. So a title never gives more than a half. What a sentence
shares (see `prose`) bears 42 % of 2,043 sentences of these systems out wholly, what another
paragraph of the report cites 10 %: being near is no credit by itself. With titles that would be 72
% and 60 % of 6,927 at TITLE; shared ones count from PART, 9 % and 3 %.

By report, on the 63 reports with citations of 75 pairs scored by experts: Spearman correlation with
them 0.42 for citation precision, 0.51 for recall, 0.52 for their mean; the published model judge
has 0.43, 0.40 and 0.50 on the same. That is systems told apart: of what each report is above its
system's mean these are 0.10, 0.20 and 0.20 (published 0.00, -0.06 and -0.01), and on other
questions, not seen here, -0.07 and 0.15. Of 42 pairs that experts told apart by that mean the
local judge orders 71 % as they do, the published one 74 %. Sharing follows ScholarQA-CS2, not these
figures: without it they were 0.53 for recall, 0.52 for the mean and 74 %, no difference at this
number. Its recall stays lower than the published judge's (in the mean ScholarQA 0.70 to 0.81, with
a small model 0.47 to 0.73, STORM 0.49 to 0.72, Perplexity 0.18 to 0.37, OpenAI 0.13 to 0.48;
without sharing 0.63, 0.40, 0.33, 0.17 and 0.09): words ask for more than sense does, and the rank
of reports says more than the number. What words can't see: that a snippet says the opposite, or
says it of something else.
"""

import re
from collections.abc import Mapping, Sequence

from eval.domain.judgment import NONE_LISTED, ClaimJudgment, Judgment, Scored, Unscored
from eval.domain.report import ScholarCitation, ScholarReport
from eval.judges.local.claims import Claim, claims_of
from eval.judges.local.lexicon import finds
from eval.judges.local.prose import list_cited
from eval.judges.local.words import Words, foreign, stems

WHOLE, PART = 0.55, 0.35
"""Share of its weighed words in snippets from which a claim is borne out wholly, or in part."""
TITLE = 0.03
"""The same for titles: one telling word; from here on the paper may bear the claim out."""
_NUMBER = re.compile(r"(?<![\w.])(?<![A-Za-z]-)\d+(?:[.,]\d+)*")
"""Not the digits of a name such as GPT-4 or C60."""
_NO_RESULT = re.compile(r"\([^()]{0,80}(?:19|20)\d{2}[a-z]?\)|\(\d{1,2}\)|^\d{1,2}[.)]\s")
"""Years of what is cited, and marks of enumeration."""
_YEAR_CELL = re.compile(r"(?<=\|)\s*(?:19|20)\d{2}\s*(?=\|)")
"""A table's column of years: of the papers, not of what they say."""


def judge_support(report: ScholarReport, words: Words) -> tuple[ClaimJudgment, ...]:
    known = list_cited(report)
    return tuple(_judge_claim(claim, known, words) for claim in claims_of(report))


def _judge_claim(claim: Claim, known: Mapping[str, ScholarCitation], words: Words) -> ClaimJudgment:
    cited = [known[i] for i in claim.cited or claim.shared]
    return ClaimJudgment(
        claim=claim.text,
        section=claim.section,
        cited=claim.cited,
        shared=claim.shared,
        supported=_together(claim, cited, words, any_listed=bool(known)),
        supports=tuple(_each(claim, citation, words) for citation in cited),
    )


def _together(
    claim: Claim, cited: Sequence[ScholarCitation], words: Words, *, any_listed: bool
) -> Judgment:
    if not cited and (claim.unlisted or claim.shares_unlisted) and not any_listed:
        return NONE_LISTED
    if not cited:
        return Scored(
            score=0,
            reason="Its marker is not among the citations."
            if claim.unlisted
            else "It cites nothing.",
        )
    snippets = [s for c in cited for s in c.snippets if s.strip()]
    if not snippets:
        return _by_titles(claim, cited, words, least=TITLE if claim.cited else PART)
    if foreign(" ".join(snippets)):
        return Unscored(
            reason="ForeignText: the snippets are not in English; their words can't be compared."
        )
    held = " ".join([*snippets, *(c.title or "" for c in cited)])
    share, numbers = (
        words.share(words.weights(claim.text), stems(held)),
        find_missing_numbers(_YEAR_CELL.sub(" ", claim.text), held),
    )
    said = f"The snippets hold {share:.0%} of its words by weight" + (
        f", but not {', '.join(numbers[:3])}." if numbers else "."
    )
    if share >= WHOLE and not numbers:
        return Scored(score=1, reason=said)
    return Scored(score=0.5 if share >= PART else 0, reason=said)


def find_missing_numbers(said: str, held: str) -> tuple[str, ...]:
    """Numbers that are said and not held; thousands may be parted by a comma or not."""
    known = {n.replace(",", "") for n in _NUMBER.findall(held)}
    numbers = _NUMBER.findall(_NO_RESULT.sub(" ", said))
    return tuple(dict.fromkeys(n for n in numbers if n.replace(",", "") not in known))


def _each(claim: Claim, citation: ScholarCitation, words: Words) -> Judgment:
    snippets = [s for s in citation.snippets if s.strip()]
    if not snippets:
        return _by_titles(claim, [citation], words, least=TITLE if claim.cited else PART)
    held = " ".join([*snippets, citation.title or ""])
    if foreign(held):
        return Unscored(
            reason="ForeignText: the snippets are not in English; their words can't be compared."
        )
    share = words.share(words.weights(claim.text), stems(held))
    return Scored(
        score=float(share >= PART),
        reason=f"Its snippets hold {share:.0%} of the claim's words by weight.",
    )


def _by_titles(
    claim: Claim, cited: Sequence[ScholarCitation], words: Words, *, least: float
) -> Judgment:
    titles = [c.title for c in cited if c.title and not finds("reports.no_title", c.title)]
    if not titles:
        return Unscored(reason="NothingShown: the citation has neither a snippet nor a title.")
    share = words.share(words.weights(claim.text), stems(" ".join(titles)))
    return Scored(
        score=0.5 if share >= least else 0,
        reason=f"Only titles are shown; they hold {share:.0%} of its words by weight.",
    )
