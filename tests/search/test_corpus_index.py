import pytest

from myscholar.domain.evidence import SearchFilters, SearchQuery
from myscholar.errors import CorpusCorrupt, CorpusError, CorpusLocked, NoPapers, UnknownName
from myscholar.gateways.embedding.lsa import LsaEmbedder
from myscholar.search.corpus.generations import corpus_names, writing
from myscholar.search.corpus.index import CorpusIndex


def ids(index, text, limit=10, **filters):
    return [
        h.paper.paper_id
        for h in index.search_now(SearchQuery(text=text, filters=SearchFilters(**filters)), limit)
    ]


def test_a_question_in_plain_words_finds_the_paper_about_it(index):
    hit = index.search_now(SearchQuery(text="How do robots grasp fruit?"), 3)[0]
    assert hit.paper.paper_id == "p3"
    assert hit.paper.passages[0].text == "A robot arm grasps fruit with a soft gripper."
    assert hit.sources == ("corpus:small",)


def test_scores_fall_from_at_most_one(index):
    scores = [h.score for h in index.search_now(SearchQuery(text="retrieval of passages"), 10)]
    assert scores == sorted(scores, reverse=True)
    assert 0 < scores[-1] <= scores[0] <= 1


@pytest.mark.parametrize("text", ["zxqvw", "?!", "..."])
def test_words_that_occur_nowhere_find_nothing(index, text):
    assert ids(index, text) == []


def test_a_query_of_stop_words_and_one_of_20_000_characters_are_answered(index):
    assert isinstance(ids(index, "what is it about"), list)
    assert ids(index, "soft gripper " * 1600)[0] == "p3"


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"year_min": 2021}, {"p2"}),
        ({"year_max": 2020}, {"p1"}),
        ({"min_citations": 41}, {"p1"}),
        ({"venues": ("acl",)}, {"p1", "p2"}),
        ({"fields": ("computer",)}, {"p1"}),
        ({"open_access": True}, {"p1"}),
        ({"venues": ("nowhere",)}, set()),
        ({"min_citations": 10**20}, set()),
    ],
)
def test_filters_hold_inside_the_query_and_shut_out_what_is_unknown(index, filters, expected):
    assert set(ids(index, "retrieval questions", **filters)) == expected


def test_a_filter_still_fills_the_list_when_most_papers_fail_it(jsonl, build, tmp_path):
    rows = [
        {
            "paper_id": f"n{i}",
            "title": f"Retrieval study {i}",
            "text": "retrieval " * 5,
            "year": 2000,
        }
        for i in range(500)
    ]
    late = [
        {
            "paper_id": f"y{i}",
            "title": f"A long title on retrieval {i}",
            "text": "other words",
            "year": 2024,
        }
        for i in range(5)
    ]
    build(jsonl(*rows, *late))
    found = ids(CorpusIndex.open(tmp_path / "small"), "retrieval study", limit=5, year_min=2020)
    assert set(found) == {f"y{i}" for i in range(5)}


def test_rows_with_one_id_are_passages_of_one_paper_and_equal_titles_stay_apart(
    jsonl, build, tmp_path
):
    rows = [
        {"_id": "a", "title": "On tides", "text": f"Tides rise in place {i}."} for i in range(5)
    ]
    info = build(jsonl(*rows, {"_id": "b", "title": "On tides", "text": "Tides fall."}))
    index = CorpusIndex.open(tmp_path / "small")
    hits = {h.paper.paper_id: h for h in index.search_now(SearchQuery(text="tides rise"), 10)}
    assert (info.n_papers, info.n_passages) == (2, 6)
    assert (len(hits["a"].paper.passages), len(hits["b"].paper.passages)) == (3, 1)


def test_a_paper_of_which_only_the_title_is_known_can_be_found(jsonl, build, tmp_path):
    build(jsonl({"paper_id": "a", "title": "On tides"}, {"paper_id": "b", "title": "On wind"}))
    hits = CorpusIndex.open(tmp_path / "small").search_now(SearchQuery(text="tides"), 10)
    assert [(h.paper.paper_id, h.paper.passages) for h in hits] == [("a", ())]


def test_adding_keeps_what_is_there_and_counts_only_what_is_new(jsonl, build, tmp_path):
    first = jsonl({"paper_id": "a", "title": "On tides", "text": "Tides rise."})
    more = jsonl(
        {"paper_id": "a", "title": "On tides", "text": "Tides rise."},
        {"paper_id": "a", "title": "On tides", "text": "Tides fall at night."},
        {"paper_id": "b", "title": "On wind", "text": "Wind blows."},
        name="more.jsonl",
    )
    build(first)
    info = build(more)
    assert (info.n_papers, info.n_passages, info.n_new_papers, info.n_new_passages) == (2, 3, 1, 2)
    assert [p.rsplit("/", 1)[-1] for p in info.sources] == ["papers.jsonl", "more.jsonl"]
    index = CorpusIndex.open(tmp_path / "small")
    assert (ids(index, "wind"), ids(index, "night")) == (["b"], ["a"])


def test_a_title_that_comes_later_replaces_the_derived_one(jsonl, build, tmp_path):
    build(
        jsonl(
            {
                "paper_id": "a",
                "title": None,
                "authors": ["Rego et al."],
                "year": 2021,
                "text": "Tides rise.",
            }
        )
    )
    build(jsonl({"paper_id": "a", "title": "On tides", "text": "Tides fall."}, name="more.jsonl"))
    hits = CorpusIndex.open(tmp_path / "small").search_now(SearchQuery(text="tides"), 1)
    assert hits[0].paper.title == "On tides"


def test_a_rebuild_without_sources_reads_those_used_before(jsonl, build):
    build(jsonl({"paper_id": "a", "title": "On tides"}))
    jsonl({"paper_id": "b", "title": "On wind"})
    assert build(rebuild=True).n_papers == 1


def test_an_open_index_stays_usable_while_the_next_is_built(index, jsonl, build, tmp_path):
    build(jsonl({"paper_id": "z", "title": "Tides"}, name="z.jsonl"), rebuild=True)
    assert ids(index, "soft gripper")[0] == "p3"
    assert ids(CorpusIndex.open(tmp_path / "small"), "tides") == ["z"]


def test_a_build_that_fails_leaves_the_old_state(index, jsonl, build, tmp_path):
    class Broken(LsaEmbedder):
        def fit(self, texts):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(
            jsonl({"paper_id": "z", "title": "Tides"}, name="z.jsonl"),
            embedder=Broken(dimension=4),
            rebuild=True,
        )
    assert CorpusIndex.open(tmp_path / "small").info.n_papers == 4
    assert build(jsonl({"paper_id": "z", "title": "Tides"}, name="z.jsonl")).n_papers == 5


def test_one_writer_at_a_time(jsonl, build, tmp_path):
    source = jsonl({"paper_id": "a", "title": "On tides"})
    with writing(tmp_path / "small"), pytest.raises(CorpusLocked, match="Another process"):
        build(source)
    assert build(source).n_papers == 1


def test_nothing_to_index_says_what_was_wrong(jsonl, build, tmp_path):
    with pytest.raises(NoPapers, match="line 1"):
        build(jsonl("not json"))
    with pytest.raises(UnknownName, match="no corpus yet"):
        CorpusIndex.open(tmp_path / "small")
    assert corpus_names(tmp_path) == ()


def test_another_embedder_needs_a_rebuild(index, jsonl, build):
    with pytest.raises(CorpusError, match="or rebuild it"):
        build(jsonl({"paper_id": "z", "title": "Tides"}, name="z.jsonl"), embedder=None)


def test_a_corpus_without_embedder_is_searched_by_words(jsonl, build, tmp_path):
    build(
        jsonl({"paper_id": "a", "title": "On tides"}, {"paper_id": "b", "title": "On wind"}),
        embedder=None,
    )
    assert ids(CorpusIndex.open(tmp_path / "small"), "wind") == ["b"]


@pytest.mark.parametrize(
    "name",
    [
        "papers.sqlite",
        "vectors.f32",
        "columns.npz",
        "embedder.bin",
        "info.json",
        "lexical/meta.json",
    ],
)
@pytest.mark.parametrize("damage", ["missing", "truncated"])
def test_a_damaged_index_says_how_to_rebuild(index, build, tmp_path, name, damage):
    file = next((tmp_path / "small").glob(f"0*/{name}"))
    if damage == "missing":
        file.unlink()
    else:
        file.write_bytes(file.read_bytes()[:7])
    with pytest.raises(CorpusCorrupt, match="Rebuild it"):
        CorpusIndex.open(tmp_path / "small")


def test_overwritten_bytes_are_told_as_damage_and_a_rebuild_mends_it(index, jsonl, build, tmp_path):
    for file in (tmp_path / "small").glob("0*/papers.sqlite"):
        file.write_bytes(b"\0" * file.stat().st_size)
    with pytest.raises(CorpusCorrupt):
        CorpusIndex.open(tmp_path / "small")
    assert (
        build(jsonl({"paper_id": "z", "title": "Tides"}, name="z.jsonl"), rebuild=True).n_papers
        == 1
    )


def test_an_unknown_corpus_is_named_with_the_known_ones(index, tmp_path):
    with pytest.raises(UnknownName, match="small"):
        CorpusIndex.open(tmp_path / "absent")
    assert corpus_names(tmp_path) == ("small",)


async def test_the_same_hits_beside_the_event_loop(index):
    query = SearchQuery(text="soft gripper")
    assert await index.search(query, 3) == index.search_now(query, 3)


def test_two_files_that_both_count_from_one_keep_their_papers_apart(jsonl, build, tmp_path):
    tides = jsonl(
        {"_id": "1", "title": "Tides of the moon", "text": "Tides rise with the moon."},
        name="tides.jsonl",
    )
    fish = jsonl(
        {"_id": "1", "title": "Fish of the deep sea", "text": "Fish swim below the tides."},
        name="fish.jsonl",
    )
    assert build(tides, fish).n_papers == 2
    hits = CorpusIndex.open(tmp_path / "small").search_now(SearchQuery(text="fish tides"), 5)
    assert {(h.paper.title, p.text) for h in hits for p in h.paper.passages} == {
        ("Tides of the moon", "Tides rise with the moon."),
        ("Fish of the deep sea", "Fish swim below the tides."),
    }
    assert all(p.paper_id == h.paper.paper_id for h in hits for p in h.paper.passages)
    assert build(fish).n_new_papers == 0


@pytest.mark.parametrize("given", [{}, {"_id": "1"}])
@pytest.mark.parametrize("text", ["Robots grasp {}.", "No abstract available."])
def test_papers_of_one_title_with_dois_of_their_own_stay_apart_also_when_they_come_again(
    jsonl, build, tmp_path, given, text
):
    fruits = "apples", "pears", "plums"
    rows = [
        given | {"title": "Preface", "doi": f"10.1234/{fruit}", "abstract": text.format(fruit)}
        for fruit in fruits
    ]
    link = rows[1] | {"doi": "https://doi.org/10.1234/PEARS"}
    for n_new in (3, 0):
        made = build(jsonl(*rows, link, name="prefaces.jsonl"))
        assert (made.n_papers, made.n_new_papers, made.n_passages) == (3, n_new, 3)
    index = CorpusIndex.open(tmp_path / "small")
    for fruit, row in zip(fruits, rows, strict=True):
        hits = index.search_now(SearchQuery(text=f"preface {row['abstract']}"), 3)
        assert fruit in [hit.paper.doi.rpartition("/")[2] for hit in hits]


def test_snippets_without_a_title_belong_to_the_paper_of_their_id(jsonl, build):
    rows = [
        {"paper_id": "7", "snippet_id": f"s{i}", "kind": "passage", "text": text}
        for i, text in enumerate(("Tides rise.", "Moons pull."))
    ]
    assert build(jsonl(*rows)).n_papers == 1
