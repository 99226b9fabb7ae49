ALTER TABLE "quotes" ADD COLUMN "merged_into" integer;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_merged_into_quotes_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."quotes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quotes_merged_idx" ON "quotes" USING btree ("merged_into") WHERE merged_into is not null;--> statement-breakpoint
CREATE INDEX "quotes_phone_idx" ON "quotes" USING btree (right("phone_digits", 8)) WHERE length(phone_digits) >= 8;--> statement-breakpoint
CREATE INDEX "quotes_company_idx" ON "quotes" USING btree (lower(trim("company"))) WHERE company <> '';--> statement-breakpoint
-- A merged quote leaves the inbox, with its plan kept; what is written about it brings back the one that stands for it.
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
		INSERT INTO "inbox_items" ("kind", "quote_id", "name", "email", "about", "details", "status", "stage", "owner_id", "is_spam",
			"waiting_since", "done_at", "created_at")
		VALUES ('quote', NEW."id", NEW."name", NEW."email", NEW."service_name", left(NEW."project_details", 500), NEW."status", new_stage,
			NEW."owner_id", hidden,
			CASE WHEN NEW."status" = 'pending' AND NEW."first_answer_at" IS NULL THEN NEW."created_at" END,
			CASE WHEN decided THEN now() END, NEW."created_at");
		RETURN NULL;
	END IF;
	UPDATE "inbox_items" SET "name" = NEW."name", "email" = NEW."email", "about" = NEW."service_name",
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
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_inbox_conversation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF coalesce(current_setting('agency.restoring', true), '') = 'on' THEN
		RETURN NULL;
	END IF;
	UPDATE "inbox_items" SET
		"waiting_since" = CASE WHEN NOT NEW."by_agency" THEN coalesce("waiting_since", NEW."created_at") END,
		"snoozed_until" = CASE WHEN NEW."by_agency" THEN "snoozed_until" END,
		"done_at" = CASE WHEN NEW."by_agency" THEN "done_at" END,
		"updated_at" = now()
	WHERE "quote_id" = (SELECT coalesce("merged_into", "id") FROM "quotes" WHERE "id" = NEW."quote_id") OR "contact_message_id" = NEW."contact_message_id";
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER quotes_inbox AFTER INSERT OR UPDATE OF "name", "email", "service_name", "project_details", "status", "spam_reason",
	"owner_id", "first_answer_at", "merged_into" ON "quotes" FOR EACH ROW EXECUTE FUNCTION keep_inbox_quote();
