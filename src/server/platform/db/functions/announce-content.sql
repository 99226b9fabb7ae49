-- Notifies every instance that content of the site changed, so that cached pages are invalidated. PostgreSQL merges
-- identical notifications of a transaction, even if many rows change. A statement that changes no row sends none.
CREATE OR REPLACE FUNCTION notify_content_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('content_changed', TG_TABLE_NAME);
	RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER services_changed AFTER INSERT OR UPDATE OR DELETE ON "services"
	FOR EACH ROW EXECUTE FUNCTION notify_content_changed();

CREATE OR REPLACE TRIGGER portfolio_items_changed AFTER INSERT OR UPDATE OR DELETE ON "portfolio_items"
	FOR EACH ROW EXECUTE FUNCTION notify_content_changed();

CREATE OR REPLACE TRIGGER settings_changed AFTER INSERT OR UPDATE OR DELETE ON "settings"
	FOR EACH ROW EXECUTE FUNCTION notify_content_changed();

CREATE OR REPLACE TRIGGER posts_changed AFTER INSERT OR UPDATE OR DELETE ON "posts"
	FOR EACH ROW EXECUTE FUNCTION notify_content_changed();

CREATE OR REPLACE TRIGGER plans_changed AFTER INSERT OR UPDATE OR DELETE ON "plans"
	FOR EACH ROW EXECUTE FUNCTION notify_content_changed();

CREATE OR REPLACE TRIGGER settings_emptied AFTER TRUNCATE ON "settings"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();

CREATE OR REPLACE TRIGGER services_emptied AFTER TRUNCATE ON "services"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();

CREATE OR REPLACE TRIGGER portfolio_items_emptied AFTER TRUNCATE ON "portfolio_items"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();

CREATE OR REPLACE TRIGGER posts_emptied AFTER TRUNCATE ON "posts"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();

CREATE OR REPLACE TRIGGER plans_emptied AFTER TRUNCATE ON "plans"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();

CREATE OR REPLACE TRIGGER legal_versions_changed AFTER INSERT OR UPDATE OR DELETE ON "legal_versions"
	FOR EACH ROW EXECUTE FUNCTION notify_content_changed();

CREATE OR REPLACE TRIGGER legal_versions_emptied AFTER TRUNCATE ON "legal_versions"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();

CREATE OR REPLACE TRIGGER pages_changed AFTER INSERT OR UPDATE OR DELETE ON "pages"
	FOR EACH ROW EXECUTE FUNCTION notify_content_changed();

CREATE OR REPLACE TRIGGER pages_emptied AFTER TRUNCATE ON "pages"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();

CREATE OR REPLACE TRIGGER page_versions_changed AFTER INSERT OR UPDATE OR DELETE ON "page_versions"
	FOR EACH ROW EXECUTE FUNCTION notify_content_changed();

CREATE OR REPLACE TRIGGER page_versions_emptied AFTER TRUNCATE ON "page_versions"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();

CREATE OR REPLACE TRIGGER forms_changed AFTER INSERT OR UPDATE OR DELETE ON "forms"
	FOR EACH ROW EXECUTE FUNCTION notify_content_changed();

CREATE OR REPLACE TRIGGER forms_emptied AFTER TRUNCATE ON "forms"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();

CREATE OR REPLACE TRIGGER testimonials_changed AFTER INSERT OR UPDATE OR DELETE ON "testimonials"
	FOR EACH ROW EXECUTE FUNCTION notify_content_changed();

CREATE OR REPLACE TRIGGER testimonials_emptied AFTER TRUNCATE ON "testimonials"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();
