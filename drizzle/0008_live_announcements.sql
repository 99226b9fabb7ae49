-- The panel shows what arrives while it is open, whichever instance or hand it came by.
CREATE FUNCTION notify_panel_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('panel_changed', TG_TABLE_NAME);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER quotes_arrived AFTER INSERT OR UPDATE OR DELETE ON "quotes"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_panel_changed();
--> statement-breakpoint
CREATE TRIGGER contact_messages_arrived AFTER INSERT OR UPDATE OR DELETE ON "contact_messages"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_panel_changed();
--> statement-breakpoint
CREATE TRIGGER service_requests_arrived AFTER INSERT OR UPDATE OR DELETE ON "service_requests"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_panel_changed();
--> statement-breakpoint
CREATE TRIGGER payments_arrived AFTER INSERT OR UPDATE OR DELETE ON "payments"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_panel_changed();
--> statement-breakpoint
CREATE TRIGGER subscriptions_arrived AFTER INSERT OR UPDATE OR DELETE ON "subscriptions"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_panel_changed();
--> statement-breakpoint
CREATE TRIGGER stripe_events_arrived AFTER INSERT OR UPDATE OR DELETE ON "stripe_events"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_panel_changed();
--> statement-breakpoint
CREATE TRIGGER users_arrived AFTER INSERT OR UPDATE OR DELETE ON "users"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_panel_changed();
--> statement-breakpoint
CREATE TRIGGER mails_arrived AFTER INSERT OR UPDATE OR DELETE ON "mails"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_panel_changed();
--> statement-breakpoint
CREATE TRIGGER notes_arrived AFTER INSERT OR UPDATE OR DELETE ON "notes"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_panel_changed();
