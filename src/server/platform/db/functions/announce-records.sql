-- Announces a changed record to all instances, which notify the screens of the agency and of the record's owner.
-- Internal changes and drafts are not announced to the owner.
CREATE OR REPLACE FUNCTION announce(topic text, changed jsonb, is_internal boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('record_changed', json_build_object('topic', topic, 'id', changed -> 'id',
		'owner', CASE WHEN NOT is_internal AND changed ->> 'status' IS DISTINCT FROM 'draft' THEN
			json_build_object('userId', changed -> 'user_id', 'companyId', changed -> 'company_id') END)::text);
END
$$;

-- Announces changes of tables that only the agency sees. PostgreSQL merges identical notifications of a transaction.
CREATE OR REPLACE FUNCTION announce_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('record_changed', json_build_object('topic', TG_TABLE_NAME)::text);
	RETURN NULL;
END
$$;

-- Announces changes of records with an owner, also to the previous owner. Arguments: the topic, then the internal
-- columns.
CREATE OR REPLACE FUNCTION announce_record() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	versions jsonb[] := array_remove(ARRAY[to_jsonb(OLD), to_jsonb(NEW)], NULL);
BEGIN
	PERFORM announce(TG_ARGV[0], version, TG_OP = 'UPDATE' AND versions[1] - TG_ARGV[1:] = versions[2] - TG_ARGV[1:])
		FROM unnest(versions) version;
	RETURN NULL;
END
$$;

-- Announces a change in a conversation. The owner of its request or proposal is notified unless the change is internal.
CREATE OR REPLACE FUNCTION announce_thread(conversation integer, is_internal boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	request integer;
	proposal integer;
BEGIN
	SELECT "request_id", "proposal_id" INTO request, proposal FROM "conversations" WHERE "id" = conversation;
	IF request IS NULL THEN
		PERFORM pg_notify('record_changed', '{"topic":"conversations"}');
	END IF;
	PERFORM announce('requestThreads', to_jsonb(r), is_internal) FROM "service_requests" r WHERE r."id" = request;
	PERFORM announce('proposals', to_jsonb(p), is_internal) FROM "proposals" p WHERE p."id" = proposal;
END
$$;

CREATE OR REPLACE FUNCTION announce_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'INSERT' THEN
		PERFORM announce_thread(OLD."conversation_id", OLD."internal");
	END IF;
	IF TG_OP <> 'DELETE' THEN
		PERFORM announce_thread(NEW."conversation_id", NEW."internal");
	END IF;
	RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER messages_announced AFTER INSERT OR UPDATE OR DELETE ON "messages"
	FOR EACH ROW EXECUTE FUNCTION announce_message();

-- Announces the client's decision on a deliverable.
CREATE OR REPLACE FUNCTION announce_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM announce_thread(m."conversation_id", m."internal") FROM "messages" m WHERE m."id" = NEW."message_id";
	RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER files_announced AFTER UPDATE ON "files"
	FOR EACH ROW WHEN (NEW."deliverable" IS DISTINCT FROM OLD."deliverable" AND OLD."message_id" IS NOT NULL)
	EXECUTE FUNCTION announce_file();

-- Announces changes about one person to their own screens: a read message, a changed account, an ended session or view.
CREATE OR REPLACE FUNCTION announce_personal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed jsonb := to_jsonb(coalesce(NEW, OLD));
BEGIN
	PERFORM pg_notify('record_changed', json_build_object('topic', TG_TABLE_NAME,
		'person', coalesce(changed -> 'user_id', changed -> 'id'))::text);
	RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER message_reads_announced AFTER INSERT OR UPDATE ON "message_reads"
	FOR EACH ROW EXECUTE FUNCTION announce_personal();

CREATE OR REPLACE TRIGGER users_announced AFTER INSERT OR UPDATE OR DELETE ON "users"
	FOR EACH ROW EXECUTE FUNCTION announce_personal();

CREATE OR REPLACE TRIGGER sessions_ended AFTER DELETE ON "sessions"
	FOR EACH ROW EXECUTE FUNCTION announce_personal();

CREATE OR REPLACE TRIGGER sessions_view_changed AFTER UPDATE OF "viewed_client_id" ON "sessions"
	FOR EACH ROW EXECUTE FUNCTION announce_personal();

CREATE OR REPLACE TRIGGER service_requests_announced AFTER INSERT OR UPDATE OR DELETE ON "service_requests"
	FOR EACH ROW EXECUTE FUNCTION announce_record('requests', 'updated_at');

CREATE OR REPLACE TRIGGER proposals_announced AFTER INSERT OR UPDATE OR DELETE ON "proposals"
	FOR EACH ROW EXECUTE FUNCTION announce_record('proposals');

CREATE OR REPLACE TRIGGER invoices_announced AFTER INSERT OR UPDATE OR DELETE ON "invoices"
	FOR EACH ROW EXECUTE FUNCTION announce_record('invoices');

CREATE OR REPLACE TRIGGER quotes_announced AFTER INSERT OR UPDATE OR DELETE ON "quotes"
	FOR EACH ROW EXECUTE FUNCTION announce_table();

CREATE OR REPLACE TRIGGER contact_messages_announced AFTER INSERT OR UPDATE OR DELETE ON "contact_messages"
	FOR EACH ROW EXECUTE FUNCTION announce_table();

CREATE OR REPLACE TRIGGER payments_announced AFTER INSERT OR UPDATE OR DELETE ON "payments"
	FOR EACH ROW EXECUTE FUNCTION announce_table();

CREATE OR REPLACE TRIGGER subscriptions_announced AFTER INSERT OR UPDATE OR DELETE ON "subscriptions"
	FOR EACH ROW EXECUTE FUNCTION announce_table();

CREATE OR REPLACE TRIGGER stripe_events_announced AFTER INSERT OR UPDATE OR DELETE ON "stripe_events"
	FOR EACH ROW EXECUTE FUNCTION announce_table();

CREATE OR REPLACE TRIGGER mails_announced AFTER INSERT OR UPDATE OR DELETE ON "mails"
	FOR EACH ROW EXECUTE FUNCTION announce_table();

CREATE OR REPLACE TRIGGER notes_announced AFTER INSERT OR UPDATE OR DELETE ON "notes"
	FOR EACH ROW EXECUTE FUNCTION announce_table();

CREATE OR REPLACE TRIGGER companies_announced AFTER INSERT OR UPDATE OR DELETE ON "companies"
	FOR EACH ROW EXECUTE FUNCTION announce_table();

CREATE OR REPLACE TRIGGER conversations_announced AFTER INSERT OR UPDATE OR DELETE ON "conversations"
	FOR EACH ROW EXECUTE FUNCTION announce_table();

CREATE OR REPLACE TRIGGER incoming_mails_announced AFTER INSERT OR UPDATE OR DELETE ON "incoming_mails"
	FOR EACH ROW EXECUTE FUNCTION announce_table();

CREATE OR REPLACE TRIGGER bank_entries_announced AFTER INSERT OR UPDATE OR DELETE ON "bank_entries"
	FOR EACH ROW EXECUTE FUNCTION announce_table();

CREATE OR REPLACE TRIGGER recurring_invoices_announced AFTER INSERT OR UPDATE OR DELETE ON "recurring_invoices"
	FOR EACH ROW EXECUTE FUNCTION announce_table();

CREATE OR REPLACE TRIGGER proposed_changes_announced AFTER INSERT OR UPDATE OR DELETE ON "proposed_changes"
	FOR EACH ROW EXECUTE FUNCTION announce_table();

CREATE OR REPLACE TRIGGER missed_invoices_announced AFTER INSERT OR UPDATE OR DELETE ON "missed_invoices"
	FOR EACH ROW EXECUTE FUNCTION announce_table();
