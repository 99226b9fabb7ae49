-- Streams that were opened with a session end with it, however and on whichever instance it was ended.
CREATE TRIGGER sessions_ended AFTER DELETE ON "sessions"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_panel_changed();
