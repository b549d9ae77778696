-- Teams, their facts, and who did what. Rows are a team's own by row-level security; a login sees
-- and writes nothing before add_member has put it into a team.

CREATE EXTENSION IF NOT EXISTS vector;
CREATE SCHEMA memory_store;

CREATE TABLE memory_store.setting (name text PRIMARY KEY, value text NOT NULL);
INSERT INTO memory_store.setting VALUES ('id', gen_random_uuid()::text);

CREATE TABLE memory_store.member (
  login name PRIMARY KEY,
  team text NOT NULL,
  may_write boolean NOT NULL
);

CREATE SEQUENCE memory_store.change;
CREATE TABLE memory_store.fact (
  team text NOT NULL,
  memory text NOT NULL,
  id text NOT NULL,
  login name NOT NULL DEFAULT session_user,
  change bigint NOT NULL DEFAULT nextval('memory_store.change'),
  record jsonb NOT NULL,
  words tsvector NOT NULL,
  PRIMARY KEY (team, memory, id)
);
CREATE INDEX fact_change ON memory_store.fact (team, memory, change);
CREATE INDEX fact_words ON memory_store.fact USING gin (words);

CREATE TABLE memory_store.audit (
  at timestamptz NOT NULL DEFAULT now(),
  login name NOT NULL DEFAULT session_user,
  team text NOT NULL,
  memory text NOT NULL,
  id text NOT NULL,
  action text NOT NULL
);
CREATE INDEX audit_at ON memory_store.audit (team, at);

CREATE FUNCTION memory_store.team() RETURNS text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = memory_store
  AS $$ SELECT team FROM member WHERE login = session_user $$;
CREATE FUNCTION memory_store.may_write() RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = memory_store
  AS $$ SELECT coalesce((SELECT may_write FROM member WHERE login = session_user), false) $$;

ALTER TABLE memory_store.fact ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON memory_store.fact FOR SELECT
  USING (team = (SELECT memory_store.team()));
CREATE POLICY add ON memory_store.fact FOR INSERT
  WITH CHECK (team = memory_store.team() AND memory_store.may_write() AND login = session_user);
CREATE POLICY change ON memory_store.fact FOR UPDATE
  USING (team = memory_store.team() AND memory_store.may_write() AND login = session_user)
  WITH CHECK (team = memory_store.team() AND login = session_user);
ALTER TABLE memory_store.audit ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON memory_store.audit FOR SELECT
  USING (team = (SELECT memory_store.team()));

CREATE FUNCTION memory_store.note() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = memory_store
  AS $$ BEGIN
    INSERT INTO audit (team, memory, id, action) VALUES (NEW.team, NEW.memory, NEW.id,
      CASE WHEN NEW.record ->> 'op' = 'retract' THEN 'retract' ELSE lower(TG_OP) END);
    RETURN NEW;
  END $$;
CREATE TRIGGER note AFTER INSERT OR UPDATE ON memory_store.fact
  FOR EACH ROW EXECUTE FUNCTION memory_store.note();

-- By the owner's rights, since under row-level security no index of words would be asked; it names
-- the team in each place. The two rarest terms say which facts are looked at, all terms how they
-- rank. Of a term that is in many facts the server takes some thousand by chance.
CREATE FUNCTION memory_store.by_words(of_memory text, terms text[], most int)
  RETURNS TABLE (record jsonb, login name, score float8)
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = memory_store SET gin_fuzzy_search_limit = 1500
  AS $$ WITH counted AS MATERIALIZED (
    SELECT term::tsquery AS asked, (SELECT count(*) FROM fact
      WHERE words @@ term::tsquery AND team = team() AND memory = of_memory) AS many
    FROM unnest(terms) AS given(term)
  ), rare AS MATERIALIZED (
    SELECT asked, 1 / ln(2 + many) AS weight FROM counted WHERE many > 0 ORDER BY many
  ), near AS MATERIALIZED (
    SELECT DISTINCT ON (id) id, words FROM (SELECT asked FROM rare LIMIT 2) AS rarest, LATERAL (
      SELECT id, words FROM fact WHERE words @@ asked AND team = team() AND memory = of_memory) AS found
  ), best AS MATERIALIZED (
    SELECT id, sum(weight) / (SELECT sum(weight) FROM rare) AS score
    FROM near JOIN rare ON words @@ asked GROUP BY id ORDER BY score DESC LIMIT most
  )
  SELECT record, login, score FROM best JOIN fact USING (id)
  WHERE team = team() AND memory = of_memory ORDER BY score DESC $$;

CREATE FUNCTION memory_store.add_member(who name, team text, may_write boolean DEFAULT true)
  RETURNS void LANGUAGE sql SET search_path = memory_store
  AS $$ SELECT format('%I', who)::regrole;  -- refuses what is no login of the server
    INSERT INTO member VALUES (who, team, may_write)
    ON CONFLICT (login) DO UPDATE SET team = excluded.team, may_write = excluded.may_write $$;
CREATE FUNCTION memory_store.erase(who name) RETURNS bigint
  LANGUAGE sql SET search_path = memory_store
  AS $$ WITH gone AS (DELETE FROM fact WHERE login = who RETURNING id),
      unnamed AS (UPDATE audit SET login = 'erased' WHERE login = who),
      left_out AS (DELETE FROM member WHERE login = who)
    SELECT count(*) FROM gone $$;
REVOKE ALL ON FUNCTION memory_store.add_member, memory_store.erase FROM PUBLIC;

GRANT USAGE ON SCHEMA memory_store TO PUBLIC;
GRANT USAGE ON SEQUENCE memory_store.change TO PUBLIC;
GRANT SELECT ON memory_store.setting, memory_store.fact, memory_store.audit TO PUBLIC;
GRANT INSERT, UPDATE ON memory_store.fact TO PUBLIC;
