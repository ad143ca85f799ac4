"""One phrase in several spellings: British and American, joined and hyphenated, "reduction" and "reduced"."""

from collections.abc import Iterator
from functools import lru_cache

from myscholar.text.background import Background

_PREFIXES = (
    "auto", "bi", "bio", "co", "cross", "electro", "geo", "hyper", "inter", "intra", "meta", "micro", "multi", "nano", "neuro", "non", "over",
    "photo", "post", "pre", "re", "self", "semi", "spatio", "sub", "super", "thermo", "under",
)  # fmt: skip
"""Parts that some write as one with the word, and others with a hyphen."""


@lru_cache(maxsize=100_000)
def _plain_stem(stem: str) -> str:
    """The stem without what spellings of a word differ in: "optimis" and "optim", "colour" and "color", "reduct" and "reduc"."""
    if len(stem) > 6 and stem.endswith("is"):
        return stem[:-2]
    if len(stem) > 4 and stem.endswith("our"):
        return f"{stem[:-3]}or"
    return stem[:-1] if len(stem) > 5 and stem.endswith("uct") else stem


def one_spelling(key: str) -> str:
    """The same for all close spellings of a phrase key."""
    return "".join(_plain_stem(s) for s in key.split())


def known_share(key: str, background: Background) -> float:
    """Share of background documents with the phrase in its best-known spelling, in (0, 1]."""
    return max(background.share(k) for k in _spellings(key))


def _spellings(key: str) -> Iterator[str]:
    yield key
    stems = key.split()
    american = [_plain_stem(s) if s.endswith(("is", "our")) else s for s in stems]
    yield " ".join(american)
    for i, s in enumerate(american):
        before, after = american[:i], american[i + 1 :]
        if s in _PREFIXES and after:
            yield " ".join((*before, s + after[0], *after[1:]))
        for prefix in _PREFIXES:
            if s.startswith(prefix) and len(s) > len(prefix) + 3:
                yield " ".join((*before, prefix, s.removeprefix(prefix), *after))
