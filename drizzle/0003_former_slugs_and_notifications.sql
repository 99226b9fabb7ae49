CREATE TRIGGER posts_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "posts"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();
--> statement-breakpoint
CREATE TRIGGER plans_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "plans"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();
--> statement-breakpoint
-- Old links lead on, through whichever path a slug was changed or its row deleted for good.
CREATE FUNCTION keep_former_slug() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO former_slugs (kind, slug, entity_id) VALUES (TG_TABLE_NAME, OLD.slug, OLD.id)
	ON CONFLICT (kind, slug) DO UPDATE SET entity_id = excluded.entity_id, created_at = now();
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER services_renamed AFTER UPDATE OF slug ON "services"
	FOR EACH ROW WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION keep_former_slug();
--> statement-breakpoint
CREATE TRIGGER services_removed AFTER DELETE ON "services"
	FOR EACH ROW EXECUTE FUNCTION keep_former_slug();
--> statement-breakpoint
CREATE TRIGGER portfolio_items_renamed AFTER UPDATE OF slug ON "portfolio_items"
	FOR EACH ROW WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION keep_former_slug();
--> statement-breakpoint
CREATE TRIGGER portfolio_items_removed AFTER DELETE ON "portfolio_items"
	FOR EACH ROW EXECUTE FUNCTION keep_former_slug();
--> statement-breakpoint
CREATE TRIGGER posts_renamed AFTER UPDATE OF slug ON "posts"
	FOR EACH ROW WHEN (OLD.slug IS DISTINCT FROM NEW.slug) EXECUTE FUNCTION keep_former_slug();
--> statement-breakpoint
CREATE TRIGGER posts_removed AFTER DELETE ON "posts"
	FOR EACH ROW EXECUTE FUNCTION keep_former_slug();
