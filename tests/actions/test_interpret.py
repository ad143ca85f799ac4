import pytest

from myscholar.actions.interpret import compatible, interpret
from myscholar.actions.own import edit_action, emphasize, new_action
from myscholar.domain.actions import Stage, Verb
from myscholar.domain.evidence import SearchFilters
from myscholar.errors import EmptyQuestion

QUESTION = "How is question generation evaluated?"


@pytest.mark.parametrize(
    ("text", "verb", "terms"),
    [
        ("leave out survey papers", Verb.EXCLUDE, ("survey",)),
        ("don't include papers about images", Verb.EXCLUDE, ("images",)),
        ("make a table comparing datasets", Verb.COMPARE, ("datasets",)),
        ("compare LIME and SHAP", Verb.COMPARE, ("LIME", "SHAP")),
        ("focus on clinical settings", Verb.FOCUS, ("clinical settings",)),
        ("explain like I'm new to this: define RAG", Verb.DEFINE, ("RAG",)),
        ("keep it short", Verb.BRIEF, ()),
        ("use bullet points", Verb.LIST, ()),
        ("order chronologically", Verb.ORDER_BY_YEAR, ()),
        ("connect it to my work", Verb.CONNECT, ()),
        ("relate the findings to my papers on topic models", Verb.CONNECT, ("topic models",)),
        ("what could I study next", Verb.NEXT_STEPS, ()),
        ("add a section on failure modes", Verb.ADD_SECTION, ("failure modes",)),
        ("skip the background", Verb.SKIP_SECTION, ("background",)),
        ("skip basic definitions of neural networks", Verb.SKIP_DEFINITIONS, ("neural networks",)),
        ("prefer quantitative results", Verb.NUMBERS, ()),
        ("mention the limitations of each method", Verb.LIMITATIONS, ()),
        ("Also search for claim decomposition", Verb.SEARCH, ("claim decomposition",)),
        (
            "I can see if there are papers on fairness, which might help you cover ethics.",
            Verb.SEARCH,
            ("fairness",),
        ),
        ("something about the Kalman filter", Verb.FREE, ("Kalman filter",)),
    ],
)
def test_free_words_become_what_the_writer_executes(
    text: str, verb: Verb, terms: tuple[str, ...]
) -> None:
    found = interpret(text)
    assert (found.verb, found.terms) == (verb, terms)


@pytest.mark.parametrize(
    ("text", "filters"),
    [
        ("only papers after 2021", SearchFilters(year_min=2022)),
        ("papers since 2019", SearchFilters(year_min=2019)),
        ("only papers as of 2019", SearchFilters(year_min=2019)),
        ("only papers > 2019", SearchFilters(year_min=2020)),
        ("only papers prior to 2019", SearchFilters(year_max=2018)),
        ("only papers through 2019", SearchFilters(year_max=2019)),
        ("drop papers prior to 2019", SearchFilters(year_min=2019)),
        ("2020+", SearchFilters(year_min=2020)),
        ("ignore papers before 2015", SearchFilters(year_min=2015)),
        ("drop papers before 2015", SearchFilters(year_min=2015)),
        ("skip papers after 2015", SearchFilters(year_max=2015)),
        ("only papers no earlier than 2015", SearchFilters(year_min=2015)),
        ("only papers no later than 2015", SearchFilters(year_max=2015)),
        ("between 2010 and 2014", SearchFilters(year_min=2010, year_max=2014)),
        ("only older work, up to 2005", SearchFilters(year_max=2005)),
        (">= 50 citations", SearchFilters(min_citations=50)),
        ("more than 100 citations", SearchFilters(min_citations=101)),
        ("only ACL and EMNLP", SearchFilters(venues=("ACL", "EMNLP"))),
        ("open access only", SearchFilters(open_access=True)),
    ],
)
def test_words_about_years_venues_and_citations_become_filters(
    text: str, filters: SearchFilters
) -> None:
    found = interpret(text)
    assert (found.verb, found.filters) == (Verb.LIMIT, filters)


@pytest.mark.parametrize(
    ("text", "verb", "terms", "without"),
    [
        ("put papers without reference answers first", Verb.FOCUS, (), ("reference answers",)),
        (
            "search for summarization that does not need training",
            Verb.SEARCH,
            ("summarization",),
            ("training",),
        ),
        ("add a section on sensors except cameras", Verb.ADD_SECTION, ("sensors",), ("cameras",)),
        ("leave out papers without field trials", Verb.FOCUS, ("field trials",), ()),
        ("exclude cameras", Verb.EXCLUDE, ("cameras",), ()),
    ],
)
def test_what_words_deny_is_never_what_is_sought(
    text: str, verb: Verb, terms: tuple[str, ...], without: tuple[str, ...]
) -> None:
    found = interpret(text)
    assert (found.verb, found.terms, found.without) == (verb, terms, without)


def test_with_and_without_are_not_the_same_action() -> None:
    assert not compatible(
        interpret("put papers with cameras first"), interpret("put papers without cameras first")
    )


def test_a_filter_beside_another_wish_goes_with_it() -> None:
    found = interpret("search for topic models since 2018")
    assert (found.verb, found.terms, found.filters.year_min) == (
        Verb.SEARCH,
        ("topic models",),
        2018,
    )


def test_a_user_s_own_action_is_switched_on_and_says_whose_it_is() -> None:
    action = new_action("focus on hospitals", action_id="u1", question=QUESTION)
    assert (action.enabled, action.origin, action.stage) == (True, "user", Stage.SEARCH_REFINE)


def test_an_action_without_a_topic_takes_that_of_the_question() -> None:
    assert new_action(
        "define the key terms", action_id="u1", question=QUESTION
    ).directive.terms == ("question generation",)


def test_an_edited_action_keeps_its_place_and_is_read_anew() -> None:
    action = new_action("focus on hospitals", action_id="u1", question=QUESTION).model_copy(
        update={"enabled": False, "personalized": True}
    )
    edited = edit_action(action, "leave out hospitals")
    assert (edited.action_id, edited.enabled, edited.personalized) == ("u1", False, True)
    assert edited.directive.verb is Verb.EXCLUDE


def test_emphasis_switches_an_action_on() -> None:
    action = new_action("focus on hospitals", action_id="u1", question=QUESTION).model_copy(
        update={"enabled": False}
    )
    assert emphasize(action).enabled
    assert not emphasize(emphasize(action), on=False).emphasis


def test_an_empty_action_is_refused() -> None:
    with pytest.raises(EmptyQuestion):
        new_action(" . ", action_id="u1", question=QUESTION)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "???",
        "x" * 3_000,
        "<script>alert(1)</script>",
        "only papers from 2021 to 2019",
        "不要综述",
    ],
)
def test_odd_words_never_fail(text: str) -> None:
    assert interpret(text).verb in Verb


def test_other_topics_are_another_action() -> None:
    assert not compatible(interpret("focus on hospitals"), interpret("focus on schools"))


@pytest.mark.parametrize(
    ("text", "stage"),
    [
        ("Group the papers by method", Stage.ORGANIZATION),
        ("Please start each section with its answer", Stage.ORGANIZATION),
        ("Write in plain words", Stage.GENERATION),
        ("something about the Kalman filter", Stage.SEARCH_ADD),
    ],
)
def test_words_that_fit_no_rule_are_about_the_form_where_they_begin_so(
    text: str, stage: Stage
) -> None:
    made = new_action(text, action_id="mine", question="How do robots find their way?")
    assert (made.directive.verb, made.stage) == (Verb.FREE, stage)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Skip basic wren song definitions", ("wren song",)),
        ("Skip definitions of wren song", ("wren song",)),
        ("Leave out basic definitions", ()),
    ],
)
def test_what_is_not_to_be_defined_stands_before_or_behind(
    text: str, terms: tuple[str, ...]
) -> None:
    found = interpret(text)
    assert (found.verb, found.terms) == (Verb.SKIP_DEFINITIONS, terms)


def test_a_number_of_thousands_of_digits_stops_nobody() -> None:
    assert interpret(f"only papers cited at least {'9' * 4500} times").filters.min_citations
