ALTER TABLE "inbox_items" ADD COLUMN "last_words" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "inbox_items" ADD COLUMN "phone_digits" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_inbox_quote() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	new_stage text := CASE NEW."status" WHEN 'pending' THEN 'new' WHEN 'contacted' THEN 'answered' WHEN 'approved' THEN 'won' ELSE 'closed' END;
	hidden boolean := NEW."spam_reason" IS NOT NULL OR NEW."merged_into" IS NOT NULL;
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
$$;--> statement-breakpointCREATE OR REPLACE FUNCTION keep_inbox_contact_message() RETURNS trigger LANGUAGE plpgsql AS $$
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
			NEW."phone_digits", NEW."spam_reason" IS NOT NULL,
			CASE WHEN NEW."status" <> 'replied' AND NEW."first_answer_at" IS NULL THEN NEW."created_at" END, NEW."created_at");
		RETURN NULL;
	END IF;
	UPDATE "inbox_items" SET "name" = full_name, "email" = NEW."email", "phone_digits" = NEW."phone_digits", "about" = new_about,
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
$$;--> statement-breakpointCREATE OR REPLACE FUNCTION keep_inbox_conversation() RETURNS trigger LANGUAGE plpgsql AS $$
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
$$;--> statement-breakpointCREATE OR REPLACE TRIGGER quotes_inbox AFTER INSERT OR UPDATE OF "name", "email", "phone_digits", "service_name", "project_details", "status",
	"spam_reason", "owner_id", "first_answer_at", "merged_into" ON "quotes" FOR EACH ROW EXECUTE FUNCTION keep_inbox_quote();--> statement-breakpoint
CREATE OR REPLACE TRIGGER contact_messages_inbox AFTER INSERT OR UPDATE OF "first_name", "last_name", "email", "phone_digits", "service", "subject",
	"message", "status", "spam_reason", "owner_id", "first_answer_at" ON "contact_messages"
	FOR EACH ROW EXECUTE FUNCTION keep_inbox_contact_message();--> statement-breakpoint
CREATE FUNCTION keep_inbox_request_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "inbox_items" SET "last_words" = left(NEW."text", 500) WHERE "request_id" = NEW."request_id";
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER request_messages_inbox_words AFTER INSERT ON "request_messages"
	FOR EACH ROW WHEN (NEW."request_id" IS NOT NULL AND NOT NEW."internal" AND NOT NEW."by_agency" AND NEW."text" <> '')
	EXECUTE FUNCTION keep_inbox_request_words();--> statement-breakpoint
-- What there is already.
UPDATE "inbox_items" SET "phone_digits" = "quotes"."phone_digits" FROM "quotes" WHERE "quotes"."id" = "inbox_items"."quote_id" AND "quotes"."phone_digits" <> '';--> statement-breakpoint
UPDATE "inbox_items" SET "phone_digits" = "contact_messages"."phone_digits" FROM "contact_messages"
	WHERE "contact_messages"."id" = "inbox_items"."contact_message_id" AND "contact_messages"."phone_digits" <> '';--> statement-breakpoint
UPDATE "inbox_items" SET "last_words" = left("newest"."text", 500) FROM (
	SELECT DISTINCT ON ("quote_id", "contact_message_id", "request_id") "quote_id", "contact_message_id", "request_id", "text" FROM "request_messages"
	WHERE NOT "by_agency" AND NOT "internal" AND "proposal_id" IS NULL AND "text" <> ''
	ORDER BY "quote_id", "contact_message_id", "request_id", "id" DESC) "newest"
WHERE "inbox_items"."quote_id" = "newest"."quote_id" OR "inbox_items"."contact_message_id" = "newest"."contact_message_id"
	OR "inbox_items"."request_id" = "newest"."request_id";--> statement-breakpoint
ALTER TABLE "inbox_items" DROP COLUMN "search_text";--> statement-breakpoint
ALTER TABLE "inbox_items" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower("name" || ' ' || "email" || ' ' || "phone_digits" || ' ' || "about" || ' ' || "details" || ' ' || "last_words" || ' ' || "next_step")) STORED;--> statement-breakpoint
CREATE INDEX "inbox_items_search_idx" ON "inbox_items" USING gin ("search_text" gin_trgm_ops);
