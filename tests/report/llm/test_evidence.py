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
from myscholar.report.action_searches import search_trace
from myscholar.report.llm.assemble import assemble
from myscholar.report.llm.evidence import gather_evidence
from myscholar.report.llm.verify import Checked
from myscholar.report.outcome_evidence import ActionVerdict
from myscholar.report.outcomes import Declined, mendable, outcomes

Papers = dict[PaperId, Paper]
Drafted = Callable[..., Draft]
Act = Callable[..., Action]
DONE, PARTLY, NOT = OutcomeStatus.DONE, OutcomeStatus.PARTLY, OutcomeStatus.NOT_DONE
LONG = (
    "The best judge agrees with experts in 81 percent of all the cases that were given to it [1]."
)
LONGER = f"{LONG} {'It was asked for every answer of every system, alone and beside others. ' * 2}"


@pytest.fixture
def outcome(few: Papers) -> Callable[..., ActionOutcome]:
    def make(
        action: Action,
        *drafts: Draft,
        findings: Findings = Findings(hits=(), results=()),
        verdicts: tuple[ActionVerdict, ...] = (),
        **more: object,
    ) -> ActionOutcome:
        checked = [Checked(draft=d, on_actions=verdicts) for d in drafts]
        made = gather_evidence([action], assemble(drafts, few), checked, findings, {})
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
    assert (made.status, made.reason) == (DONE, "It is taken up in section 1, “Judges”.")
    assert [(s.section, s.start, s.end) for s in made.spans] == [(0, 0, len(LONG))]


def test_nothing_marked_is_nothing_done(outcome: Outcome, drafted: Drafted, act: Act) -> None:
    made = outcome(act("experts"), drafted(LONG))
    assert (made.status, made.reason, made.spans, made.trace) == (
        NOT,
        "No words of the report are marked as carrying it out.",
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
        "The words marked for it don't count, as their citations don't bear them out.",
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


ADMITTED = (
    "The sources found give no cost of asking experts to judge the answers of all these systems."
)


def test_saying_that_the_sources_hold_nothing_carries_no_action_out(
    outcome: Outcome, drafted: Drafted, act: Act
) -> None:
    made = outcome(act("cost"), drafted(ADMITTED, ("cost", ADMITTED)))
    assert (made.status, made.reason) == (NOT, f"Section 1 says: “{ADMITTED}”")
    both = f"{ADMITTED} {LONG}"
    made = outcome(act("cost"), drafted(both, ("cost", both)))
    assert (made.status, made.reason) == (
        PARTLY,
        f"It is taken up in section 1, “Judges”. Section 1 says: “{ADMITTED}”",
    )


def test_what_a_section_says_that_it_could_not_do_is_not_done(
    outcome: Outcome, drafted: Drafted, act: Act
) -> None:
    cost, both = act("Say the cost of experts"), f"{LONG} {ADMITTED}"
    own = (cost.action_id,)
    marked = drafted(both, (cost.action_id, LONG), action_ids=own)
    assert outcome(cost, marked).status is PARTLY
    elsewhere = marked.model_copy(
        update={"plan": marked.plan.model_copy(update={"action_ids": ()})}
    )
    assert outcome(cost, elsewhere).status is DONE, "the words are not marked, nor asked for there"
    speed = act("Tell how fast judges are")
    other = drafted(both, (speed.action_id, LONG), action_ids=(speed.action_id,))
    assert outcome(speed, other).status is DONE, "they are about another action"
    gaps = act("gaps", Verb.LIMITATIONS)
    assert outcome(gaps, drafted(both, ("gaps", both))).status is DONE, "a gap is what it asks for"


def test_what_is_missing_is_told_of_the_action_that_it_is_most_about(
    drafted: Drafted, act: Act, few: Papers
) -> None:
    cost, judged = act("Say the cost of experts"), act("Judge answers of systems by cost")
    both = f"{LONG} {ADMITTED}"
    names = (cost.action_id, judged.action_id)
    draft = drafted(both, *((name, LONG) for name in names), action_ids=names)
    made = assemble([draft], few)
    found = gather_evidence(
        [cost, judged], made, [Checked(draft=draft)], Findings(hits=(), results=()), {}
    )
    # of "cost, experts" it holds two, of "judge, answers, systems, cost" four
    assert [o.status for o in outcomes(found)] == [DONE, PARTLY]


def verdict(action: Action, status: OutcomeStatus) -> ActionVerdict:
    return ActionVerdict(
        action_id=action.action_id, status=status, why="No cost is named.", model="wise-1"
    )


def test_a_judges_word_makes_an_outcome_less_and_never_more(
    outcome: Outcome, drafted: Drafted, act: Act
) -> None:
    cost = act("cost")
    draft = drafted(LONGER, ("cost", LONGER))
    assert outcome(cost, draft, verdicts=(verdict(cost, DONE),)).said == (
        "It is taken up in section 1, “Judges”."
    )
    part = outcome(cost, draft, verdicts=(verdict(cost, PARTLY),))
    assert (part.status, part.said) == (
        PARTLY,
        "It is taken up in section 1, “Judges”. wise-1 finds: No cost is named.",
    )
    none = outcome(cost, draft, verdicts=(verdict(cost, NOT),))
    assert (none.status, none.spans) == (NOT, ())
    assert none.said == (
        "Words are marked for it, but they don't do what it asks for. wise-1 finds: No cost is "
        "named."
    )
    unmarked = outcome(cost, drafted(LONG), verdicts=(verdict(cost, DONE),))
    assert unmarked.status is NOT


def test_an_action_that_is_done_in_one_section_may_be_missing_in_another(
    drafted: Drafted, act: Act, few: Papers
) -> None:
    cost = act("cost")
    drafts = [drafted(LONG, ("cost", LONG)), drafted(LONG, ("cost", LONG), title="Experts")]

    def status(*statuses: OutcomeStatus) -> tuple[OutcomeStatus, list[int]]:
        checked = [
            Checked(draft=d, on_actions=(verdict(cost, s),))
            for d, s in zip(drafts, statuses, strict=True)
        ]
        found = Findings(hits=(), results=())
        (made,) = outcomes(gather_evidence([cost], assemble(drafts, few), checked, found, {}))
        return made.status, [s.section for s in made.spans]

    assert status(NOT, DONE) == (DONE, [1])
    assert status(NOT, PARTLY) == (PARTLY, [1])
    assert status(NOT, NOT) == (NOT, [])


def test_a_search_alone_does_not_carry_out_what_is_to_be_written(
    outcome: Outcome, drafted: Drafted, act: Act, few: Papers
) -> None:
    found = searched("cost", few[PaperId("p1")])
    assert outcome(act("cost"), drafted(LONG), findings=found).status is NOT


def test_a_comparison_needs_its_table_only_where_one_is_asked_for(
    outcome: Outcome, drafted: Drafted, act: Act, few: Papers
) -> None:
    told = outcome(act("compare", Verb.COMPARE), drafted(LONG, ("compare", LONG)))
    assert (told.status, told.reason) == (DONE, "It is taken up in section 1, “Judges”.")
    compare = act("compare", Verb.COMPARE, text="I can add a table of judges.")
    lacking = outcome(compare, drafted(LONG, ("compare", LONG)))
    assert (lacking.status, lacking.lacks) == (
        PARTLY,
        "It asks for a table, and there is none.",
    )
    row = tuple(
        (Cell(text=p.title), Cell(text="x", evidence=(Evidence.of_passage(p.passages[0]),)))
        for p in few.values()
    )
    table = Table(columns=("Paper", "Tests"), rows=row, action_ids=(ActionId("compare"),))
    made = outcome(compare, drafted(LONG, table=table))
    assert (made.status, made.reason) == (
        DONE,
        "Section 1, “Judges”, has a table of 2 papers side by side.",
    )
    assert made.trace == ("Table with 2 papers in section 1, “Judges”.",)
    judged = outcome(compare, drafted(LONG, table=table), verdicts=(verdict(compare, PARTLY),))
    assert (judged.status, judged.reason) == (PARTLY, made.reason)
    wider = Table(
        columns=("Paper", "Tests", "Cost"),
        rows=tuple((*cells, Cell(text="not stated")) for cells in row),
        action_ids=(ActionId("compare"),),
    )
    sparse = outcome(compare, drafted(LONG, table=wider))
    assert (sparse.status, sparse.reason) == (
        PARTLY,
        "Section 1, “Judges”, has a table of 2 papers side by side, but “Cost” is told of none of "
        "them.",
    )


def test_ideas_that_an_action_asks_for_need_no_source(
    outcome: Outcome, drafted: Drafted, act: Act
) -> None:
    flag = Flag(error_type=ErrorType.FACTUAL, severity=Severity.WARNING, reason="The number 81.")
    doubt = Doubt(start=0, end=len(LONG), flag=flag)
    steps = act("steps", Verb.NEXT_STEPS)
    draft = drafted(LONG, ("steps", LONG), action_ids=("steps",), doubts=(doubt,))
    assert outcome(steps, draft).status is DONE


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
        elsewhere.reason == "It has no section of its own; it is taken up in section 1, “Judges”."
    )


def test_of_sections_that_list_an_action_the_one_that_is_about_it_was_written_for_it(
    outcome: Outcome, drafted: Drafted, act: Act
) -> None:
    relate = act("relate", Verb.CONNECT, "own judges")
    about = drafted(LONG, ("relate", LONG), title="Your Own Judges", action_ids=("relate",))
    beside = drafted(LONG, ("relate", LONG), title="Evidence", action_ids=("relate",))
    assert outcome(relate, beside, about).trace == (
        "Section 2, “Your Own Judges”, was written for it.",
    )
    assert outcome(relate, beside).trace == ("Section 1, “Evidence”, was written for it.",)
    made = outcome(relate, beside, beside)
    assert (made.trace, made.reason) == (
        (),
        "It is taken up in both sections, most of all in section 1, “Evidence”.",
    )
    order = act("by kind", Verb.FREE, stage="organization")
    both = [drafted(LONG, ("by kind", LONG), title="By Kind", action_ids=("by kind",))] * 2
    assert outcome(order, *both).trace == ()


def test_a_search_is_done_only_with_papers_that_it_alone_brought(
    outcome: Outcome, drafted: Drafted, act: Act, few: Papers
) -> None:
    search = act("search", Verb.SEARCH, "judges", stage="search_add")
    kim, ruiz = few.values()
    own = searched("search", kim)
    made = outcome(search, drafted(LONG), findings=own)
    assert (made.status, made.reason) == (DONE, "Its search added 1 paper that is cited: [1].")
    assert made.trace == (
        "Searched for “judges”: 1 paper, 1 cited; 1 that the question's own searches had not "
        "found, 1 of these cited.",
    )
    used = outcome(search, drafted(LONG, ("search", LONG)), findings=own)
    assert used.reason.endswith("Its search added 1 paper that is cited for it: [1].")
    unused = outcome(search, drafted(LONG), findings=searched("search", ruiz))
    added = "Its search added 1 paper to those that the question's own found; it is not cited."
    assert (unused.status, unused.reason) == (NOT, added)
    beside = drafted(LONG, ("search", LONG))
    related = outcome(search, beside, findings=searched("search", ruiz))
    assert (related.status, related.reason) == (
        PARTLY,
        f"It is taken up in section 1, “Judges”. {added}",
    )
    nothing = outcome(search, drafted(LONG), findings=searched("search"))
    assert (nothing.status, nothing.reason) == (NOT, "Its search found no papers.")
    assert outcome(search, beside, findings=searched("search")).status is PARTLY
    assert outcome(search, drafted(LONG)).reason == "No search was made for it."


def test_a_search_that_found_what_was_known_is_judged_by_what_its_words_cite(
    outcome: Outcome, drafted: Drafted, act: Act, few: Papers
) -> None:
    search = act("search", Verb.SEARCH, "judges", stage="search_add")
    kim, ruiz = few.values()
    same = "Its search found only papers that the question's own searches had found too"
    cites = drafted(f"{LONG} Judges fail [3].", ("search", LONG))

    def found(*papers: Paper) -> ActionOutcome:
        return outcome(search, cites, findings=asked_too(searched("search", *papers)))

    where = "It is taken up in section 1, “Judges”."
    assert (found(kim).status, found(kim).reason) == (
        DONE,
        f"{where} {same}; cited for it: [1].",
    )
    assert (found(ruiz).status, found(ruiz).reason) == (
        PARTLY,
        f"{where} {same}, and what is said for it cites none of them.",
    )
    unmarked = cites.model_copy(update={"highlights": ()})
    known = asked_too(searched("search", kim))
    assert outcome(search, unmarked, findings=known).reason == f"{same}; 1 of them is cited."


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
        == "Every cited paper keeps to it: from 2022."
    )
    made = outcome(recent, both)
    assert (made.status, made.reason) == (
        PARTLY,
        "1 of 2 cited papers don't keep to it or can't be checked: [1].",
    )
    assert outcome(recent, drafted(LONG)).status is NOT


def test_the_readers_own_papers_are_beside_what_a_search_is_limited_to(
    few: Papers, drafted: Drafted, act: Act
) -> None:
    mine = few[PaperId("p1")].model_copy(update={"relation": Relation.MINE})
    papers = {**few, mine.paper_id: mine}
    draft = drafted(f"{LONG} Judges fail [3].")
    made, checked = assemble([draft], papers), [Checked(draft=draft)]

    def reason(action: Action) -> tuple[OutcomeStatus, str]:
        found = gather_evidence([action], made, checked, Findings(hits=(), results=()), {})
        return outcomes(found)[0].status, outcomes(found)[0].reason

    filters = {"filters": SearchFilters(year_min=2022)}
    recent = act("recent", Verb.LIMIT, directive=filters, stage="search_refine")
    assert reason(recent) == (DONE, "Every cited paper but your own keeps to it: from 2022.")
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
        == "No words of the report are marked as carrying it out. The model says: “No quote names "
        "a licence.”"
    )
    assert (
        "model says"
        not in outcome(act("licences"), drafted(LONG, ("licences", LONG)), declined=declined).reason
    )


def test_only_what_words_could_still_carry_out_is_mended_the_emphasized_first(
    drafted: Drafted, act: Act, few: Papers
) -> None:
    actions = [act("one"), act("two", emphasis=True), act("done"), act("bullets", Verb.LIST)]
    draft = drafted(LONG, ("done", LONG))
    made, none = assemble([draft], few), Findings(hits=(), results=())
    done = outcomes(gather_evidence(actions, made, [Checked(draft=draft)], none, {}))
    assert [a.action_id for a in mendable(actions, done)] == ["two", "one"]


def asked_too(own: Findings) -> Findings:
    """The question's own search found the same."""
    query = SearchQuery(text="agreement", kind=QueryKind.QUESTION)
    n_hits = len(own.hits)
    asked = SearchRecord(query=query, source="corpus:test", n_hits=n_hits, seconds=0)
    return Findings(hits=own.hits, results=(*own.results, QueryResult(record=asked, hits=own.hits)))


def test_a_search_that_found_nothing_new_says_so_in_plain_words(few: Papers) -> None:
    papers = tuple(few.values())[:2]
    own = searched("experts", *papers)
    cited = {papers[0].paper_id}
    assert search_trace(ActionId("experts"), asked_too(own), cited) == (
        "Searched for “judges”: 2 papers, 1 cited; the question's own searches had found them too.",
    )
    assert search_trace(ActionId("experts"), own, cited) == (
        "Searched for “judges”: 2 papers, 1 cited; 2 that the question's own searches had not "
        "found, 1 of these cited.",
    )
