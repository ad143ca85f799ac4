import pytest

from myscholar.domain.evidence import Hit
from myscholar.domain.papers import Paper, Passage, PassageKind
from myscholar.search.fusion import RankedList, fuse


def hit(paper_id, *texts, title=None, kind=PassageKind.BODY, **facts):
    passages = tuple(
        Passage(passage_id=f"{paper_id}-{t}", paper_id=paper_id, kind=kind, text=t) for t in texts
    )
    return Hit(
        paper=Paper(
            paper_id=paper_id, title=title or f"The title of {paper_id}", passages=passages, **facts
        ),
        score=1.0,
    )


def fused(*lists, cap=4):
    return fuse([RankedList(*given) for given in lists], per_paper_cap=cap)


def ids(hits):
    return [h.paper.paper_id for h in hits]


def test_scores_are_sums_of_reciprocal_ranks_scaled_to_the_best():
    hits = fused(("s", (hit("a"), hit("b"))), ("s", (hit("b"), hit("c"))))
    # a is first once, b second and first, c second once: 1/11, 1/12 + 1/11 and 1/12
    best = 1 / 12 + 1 / 11
    assert ids(hits) == ["b", "a", "c"]
    assert [h.score for h in hits] == pytest.approx([1.0, 1 / 11 / best, 1 / 12 / best])


def test_the_best_of_one_list_stands_before_a_paper_in_the_middle_of_five():
    lists = [("s", tuple(hit(f"{n}-{i}") for i in range(50))) for n in range(5)]
    middling = [("s", (*hits[:45], hit("middling"), *hits[45:])) for _, hits in lists]
    # 1 / 11 = 0.091 against 5 / (10 + 46) = 0.089; with 60 it would be 0.016 against 0.047
    found = ids(fused(*middling))
    assert found.index("middling") == 5


def test_a_list_of_double_weight_counts_twice():
    assert ids(fused(("s", (hit("a"),)), ("s", (hit("b"),), 2.0))) == ["b", "a"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"doi": "10.1/X"}, {"doi": "https://doi.org/10.1/x"}),
        ({"s2_id": "CorpusId:7"}, {"s2_id": "corpusid:7"}),
        ({"arxiv_id": "2401.01234"}, {"arxiv_id": "arXiv:2401.01234v2"}),
        ({"title": "Dense Passage Retrieval"}, {"title": "Dense passage retrieval."}),
    ],
)
def test_a_paper_of_two_sources_is_one_hit_with_both_names(one, other):
    hits = fused(("s", (hit("a", **one),)), ("t", (hit("b", **other),)))
    assert ids(hits) == ["a"]
    assert hits[0].sources == ("s", "t")


def test_papers_of_one_source_stay_apart_even_with_one_title():
    assert (
        len(
            fused(
                (
                    "s",
                    (
                        hit("a", title="Dense passage retrieval"),
                        hit("b", title="Dense passage retrieval"),
                    ),
                )
            )
        )
        == 2
    )


@pytest.mark.parametrize("title", ["Introduction", "Rego et al. (2021)"])
def test_titles_that_tell_nothing_do_not_join_papers(title):
    facts = (
        {"title": title, "authors": ("Rego et al.",), "year": 2021}
        if "Rego" in title
        else {"title": title[:8]}
    )
    assert (
        len(
            fused(
                ("s", (hit("a", "one text", **facts),)),
                ("t", (hit("b", "some other words", **facts),)),
            )
        )
        == 2
    )


def test_the_merged_paper_takes_what_it_does_not_know_from_the_other():
    first = hit(
        "a",
        "tides rise",
        title="Rego et al. (2021)",
        authors=("Rego et al.",),
        year=2021,
        doi="10.1/x",
        citation_count=3,
    )
    other = hit(
        "b", "wind blows", title="On tides and wind", doi="10.1/x", venue="Nature", citation_count=5
    )
    (found,) = fused(("s", (first,)), ("t", (other,)))
    paper = found.paper
    assert (paper.paper_id, paper.title, paper.venue, paper.year, paper.citation_count) == (
        "b",
        "On tides and wind",
        "Nature",
        2021,
        5,
    )
    assert [(p.paper_id, p.text) for p in paper.passages] == [
        ("b", "tides rise"),
        ("b", "wind blows"),
    ]


def test_passages_are_merged_over_queries_best_first_and_capped():
    lists = (
        ("s", (hit("a", "tides rise", "moon pulls"),)),
        ("s", (hit("a", "wind blows", "sea swells", "rain falls"),), 2.0),
    )
    # 2 * (1, 1/2, 1/3) against 1 * (1, 1/2)
    (found,) = fused(*lists, cap=3)
    assert [p.text for p in found.paper.passages] == ["wind blows", "tides rise", "sea swells"]


def test_of_near_duplicates_the_longer_stands_at_the_better_place():
    (found,) = fused(
        ("s", (hit("a", "Tides rise at noon.", "Wind blows.", "Tides rise at noon near shores."),))
    )
    assert [p.text for p in found.paper.passages] == [
        "Tides rise at noon near shores.",
        "Wind blows.",
    ]


def test_a_text_that_a_better_paper_has_is_not_shown_twice():
    hits = fused(("s", (hit("a", "Tides rise."), hit("b", "tides rise"), hit("c"))))
    assert ids(hits) == ["a", "c"]


def test_nothing_gives_nothing():
    assert fused() == ()
