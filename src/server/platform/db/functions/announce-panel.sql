-- Tells every instance that records of the panel changed, so that open screens show the change. Deleted sessions and ended views of a client
-- are announced too: streams that were opened with them are closed.
CREATE OR REPLACE FUNCTION notify_panel_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('panel_changed', TG_TABLE_NAME);
	RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER quotes_arrived AFTER INSERT OR UPDATE OR DELETE ON "quotes"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();

CREATE OR REPLACE TRIGGER contact_messages_arrived AFTER INSERT OR UPDATE OR DELETE ON "contact_messages"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();

CREATE OR REPLACE TRIGGER service_requests_arrived AFTER INSERT OR UPDATE OR DELETE ON "service_requests"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();

CREATE OR REPLACE TRIGGER payments_arrived AFTER INSERT OR UPDATE OR DELETE ON "payments"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();

CREATE OR REPLACE TRIGGER subscriptions_arrived AFTER INSERT OR UPDATE OR DELETE ON "subscriptions"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();

CREATE OR REPLACE TRIGGER stripe_events_arrived AFTER INSERT OR UPDATE OR DELETE ON "stripe_events"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();

CREATE OR REPLACE TRIGGER users_arrived AFTER INSERT OR UPDATE OR DELETE ON "users"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();

CREATE OR REPLACE TRIGGER mails_arrived AFTER INSERT OR UPDATE OR DELETE ON "mails"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();

CREATE OR REPLACE TRIGGER notes_arrived AFTER INSERT OR UPDATE OR DELETE ON "notes"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();

CREATE OR REPLACE TRIGGER sessions_ended AFTER DELETE ON "sessions"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();

CREATE OR REPLACE TRIGGER proposals_arrived AFTER INSERT OR UPDATE OR DELETE ON "proposals"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();

CREATE OR REPLACE TRIGGER invoices_arrived AFTER INSERT OR UPDATE OR DELETE ON "invoices"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();

CREATE OR REPLACE TRIGGER request_messages_arrived AFTER INSERT OR UPDATE OR DELETE ON "request_messages"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();

CREATE OR REPLACE TRIGGER companies_arrived AFTER INSERT OR UPDATE OR DELETE ON "companies"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();

CREATE OR REPLACE TRIGGER inbox_items_arrived AFTER INSERT OR UPDATE OR DELETE ON "inbox_items"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();

CREATE OR REPLACE TRIGGER sessions_view_changed AFTER UPDATE OF "viewed_client_id" ON "sessions"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();

CREATE OR REPLACE TRIGGER incoming_mails_arrived AFTER INSERT OR UPDATE OR DELETE ON "incoming_mails"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();

CREATE OR REPLACE TRIGGER bank_entries_changed AFTER INSERT OR UPDATE OR DELETE ON "bank_entries"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();

CREATE OR REPLACE TRIGGER recurring_invoices_arrived AFTER INSERT OR UPDATE OR DELETE ON "recurring_invoices"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();

CREATE OR REPLACE TRIGGER missed_invoices_arrived AFTER INSERT OR UPDATE OR DELETE ON "missed_invoices"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();
