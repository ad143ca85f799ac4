"""The question, for whom and how it is answered, where to search and for which papers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import streamlit as st

from myscholar.domain.evidence import SearchFilters
from myscholar.domain.interaction import ResearchPlan
from myscholar.surfaces.web.components import trouble
from myscholar.surfaces.web.components.ask import involving, task_file
from myscholar.surfaces.web.components.layout import row
from myscholar.surfaces.web.components.profile.profile_choice import labels_of
from myscholar.surfaces.web.held import held
from myscholar.surfaces.web.navigation import PROFILE
from myscholar.surfaces.web.plain import plain
from myscholar.workflows.ask.question_hints import Example
from myscholar.workflows.library.source_names import SourceChoice
from myscholar.workflows.profile.profiles import SavedProfile

KEY = "question"
_SEARCH = "search-options"
NOBODY = ""
ANY_PAPER = SearchFilters()


@dataclass(frozen=True)
class Asked:
    """What a person set. `filters` None: they contradict each other, which is said beside them.
    `instead_of` is the question as it stood here before, which a second tab may have changed."""

    question: str = ""
    profile_id: str | None = None
    sources: tuple[str, ...] = ()
    filters: SearchFilters | None = ANY_PAPER
    with_tables: bool = True
    with_actions: bool = True
    research: ResearchPlan | None = None
    instead_of: str = field(default="", compare=False)


@dataclass
class _Here:
    """`given` is what was filled in last, with the question's id; `replaced` the text that stood
    there before."""

    given: tuple[str | None, Asked] | None = None
    replaced: str = ""
    opens_search: bool = False


def show(
    given: Asked,
    choices: Sequence[SourceChoice],
    profiles: Sequence[SavedProfile],
    examples: Sequence[Example],
    *,
    of: str | None,
    searched: Callable[[tuple[str, ...]], Sequence[str]],
) -> Asked:
    """`given` is what is kept of the question with the id `of`, `searched` tells the names of what
    is searched; what the person sees and changes since comes back."""
    _fill(of, given, {c.name for c in choices}, {p.profile_id for p in profiles})
    question = st.text_area(
        "Your question",
        key=KEY,
        height="content",
        max_chars=20_000,
        placeholder="One question, as you would put it to a colleague",
    )
    if not question.strip():
        _examples(examples)
    with row("question-options", gap="medium"):
        profile = _profile(profiles)
        with_tables, without = _toggles()
    if not profiles:
        with row("no-profile"):
            st.caption("Without a profile, actions fit anyone who asks this.", width="content")
            st.page_link(PROFILE, label="Make a profile", icon=":material/person:")
    here = held(_Here)
    if here.opens_search:  # a widget's own state does not outlive its page
        st.session_state[_SEARCH], here.opens_search = True, False
    with row("search-toolbar"):
        with st.popover(
            "Sources and filters",
            icon=":material/tune:",
            type="tertiary",
            key=_SEARCH,
            on_change="rerun",
        ):
            sources = _sources(choices)
            filters = _filters()
        st.caption(plain(_summary(searched(sources), filters)), width="stretch")
    new = question if question != given.question else ""  # one that was asked needs no suggestion
    research = involving.show(new, given.research, has_profile=bool(profile))
    before = here.given[1].question if here.given else ""
    return Asked(
        question, profile or None, sources, filters, with_tables, not without, research, before
    )


def open_search() -> None:
    """The next time, the sources and filters are open to be changed."""
    held(_Here).opens_search = True


def note_given(of: str, asked: Asked) -> None:
    """What was shown last is kept now: it need not be filled in again."""
    held(_Here).given = (of, asked)


def hold_rewording(of: str, given: Asked) -> bool:
    """Whether other words are typed than were kept of the question `of`, which is gone. They then
    stay, for a new one that begins as `given`."""
    here, typed = held(_Here), st.session_state.get(KEY, "").strip()
    is_own = bool(typed and here.given and here.given[0] == of and here.given[1].question != typed)
    if is_own:
        here.given = (None, given)
    return is_own


def _fill(of: str | None, given: Asked, sources: set[str], profiles: set[str]) -> None:
    """Another question is filled in as it is kept. Of the same one, as after a change in a second
    tab, what was changed here stays."""
    state, here = st.session_state, held(_Here)
    known = here.given if KEY in state else None
    if known == (of, given):
        if state[KEY] == here.replaced:  # a click that was on its way brings the old text along
            state[KEY] = given.question
        here.replaced = ""
        return
    stood = state[KEY] if known and known[0] == of else ""
    before = _values(known[1], sources, profiles) if known and known[0] == of else {}
    is_own = known and before and state[KEY] not in (before[KEY], given.question)
    for name, value in _values(given, sources, profiles).items():
        if name not in before or state.get(name) == before[name]:
            state[name] = value
    here.replaced = stood if state[KEY] != stood else ""
    here.given = (of, replace(given, question=known[1].question) if known and is_own else given)


def _values(given: Asked, sources: set[str], profiles: set[str]) -> dict[str, object]:
    """By the names of the widgets."""
    filters = given.filters or ANY_PAPER
    return {
        KEY: given.question,
        "ask-profile": given.profile_id if given.profile_id in profiles else NOBODY,
        "with-tables": given.with_tables,
        "without-actions": not given.with_actions,
        "sources": [name for name in given.sources if name in sources],
        "year-min": filters.year_min,
        "year-max": filters.year_max,
        "citations": filters.min_citations,
        "open-access": filters.open_access,
        "venues": ", ".join(filters.venues),
        "fields": ", ".join(filters.fields),
        **involving.values(given.research),
    }


def _examples(examples: Sequence[Example]) -> None:
    with row("examples"):
        st.caption("For example:", width="content")
        for number, example in enumerate(examples):
            st.button(
                plain(example.label),
                help=plain(example.question),
                type="tertiary",
                key=f"example-{number}",
                on_click=_take,
                args=(example.question,),
            )
        task_file.show(_take)


def _take(question: str) -> None:
    st.session_state[KEY] = question


def _toggles() -> tuple[bool, bool]:
    """Whether there are to be tables, and whether there are to be no actions."""
    with st.container(horizontal=True, gap="medium", width="content", key="toggles"):
        with_tables = st.toggle("Tables where sections compare", key="with-tables")
        without = st.toggle(
            "Go without actions",
            key="without-actions",
            help="The report is written at once, from the question.",
        )
    return with_tables, without


def _profile(profiles: Sequence[SavedProfile]) -> str | None:
    names = {NOBODY: "Nobody in particular", **labels_of(profiles)}
    with row(width="content"):
        st.markdown("For", width="content")
        return st.selectbox(
            "For whom: a profile, or nobody in particular",
            list(names),
            format_func=names.__getitem__,
            key="ask-profile",
            label_visibility="collapsed",
            width=260,
        )


def _summary(where: Sequence[str], filters: SearchFilters | None) -> str:
    """What is set, in one line."""
    said = (
        "contradict each other" if filters is None else "none" if filters.is_empty else str(filters)
    )
    return f"Searches {', '.join(where)} · Filters: {said}"


def _sources(choices: Sequence[SourceChoice]) -> tuple[str, ...]:
    labels = {c.name: c.label for c in choices}
    chosen = st.multiselect(
        "Sources",
        list(labels),
        format_func=labels.__getitem__,
        key="sources",
        placeholder="Everything there is",
        help="Left empty, everything there is is searched: it stands above by name.",
    )
    return tuple(chosen)


def _filters() -> SearchFilters | None:
    with row(vertical_alignment="bottom"):
        first = st.number_input(
            "From year", 1000, 2999, value=None, step=1, key="year-min", width=140
        )
        last = st.number_input("To year", 1000, 2999, value=None, step=1, key="year-max", width=140)
        citations = st.number_input(
            "At least so many citations", 0, value=None, step=10, key="citations", width=200
        )
        open_access = st.checkbox("Open access only", key="open-access")
    with st.container(horizontal=True):
        venues = st.text_input("Venues", placeholder="ACL, NeurIPS", key="venues")
        fields = st.text_input(
            "Fields of study", placeholder="Computer Science, Medicine", key="fields"
        )
    with trouble.shown_here():
        return SearchFilters(
            year_min=first, year_max=last, min_citations=citations, open_access=open_access,
            venues=_split(venues), fields=_split(fields),
        )  # fmt: skip
    return None


def _split(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())
