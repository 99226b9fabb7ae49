CREATE TABLE "inbox_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "inbox_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"quote_id" integer,
	"contact_message_id" integer,
	"request_id" integer,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"about" text NOT NULL,
	"details" text NOT NULL,
	"status" text NOT NULL,
	"stage" text NOT NULL,
	"owner_id" text,
	"is_spam" boolean DEFAULT false NOT NULL,
	"waiting_since" timestamp with time zone,
	"done_at" timestamp with time zone,
	"next_step" text DEFAULT '' NOT NULL,
	"next_step_on" date,
	"due_from" timestamp with time zone GENERATED ALWAYS AS (least("waiting_since", "next_step_on"::timestamp at time zone 'UTC')) STORED,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"snoozed_until" date,
	"search_text" text GENERATED ALWAYS AS (lower("name" || ' ' || "email" || ' ' || "about" || ' ' || "details" || ' ' || "next_step")) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbox_items_record" CHECK (num_nonnulls(quote_id, contact_message_id, request_id) = 1)
);
--> statement-breakpoint
ALTER TABLE "inbox_items" ADD CONSTRAINT "inbox_items_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_items" ADD CONSTRAINT "inbox_items_contact_message_id_contact_messages_id_fk" FOREIGN KEY ("contact_message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_items" ADD CONSTRAINT "inbox_items_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_items" ADD CONSTRAINT "inbox_items_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "inbox_items_quote_idx" ON "inbox_items" USING btree ("quote_id");--> statement-breakpoint
CREATE UNIQUE INDEX "inbox_items_contact_idx" ON "inbox_items" USING btree ("contact_message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "inbox_items_request_idx" ON "inbox_items" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "inbox_items_open_idx" ON "inbox_items" USING btree ("due_from","id") WHERE done_at is null and not is_spam;--> statement-breakpoint
CREATE INDEX "inbox_items_done_idx" ON "inbox_items" USING btree ("done_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE done_at is not null and not is_spam;--> statement-breakpoint
CREATE INDEX "inbox_items_owner_idx" ON "inbox_items" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "inbox_items_tags_idx" ON "inbox_items" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "inbox_items_search_idx" ON "inbox_items" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
-- The rows follow their records by triggers, so that an instance of the version before makes them too. A backup that is restored has them.
CREATE FUNCTION keep_inbox_quote() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	new_stage text := CASE NEW."status" WHEN 'pending' THEN 'new' WHEN 'contacted' THEN 'answered' WHEN 'approved' THEN 'won' ELSE 'closed' END;
	decided boolean := NEW."status" IN ('approved', 'rejected');
BEGIN
	IF coalesce(current_setting('agency.restoring', true), '') = 'on' THEN
		RETURN NULL;
	END IF;
	IF TG_OP = 'INSERT' THEN
		INSERT INTO "inbox_items" ("kind", "quote_id", "name", "email", "about", "details", "status", "stage", "owner_id", "is_spam",
			"waiting_since", "done_at", "created_at")
		VALUES ('quote', NEW."id", NEW."name", NEW."email", NEW."service_name", left(NEW."project_details", 500), NEW."status", new_stage,
			NEW."owner_id", NEW."spam_reason" IS NOT NULL,
			CASE WHEN NEW."status" = 'pending' AND NEW."first_answer_at" IS NULL THEN NEW."created_at" END,
			CASE WHEN decided THEN now() END, NEW."created_at");
		RETURN NULL;
	END IF;
	UPDATE "inbox_items" SET "name" = NEW."name", "email" = NEW."email", "about" = NEW."service_name",
		"details" = left(NEW."project_details", 500), "status" = NEW."status", "stage" = new_stage,
		"owner_id" = NEW."owner_id", "is_spam" = NEW."spam_reason" IS NOT NULL,
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
$$;--> statement-breakpoint
CREATE FUNCTION keep_inbox_contact_message() RETURNS trigger LANGUAGE plpgsql AS $$
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
			"is_spam", "waiting_since", "created_at")
		VALUES ('message', NEW."id", full_name, NEW."email", new_about, left(NEW."message", 500), NEW."status", new_stage, NEW."owner_id",
			NEW."spam_reason" IS NOT NULL,
			CASE WHEN NEW."status" <> 'replied' AND NEW."first_answer_at" IS NULL THEN NEW."created_at" END, NEW."created_at");
		RETURN NULL;
	END IF;
	UPDATE "inbox_items" SET "name" = full_name, "email" = NEW."email", "about" = new_about,
		"details" = left(NEW."message", 500), "status" = NEW."status", "stage" = new_stage,
		"owner_id" = NEW."owner_id", "is_spam" = NEW."spam_reason" IS NOT NULL,
		"waiting_since" = CASE
			WHEN OLD."first_answer_at" IS NULL AND NEW."first_answer_at" IS NOT NULL THEN NULL
			WHEN NEW."status" = OLD."status" AND (NEW."first_answer_at" IS NULL) = (OLD."first_answer_at" IS NULL) THEN "waiting_since"
			WHEN NEW."status" = 'replied' THEN NULL
			-- From unread to read it waits as before; taken back from replied, it waits again.
			WHEN OLD."status" = 'replied' THEN coalesce("waiting_since", NEW."created_at")
			ELSE "waiting_since" END,
		"done_at" = CASE WHEN OLD."status" = 'replied' AND NEW."status" <> 'replied' THEN NULL ELSE "done_at" END,
		"updated_at" = now()
	WHERE "contact_message_id" = NEW."id";
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION keep_inbox_request() RETURNS trigger LANGUAGE plpgsql AS $$
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
		-- One that is under way has left the inbox, until its client writes.
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
$$;--> statement-breakpoint
-- An answer of a lead's sender brings it back; one of the agency passes the next word to them. Those of requests are known to the request.
CREATE FUNCTION keep_inbox_conversation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF coalesce(current_setting('agency.restoring', true), '') = 'on' THEN
		RETURN NULL;
	END IF;
	UPDATE "inbox_items" SET
		"waiting_since" = CASE WHEN NOT NEW."by_agency" THEN coalesce("waiting_since", NEW."created_at") END,
		"snoozed_until" = CASE WHEN NEW."by_agency" THEN "snoozed_until" END,
		"done_at" = CASE WHEN NEW."by_agency" THEN "done_at" END,
		"updated_at" = now()
	WHERE "quote_id" = NEW."quote_id" OR "contact_message_id" = NEW."contact_message_id";
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION keep_inbox_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "inbox_items" SET "name" = concat_ws(' ', NEW."first_name", NEW."last_name"), "email" = coalesce(NEW."email", '')
	WHERE "request_id" IN (SELECT "id" FROM "service_requests" WHERE "user_id" = NEW."id");
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER quotes_inbox AFTER INSERT OR UPDATE OF "name", "email", "service_name", "project_details", "status", "spam_reason",
	"owner_id", "first_answer_at" ON "quotes" FOR EACH ROW EXECUTE FUNCTION keep_inbox_quote();--> statement-breakpoint
CREATE TRIGGER contact_messages_inbox AFTER INSERT OR UPDATE OF "first_name", "last_name", "email", "service", "subject", "message",
	"status", "spam_reason", "owner_id", "first_answer_at" ON "contact_messages"
	FOR EACH ROW EXECUTE FUNCTION keep_inbox_contact_message();--> statement-breakpoint
CREATE TRIGGER service_requests_inbox AFTER INSERT OR UPDATE OF "user_id", "title", "description", "status", "assignee_id", "unanswered_since"
	ON "service_requests" FOR EACH ROW EXECUTE FUNCTION keep_inbox_request();--> statement-breakpoint
CREATE TRIGGER request_messages_inbox AFTER INSERT ON "request_messages"
	FOR EACH ROW WHEN (NEW."request_id" IS NULL AND NOT NEW."internal") EXECUTE FUNCTION keep_inbox_conversation();--> statement-breakpoint
CREATE TRIGGER users_inbox AFTER UPDATE OF "first_name", "last_name", "email" ON "users"
	FOR EACH ROW WHEN (NOT NEW."is_admin" AND (OLD."first_name", OLD."last_name", OLD."email") IS DISTINCT FROM
		(NEW."first_name", NEW."last_name", NEW."email")) EXECUTE FUNCTION keep_inbox_client();--> statement-breakpoint
-- What there is already, after the triggers: their locks have waited for the writes that were under way. Leads that were answered more than 60
-- days ago and never wrote again are done.
INSERT INTO "inbox_items" ("kind", "quote_id", "name", "email", "about", "details", "status", "stage", "owner_id", "is_spam",
	"waiting_since", "done_at", "created_at", "updated_at")
SELECT 'quote', "quotes"."id", "name", "email", "service_name", left("project_details", 500), "status",
	CASE "status" WHEN 'pending' THEN 'new' WHEN 'contacted' THEN 'answered' WHEN 'approved' THEN 'won' ELSE 'closed' END,
	"owner_id", "spam_reason" IS NOT NULL,
	CASE WHEN "status" IN ('approved', 'rejected') THEN NULL
		WHEN "status" = 'pending' AND "first_answer_at" IS NULL THEN "quotes"."created_at" ELSE "written"."since" END,
	CASE WHEN "status" IN ('approved', 'rejected') OR ("quotes"."updated_at" < now() - interval '60 days' AND "written"."since" IS NULL
		AND NOT ("status" = 'pending' AND "first_answer_at" IS NULL)) THEN "quotes"."updated_at" END,
	"quotes"."created_at", "quotes"."updated_at"
FROM "quotes" LEFT JOIN (
	SELECT "quote_id", min("created_at") AS "since" FROM "request_messages" "written"
	WHERE "quote_id" IS NOT NULL AND NOT "by_agency" AND NOT EXISTS (SELECT FROM "request_messages" "answer"
		WHERE "answer"."quote_id" = "written"."quote_id" AND "answer"."by_agency" AND NOT "answer"."internal" AND "answer"."id" > "written"."id")
	GROUP BY "quote_id") "written" ON "written"."quote_id" = "quotes"."id";--> statement-breakpoint
INSERT INTO "inbox_items" ("kind", "contact_message_id", "name", "email", "about", "details", "status", "stage", "owner_id", "is_spam",
	"waiting_since", "done_at", "created_at", "updated_at")
SELECT 'message', "id", concat_ws(' ', "first_name", "last_name"), "email", coalesce(nullif("subject", ''), "service"),
	left("message", 500), "status", CASE "status" WHEN 'replied' THEN 'answered' ELSE 'new' END, "owner_id", "spam_reason" IS NOT NULL,
	CASE WHEN "status" <> 'replied' AND "first_answer_at" IS NULL THEN "created_at" END,
	CASE WHEN "updated_at" < now() - interval '60 days' AND ("status" = 'replied' OR "first_answer_at" IS NOT NULL) THEN "updated_at" END,
	"created_at", "updated_at"
FROM "contact_messages";--> statement-breakpoint
INSERT INTO "inbox_items" ("kind", "request_id", "name", "email", "about", "details", "status", "stage", "owner_id", "waiting_since",
	"done_at", "created_at", "updated_at")
SELECT 'request', "service_requests"."id", concat_ws(' ', "first_name", "last_name"), coalesce("email", ''), "title",
	left("description", 500), "service_requests"."status",
	CASE "service_requests"."status" WHEN 'pending' THEN 'new' WHEN 'cancelled' THEN 'closed' ELSE 'won' END, "assignee_id",
	CASE WHEN "service_requests"."status" IN ('pending', 'in_progress') THEN coalesce("unanswered_since",
		CASE WHEN "service_requests"."status" = 'pending' THEN "service_requests"."created_at" END) END,
	CASE WHEN "service_requests"."status" IN ('completed', 'cancelled')
		OR ("service_requests"."status" = 'in_progress' AND "unanswered_since" IS NULL) THEN "service_requests"."updated_at" END,
	"service_requests"."created_at", "service_requests"."updated_at"
FROM "service_requests" JOIN "users" ON "users"."id" = "service_requests"."user_id";--> statement-breakpoint
CREATE TRIGGER inbox_items_arrived AFTER INSERT OR UPDATE OR DELETE ON "inbox_items"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();
