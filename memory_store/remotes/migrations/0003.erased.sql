-- Who is erased leaves empty rows that nobody writes again: a colleague's machine may have what they
-- said from a git repository of both, and its next sync would bring it back.
CREATE OR REPLACE FUNCTION memory_store.erase(who name) RETURNS bigint
  LANGUAGE plpgsql SET search_path = memory_store
  AS $$ DECLARE many bigint; BEGIN
    UPDATE fact SET login = 'erased', words = '', meaning = NULL, written = pg_current_xact_id(),
      record = jsonb_build_object('id', id, 'op', 'retract', 'updated_at', record -> 'updated_at')
    WHERE login = who;
    GET DIAGNOSTICS many = ROW_COUNT;
    UPDATE audit SET login = 'erased' WHERE login = who;
    DELETE FROM member WHERE login = who;
    RETURN many;
  END $$;
