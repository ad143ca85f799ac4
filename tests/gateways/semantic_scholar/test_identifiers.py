import pytest

from myscholar.gateways.semantic_scholar.identifiers import Names, paper_id, parse_identifier

HASH = "649def34f8be52c8b66281af98ae884c09aef38b"


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (HASH, HASH),
        (HASH.upper(), HASH),
        ("CorpusId:215416146", "CorpusId:215416146"),
        ("corpusid: 215416146", "CorpusId:215416146"),
        ("DOI:10.18653/v1/N18-3011", "DOI:10.18653/v1/N18-3011"),
        ("10.18653/v1/N18-3011", "DOI:10.18653/v1/N18-3011"),
        ("10.48550/arXiv.2106.15928", "ARXIV:2106.15928"),
        ("arXiv:2106.15928v3", "ARXIV:2106.15928"),
        ("2106.15928", "ARXIV:2106.15928"),
        ("cs/0112017", "ARXIV:cs/0112017"),
        ("math.GT/0309136", "ARXIV:math.GT/0309136"),
        ("ACL:W12-3903", "ACL:W12-3903"),
        ("PMID:19872477", "PMID:19872477"),
        (f"https://www.semanticscholar.org/paper/Some-Title-Here/{HASH}", HASH),
        (f"https://www.semanticscholar.org/paper/{HASH}?sort=x", HASH),
        ("https://api.semanticscholar.org/CorpusID:215416146", "CorpusId:215416146"),
        ("https://arxiv.org/abs/2106.15928v2", "ARXIV:2106.15928"),
        ("http://arxiv.org/pdf/2106.15928v2.pdf", "ARXIV:2106.15928"),
        ("https://export.arxiv.org/abs/cs/0112017", "ARXIV:cs/0112017"),
        ("https://doi.org/10.1145/3292500.3330665", "DOI:10.1145/3292500.3330665"),
        ("https://dx.doi.org/10.1002/%28SICI%291097", "DOI:10.1002/(SICI)1097"),
        ("https://aclanthology.org/2022.acl-long.199/", "ACL:2022.acl-long.199"),
        ("https://aclanthology.org/2022.acl-long.199.pdf", "ACL:2022.acl-long.199"),
        ("https://www.aclweb.org/anthology/W12-3903", "ACL:W12-3903"),
        ("https://pubmed.ncbi.nlm.nih.gov/19872477/", "PMID:19872477"),
        ("https://example.org/paper.html", "URL:https://example.org/paper.html"),
        (
            f"https://notsemanticscholar.org/paper/{HASH}",
            f"URL:https://notsemanticscholar.org/paper/{HASH}",
        ),
    ],
)
def test_every_way_to_name_a_paper_becomes_the_services_id(written, value):
    assert parse_identifier(f"  {written} ") == (Names.PAPER, value)


@pytest.mark.parametrize(
    ("written", "names", "value"),
    [
        ("author:1741101", Names.AUTHOR_ID, "1741101"),
        ("Author: Ada Example", Names.AUTHOR_NAME, "Ada Example"),
        ("https://www.semanticscholar.org/author/Ada-Example/1741101", Names.AUTHOR_ID, "1741101"),
        ("https://www.semanticscholar.org/author/1741101?page=2", Names.AUTHOR_ID, "1741101"),
    ],
)
def test_authors_are_told_from_papers(written, names, value):
    assert parse_identifier(written) == (names, value)


@pytest.mark.parametrize(
    "title", ["Attention is all you need", "DOI: what it is and is not", "2001: A space odyssey"]
)
def test_anything_else_is_a_title(title):
    assert parse_identifier(f" {title}\n") == (Names.TITLE, title)


def test_what_is_no_address_after_all_is_left_to_the_service():
    assert parse_identifier("https://[x") == (Names.PAPER, "URL:https://[x")


def test_half_characters_which_no_request_can_hold_become_question_marks():
    assert parse_identifier("author:A\udcff") == (Names.AUTHOR_NAME, "A?")
    assert paper_id("ACL:\udcff") == "ACL:?"
    assert paper_id("\udcff") == "?"
