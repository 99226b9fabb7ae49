-- Gives events of one client or company ids in the order of the commits: the lock is held until the transaction ends.
CREATE OR REPLACE FUNCTION order_thread_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- Rows of a restored backup have ids.
	IF coalesce(current_setting('agency.restoring', true), '') = 'on' THEN
		RETURN NEW;
	END IF;
	PERFORM pg_advisory_xact_lock(hashtext('thread_events'),
		hashtext(coalesce('company ' || NEW."company_id", NEW."client_id")));
	NEW."id" := nextval(pg_get_serial_sequence('thread_events', 'id'));
	RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER thread_events_ordered BEFORE INSERT ON "thread_events"
	FOR EACH ROW EXECUTE FUNCTION order_thread_event();

-- Sends an event to every instance.
CREATE OR REPLACE FUNCTION announce_thread_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('thread_changed', json_build_object(
		'id', NEW."id", 'clientId', NEW."client_id", 'companyId', NEW."company_id", 'requestId', NEW."request_id",
		'kind', NEW."kind", 'subjectId', NEW."subject_id", 'internal', NEW."internal")::text);
	RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER thread_events_announced AFTER INSERT ON "thread_events"
	FOR EACH ROW EXECUTE FUNCTION announce_thread_event();

-- Adds an event for the client of a request. A deleted request has no client to notify.
CREATE OR REPLACE FUNCTION add_thread_event(request integer, kind text, subject integer, internal boolean) RETURNS void LANGUAGE sql AS $$
	INSERT INTO "thread_events" ("client_id", "company_id", "request_id", "kind", "subject_id", "internal")
	SELECT "user_id", "company_id", "id", kind, subject, internal FROM "service_requests"
	WHERE "id" = request AND coalesce(current_setting('agency.restoring', true), '') <> 'on'
$$;

-- Adds events for created, edited and deleted messages. A message that an admin accepts is new to its client.
CREATE OR REPLACE FUNCTION tell_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		PERFORM add_thread_event(NEW."request_id", 'message_created', NEW."id", NEW."internal");
	ELSIF TG_OP = 'DELETE' THEN
		PERFORM add_thread_event(OLD."request_id", 'message_deleted', OLD."id", OLD."internal");
	ELSIF OLD."internal" AND NOT NEW."internal" THEN
		PERFORM add_thread_event(NEW."request_id", 'message_created', NEW."id", false);
	ELSIF NEW."text" IS DISTINCT FROM OLD."text" THEN
		PERFORM add_thread_event(NEW."request_id", 'message_edited', NEW."id", NEW."internal");
	END IF;
	RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER request_messages_told AFTER INSERT OR UPDATE OR DELETE ON "request_messages"
	FOR EACH ROW EXECUTE FUNCTION tell_message();

-- Adds an event for a changed request; internal if only the assignee or the unanswered state changed.
CREATE OR REPLACE FUNCTION tell_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (NEW."status", NEW."note", NEW."target_date", NEW."waiting_since", NEW."title", NEW."description", NEW."service_id")
		IS DISTINCT FROM (OLD."status", OLD."note", OLD."target_date", OLD."waiting_since", OLD."title", OLD."description", OLD."service_id") THEN
		PERFORM add_thread_event(NEW."id", 'request_changed', NULL, false);
	ELSIF (NEW."assignee_id", NEW."unanswered_since") IS DISTINCT FROM (OLD."assignee_id", OLD."unanswered_since") THEN
		PERFORM add_thread_event(NEW."id", 'request_changed', NULL, true);
	END IF;
	RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER service_requests_told AFTER UPDATE ON "service_requests"
	FOR EACH ROW EXECUTE FUNCTION tell_request();

-- Adds an event for a decision on a deliverable.
CREATE OR REPLACE FUNCTION tell_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM add_thread_event(m."request_id", 'file_decided', NEW."id", m."internal")
		FROM "request_messages" m WHERE m."id" = NEW."message_id";
	RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER files_told AFTER UPDATE ON "files"
	FOR EACH ROW WHEN (NEW."deliverable" IS DISTINCT FROM OLD."deliverable" AND OLD."message_id" IS NOT NULL)
	EXECUTE FUNCTION tell_file();

-- Adds an event for a message that a client read, for the other screens of the client.
CREATE OR REPLACE FUNCTION tell_read() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM add_thread_event(r."id", 'read', NEW."message_id", false)
		FROM "service_requests" r WHERE r."id" = NEW."request_id" AND r."user_id" = NEW."user_id";
	RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER request_reads_told AFTER INSERT OR UPDATE ON "request_reads"
	FOR EACH ROW EXECUTE FUNCTION tell_read();
