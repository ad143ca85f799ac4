"""Which variables of the environment say what, and how they join what the settings file says."""

from collections.abc import Mapping

from myscholar.gateways.llm.choices import ModelChoice
from myscholar.gateways.llm.vendors import COMPATIBLE, SUGGESTED, VENDORS

Texts = Mapping[str, str]
ENVIRONMENT = {
    "database_url": "MYSCHOLAR_DATABASE_URL",
    "embedder": "MYSCHOLAR_EMBEDDER",
    "embedder_key": "MYSCHOLAR_EMBEDDER_KEY",
    "scholar_url": "MYSCHOLAR_S2_URL",
    "scholar_key": "S2_API_KEY",
    "scholar_rate": "MYSCHOLAR_S2_RATE",
    "budget_usd": "MYSCHOLAR_BUDGET_USD",
    "engine": "MYSCHOLAR_ENGINE",
    "log": "MYSCHOLAR_LOG",
    "recording": "MYSCHOLAR_RECORDING",
    "recorded_words_per_s": "MYSCHOLAR_RECORDED_WORDS_PER_S",
    "runs_per_user": "MYSCHOLAR_RUNS_PER_USER",
    "hosts": "MYSCHOLAR_HOSTS",
}
MODEL, MODEL_URL, MODEL_KEY = "MYSCHOLAR_MODEL", "MYSCHOLAR_MODEL_URL", "MYSCHOLAR_MODEL_KEY"
"""The model of every role but the judge, and the address and key of the provider `compatible`."""
_PROVIDER_VARIABLES = {
    name: (vendor.url_variable, vendor.key_variables)
    for name, vendor in VENDORS.items()
    if not vendor.account
} | {COMPATIBLE: (MODEL_URL, (MODEL_KEY,))}


def known_variables() -> tuple[str, ...]:
    """Of ours, whether they are set or not."""
    roles = (f"{MODEL}_{role.upper()}" for role in ModelChoice.model_fields if role != "default")
    ours = ("MYSCHOLAR_HOME", *ENVIRONMENT.values(), MODEL, MODEL_URL, MODEL_KEY, *roles)
    return tuple(name for name in ours if name.startswith("MYSCHOLAR_"))


def variables_in_use(file: Mapping[str, object], environ: Texts) -> dict[str, str]:
    """The variable that each setting has its value from, by the setting's dotted name. Of several
    that are set the last one here counts."""
    pairs = list(ENVIRONMENT.items())
    pairs += [(f"models.{role}", MODEL) for role in ModelChoice.model_fields if role != "judge"]
    roles = ModelChoice.model_fields.keys() - {"default"}
    pairs += [(f"models.{role}", f"{MODEL}_{role.upper()}") for role in roles]
    for name, (url, keys) in _PROVIDER_VARIABLES.items():
        pairs += [(f"providers.{name}.base_url", url)]
        pairs += [(f"providers.{name}.key", variable) for variable in reversed(keys)]
    providers = file.get("providers")
    for name, choice in providers.items() if isinstance(providers, Mapping) else ():
        if isinstance(choice, Mapping):
            pairs += [(f"providers.{name}.key", str(choice.get("key_env")))]
    return {name: variable for name, variable in pairs if environ.get(variable)}


def join_models(file: object, variables: Texts, environ: Texts) -> object:
    """The file's `[models]`, or what the environment says instead: for all roles but the judge, or
    for one."""
    if not isinstance(file, Mapping):
        return file
    every, kept = environ.get(MODEL), dict(file)
    if every:
        kept = {"default": every} | ({"judge": file["judge"]} if file.get("judge") else {})
    return kept | {
        name.removeprefix("models."): environ[variable]
        for name, variable in variables.items()
        if name.startswith("models.") and variable != MODEL
    }


def join_providers(file: object, variables: Texts, environ: Texts) -> object:
    """The file's `[providers]` with the keys and addresses that the environment has."""
    if not isinstance(file, Mapping):
        return file
    choices = {name: file.get(name, {}) for name in (*file, *_PROVIDER_VARIABLES)}
    for name, choice in choices.items():
        if isinstance(choice, Mapping):
            places = {field: f"providers.{name}.{field}" for field in ("base_url", "key")}
            found = {f: environ[variables[p]] for f, p in places.items() if p in variables}
            if name in VENDORS and "://" not in found.get("base_url", "://"):
                # another program's variable, which must not end what needs no model
                found["base_url"] = f"http://{found['base_url']}"
            choices[name] = _placed(name, environ) | {**choice, **found}
    shown = {*SUGGESTED, COMPATIBLE}
    return {name: said for name, said in choices.items() if said != {} or name in shown}


def _placed(name: str, environ: Texts) -> dict[str, object]:
    """The address of a vendor that has one for each region or account."""
    vendor = VENDORS.get(name)
    places = [environ[v] for v in vendor.place_variables if environ.get(v)] if vendor else []
    return {"base_url": vendor.base_url.format(places[0])} if vendor and places else {}
