-- One call for a search and one for a share, so that no network lies between the lock of a memory
-- and its end. A fact's vector comes after its text, and is no change that the audit tells.

DROP TRIGGER note ON memory_store.fact;
CREATE TRIGGER note AFTER INSERT OR UPDATE OF record ON memory_store.fact
  FOR EACH ROW EXECUTE FUNCTION memory_store.note();

-- By the login's own rights. One after the other, so that who pulls later misses no lower number.
CREATE FUNCTION memory_store.put(of_memory text, given jsonb, forgotten text[]) RETURNS void
  LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(memory_store.team() || of_memory, 0));
    UPDATE memory_store.fact SET words = '', meaning = NULL, record = jsonb_build_object(
        'id', id, 'op', 'retract', 'updated_at', record -> 'updated_at'),
      change = nextval('memory_store.change')
    WHERE memory = of_memory AND id = ANY(forgotten) AND login = session_user;
    INSERT INTO memory_store.fact (team, memory, id, record, words)
    SELECT memory_store.team(), of_memory, record ->> 'id', record, to_tsvector('simple', words)
      FROM jsonb_to_recordset(given) AS one(record jsonb, words text)
    ON CONFLICT (team, memory, id) DO UPDATE SET record = excluded.record,
      words = excluded.words, meaning = NULL, change = nextval('memory_store.change')
    WHERE fact.login = session_user AND coalesce(fact.record ->> 'updated_at', '')
      < coalesce(excluded.record ->> 'updated_at', '');
  END $$;

-- By the owner's rights, since under row-level security no index of words would be asked; it names
-- the team in each place. How rare a term is, the newest thousand facts of the memory tell. The
-- rarest three, and each two of them together, choose three thousand facts at most, and all terms rank.
DROP FUNCTION memory_store.by_words;
CREATE FUNCTION memory_store.by_words(of_memory text, terms text[], most int)
  RETURNS TABLE (record jsonb, login name, weights float8[])
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = memory_store
  AS $$ WITH newest AS MATERIALIZED (
    SELECT words FROM fact WHERE team = team() AND memory = of_memory
    ORDER BY change DESC LIMIT 1000
  ), counted AS MATERIALIZED (
    SELECT term::tsquery AS term, place,
      (SELECT count(*) FROM newest WHERE words @@ term::tsquery) AS many
    FROM unnest(terms) WITH ORDINALITY AS given(term, place)
  ), weighed AS MATERIALIZED (
    SELECT term, place, ln((1 + greatest(200, (SELECT count(*) FROM newest))) / (many + 0.5)) AS weight
    FROM counted
  ), rare AS MATERIALIZED (
    SELECT term, place FROM weighed ORDER BY weight DESC, place LIMIT 3
  ), choice AS MATERIALIZED (
    SELECT term FROM rare UNION ALL
    SELECT a.term && b.term FROM rare AS a JOIN rare AS b ON a.place < b.place
  ), near AS MATERIALIZED (
    SELECT DISTINCT ON (id) id, words FROM choice, LATERAL (
      SELECT id, words FROM fact
      WHERE words @@ choice.term AND team = team() AND memory = of_memory LIMIT 500) AS chosen
  ), best AS MATERIALIZED (
    SELECT id, sum(weight) AS score FROM near JOIN weighed ON words @@ term
    GROUP BY id ORDER BY score DESC LIMIT most
  )
  SELECT record, login, (SELECT array_agg(weight ORDER BY place) FROM weighed)
  FROM best JOIN fact USING (id)
  WHERE team = team() AND memory = of_memory ORDER BY score DESC $$;
