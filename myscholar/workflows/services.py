"""Wires everything from Settings, once. Clock and ids enter here and are handed down."""

import getpass
import secrets
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING

from myscholar.domain.runs import ModelCall, RunKind, Ticket, ignore
from myscholar.errors import StorageError
from myscholar.settings import Settings, load_settings

if TYPE_CHECKING:
    from myscholar.domain.recordings import Recording
    from myscholar.gateways.embedding.embedder import Embedder
    from myscholar.gateways.llm.budget import Budget
    from myscholar.gateways.llm.gateway import ModelGateway
    from myscholar.gateways.llm.limits import Limits
    from myscholar.gateways.pacing import Limiter, Patience, SharedLimits
    from myscholar.gateways.semantic_scholar.client import SemanticScholar
    from myscholar.gateways.storage.runs import RunRecords
    from myscholar.gateways.storage.store import Store
    from myscholar.runs.queue import Queue
    from myscholar.runs.run import Story
    from myscholar.runs.runner import Runner
    from myscholar.text.background import Background


def utc_now() -> datetime:
    return datetime.now(UTC)


def random_id() -> str:
    """Twelve hexadecimal digits."""
    return uuid.uuid4().hex[:12]


def random_key() -> str:
    """32 characters that nobody can guess and any address can hold."""
    return secrets.token_urlsafe(24)


def login_name() -> str:
    """Of who is logged in to this machine; empty where the system does not say."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


@dataclass(frozen=True)
class Services:
    """What workflows need from the outside; each part is made when first used. Made by
    `jobs.open_services`."""

    stories: "Callable[[Services], Mapping[RunKind, Story]]" = field(kw_only=True)
    """What each kind of run does."""
    settings: Settings = field(default_factory=load_settings)
    clock: Callable[[], datetime] = utc_now
    new_id: Callable[[], str] = random_id
    new_key: Callable[[], str] = random_key
    by_worker: bool = False
    """What is ordered is left to workers, as by the web app; else this process carries it out."""
    for_whom: Callable[[], Ticket] = Ticket
    """Asked with each order: a server's services are used by all who look at its pages."""

    @property
    def ticket(self) -> Ticket:
        """Who orders here now, and how urgent it is, where workers carry it out."""
        return self.for_whom()

    def now(self) -> str:
        """The time as ISO 8601 in UTC, to the second."""
        return self.clock().isoformat(timespec="seconds").replace("+00:00", "Z")

    @cached_property
    def store(self) -> "Store":
        from myscholar.gateways.storage.store import open_store

        try:
            self.settings.home.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise StorageError(
                f"The folder {self.settings.home} can't be made ({error.strerror}). Name "
                "another folder in MYSCHOLAR_HOME."
            ) from error
        return open_store(self.settings.library_url)

    @cached_property
    def runs(self) -> "RunRecords":
        """What runs did and tell, of all processes; nothing is carried out."""
        return self.store.runs(self.settings.home / "runs", lambda: self.clock().timestamp())

    @cached_property
    def queue(self) -> "Queue":
        """The line of runs that workers carry out."""
        line, limit = self.store.line(), self.settings.runs_per_user
        if self.store.is_on_server:
            from myscholar.runs.postgres_queue import PostgresQueue

            return PostgresQueue(self.runs, line, self.settings.library_url, per_owner=limit)
        from myscholar.runs.queue import LocalQueue

        return LocalQueue(self.runs, line, self.store.listen, per_owner=limit)

    @cached_property
    def runner(self) -> "Runner":
        """Carries out runs in this process, on an event loop of its own."""
        from myscholar.runs.runner import Runner

        return Runner(self.runs, self.stories(self), enter=self.queue.enter)

    @property
    def is_carrying_out(self) -> bool:
        """Whether this process has carried out a run."""
        return "runner" in vars(self)

    def close(self) -> None:
        """Ends what was begun here: runs that go on are left unfinished, as if the process had
        ended."""
        if self.is_carrying_out:
            self.runner.close()
        if "shared_limits" in vars(self):
            self.shared_limits.close()
        if "store" in vars(self):
            self.store.close()

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
    def shared_limits(self) -> "SharedLimits":
        """One for all processes of the home folder or, on PostgreSQL, of the database, so that they
        keep to the limits of services together."""
        from myscholar.gateways.storage.limits import DatabaseLimits, FileLimits

        url = self.settings.library_url
        if url.startswith("postgres"):
            return DatabaseLimits(url)
        return FileLimits(self.settings.home / "limits")

    @cached_property
    def limiter(self) -> "Limiter":
        """Of Semantic Scholar."""
        from myscholar.gateways.pacing import Limiter, interval_for, limit_name

        return Limiter(
            interval_s=interval_for(self.settings.scholar_rate),
            shared=self.shared_limits,
            name=limit_name(
                "semantic scholar", self.settings.scholar_url, self.settings.scholar_key
            ),
        )

    def scholar(self, max_requests: int) -> "SemanticScholar":
        """A client with a request budget of its own; it belongs to one event loop and is closed by
        whoever asked for it."""
        from myscholar.gateways.semantic_scholar.budget import RequestBudget
        from myscholar.gateways.semantic_scholar.client import SemanticScholar

        return SemanticScholar(
            base_url=self.settings.scholar_url,
            api_key=self.settings.scholar_key,
            cache=self.settings.cache_folder / "semantic_scholar",
            budget=RequestBudget(max_requests),
            limiter=self.limiter,
        )

    @cached_property
    def model_limits(self) -> "Limits":
        """Of providers of models."""
        from myscholar.gateways.llm.limits import Limits

        return Limits(self.shared_limits)

    def llm(
        self,
        *,
        on_call: Callable[[ModelCall], None] | None = None,
        budget: "Budget | None" = None,
        patience: "Patience | None" = None,
        most_tokens: int | None = None,
    ) -> "ModelGateway":
        """A gateway to language models for one run: it belongs to one event loop and is closed by
        whoever asked for it.

        `on_call` hears of every call. Without a budget the settings' limit for one run holds.
        Raises NoModel, BadSettings.
        """
        self.settings.check_models()
        from myscholar.gateways.llm.budget import Budget
        from myscholar.gateways.llm.gateway import ModelGateway
        from myscholar.gateways.pacing import Patience
        from myscholar.gateways.system_keyring import read_key

        return ModelGateway(
            self.settings.models_config,
            on_call=on_call or ignore,
            cache=self.settings.answers_folder,
            budget=budget or Budget(self.settings.budget_usd),
            limits=self.model_limits,
            patience=patience or Patience(),
            most_tokens=most_tokens,
            keyring=read_key,
        )

    @cached_property
    def recording(self) -> "Recording":
        """What the recorded engine plays: the settings' recording, else the sample's. Raises
        UnreadableFile."""
        from myscholar.gateways.llm.recorded import read_recording
        from myscholar.workflows.sample import SAMPLE_RECORDING

        path = self.settings.recording or SAMPLE_RECORDING
        return read_recording(path)

    def recorded_llm(self, *, on_call: Callable[[ModelCall], None]) -> "ModelGateway":
        """A gateway that gives the recording's answers and asks no model. Raises UnreadableFile."""
        from myscholar.gateways.llm.gateway import ModelGateway
        from myscholar.gateways.llm.recorded import RecordedSender, config_of

        sender = RecordedSender(
            self.recording, on_call=on_call, words_per_s=self.settings.recorded_words_per_s
        )
        return ModelGateway(config_of(self.recording), recorded=sender)
