-- One call for a search and one for a share. A fact's vector comes after its text, and is no change
-- that the audit tells. Also for servers that had 0002.search, which came before it.

DROP TRIGGER note ON memory_store.fact;
CREATE TRIGGER note AFTER INSERT OR UPDATE OF record ON memory_store.fact
  FOR EACH ROW EXECUTE FUNCTION memory_store.note();

-- Which transaction wrote a row: a reader who knows the snapshot of the last time is given what was
-- not in it, in whatever order writers began and ended. None waits for another.
ALTER TABLE memory_store.fact ADD COLUMN written xid8 NOT NULL DEFAULT '1';
ALTER TABLE memory_store.fact ALTER COLUMN written SET DEFAULT pg_current_xact_id();
ALTER TABLE memory_store.fact DROP COLUMN change;
CREATE INDEX fact_written ON memory_store.fact (team, memory, written);
DROP SEQUENCE memory_store.change;

-- By the login's own rights; in the order of ids, so that two machines of a login can't block each other.
CREATE OR REPLACE FUNCTION memory_store.put(of_memory text, given jsonb, forgotten text[])
  RETURNS void LANGUAGE plpgsql AS $$ BEGIN
    IF cardinality(forgotten) > 0 THEN
      UPDATE memory_store.fact SET words = '', meaning = NULL, record = jsonb_build_object(
          'id', id, 'op', 'retract', 'updated_at', record -> 'updated_at'),
        written = pg_current_xact_id()
      WHERE memory = of_memory AND id = ANY(forgotten) AND login = session_user;
    END IF;
    INSERT INTO memory_store.fact (team, memory, id, record, words)
    SELECT memory_store.team(), of_memory, record ->> 'id', record, to_tsvector('simple', words)
      FROM jsonb_to_recordset(given) AS one(record jsonb, words text) ORDER BY record ->> 'id'
    ON CONFLICT (team, memory, id) DO UPDATE SET record = excluded.record,
      words = excluded.words, meaning = NULL, written = pg_current_xact_id()
    WHERE fact.login = session_user AND coalesce(fact.record ->> 'updated_at', '')
      < coalesce(excluded.record ->> 'updated_at', '');
  END $$;

-- By the owner's rights, since under row-level security no index of words would be asked; it names
-- the team in each place, by a query of its own that is answered once and not for each row. How rare
-- a term is, the newest thousand facts of the memory tell. The rarest three, and each two of them
-- together, choose 1,800 facts at most, and all terms rank.
DROP FUNCTION memory_store.by_words;
CREATE FUNCTION memory_store.by_words(of_memory text, terms text[], most int)
  RETURNS TABLE (record jsonb, login name, weights float8[])
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = memory_store
  AS $$ WITH given AS MATERIALIZED (
    SELECT term::tsquery AS term, place FROM unnest(terms) WITH ORDINALITY AS one(term, place)
  ), newest AS MATERIALIZED (
    SELECT words FROM fact WHERE team = (SELECT team()) AND memory = of_memory
    ORDER BY written DESC LIMIT 1000
  ), weighed AS MATERIALIZED (
    SELECT term, place, ln((1 + greatest(200, (SELECT count(*) FROM newest)))
      / (0.5 + (SELECT count(*) FROM newest WHERE words @@ term))) AS weight
    FROM given
  ), rare AS MATERIALIZED (
    SELECT term, place FROM weighed ORDER BY weight DESC, place LIMIT 3
  ), choice AS MATERIALIZED (
    SELECT term FROM rare UNION ALL
    SELECT a.term && b.term FROM rare AS a JOIN rare AS b ON a.place < b.place
  ), near AS MATERIALIZED (
    SELECT DISTINCT ON (id) id, words FROM choice, LATERAL (
      SELECT id, words FROM fact WHERE words @@ choice.term
      AND team = (SELECT team()) AND memory = of_memory LIMIT 300) AS chosen
  ), best AS MATERIALIZED (
    SELECT id, sum(weight) AS score FROM near JOIN weighed ON words @@ term
    GROUP BY id ORDER BY score DESC LIMIT most
  )
  SELECT record, login, (SELECT array_agg(weight ORDER BY place) FROM weighed)
  FROM best JOIN fact USING (id)
  WHERE team = (SELECT team()) AND memory = of_memory ORDER BY score DESC $$;
