CREATE OR REPLACE FUNCTION keep_former_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO former_prices (stripe_price_id, plan_id, cycle)
	VALUES (OLD.stripe_price_id, OLD.plan_id, OLD.cycle)
	ON CONFLICT (stripe_price_id) DO NOTHING;
	RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER plan_prices_replaced AFTER UPDATE OF stripe_price_id ON "plan_prices"
	FOR EACH ROW WHEN (OLD.stripe_price_id IS DISTINCT FROM NEW.stripe_price_id)
	EXECUTE FUNCTION keep_former_price();

CREATE OR REPLACE FUNCTION set_admin_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.admin_role := CASE WHEN NEW.is_admin THEN coalesce(NEW.admin_role, 'owner') END;
	RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER users_admin_role BEFORE INSERT OR UPDATE ON "users"
	FOR EACH ROW EXECUTE FUNCTION set_admin_role();

CREATE OR REPLACE FUNCTION keep_page_text(of_page text, of_text text, said jsonb, at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE FUNCTION keep_page_texts(of_key text, known jsonb, said jsonb, at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE FUNCTION keep_page_texts_of_settings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		PERFORM keep_page_texts(OLD.key, OLD.value, NULL, now());
	ELSE
		PERFORM keep_page_texts(NEW.key, CASE WHEN TG_OP = 'UPDATE' THEN OLD.value END, NEW.value, now());
	END IF;
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER settings_page_texts_added AFTER INSERT OR UPDATE ON "settings"
	FOR EACH ROW WHEN (NEW.key IN ('hero', 'reasons', 'about', 'careers', 'questions', 'pages'))
	EXECUTE FUNCTION keep_page_texts_of_settings();

CREATE OR REPLACE TRIGGER settings_page_texts_removed AFTER DELETE ON "settings"
	FOR EACH ROW WHEN (OLD.key IN ('hero', 'reasons', 'about', 'careers', 'questions', 'pages'))
	EXECUTE FUNCTION keep_page_texts_of_settings();

CREATE OR REPLACE FUNCTION keep_refunds() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	missing bigint;
BEGIN
	IF coalesce(current_setting('agency.restoring', true), '') = 'on' THEN
		RETURN NULL;
	END IF;
	SELECT NEW."refunded_cents" - coalesce(sum("cents"), 0) INTO missing FROM "refunds" WHERE "payment_id" = NEW."id";
	IF missing <> 0 THEN
		INSERT INTO "refunds" ("payment_id", "cents") VALUES (NEW."id", missing);
	END IF;
	RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER "keep_refunds_new" AFTER INSERT ON "payments" FOR EACH ROW WHEN (NEW."refunded_cents" > 0) EXECUTE FUNCTION keep_refunds();

CREATE OR REPLACE TRIGGER "keep_refunds" AFTER UPDATE OF "refunded_cents" ON "payments" FOR EACH ROW
	WHEN (NEW."refunded_cents" IS DISTINCT FROM OLD."refunded_cents") EXECUTE FUNCTION keep_refunds();
