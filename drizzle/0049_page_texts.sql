ALTER TABLE "page_versions" ADD COLUMN "texts" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "page_versions" ADD COLUMN "hidden" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "page_versions" ADD COLUMN "parts" jsonb DEFAULT '["blocks"]'::jsonb NOT NULL;--> statement-breakpoint
-- Texts of the site's pages move from `settings` to the versions of their page. Their rows in `settings` stay for an older
-- instance that still runs; what it writes there becomes a version, too.
CREATE FUNCTION keep_page_text(of_page text, of_text text, said jsonb, at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	newest page_versions%rowtype;
	known jsonb;
BEGIN
	PERFORM pg_advisory_xact_lock(hashtext('fixed-page:' || of_page));
	SELECT * INTO newest FROM page_versions WHERE fixed_page = of_page AND locale = 'en' ORDER BY version DESC LIMIT 1;
	known := coalesce(newest.texts, '{}');
	IF known -> of_text IS NOT DISTINCT FROM said THEN RETURN; END IF;
	INSERT INTO page_versions (fixed_page, version, texts, hidden, blocks, parts, author, created_at)
	VALUES (
		of_page,
		coalesce(newest.version, 0) + 1,
		CASE WHEN said IS NULL THEN known - of_text ELSE known || jsonb_build_object(of_text, said) END,
		coalesce(newest.hidden, '[]'),
		coalesce(newest.blocks, '[]'),
		jsonb_build_array(of_text),
		'The system',
		at
	);
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_page_texts(of_key text, known jsonb, said jsonb, at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	of_page text;
BEGIN
	IF of_key <> 'pages' THEN
		PERFORM keep_page_text(
			CASE of_key WHEN 'about' THEN 'about' WHEN 'careers' THEN 'careers' WHEN 'questions' THEN 'pricing' ELSE 'home' END,
			of_key, said, at
		);
		RETURN;
	END IF;
	IF jsonb_typeof(known) <> 'object' THEN known := NULL; END IF;
	IF jsonb_typeof(said) <> 'object' THEN said := NULL; END IF;
	-- In the order of their names, as every other writer locks them.
	FOR of_page IN
		SELECT k FROM jsonb_object_keys(coalesce(known, '{}') || coalesce(said, '{}')) k
		WHERE k IN ('home', 'services', 'about', 'portfolio', 'blog', 'contact', 'pricing', 'careers') ORDER BY k
	LOOP
		IF known -> of_page IS DISTINCT FROM said -> of_page THEN
			PERFORM keep_page_text(of_page, 'words', said -> of_page, at);
		END IF;
	END LOOP;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_page_texts_of_settings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		PERFORM keep_page_texts(OLD.key, OLD.value, NULL, now());
	ELSE
		PERFORM keep_page_texts(NEW.key, CASE WHEN TG_OP = 'UPDATE' THEN OLD.value END, NEW.value, now());
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER settings_page_texts_added AFTER INSERT OR UPDATE ON "settings"
	FOR EACH ROW WHEN (NEW.key IN ('hero', 'reasons', 'about', 'careers', 'questions', 'pages'))
	EXECUTE FUNCTION keep_page_texts_of_settings();
--> statement-breakpoint
CREATE TRIGGER settings_page_texts_removed AFTER DELETE ON "settings"
	FOR EACH ROW WHEN (OLD.key IN ('hero', 'reasons', 'about', 'careers', 'questions', 'pages'))
	EXECUTE FUNCTION keep_page_texts_of_settings();
--> statement-breakpoint
SELECT keep_page_texts(key, NULL, value, updated_at) FROM "settings"
	WHERE key IN ('hero', 'reasons', 'about', 'careers', 'questions', 'pages') ORDER BY key;
