"""The part of a search that needs a model: the question's vector, and vectors of new texts.

Imported only where a search goes by meaning, since models and numpy cost many bare starts. Must
not fuse scores.
"""

from __future__ import annotations

from memory_store import errors
from memory_store.embedders import models, vectors
from memory_store.index import indexer, sync_report, vector_sync, vector_table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store import config
    from memory_store.embedders import base
    from memory_store.index import database
    from memory_store.store import layout


_A_MILLISECOND = 0.05
"""Texts for each millisecond of the budget, as many as the default models embed: where more have
no vector, a search leaves them to a run behind it, also those whose vector is known."""


class ModelError(errors.StoreError):
    """The model gives no vector for a question."""


class Meaning:
    """A question as the model sees it.

    Attributes:
        identity: the model, as `vector_table.identity_of` names it.
        vector: the question's (`int8.quantised`); None before `ask`, and where it has none.
        instead: who answers in the place of whom, and why; "" for the model of the settings.
    """

    def __init__(
        self,
        embedder: base.Embedder,
        text: str,
        budget_ms: int,
        choose: Callable[[], models.Choice | None] = lambda: None,
    ) -> None:
        self._text = text
        self._most = int(budget_ms * _A_MILLISECOND)
        self._choose = choose
        self.instead = ""
        self.vector: bytes | None = None
        self._use(embedder)

    def _use(self, embedder: base.Embedder) -> None:
        self._embedder = embedder
        self.vector = None
        self.identity = vector_table.identity_of(embedder)

    def ask(
        self,
        index: database.Index,
        store: layout.Store,
        report: sync_report.SyncReport,
    ) -> None:
        """Make the question's vector, and vectors of texts without one, if there is time for all.

        Else they are left to a run in the background: of texts that match alike, those few that
        have one would stand first.
        Must be asked before the index is read: it is written here.

        Raises:
            ModelError: the model fails at the question.
        """
        if self._ask_older(index, store, report):
            return
        if self.identity != vector_table.identity_of(self._embedder):  # the store before's
            self._use(self._embedder)
        if self.vector is None:
            with vector_sync.open_cache(store) as cache:
                self.vector = self._ask(cache)
        report.vectors_missing = vector_table.missing(index.db)
        if report.vectors_missing > self._most:
            return
        vector_sync.fill(index, store, self._embedder, None, report)
        indexer.note_model(index, store, self._embedder, report)

    def _ask_older(
        self, index: database.Index, store: layout.Store, report: sync_report.SyncReport
    ) -> bool:
        """Ask the model of the index's many older vectors, if it is a local model."""
        if not vector_sync.is_anothers(index, vector_table.identity_of(self._embedder)):
            return False
        name = vector_table.model(index.db).rpartition(" ")[0]
        older = models.offline_named(name)
        if older is None:
            return False
        with vector_sync.open_cache(store) as cache:
            self.vector = vectors.query_vector(older, cache, self._text)
        self.identity = vector_table.identity_of(older)
        report.vectors_missing = vector_table.missing(index.db)
        report.tell(errors.Message(vector_sync.ANOTHERS, old=name, new=self._embedder.name))
        return True

    def _ask(self, cache: vectors.VectorCache) -> bytes | None:
        try:
            return vectors.query_vector(self._embedder, cache, self._text)
        except Exception as error:  # a model is somebody else's code, and words can answer
            other = self._choose()
            if other is None:
                raise ModelError("the model failed: {error}", error=error) from error
        self._use(other.embedder)
        self.instead = other.degraded()
        self._choose = lambda: None
        return self._ask(cache)


def load(settings: config.Config, text: str, budget_ms: int) -> Meaning:
    """The model of the settings, and a question to it.

    Raises:
        StoreError: there are no vectors to be had.
    """
    choice = models.choose(settings)
    if not text.strip():
        raise errors.StoreError("the question is empty")
    found = Meaning(choice.embedder, text, budget_ms, lambda: choice.another(settings))
    found.instead = choice.degraded()
    return found
