-- Stores the previous slug of a renamed or deleted row, so that old links redirect.
CREATE OR REPLACE FUNCTION keep_former_slug() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO former_slugs (kind, slug, entity_id) VALUES (TG_TABLE_NAME, OLD.slug, OLD.id)
	ON CONFLICT (kind, slug) DO UPDATE SET entity_id = excluded.entity_id, created_at = now();
	RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER services_renamed AFTER UPDATE OF slug ON "services"
	FOR EACH ROW WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION keep_former_slug();

CREATE OR REPLACE TRIGGER services_removed AFTER DELETE ON "services"
	FOR EACH ROW EXECUTE FUNCTION keep_former_slug();

CREATE OR REPLACE TRIGGER portfolio_items_renamed AFTER UPDATE OF slug ON "portfolio_items"
	FOR EACH ROW WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION keep_former_slug();

CREATE OR REPLACE TRIGGER portfolio_items_removed AFTER DELETE ON "portfolio_items"
	FOR EACH ROW EXECUTE FUNCTION keep_former_slug();

CREATE OR REPLACE TRIGGER posts_renamed AFTER UPDATE OF slug ON "posts"
	FOR EACH ROW WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION keep_former_slug();

CREATE OR REPLACE TRIGGER posts_removed AFTER DELETE ON "posts"
	FOR EACH ROW EXECUTE FUNCTION keep_former_slug();

CREATE OR REPLACE TRIGGER pages_renamed AFTER UPDATE OF slug ON "pages"
	FOR EACH ROW WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION keep_former_slug();

CREATE OR REPLACE TRIGGER pages_removed AFTER DELETE ON "pages"
	FOR EACH ROW EXECUTE FUNCTION keep_former_slug();
