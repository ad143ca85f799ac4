"""What is needed to ask each vendor and cannot be looked up without loading its library: which
variable holds the key, and where it is. How it is spoken to is left to pydantic-ai; a test holds
this table against it."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from myscholar.gateways.llm.config import Wire

_ADDED = {Wire.ANTHROPIC: ("/v1",), Wire.GOOGLE: ("/v1beta", "/v1beta1")}
"""What libraries put between an address and what they ask for."""
COMPATIBLE = "compatible"
"""The provider whose address `MYSCHOLAR_MODEL_URL` gives."""


@dataclass(frozen=True)
class Vendor:
    """`base_url` is empty where each customer has an address of their own. It may hold `{}`, for
    what the first of `place_variables` that is set says. `account` names the vendor whose key and
    address are meant."""

    base_url: str
    key_variables: tuple[str, ...] = ()
    url_variable: str = ""
    wire: Wire = Wire.OPENAI
    needs_key: bool = True
    is_local: bool = False
    """A program that people start themselves: no key, no price, models that they have fetched."""
    place_variables: tuple[str, ...] = ()
    account: str = ""
    has_class: bool = True
    """Whether pydantic-ai's own class is used. Some of those need another client's library, while
    the vendor also speaks OpenAI's protocol."""
    package: str = ""
    """A library that only some have installed, and without which it can't be asked."""
    knows_newest: bool = False
    """Whether it serves OpenAI's own models: few others know the newer name of the output limit, or
    strict tools."""


def _local(base_url: str, *key_variables: str, url_variable: str = "") -> Vendor:
    return Vendor(base_url, key_variables, url_variable, needs_key=False, is_local=True)


VENDORS: Mapping[str, Vendor] = {
    "anthropic": Vendor(
        "https://api.anthropic.com", ("ANTHROPIC_API_KEY",), "ANTHROPIC_BASE_URL", Wire.ANTHROPIC
    ),
    "google": Vendor(
        "https://generativelanguage.googleapis.com",
        ("GOOGLE_API_KEY", "GEMINI_API_KEY"),
        "GOOGLE_GEMINI_BASE_URL",
        Wire.GOOGLE,
    ),
    "openai": Vendor(
        "https://api.openai.com/v1", ("OPENAI_API_KEY",), "OPENAI_BASE_URL", knows_newest=True
    ),
    "ollama": _local("http://127.0.0.1:11434/v1", "OLLAMA_API_KEY", url_variable="OLLAMA_BASE_URL"),
    "lmstudio": Vendor("http://127.0.0.1:1234/v1", needs_key=False, is_local=True, has_class=False),
    "vllm": _local("http://127.0.0.1:8000/v1", "VLLM_API_KEY", url_variable="VLLM_BASE_URL"),
    "litellm": _local(
        "http://127.0.0.1:4000", "LITELLM_PROXY_API_KEY", url_variable="LITELLM_PROXY_API_BASE"
    ),
    "openrouter": Vendor("https://openrouter.ai/api/v1", ("OPENROUTER_API_KEY",)),
    "groq": Vendor("https://api.groq.com/openai/v1", ("GROQ_API_KEY",), has_class=False),
    "mistral": Vendor("https://api.mistral.ai/v1", ("MISTRAL_API_KEY",), has_class=False),
    "deepseek": Vendor("https://api.deepseek.com", ("DEEPSEEK_API_KEY",)),
    "together": Vendor("https://api.together.xyz/v1", ("TOGETHER_API_KEY",)),
    "azure": Vendor("", ("AZURE_OPENAI_API_KEY",), "AZURE_OPENAI_ENDPOINT", knows_newest=True),
    "xai": Vendor("https://api.x.ai/v1", ("XAI_API_KEY",), has_class=False),
    "cohere": Vendor("https://api.cohere.ai/compatibility/v1", ("CO_API_KEY",), has_class=False),
    "huggingface": Vendor("https://router.huggingface.co/v1", ("HF_TOKEN",), has_class=False),
    "fireworks": Vendor("https://api.fireworks.ai/inference/v1", ("FIREWORKS_API_KEY",)),
    "cerebras": Vendor("https://api.cerebras.ai/v1", ("CEREBRAS_API_KEY",)),
    "moonshotai": Vendor(
        "https://api.moonshot.ai/v1", ("MOONSHOTAI_API_KEY",), "MOONSHOTAI_BASE_URL"
    ),
    "alibaba": Vendor(
        "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
        ("ALIBABA_API_KEY", "DASHSCOPE_API_KEY"),
    ),
    "zai": Vendor("https://api.z.ai/api/paas/v4", ("ZAI_API_KEY",)),
    "meta": Vendor("https://api.meta.ai/v1", ("META_API_KEY",)),
    "nebius": Vendor("https://api.studio.nebius.com/v1", ("NEBIUS_API_KEY",)),
    "ovhcloud": Vendor("https://oai.endpoints.kepler.ai.cloud.ovh.net/v1", ("OVHCLOUD_API_KEY",)),
    "sambanova": Vendor(
        "https://api.sambanova.ai/v1", ("SAMBANOVA_API_KEY",), "SAMBANOVA_BASE_URL"
    ),
    "crusoe": Vendor("https://api.inference.crusoecloud.com/v1", ("CRUSOE_API_KEY",)),
    "heroku": Vendor(
        "https://us.inference.heroku.com/v1", ("HEROKU_INFERENCE_KEY",), "HEROKU_INFERENCE_URL"
    ),
    "vercel": Vendor(
        "https://ai-gateway.vercel.sh/v1", ("VERCEL_AI_GATEWAY_API_KEY", "VERCEL_OIDC_TOKEN")
    ),
    "github-copilot": Vendor(
        "https://api.githubcopilot.com",
        ("GITHUB_COPILOT_API_KEY", "GITHUB_COPILOT_API_TOKEN", "COPILOT_GITHUB_TOKEN"),
        "GITHUB_COPILOT_BASE_URL",
        knows_newest=True,
    ),
    "snowflake": Vendor(
        "https://{}.snowflakecomputing.com/api/v2/cortex/v1",
        ("SNOWFLAKE_TOKEN",),
        place_variables=("SNOWFLAKE_ACCOUNT",),
    ),
    "bedrock-mantle": Vendor(
        "https://bedrock-mantle.{}.api.aws",
        ("AWS_BEARER_TOKEN_BEDROCK",),
        place_variables=("AWS_DEFAULT_REGION", "AWS_REGION"),
        knows_newest=True,
    ),
    "google-cloud": Vendor("https://aiplatform.googleapis.com", wire=Wire.GOOGLE, needs_key=False),
    "bedrock": Vendor(
        "https://bedrock-runtime.{}.amazonaws.com",
        ("AWS_BEARER_TOKEN_BEDROCK",),
        needs_key=False,
        place_variables=("AWS_DEFAULT_REGION", "AWS_REGION"),
        package="boto3",
    ),
    "openai-chat": Vendor("", account="openai", knows_newest=True),
    "openai-responses": Vendor("", account="openai", knows_newest=True),
    "azure-responses": Vendor("", account="azure", knows_newest=True),
}
"""Those that people ask for most come first: of several that have a model of the same name, the
first is proposed."""
_SIGNS_IN = "it signs in through a browser. Use openai and a key."
_DECIDES = "its models decide and write no text."
_EMBEDS = "its models write no text."
NOT_HERE: Mapping[str, str] = {
    "github": "GitHub has ended it.",
    "openai-codex": _SIGNS_IN,
    "openai-chatgpt": _SIGNS_IN,
    "openai-decisions": _DECIDES,
    "google-decisions": _DECIDES,
    "system-one": _DECIDES,
    "typesafe": _DECIDES,
    "elevenlabs": _EMBEDS,
    "voyageai": _EMBEDS,
    "sentence-transformers": _EMBEDS,
}
"""What pydantic-ai knows besides, and why it can't do our work."""
SUGGESTED: Mapping[str, Mapping[str, str]] = {
    "anthropic": {
        "claude-sonnet-5-5": "balanced",
        "claude-haiku-5-5": "cheapest",
        "claude-opus-5-5": "strongest",
    },
    "google": {
        "gemini-3.8-flash": "balanced",
        "gemini-3.5-flash-lite": "cheapest",
        "gemini-4-argon": "strongest",
    },
    "openai": {"gpt-6.1-terra": "balanced", "gpt-6-luna": "cheapest", "gpt-6.1-sol": "strongest"},
}
"""The first is the default. By hand, from the price list that ships with the program; any other
name can be given."""


def account_of(provider: str) -> str:
    """Under which name its key and address are set."""
    vendor = VENDORS.get(provider)
    return vendor.account if vendor and vendor.account else provider


def vendor_of(provider: str) -> Vendor | None:
    """Whose key and address are meant; None for a server by a name of the user's."""
    return VENDORS.get(account_of(provider))


def is_keyed(provider: str) -> bool:
    """Whether it is a vendor who serves nobody without a key."""
    vendor = vendor_of(provider)
    return vendor is not None and vendor.needs_key


def is_keyed_address(provider: str, base_url: str) -> bool:
    """Whether nobody is served there without a key: at a vendor's own address."""
    vendor = vendor_of(provider)
    if vendor is None or not is_keyed(provider):
        return False
    is_each_customers = not vendor.base_url or "{}" in vendor.base_url
    return is_each_customers or _host(base_url) == _host(vendor.base_url)


def _host(address: str) -> str:
    return address.partition("://")[2].partition("/")[0].casefold()


def whole_address(provider: str, base_url: str) -> str:
    """People copy the version of the API along, or leave it out: at Azure and at a local server it
    is added, and taken off where the vendor's library adds it. A gateway's path stays."""
    path = urlsplit(base_url).path
    if account_of(provider) == "azure":  # its first version, unless the address names a deployment
        has_one = path.endswith("/v1") or "/deployments" in path
        return base_url if has_one else f"{base_url.removesuffix('/openai')}/openai/v1"
    vendor = VENDORS.get(provider)
    if provider == "ollama" and path == "/api":  # of its own protocol
        base_url, path = base_url.removesuffix(path), ""
    if vendor and vendor.is_local and not path and vendor.base_url.endswith("/v1"):
        return f"{base_url}/v1"
    for version in _ADDED.get(vendor.wire, ()) if vendor else ():
        base_url = base_url.removesuffix(version)
    return base_url


def is_own_server(provider: str) -> bool:
    """Whether its address is the user's to know, and its models are those that it was given."""
    vendor = vendor_of(provider)
    return vendor is None or vendor.is_local
