-- Triggers of this file keep `inbox_items` in step with their records. They do nothing while a backup is restored, which has the items.
-- Returns the stage of the inbox for the status of a proposal.
CREATE OR REPLACE FUNCTION inbox_stage_of_proposal(status proposal_status) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE status WHEN 'accepted' THEN 'won' WHEN 'sent' THEN 'answered' WHEN 'viewed' THEN 'answered' WHEN 'draft' THEN 'new' ELSE 'closed' END
$$;

-- Follows a quote. A merged quote leaves the inbox and keeps its plan.
CREATE OR REPLACE FUNCTION keep_inbox_quote() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	new_stage text := CASE NEW."status" WHEN 'pending' THEN 'new' WHEN 'contacted' THEN 'answered' WHEN 'approved' THEN 'won' ELSE 'closed' END;
	hidden boolean := NEW."is_spam" OR NEW."merged_into" IS NOT NULL;
	decided boolean := NEW."status" IN ('approved', 'rejected');
BEGIN
	IF coalesce(current_setting('agency.restoring', true), '') = 'on' THEN
		RETURN NULL;
	END IF;
	IF TG_OP = 'INSERT' THEN
		INSERT INTO "inbox_items" ("kind", "quote_id", "name", "email", "about", "details", "status", "stage", "owner_id", "phone_digits", "is_spam",
			"waiting_since", "done_at", "created_at")
		VALUES ('quote', NEW."id", NEW."name", NEW."email", NEW."service_name", left(NEW."project_details", 500), NEW."status", new_stage,
			NEW."owner_id", NEW."phone_digits", hidden,
			CASE WHEN NEW."status" = 'pending' AND NEW."first_answer_at" IS NULL THEN NEW."created_at" END,
			CASE WHEN decided THEN now() END, NEW."created_at");
		RETURN NULL;
	END IF;
	UPDATE "inbox_items" SET "name" = NEW."name", "email" = NEW."email", "phone_digits" = NEW."phone_digits", "about" = NEW."service_name",
		"details" = left(NEW."project_details", 500), "status" = NEW."status", "stage" = new_stage,
		"owner_id" = NEW."owner_id", "is_spam" = hidden,
		"waiting_since" = CASE
			WHEN decided THEN NULL
			WHEN OLD."first_answer_at" IS NULL AND NEW."first_answer_at" IS NOT NULL THEN NULL
			WHEN NEW."status" = OLD."status" AND (NEW."first_answer_at" IS NULL) = (OLD."first_answer_at" IS NULL) THEN "waiting_since"
			WHEN NEW."status" = 'contacted' THEN NULL
			ELSE coalesce("waiting_since", NEW."created_at") END,
		"done_at" = CASE WHEN decided THEN coalesce("done_at", now()) WHEN NEW."status" <> OLD."status" THEN NULL ELSE "done_at" END,
		"updated_at" = now()
	WHERE "quote_id" = NEW."id";
	RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER quotes_inbox AFTER INSERT OR UPDATE OF "name", "email", "phone_digits", "service_name", "project_details", "status",
	"is_spam", "owner_id", "first_answer_at", "merged_into" ON "quotes" FOR EACH ROW EXECUTE FUNCTION keep_inbox_quote();

-- Follows a contact message.
CREATE OR REPLACE FUNCTION keep_inbox_contact_message() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	new_stage text := CASE NEW."status" WHEN 'replied' THEN 'answered' ELSE 'new' END;
	new_about text := coalesce(nullif(NEW."subject", ''), NEW."service");
	full_name text := concat_ws(' ', NEW."first_name", NEW."last_name");
BEGIN
	IF coalesce(current_setting('agency.restoring', true), '') = 'on' THEN
		RETURN NULL;
	END IF;
	IF TG_OP = 'INSERT' THEN
		INSERT INTO "inbox_items" ("kind", "contact_message_id", "name", "email", "about", "details", "status", "stage", "owner_id",
			"phone_digits", "is_spam", "waiting_since", "created_at")
		VALUES ('message', NEW."id", full_name, NEW."email", new_about, left(NEW."message", 500), NEW."status", new_stage, NEW."owner_id",
			NEW."phone_digits", NEW."is_spam",
			CASE WHEN NEW."status" <> 'replied' AND NEW."first_answer_at" IS NULL THEN NEW."created_at" END, NEW."created_at");
		RETURN NULL;
	END IF;
	UPDATE "inbox_items" SET "name" = full_name, "email" = NEW."email", "phone_digits" = NEW."phone_digits", "about" = new_about,
		"details" = left(NEW."message", 500), "status" = NEW."status", "stage" = new_stage,
		"owner_id" = NEW."owner_id", "is_spam" = NEW."is_spam",
		"waiting_since" = CASE
			WHEN OLD."first_answer_at" IS NULL AND NEW."first_answer_at" IS NOT NULL THEN NULL
			WHEN NEW."status" = OLD."status" AND (NEW."first_answer_at" IS NULL) = (OLD."first_answer_at" IS NULL) THEN "waiting_since"
			WHEN NEW."status" = 'replied' THEN NULL
			-- Between unread and read nothing changes; a message that is no longer replied waits again.
			WHEN OLD."status" = 'replied' THEN coalesce("waiting_since", NEW."created_at")
			ELSE "waiting_since" END,
		"done_at" = CASE WHEN OLD."status" = 'replied' AND NEW."status" <> 'replied' THEN NULL ELSE "done_at" END,
		"updated_at" = now()
	WHERE "contact_message_id" = NEW."id";
	RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER contact_messages_inbox AFTER INSERT OR UPDATE OF "first_name", "last_name", "email", "phone_digits", "service", "subject",
	"message", "status", "is_spam", "owner_id", "first_answer_at" ON "contact_messages"
	FOR EACH ROW EXECUTE FUNCTION keep_inbox_contact_message();

-- Follows a request.
CREATE OR REPLACE FUNCTION keep_inbox_request() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	new_stage text := CASE NEW."status" WHEN 'pending' THEN 'new' WHEN 'cancelled' THEN 'closed' ELSE 'won' END;
	owed timestamptz := CASE WHEN NEW."status" IN ('pending', 'in_progress') THEN NEW."unanswered_since" END;
BEGIN
	IF coalesce(current_setting('agency.restoring', true), '') = 'on' THEN
		RETURN NULL;
	END IF;
	IF TG_OP = 'INSERT' THEN
		INSERT INTO "inbox_items" ("kind", "request_id", "name", "email", "about", "details", "status", "stage", "owner_id",
			"waiting_since", "done_at", "created_at")
		SELECT 'request', NEW."id", concat_ws(' ', "first_name", "last_name"), coalesce("email", ''), NEW."title",
			left(NEW."description", 500), NEW."status", new_stage, NEW."assignee_id",
			coalesce(owed, CASE WHEN NEW."status" = 'pending' THEN NEW."created_at" END),
			CASE WHEN NEW."status" <> 'pending' AND owed IS NULL THEN now() END, NEW."created_at"
		FROM "users" WHERE "id" = NEW."user_id";
		RETURN NULL;
	END IF;
	UPDATE "inbox_items" SET "about" = NEW."title", "details" = left(NEW."description", 500), "status" = NEW."status",
		"stage" = new_stage, "owner_id" = NEW."assignee_id",
		"waiting_since" = CASE
			WHEN owed IS NOT NULL THEN owed
			WHEN OLD."unanswered_since" IS NOT NULL AND NEW."unanswered_since" IS NULL THEN NULL
			WHEN NEW."status" <> 'pending' THEN NULL
			WHEN OLD."status" <> 'pending' THEN NEW."created_at"
			ELSE "waiting_since" END,
		-- A request in progress is done until its client writes.
		"done_at" = CASE
			WHEN owed IS NOT NULL AND OLD."unanswered_since" IS NULL THEN NULL
			WHEN NEW."status" = 'pending' AND OLD."status" <> 'pending' THEN NULL
			WHEN NEW."status" <> 'pending' AND owed IS NULL THEN coalesce("done_at", now())
			ELSE "done_at" END,
		"snoozed_until" = CASE WHEN owed IS NOT NULL AND OLD."unanswered_since" IS NULL THEN NULL ELSE "snoozed_until" END,
		"updated_at" = now()
	WHERE "request_id" = NEW."id";
	IF NEW."user_id" <> OLD."user_id" THEN
		UPDATE "inbox_items" SET "name" = concat_ws(' ', "first_name", "last_name"), "email" = coalesce("users"."email", '')
		FROM "users" WHERE "request_id" = NEW."id" AND "users"."id" = NEW."user_id";
	END IF;
	RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER service_requests_inbox AFTER INSERT OR UPDATE OF "user_id", "title", "description", "status", "assignee_id", "unanswered_since"
	ON "service_requests" FOR EACH ROW EXECUTE FUNCTION keep_inbox_request();

-- Follows messages about quotes, contact messages and proposals: a message of the sender brings the item back, one of the agency answers it. A
-- message about a merged quote concerns the quote that it was merged into, one about a proposal the lead of the proposal. A proposal without a
-- lead gets an item with the first message of its client.
CREATE OR REPLACE FUNCTION keep_inbox_conversation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	of_quote integer := NEW."quote_id";
	of_message integer := NEW."contact_message_id";
BEGIN
	IF coalesce(current_setting('agency.restoring', true), '') = 'on' THEN
		RETURN NULL;
	END IF;
	IF NEW."proposal_id" IS NOT NULL THEN
		SELECT "quote_id", "message_id" INTO of_quote, of_message FROM "proposals" WHERE "id" = NEW."proposal_id";
	END IF;
	IF NEW."proposal_id" IS NOT NULL AND of_quote IS NULL AND of_message IS NULL AND NOT NEW."by_agency" THEN
		INSERT INTO "inbox_items" ("kind", "proposal_id", "name", "email", "about", "details", "status", "stage", "waiting_since", "created_at")
		SELECT 'proposal', "id", "client_name", "client_email", "number" || ' ' || "title", left(NEW."text", 500), "status",
			inbox_stage_of_proposal("status"), NEW."created_at", NEW."created_at"
		FROM "proposals" WHERE "id" = NEW."proposal_id"
		ON CONFLICT ("proposal_id") DO UPDATE SET "details" = excluded."details";
	END IF;
	UPDATE "inbox_items" SET
		"waiting_since" = CASE WHEN NOT NEW."by_agency" THEN coalesce("waiting_since", NEW."created_at") END,
		"snoozed_until" = CASE WHEN NEW."by_agency" THEN "snoozed_until" END,
		"done_at" = CASE WHEN NEW."by_agency" THEN "done_at" END,
		"last_words" = CASE WHEN NEW."by_agency" THEN "last_words" ELSE left(NEW."text", 500) END,
		"updated_at" = now()
	WHERE "quote_id" = (SELECT coalesce("merged_into", "id") FROM "quotes" WHERE "id" = of_quote)
		OR "contact_message_id" = of_message OR "proposal_id" = NEW."proposal_id";
	RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER request_messages_inbox AFTER INSERT ON "request_messages"
	FOR EACH ROW WHEN (NEW."request_id" IS NULL AND NOT NEW."internal") EXECUTE FUNCTION keep_inbox_conversation();

CREATE OR REPLACE TRIGGER request_messages_inbox_accepted AFTER UPDATE OF "internal" ON "request_messages"
	FOR EACH ROW WHEN (NEW."request_id" IS NULL AND OLD."internal" AND NOT NEW."internal") EXECUTE FUNCTION keep_inbox_conversation();

-- Stores an excerpt of the last message that the client of a request wrote.
CREATE OR REPLACE FUNCTION keep_inbox_request_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "inbox_items" SET "last_words" = left(NEW."text", 500) WHERE "request_id" = NEW."request_id";
	RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER request_messages_inbox_words AFTER INSERT ON "request_messages"
	FOR EACH ROW WHEN (NEW."request_id" IS NOT NULL AND NOT NEW."internal" AND NOT NEW."by_agency" AND NEW."text" <> '')
	EXECUTE FUNCTION keep_inbox_request_words();

CREATE OR REPLACE TRIGGER request_messages_inbox_words_accepted AFTER UPDATE OF "internal" ON "request_messages"
	FOR EACH ROW WHEN (NEW."request_id" IS NOT NULL AND OLD."internal" AND NOT NEW."internal" AND NOT NEW."by_agency" AND NEW."text" <> '')
	EXECUTE FUNCTION keep_inbox_request_words();

-- Follows the name and address of a client.
CREATE OR REPLACE FUNCTION keep_inbox_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "inbox_items" SET "name" = concat_ws(' ', NEW."first_name", NEW."last_name"), "email" = coalesce(NEW."email", '')
	WHERE "request_id" IN (SELECT "id" FROM "service_requests" WHERE "user_id" = NEW."id");
	RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER users_inbox AFTER UPDATE OF "first_name", "last_name", "email" ON "users"
	FOR EACH ROW WHEN (NOT NEW."is_admin" AND (OLD."first_name", OLD."last_name", OLD."email") IS DISTINCT FROM
		(NEW."first_name", NEW."last_name", NEW."email")) EXECUTE FUNCTION keep_inbox_client();

-- Follows a proposal that has an item of its own.
CREATE OR REPLACE FUNCTION keep_inbox_proposal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "inbox_items" SET "name" = NEW."client_name", "email" = NEW."client_email", "about" = NEW."number" || ' ' || NEW."title",
		"status" = NEW."status", "stage" = inbox_stage_of_proposal(NEW."status"), "updated_at" = now()
	WHERE "proposal_id" = NEW."id";
	RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER proposals_inbox AFTER UPDATE OF "client_name", "client_email", "number", "title", "status" ON "proposals"
	FOR EACH ROW EXECUTE FUNCTION keep_inbox_proposal();
