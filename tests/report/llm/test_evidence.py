"""What counts as carried out, and how that is said."""

from collections.abc import Callable

import pytest

from myscholar.domain.actions import Action, Verb
from myscholar.domain.drafts import Draft
from myscholar.domain.evidence import ActionId, Evidence, Hit, QueryKind, SearchFilters, SearchQuery
from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.papers import Paper, PaperId, Relation
from myscholar.domain.report import (
    ActionOutcome,
    Cell,
    Doubt,
    Findings,
    OutcomeStatus,
    QueryResult,
    SearchRecord,
    Table,
)
from myscholar.report.llm.assemble import assemble
from myscholar.report.llm.evidence import gather_evidence
from myscholar.report.outcomes import Declined, mendable, outcomes, search_trace

Papers = dict[PaperId, Paper]
Drafted = Callable[..., Draft]
Act = Callable[..., Action]
DONE, PARTLY, NOT = OutcomeStatus.DONE, OutcomeStatus.PARTLY, OutcomeStatus.NOT_DONE
LONG = (
    "The best judge agrees with experts in 81 percent of all the cases that were given to it [1]."
)


@pytest.fixture
def outcome(few: Papers) -> Callable[..., ActionOutcome]:
    def make(
        action: Action,
        *drafts: Draft,
        findings: Findings = Findings(hits=(), results=()),
        **more: object,
    ) -> ActionOutcome:
        made = gather_evidence([action], assemble(drafts, few), findings, {})
        return outcomes(made, **more)[0]

    return make


Outcome = Callable[..., ActionOutcome]


def searched(action_id: str, *papers: Paper) -> Findings:
    query = SearchQuery(text="judges", kind=QueryKind.ACTION, action_ids=(ActionId(action_id),))
    hits = tuple(Hit(paper=p, score=1.0) for p in papers)
    record = SearchRecord(query=query, source="corpus:test", n_hits=len(hits), seconds=0)
    return Findings(hits=hits, results=(QueryResult(record=record, hits=hits),))


def test_marked_words_carry_an_action_out(outcome: Outcome, drafted: Drafted, act: Act) -> None:
    made = outcome(act("experts"), drafted(LONG, ("experts", LONG)))
    assert (made.status, made.reason) == (DONE, "1 marked span in 1 section carries it out.")
    assert [(s.section, s.start, s.end) for s in made.spans] == [(0, 0, len(LONG))]


def test_nothing_marked_is_nothing_done(outcome: Outcome, drafted: Drafted, act: Act) -> None:
    made = outcome(act("experts"), drafted(LONG))
    assert (made.status, made.reason, made.spans, made.trace) == (
        NOT,
        "No words of the report carry it out.",
        (),
        (),
    )


def test_a_few_marked_words_are_partly_done(outcome: Outcome, drafted: Drafted, act: Act) -> None:
    assert (
        outcome(act("experts"), drafted(LONG, ("experts", "agrees with experts"))).status is PARTLY
    )


def test_words_that_their_citations_do_not_bear_out_do_not_count(
    outcome: Outcome, drafted: Drafted, act: Act
) -> None:
    flag = Flag(error_type=ErrorType.FACTUAL, severity=Severity.WARNING, reason="wrong number")
    doubted = drafted(LONG, ("experts", LONG), doubts=(Doubt(start=0, end=len(LONG), flag=flag),))
    made = outcome(act("experts"), doubted)
    assert (made.status, made.reason) == (
        NOT,
        "1 marked span not counted, as the citations don't bear out the words.",
    )
    hint = flag.model_copy(update={"severity": Severity.HINT})
    assert (
        outcome(
            act("experts"),
            doubted.model_copy(update={"doubts": (Doubt(start=0, end=len(LONG), flag=hint),)}),
        ).status
        is DONE
    )


def test_measured_results_need_a_number(outcome: Outcome, drafted: Drafted, act: Act) -> None:
    words = (
        "Kim et al. (2021) find that the best judge agrees with the experts in most of the cases "
        "[1]."
    )
    made = outcome(act("n", Verb.NUMBERS), drafted(words, ("n", words)))
    assert (made.status, made.reason) == (NOT, "The words marked for it hold no measured result.")
    counted = (
        "The best judge is said to outperform 20 state-of-the-art methods on the cases that were "
        "given to it [1]."
    )
    assert outcome(act("n", Verb.NUMBERS), drafted(counted, ("n", counted))).status is NOT
    assert outcome(act("n", Verb.NUMBERS), drafted(LONG, ("n", LONG))).status is DONE


def test_saying_that_the_sources_hold_nothing_carries_no_action_out(
    outcome: Outcome, drafted: Drafted, act: Act
) -> None:
    admitted = (
        "The sources found give no cost of asking experts to judge the answers of all these "
        "systems."
    )
    assert (
        outcome(act("cost"), drafted(admitted, ("cost", admitted))).reason
        == "No words of the report carry it out."
    )
    both = f"{admitted} {LONG}"
    assert outcome(act("cost"), drafted(both, ("cost", both))).status is DONE


def test_a_search_alone_does_not_carry_out_what_is_to_be_written(
    outcome: Outcome, drafted: Drafted, act: Act, few: Papers
) -> None:
    found = searched("cost", few[PaperId("p1")])
    assert outcome(act("cost"), drafted(LONG), findings=found).status is NOT


def test_a_comparison_without_its_table_is_partly_done(
    outcome: Outcome, drafted: Drafted, act: Act, few: Papers
) -> None:
    compare = act("compare", Verb.COMPARE)
    assert (
        outcome(compare, drafted(LONG, ("compare", LONG))).reason
        == "The comparison is made in the text, without a table."
    )
    row = tuple(
        (Cell(text=p.title), Cell(text="x", evidence=(Evidence.of_passage(p.passages[0]),)))
        for p in few.values()
    )
    table = Table(columns=("Paper", "Tests"), rows=row, action_ids=(ActionId("compare"),))
    made = outcome(compare, drafted(LONG, table=table))
    assert (made.status, made.reason) == (DONE, "A table sets 2 papers side by side.")
    assert made.trace == ("Table with 2 papers in section 1, “Judges”.",)


def test_a_section_of_its_own_is_done_with_marks_and_partly_without(
    outcome: Outcome, drafted: Drafted, act: Act
) -> None:
    add = act("flaws", Verb.ADD_SECTION, "flaws", stage="organization")
    own = drafted(LONG, ("flaws", LONG), title="Flaws", action_ids=("flaws",))
    assert outcome(add, own).trace == ("Section 1, “Flaws”, was written for it.",)
    assert outcome(add, own).status is DONE
    assert outcome(add, own.model_copy(update={"highlights": ()})).status is PARTLY
    elsewhere = outcome(add, drafted(LONG, ("flaws", LONG)))
    assert (
        elsewhere.reason == "Passages in other sections take it up; it has no section of its own."
    )


def test_a_search_is_done_when_what_it_found_is_cited(
    outcome: Outcome, drafted: Drafted, act: Act, few: Papers
) -> None:
    search = act("search", Verb.SEARCH, "judges", stage="search_add")
    kim, ruiz = few.values()
    made = outcome(search, drafted(LONG), findings=searched("search", kim))
    assert (made.status, made.reason) == (
        DONE,
        "Its search found 1 of the cited papers, 1 of them alone.",
    )
    assert made.trace[0].startswith("Search “judges” found 1 paper, 1 of them new")
    assert outcome(search, drafted(LONG), findings=searched("search", ruiz)).status is PARTLY
    assert outcome(search, drafted(LONG)).status is NOT


def test_a_filter_is_checked_on_every_cited_paper(
    outcome: Outcome, drafted: Drafted, act: Act
) -> None:
    both = drafted(f"{LONG} Judges fail [3].")
    recent = act(
        "recent",
        Verb.LIMIT,
        directive={"filters": SearchFilters(year_min=2022)},
        stage="search_refine",
    )
    assert (
        outcome(recent, drafted("Judges fail [3].")).reason
        == "Every cited paper satisfies: from 2022."
    )
    made = outcome(recent, both)
    assert (made.status, made.reason) == (
        PARTLY,
        "1 of 2 cited papers do not satisfy it or can't be checked: [1].",
    )
    assert outcome(recent, drafted(LONG)).status is NOT


def test_the_readers_own_papers_are_beside_what_a_search_is_limited_to(
    few: Papers, drafted: Drafted, act: Act
) -> None:
    mine = few[PaperId("p1")].model_copy(update={"relation": Relation.MINE})
    papers = {**few, mine.paper_id: mine}
    made = assemble([drafted(f"{LONG} Judges fail [3].")], papers)

    def reason(action: Action) -> tuple[OutcomeStatus, str]:
        found = gather_evidence([action], made, Findings(hits=(), results=()), {})
        return outcomes(found)[0].status, outcomes(found)[0].reason

    filters = {"filters": SearchFilters(year_min=2022)}
    recent = act("recent", Verb.LIMIT, directive=filters, stage="search_refine")
    assert reason(recent) == (DONE, "Every cited paper but your own satisfies: from 2022.")
    without = act("no judges", Verb.EXCLUDE, "judges", stage="search_refine")
    assert reason(without) == (DONE, "No cited paper but your own has “judges” in its title.")


def test_what_was_to_be_left_out_is_looked_for(
    outcome: Outcome, drafted: Drafted, act: Act
) -> None:
    without = act("no judges", Verb.EXCLUDE, "judges", stage="search_refine")
    assert (
        outcome(without, drafted("Fail [3].")).reason == "No cited paper has “judges” in its title."
    )
    assert outcome(without, drafted(LONG)).reason == "Still cited although about “judges”: [1]."
    skip = act("no background", Verb.SKIP_SECTION, "background", stage="organization")
    assert outcome(skip, drafted(LONG)).status is DONE
    assert (
        outcome(skip, drafted(LONG, title="Background and Terms")).reason
        == "Section 1 is still about “background”."
    )
    plain = act("no definitions", Verb.SKIP_DEFINITIONS)
    assert outcome(plain, drafted(LONG)).status is DONE
    defining = outcome(
        plain, drafted("Support is defined as the relation of a claim to its source [1].")
    )
    assert defining.status is PARTLY
    assert defining.reason.startswith(
        "1 sentence may still define a term, for example “Support is defined"
    )


def test_form_is_counted(outcome: Outcome, drafted: Drafted, act: Act) -> None:
    bullets = act("bullets", Verb.LIST)
    assert outcome(bullets, drafted("- One [1].\n- Two [3].")).status is DONE
    assert outcome(bullets, drafted("One [1].\n\nTwo.\n\n- Three [3].")).status is PARTLY
    assert outcome(bullets, drafted(LONG)).status is NOT
    short = act("short", Verb.BRIEF)
    assert (
        outcome(short, drafted("Four words are here.")).reason == "The report was kept to 4 words."
    )
    assert outcome(short, drafted("word " * 1500)).status is PARTLY
    by_year = act("years", Verb.ORDER_BY_YEAR)
    assert outcome(by_year, drafted("Old [1]. New [3].")).status is DONE
    assert outcome(by_year, drafted("New [3]. Old [1].")).status is NOT


def test_a_models_own_reason_is_labelled_as_its_words(
    outcome: Outcome, drafted: Drafted, act: Act
) -> None:
    declined = [Declined(action_id=ActionId("licences"), reason="No quote names a licence.")]
    made = outcome(act("licences"), drafted(LONG), declined=declined)
    assert (
        made.reason
        == "No words of the report carry it out. The model says: “No quote names a licence.”"
    )
    assert (
        "model says"
        not in outcome(act("licences"), drafted(LONG, ("licences", LONG)), declined=declined).reason
    )


def test_only_what_words_could_still_carry_out_is_mended_the_emphasized_first(
    drafted: Drafted, act: Act, few: Papers
) -> None:
    actions = [act("one"), act("two", emphasis=True), act("done"), act("bullets", Verb.LIST)]
    made = assemble([drafted(LONG, ("done", LONG))], few)
    done = outcomes(gather_evidence(actions, made, Findings(hits=(), results=()), {}))
    assert [a.action_id for a in mendable(actions, done)] == ["two", "one"]


def test_a_search_that_found_nothing_new_says_so_in_plain_words(few: Papers) -> None:
    papers = tuple(few.values())[:2]
    own = searched("experts", *papers)
    asked = SearchRecord(
        query=SearchQuery(text="agreement", kind=QueryKind.QUESTION),
        source="corpus:test",
        n_hits=2,
        seconds=0,
    )
    both = Findings(hits=own.hits, results=(*own.results, QueryResult(record=asked, hits=own.hits)))
    cited = {papers[0].paper_id}
    assert search_trace(ActionId("experts"), both, cited) == (
        "Search “judges” found 2 papers, all of them found by the question's own searches too; 1 "
        "is cited.",
    )
    assert search_trace(ActionId("experts"), own, cited) == (
        "Search “judges” found 2 papers, 2 of them new beside the question's own searches; 1 is "
        "cited, 1 of the new ones.",
    )
