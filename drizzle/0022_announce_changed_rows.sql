-- A statement that changes no row is announced no longer: a job that finds nothing to delete made every instance render
-- every page anew. PostgreSQL sends equal notifications of a transaction once, however many rows it changes. The triggers
-- are replaced in the order in which the product writes to the tables, so that a running instance is waited for and not
-- caught in a deadlock.
CREATE OR REPLACE TRIGGER settings_changed AFTER INSERT OR UPDATE OR DELETE ON "settings"
	FOR EACH ROW EXECUTE FUNCTION notify_content_changed();
--> statement-breakpoint
CREATE TRIGGER settings_emptied AFTER TRUNCATE ON "settings"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER services_changed AFTER INSERT OR UPDATE OR DELETE ON "services"
	FOR EACH ROW EXECUTE FUNCTION notify_content_changed();
--> statement-breakpoint
CREATE TRIGGER services_emptied AFTER TRUNCATE ON "services"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER portfolio_items_changed AFTER INSERT OR UPDATE OR DELETE ON "portfolio_items"
	FOR EACH ROW EXECUTE FUNCTION notify_content_changed();
--> statement-breakpoint
CREATE TRIGGER portfolio_items_emptied AFTER TRUNCATE ON "portfolio_items"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER posts_changed AFTER INSERT OR UPDATE OR DELETE ON "posts"
	FOR EACH ROW EXECUTE FUNCTION notify_content_changed();
--> statement-breakpoint
CREATE TRIGGER posts_emptied AFTER TRUNCATE ON "posts"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER plans_changed AFTER INSERT OR UPDATE OR DELETE ON "plans"
	FOR EACH ROW EXECUTE FUNCTION notify_content_changed();
--> statement-breakpoint
CREATE TRIGGER plans_emptied AFTER TRUNCATE ON "plans"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER quotes_arrived AFTER INSERT OR UPDATE OR DELETE ON "quotes"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER contact_messages_arrived AFTER INSERT OR UPDATE OR DELETE ON "contact_messages"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER service_requests_arrived AFTER INSERT OR UPDATE OR DELETE ON "service_requests"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER request_messages_arrived AFTER INSERT OR UPDATE OR DELETE ON "request_messages"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER proposals_arrived AFTER INSERT OR UPDATE OR DELETE ON "proposals"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER invoices_arrived AFTER INSERT OR UPDATE OR DELETE ON "invoices"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER stripe_events_arrived AFTER INSERT OR UPDATE OR DELETE ON "stripe_events"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER subscriptions_arrived AFTER INSERT OR UPDATE OR DELETE ON "subscriptions"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER payments_arrived AFTER INSERT OR UPDATE OR DELETE ON "payments"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER notes_arrived AFTER INSERT OR UPDATE OR DELETE ON "notes"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER users_arrived AFTER INSERT OR UPDATE OR DELETE ON "users"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER mails_arrived AFTER INSERT OR UPDATE OR DELETE ON "mails"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER sessions_ended AFTER DELETE ON "sessions"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();
