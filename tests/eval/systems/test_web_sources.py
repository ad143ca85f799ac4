"""The words of what a report cites, from its public address."""

import asyncio
import time

import httpx
import pytest

from eval.systems.web_sources import MAX_BYTES, fetch_source, open_downloader, passages_of
from myscholar.gateways.semantic_scholar.download import Downloaded

URL = "https://bees.example.org/hedges"
PAGE = """<html><head><title>Bees</title><style>p {color: red}</style></head><body>
<nav><p>Home, about us and all the other pages of this site</p></nav>
<p>Hedgerows raise the abundance of <b>wild
bees</b> in arable fields.</p><script>var hidden = "Hedgerows are hidden in this script";</script>
<ul><li>Early shrubs &amp; late herbs feed them through the year.</li><li>More</li></ul>
</body></html>"""


def fetched(answer, *, url: str = URL, address: str = "93.184.215.14"):
    async def resolve(host: str, port: int):
        return [address]

    async def fetch():
        async with httpx.AsyncClient(transport=httpx.MockTransport(answer)) as http:
            from dataclasses import replace

            return await fetch_source(replace(open_downloader(http), resolve=resolve), url)

    return asyncio.run(fetch())


def page(request: httpx.Request) -> httpx.Response:
    return httpx.Response(200, text=PAGE, headers={"content-type": "text/html; charset=utf-8"})


def test_a_page_becomes_its_paragraphs_without_menus_and_scripts():
    found = fetched(page)
    assert found.passages == (
        "Hedgerows raise the abundance of wild bees in arable fields.",
        "Early shrubs & late herbs feed them through the year.",
    )
    assert found.failed is None


def test_plain_text_is_parted_at_blank_lines_and_its_charset_is_believed():
    text = "Haies et abeilles sauvages dans les champs cultivés.\n\nLes arbustes précoces comptent."
    found = Downloaded(text.encode("latin-1"), "text/plain; charset=iso-8859-1")
    assert passages_of(found)[0].endswith("cultivés.")
    unknown = Downloaded(text.encode(), "text/plain; charset=nobodys")
    assert passages_of(unknown)[0].endswith("cultivés.")


def reason(found) -> str:
    assert found.passages == ()
    return found.failed.reason


def test_only_public_https_addresses_are_visited():
    def refuse(request: httpx.Request) -> httpx.Response:
        raise AssertionError("nothing is sent")

    assert "only https" in reason(fetched(refuse, url="http://bees.example.org/hedges"))
    assert "private address" in reason(fetched(refuse, address="10.0.0.7"))
    assert "private address" in reason(fetched(refuse, address="127.0.0.1"))
    assert reason(fetched(refuse, url="file:///etc/passwd")).startswith("NotFetched")


@pytest.mark.parametrize("target", ["http://bees.example.org/plain", "file:///etc/passwd"])
def test_a_redirect_is_checked_like_the_first_address(target):
    def redirect(request: httpx.Request) -> httpx.Response:
        return httpx.Response(302, headers={"location": target})

    assert reason(fetched(redirect)).startswith("NotFetched")


def test_what_is_too_large_or_missing_or_empty_says_so():
    def large(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, content=b"x" * (MAX_BYTES + 1))

    assert "longer than" in reason(fetched(large))
    assert "404" in reason(fetched(lambda _: httpx.Response(404)))
    assert reason(fetched(lambda _: httpx.Response(200, text=""))).startswith("NothingToRead")
    broken = reason(fetched(lambda _: httpx.Response(200, content=b"%PDF-1.7 broken")))
    assert broken.startswith("NotFetched")


@pytest.mark.parametrize("charset", ["idna", "undefined", "hex", "nobodys"])
def test_a_charset_that_no_page_can_have_is_passed_over(charset):
    page = Downloaded(
        b"<p>Hedges give bees a place to nest, all year.", f"text/html; charset={charset}"
    )
    assert passages_of(page) == ("Hedges give bees a place to nest, all year.",)


@pytest.mark.parametrize("mark", ["<![foo[bar]]>", "<![CDATA[ x ]]>", "<![if !IE]>", "<!foo>"])
def test_a_page_is_read_on_behind_marks_of_no_meaning(mark):
    page = f"<p>Hedges give bees a place to nest.{mark} Wasps like them, too, R&D"
    (found,) = passages_of(Downloaded(page.encode(), "text/html"))
    assert found == "Hedges give bees a place to nest. Wasps like them, too, R&D"


@pytest.mark.parametrize("opened", ["<a ", "<!--", "<![", '<a b="', "<?"])
def test_a_page_of_nothing_but_what_is_opened_is_read_at_once(opened):
    page = "<p>Hedges give bees a place to nest, all year.</p>" + opened * 100_000
    began = time.process_time()
    assert len(passages_of(Downloaded(page.encode(), "text/html"))) == 1
    assert time.process_time() - began < 5
