"""Wires everything from Settings, once. Clock and ids enter here and are handed down."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING

from myscholar.settings import Settings, load_settings

if TYPE_CHECKING:
    from myscholar.gateways.embedding.embedder import Embedder
    from myscholar.gateways.semantic_scholar.client import SemanticScholar
    from myscholar.gateways.semantic_scholar.limiter import Limiter
    from myscholar.gateways.storage.store import Store
    from myscholar.text.background import Background


def utc_now() -> datetime:
    return datetime.now(UTC)


def random_id() -> str:
    """Twelve hexadecimal digits."""
    return uuid.uuid4().hex[:12]


@dataclass(frozen=True)
class Services:
    """What workflows need from the outside; each part is made when first used."""

    settings: Settings = field(default_factory=load_settings)
    clock: Callable[[], datetime] = utc_now
    new_id: Callable[[], str] = random_id

    def now(self) -> str:
        """The time as ISO 8601 in UTC, to the second."""
        return self.clock().isoformat(timespec="seconds").replace("+00:00", "Z")

    @cached_property
    def store(self) -> "Store":
        from myscholar.gateways.storage.store import open_store

        self.settings.home.mkdir(parents=True, exist_ok=True)
        return open_store(self.settings.library_url)

    @cached_property
    def background(self) -> "Background":
        from myscholar.workflows.background import load_background

        return load_background()

    @property
    def embedder_key(self) -> str | None:
        key = self.settings.embedder_key
        return key.get_secret_value() if key else None

    def embedder(self) -> "Embedder":
        """A fresh embedder by the settings' name, for a new corpus."""
        from myscholar.gateways.embedding.names import embedder_by_name

        return embedder_by_name(self.settings.embedder, key=self.embedder_key)

    @cached_property
    def limiter(self) -> "Limiter":
        """One for the process, so that runs side by side keep to one request a second together."""
        from myscholar.gateways.semantic_scholar.limiter import Limiter

        return Limiter()

    def scholar(self, max_requests: int) -> "SemanticScholar":
        """A client with a request budget of its own; it belongs to one event loop and is closed by whoever asked for it."""
        from myscholar.gateways.semantic_scholar.budget import RequestBudget
        from myscholar.gateways.semantic_scholar.client import SemanticScholar

        return SemanticScholar(
            base_url=self.settings.scholar_url,
            api_key=self.settings.scholar_key,
            cache=self.settings.cache_folder / "semantic_scholar",
            budget=RequestBudget(max_requests),
            limiter=self.limiter,
        )
