"""Chooses the embedder that the settings name, or its fallback, and where models are kept.

Must not send a request beyond those of a provider's `load`.
"""

from __future__ import annotations

import os

from memory_store import config, errors, model
from memory_store.embedders import known_models
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.embedders import base, remote_api

AUTO, NONE = "auto", "none"
OFFLINE = ("use-multilingual", "e5-small", "offline")
"""Providers that come with the package and have one model each, the quickest to load first."""

_MODELS = "models"


def directory() -> str:
    """The directory of models and their derived files, for all stores of this user."""
    return os.path.join(layout.cache_root(), _MODELS)


class Wanted(model.Value):
    """A provider that may answer.

    Attributes:
        provider: a name of the setting `embedder`.
        model: what it calls its model, "" for its own default.
        is_own: whether the address, key, headers and length of the settings are meant for it: a
            fallback, and the second remote provider of `auto`, are asked as they are by default.
    """

    provider: str
    model: str
    is_own: bool


class Choice(model.Value):
    """The chosen embedder, with the reasons.

    Attributes:
        asked, used: the provider that the settings name, and the one that answers.
        embedder: its embedder.
        reasons: why each provider that comes before it does not answer, a sentence each.
        failed: those of them that were asked and failed.
    """

    asked: str
    used: str
    embedder: base.Embedder
    reasons: list[str]
    failed: list[str]

    def degraded(self) -> str:
        """The sentence about a replaced embedder; "" for the one that was asked.

        `auto` asks nobody by name: that it found no local model, or no key, is its business.
        """
        reasons = self.failed if self.asked == AUTO else self.reasons
        if self.used == self.asked or not reasons:
            return ""
        return errors.Message(
            "{used} makes the vectors: {reasons}", used=self.used, reasons=errors.joined(*reasons)
        )

    def another(self, settings: config.Config, *, patient: bool = False) -> Choice | None:
        """The next choice after this one failed; None if there is none."""
        if len(wanted(settings)) == 1:
            return None
        try:
            other = choose(settings, patient=patient)
        except errors.StoreError:
            return None
        return None if other.embedder.name == self.embedder.name else other


def load(settings: config.Config, *, patient: bool = False) -> base.Embedder:
    """The embedder of `choose`; errors as there."""
    return choose(settings, patient=patient).embedder


def choose(settings: config.Config, *, patient: bool = False) -> Choice:
    """The first provider of the settings, its fallbacks included, that can be had.

    One that was asked a moment ago and failed is passed over, unless there is no other. An
    embedder that was loaded here before waits for its first text.

    Args:
        settings: what the user set.
        patient: whether a remote provider may take its time, as nobody waits.

    Raises:
        StoreError: there are no vectors to be had; the message can be shown as `degraded`.
    """
    asked = settings.word("embedder")
    reasons: list[str] = []
    failed: list[str] = []
    tired: Choice | None = None
    candidates = wanted(settings)
    for candidate in candidates:
        try:
            embedder, resting = _open(candidate, settings, patient=patient)
        except errors.StoreError as error:
            if len(candidates) == 1:
                raise
            reasons.append(_of(candidate, error))
            continue
        if not resting:
            return Choice(asked, candidate.provider, embedder, reasons, failed)
        tired = tired or Choice(asked, candidate.provider, embedder, list(reasons), [])
        reasons.append(_of(candidate, resting))
        failed.append(reasons[-1])
    if tired is not None:
        return tired
    raise errors.StoreError(errors.joined(*reasons))


def _of(candidate: Wanted, fault: object) -> errors.Message:
    return errors.Message("{provider}: {fault}", provider=candidate.provider, fault=fault)


def offline_named(name: str) -> base.Embedder | None:
    """The embedder of this package with this name; None if there is none here.

    For an index that has its vectors still, where the settings name another one.
    """
    from memory_store.embedders import catalog

    for provider in OFFLINE:
        try:
            embedder = catalog.load(provider, "", directory())
        except errors.StoreError:
            continue
        if embedder.name == name:
            return embedder
    return None


def wanted(settings: config.Config) -> list[Wanted]:
    """The providers of the settings, in the order in which they are tried."""
    provider, model = settings.word("embedder"), settings.word("embedding_model")
    fallback = settings.word("embedder_fallback")
    providers = [Wanted(provider, model, is_own=True)]
    if provider == AUTO:
        providers = _automatic(model)
    if provider != NONE and fallback not in (NONE, *(listed.provider for listed in providers)):
        providers.append(Wanted(fallback, "", is_own=False))
    return providers


def _automatic(model: str) -> list[Wanted]:
    """The choice of `auto`: a model of this machine, then OpenAI, then Gemini.

    A model that is named and not here is one of theirs.
    """
    local = [Wanted("offline", "", is_own=True)]
    if model:
        is_folder = os.path.isdir(os.path.expanduser(model))
        is_here = is_folder or model in known_models.downloaded(directory())
        local = [Wanted("fastembed", model, is_own=True)] if is_here else []
    theirs = "" if local else model
    return [
        *local,
        Wanted("openai", theirs, is_own=True),
        Wanted("gemini", theirs, is_own=False),
    ]


def _open(
    candidate: Wanted, settings: config.Config, *, patient: bool
) -> tuple[base.Embedder, str]:
    """A provider's embedder, and why it is not asked now ("" where it is)."""
    from memory_store.embedders import catalog

    if candidate.provider not in catalog.PROVIDERS:
        embedder = open_remote(candidate, settings, patient=patient)
        return embedder, embedder.resting()
    where = directory()

    def load_now() -> base.Embedder:
        embedder = catalog.load(candidate.provider, candidate.model, where)
        known_models.note(where, candidate.provider, candidate.model, embedder)
        return embedder

    known = known_models.recall(where, candidate.provider, candidate.model, load_now)
    return known or load_now(), ""


def open_remote(
    candidate: Wanted, settings: config.Config, *, patient: bool = False, ask: bool = True
) -> remote_api.RemoteEmbedder:
    """The embedder of a remote provider.

    Args:
        candidate: the provider.
        settings: what the user set.
        patient: whether it may take its time, as nobody waits.
        ask: whether it may be asked for the length of its vectors, if nobody knows it.

    Raises:
        StoreError: a setting is missing or wrong, or a model that nobody knows doesn't answer.
    """
    from memory_store.embedders import remote_api, vendors

    access = vendors.access(candidate.provider, candidate.model, settings, is_own=candidate.is_own)
    patience = vendors.FOR_TEXTS if patient else vendors.FOR_A_QUESTION
    return remote_api.load(access, directory(), patience, ask=ask)
