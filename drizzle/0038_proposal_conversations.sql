ALTER TABLE "inbox_items" DROP CONSTRAINT "inbox_items_record";--> statement-breakpoint
ALTER TABLE "message_drafts" DROP CONSTRAINT "message_drafts_subject";--> statement-breakpoint
ALTER TABLE "request_messages" DROP CONSTRAINT "request_messages_subject";--> statement-breakpoint
ALTER TABLE "request_reads" DROP CONSTRAINT "request_reads_subject";--> statement-breakpoint
ALTER TABLE "inbox_items" ADD COLUMN "proposal_id" integer;--> statement-breakpoint
ALTER TABLE "message_drafts" ADD COLUMN "proposal_id" integer;--> statement-breakpoint
ALTER TABLE "request_messages" ADD COLUMN "proposal_id" integer;--> statement-breakpoint
ALTER TABLE "request_reads" ADD COLUMN "proposal_id" integer;--> statement-breakpoint
ALTER TABLE "inbox_items" ADD CONSTRAINT "inbox_items_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_drafts" ADD CONSTRAINT "message_drafts_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_messages" ADD CONSTRAINT "request_messages_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_reads" ADD CONSTRAINT "request_reads_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "inbox_items_proposal_idx" ON "inbox_items" USING btree ("proposal_id");--> statement-breakpoint
CREATE UNIQUE INDEX "message_drafts_user_proposal_idx" ON "message_drafts" USING btree ("user_id","proposal_id");--> statement-breakpoint
CREATE INDEX "request_messages_proposal_idx" ON "request_messages" USING btree ("proposal_id","id" DESC NULLS LAST) WHERE proposal_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "request_reads_user_proposal_idx" ON "request_reads" USING btree ("user_id","proposal_id");--> statement-breakpoint
ALTER TABLE "inbox_items" ADD CONSTRAINT "inbox_items_record" CHECK (num_nonnulls(quote_id, contact_message_id, request_id, proposal_id) = 1);--> statement-breakpoint
ALTER TABLE "message_drafts" ADD CONSTRAINT "message_drafts_subject" CHECK (num_nonnulls(request_id, quote_id, contact_message_id, proposal_id) = 1);--> statement-breakpoint
ALTER TABLE "request_messages" ADD CONSTRAINT "request_messages_subject" CHECK (num_nonnulls(request_id, quote_id, contact_message_id, proposal_id) = 1);--> statement-breakpoint
ALTER TABLE "request_reads" ADD CONSTRAINT "request_reads_subject" CHECK (num_nonnulls(request_id, quote_id, contact_message_id, proposal_id) = 1);--> statement-breakpoint
-- What is written about a proposal concerns its lead. One that answers none comes into the inbox with its client's first message.
CREATE FUNCTION inbox_stage_of_proposal(status proposal_status) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE status WHEN 'accepted' THEN 'won' WHEN 'sent' THEN 'answered' WHEN 'viewed' THEN 'answered' WHEN 'draft' THEN 'new' ELSE 'closed' END
$$;--> statement-breakpoint
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
		"updated_at" = now()
	WHERE "quote_id" = (SELECT coalesce("merged_into", "id") FROM "quotes" WHERE "id" = of_quote)
		OR "contact_message_id" = of_message OR "proposal_id" = NEW."proposal_id";
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION keep_inbox_proposal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "inbox_items" SET "name" = NEW."client_name", "email" = NEW."client_email", "about" = NEW."number" || ' ' || NEW."title",
		"status" = NEW."status", "stage" = inbox_stage_of_proposal(NEW."status"), "updated_at" = now()
	WHERE "proposal_id" = NEW."id";
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER proposals_inbox AFTER UPDATE OF "client_name", "client_email", "number", "title", "status" ON "proposals"
	FOR EACH ROW EXECUTE FUNCTION keep_inbox_proposal();
