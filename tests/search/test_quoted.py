"""What was quoted stays with its paper when a search is made again."""

import pytest

from myscholar.domain.evidence import Evidence, Hit
from myscholar.domain.papers import Paper, Passage, PassageKind
from myscholar.search.fusion import RankedList, fuse
from myscholar.search.quoted import with_quoted

DOI = "10.1/tides"


def hit(paper_id, *named, source="s", **facts):
    """`named` are passages as "id: text"."""
    parted = [each.split(": ") for each in named]
    passages = tuple(
        Passage(passage_id=i, paper_id=paper_id, kind=PassageKind.BODY, text=t) for i, t in parted
    )
    paper = Paper(
        **{
            "paper_id": paper_id,
            "title": f"All that is known of {paper_id}",
            "passages": passages,
            **facts,
        }
    )
    return Hit(paper=paper, score=1.0, sources=(source,))


def quotes(*hits):
    return [Evidence.of_passage(passage) for hit in hits for passage in hit.paper.passages]


def shape(hits):
    return [(h.paper.paper_id, *(p.passage_id for p in h.paper.passages)) for h in hits]


def resolve(quoted, hits):
    papers = {h.paper.paper_id: h.paper for h in hits}
    return all(piece.is_in(papers) for piece in quoted)


def test_a_quoted_passage_that_the_cap_drops_stays_and_one_that_nobody_quotes_goes():
    before = hit("a", "1: Tides rise.", "2: Winds blow.", "3: Rain falls.")
    quoted = quotes(before)[:2]
    now = hit("a", "4: Snow melts.", "1: Tides rise.")
    assert shape(with_quoted([now], [before], quoted)) == [("a", "4", "1", "2")]


def test_a_longer_twin_or_the_same_text_under_another_id_does_not_replace_what_is_quoted():
    before = hit("a", "1: Tides rise at noon.")
    lists = [
        RankedList("s", (hit("a", "1: Tides rise at noon."),)),
        RankedList("t", (hit("a", "9: Tides rise at noon near shores."),)),
    ]
    (now,) = fuse(lists, per_paper_cap=4)
    assert shape([now]) == [("a", "9")]
    assert shape(with_quoted([now], [before], quotes(before))) == [("a", "9", "1")]
    same = hit("a", "8: Tides rise at noon.")
    assert resolve(quotes(before), with_quoted([same], [before], quotes(before)))


def test_a_quoted_paper_that_is_not_found_again_comes_last_and_an_unquoted_one_goes():
    before = [hit("a", "1: Tides rise."), hit("b", "2: Winds blow."), hit("c", "3: Rain falls.")]
    found = with_quoted([hit("c", "3: Rain falls.")], before, quotes(before[0]))
    assert shape(found) == [("c", "3"), ("a", "1")]


@pytest.mark.parametrize(
    "common", [{"doi": DOI}, {"s2_id": "CorpusId:7"}, {"title": "Of tides and of their causes"}]
)
def test_a_paper_that_another_source_finds_now_keeps_the_id_that_its_quotes_name(common):
    before, now = (
        hit("a", "1: Tides rise.", **common, year=2020),
        hit("b", "2: Winds blow.", source="t", **common, venue="Sea"),
    )
    (found,) = with_quoted([now], [before], quotes(before))
    assert shape([found]) == [("a", "2", "1")]
    assert {p.paper_id for p in found.paper.passages} == {"a"}
    assert (found.paper.year, found.paper.venue, found.sources) == (2020, "Sea", ("t",))


def test_a_paper_that_was_quoted_under_both_ids_keeps_both():
    before, now = (
        hit("a", "1: Tides rise.", doi=DOI),
        hit("b", "2: Winds blow.", source="t", doi=DOI),
    )
    found = with_quoted([now], [before], quotes(before, now))
    assert shape(found) == [("b", "2"), ("a", "1")]
    assert resolve(quotes(before, now), found)


def test_another_paper_behind_a_known_id_gets_an_id_of_its_own():
    before = hit("7", "7-1: Tides rise.", title="Of tides and of their causes")
    now = hit("7", "7-1: Bees dance.", title="How bees dance for one another", source="corpus:bees")
    found = with_quoted([now], [before], quotes(before))
    assert shape(found) == [("corpus:bees/7", "corpus:bees/7-1"), ("7", "7-1")]
    assert resolve(quotes(before), found)


def test_another_text_behind_a_known_passage_gets_an_id_of_its_own():
    before, now = hit("a", "1: Tides rise."), hit("a", "1: Tides rise at noon, as read anew.")
    found = with_quoted([now], [before], quotes(before))
    assert shape(found) == [("a", "s/1", "1")]
    assert resolve(quotes(before), found)


def test_what_is_kept_once_is_kept_again_in_the_same_way():
    before = [hit("7", "7-1: Tides rise.", doi=DOI), hit("a", "1: Winds blow.")]
    now = [
        hit("7", "7-1: Bees dance.", title="How bees dance", source="t"),
        hit("b", "2: Rain falls.", source="t", doi=DOI),
    ]
    once = with_quoted(now, before, quotes(*before))
    assert with_quoted(now, before, quotes(*before, *once)) == once
