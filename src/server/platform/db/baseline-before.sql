-- Extensions that the schema needs. Trusted since PostgreSQL 13: the owner of the database may create them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- Index keys of the panel's search: each field after '=', the beginnings of each word, those of a field's first word also
-- after '^', and after '~' each word as it is and with one letter removed, so that words that differ in one typo have a
-- common key. Beginnings are keys of their own, because PostgreSQL collects all keys with a prefix before it combines
-- them. A changed function requires a REINDEX, and the same change in `features/search/search-keys.ts`. Calls only
-- functions of pg_catalog, because indexes are built with no other schema in the search path.
CREATE FUNCTION search_keys(fields text[]) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 3000 AS $$
DECLARE
  field text;
  word text;
  words text[];
  is_first boolean;
  keys text[] := '{}';
BEGIN
  FOREACH field IN ARRAY fields LOOP
    CONTINUE WHEN field IS NULL;
    words := array_remove(regexp_split_to_array(
      replace(replace(replace(replace(translate(
        lower(regexp_replace(normalize(field, NFKD), '[\u0300-\u036f]', '', 'g')),
        'øłđðħıς', 'olddhiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      '[\u0001-/:-@[-`{-\u00bf\u2000-\u206f\u3000-\u303f]+'), '');
    CONTINUE WHEN cardinality(words) = 0;
    keys := keys || ('=' || left(array_to_string(words, ' '), 60));
    is_first := true;
    FOREACH word IN ARRAY words LOOP
      FOR size IN 1..least(length(word), 20) LOOP
        keys := keys || left(word, size);
        IF is_first THEN
          keys := keys || ('^' || left(word, size));
        END IF;
      END LOOP;
      is_first := false;
      IF length(word) BETWEEN 3 AND 24 AND word !~ '[0-9]' THEN
        keys := keys || ('~' || word);
        FOR position IN 1..length(word) LOOP
          keys := keys || ('~' || overlay(word PLACING '' FROM position FOR 1));
        END LOOP;
      END IF;
    END LOOP;
  END LOOP;
  RETURN array_to_tsvector(keys);
END $$;
