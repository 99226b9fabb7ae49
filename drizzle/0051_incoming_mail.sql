CREATE TABLE "incoming_mails" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "incoming_mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"hash" text NOT NULL,
	"identity" text NOT NULL,
	"message_id" text DEFAULT '' NOT NULL,
	"key" text DEFAULT '' NOT NULL,
	"size" integer NOT NULL,
	"is_whole" boolean DEFAULT true NOT NULL,
	"token_hashes" text[] DEFAULT '{}' NOT NULL,
	"state" text DEFAULT 'stored' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"is_spam" boolean DEFAULT false NOT NULL,
	"authentication" text DEFAULT 'none' NOT NULL,
	"from_name" text DEFAULT '' NOT NULL,
	"from_address" text DEFAULT '' NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"full_text" text DEFAULT '' NOT NULL,
	"file_names" text[] DEFAULT '{}' NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"claimed_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp with time zone,
	CONSTRAINT "incoming_mails_hash_unique" UNIQUE("hash"),
	CONSTRAINT "incoming_mails_identity_unique" UNIQUE("identity")
);
--> statement-breakpoint
CREATE TABLE "mail_pictures" (
	"hash" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mailbox_watch" (
	"id" integer PRIMARY KEY NOT NULL,
	"instance" text NOT NULL,
	"held_until" timestamp with time zone NOT NULL,
	"reached_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reply_addresses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reply_addresses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"request_id" integer,
	"quote_id" integer,
	"contact_message_id" integer,
	"proposal_id" integer,
	"email" text NOT NULL,
	"nonce" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reply_addresses_nonce_unique" UNIQUE("nonce"),
	CONSTRAINT "reply_addresses_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "reply_addresses_subject" CHECK (num_nonnulls(request_id, quote_id, contact_message_id, proposal_id) = 1)
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "reply_nonce" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "bounced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "bounce_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "request_messages" ADD COLUMN "origin" text;--> statement-breakpoint
ALTER TABLE "request_messages" ADD COLUMN "incoming_mail_id" integer;--> statement-breakpoint
ALTER TABLE "reply_addresses" ADD CONSTRAINT "reply_addresses_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_addresses" ADD CONSTRAINT "reply_addresses_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_addresses" ADD CONSTRAINT "reply_addresses_contact_message_id_contact_messages_id_fk" FOREIGN KEY ("contact_message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_addresses" ADD CONSTRAINT "reply_addresses_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "incoming_mails_waiting_idx" ON "incoming_mails" USING btree ("id") WHERE state = 'stored';--> statement-breakpoint
CREATE INDEX "incoming_mails_unmatched_idx" ON "incoming_mails" USING btree ("id" DESC NULLS LAST) WHERE state = 'unmatched';--> statement-breakpoint
CREATE INDEX "incoming_mails_about_idx" ON "incoming_mails" USING btree ("about","id") WHERE about <> '';--> statement-breakpoint
CREATE INDEX "incoming_mails_message_idx" ON "incoming_mails" USING btree ("message_id") WHERE message_id <> '';--> statement-breakpoint
CREATE INDEX "incoming_mails_from_idx" ON "incoming_mails" USING btree (lower("from_address"));--> statement-breakpoint
CREATE INDEX "incoming_mails_handled_idx" ON "incoming_mails" USING btree ("handled_at") WHERE handled_at is not null;--> statement-breakpoint
CREATE INDEX "mail_pictures_seen_idx" ON "mail_pictures" USING btree ("seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "reply_addresses_request_idx" ON "reply_addresses" USING btree ("request_id","email");--> statement-breakpoint
CREATE UNIQUE INDEX "reply_addresses_quote_idx" ON "reply_addresses" USING btree ("quote_id","email");--> statement-breakpoint
CREATE UNIQUE INDEX "reply_addresses_contact_idx" ON "reply_addresses" USING btree ("contact_message_id","email");--> statement-breakpoint
CREATE UNIQUE INDEX "reply_addresses_proposal_idx" ON "reply_addresses" USING btree ("proposal_id","email");--> statement-breakpoint
CREATE INDEX "reply_addresses_email_idx" ON "reply_addresses" USING btree ("email");--> statement-breakpoint
ALTER TABLE "request_messages" ADD CONSTRAINT "request_messages_incoming_mail_id_incoming_mails_id_fk" FOREIGN KEY ("incoming_mail_id") REFERENCES "public"."incoming_mails"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "request_messages_incoming_idx" ON "request_messages" USING btree ("incoming_mail_id") WHERE incoming_mail_id is not null;--> statement-breakpoint
CREATE TRIGGER incoming_mails_removed AFTER DELETE ON "incoming_mails"
	FOR EACH ROW EXECUTE FUNCTION remove_export_content();--> statement-breakpoint
CREATE TRIGGER incoming_mails_arrived AFTER INSERT OR UPDATE OR DELETE ON "incoming_mails"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();--> statement-breakpoint
-- A message that an admin accepts becomes news for its client, who has not seen it before.
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
$$;--> statement-breakpoint
CREATE TRIGGER request_messages_inbox_accepted AFTER UPDATE OF "internal" ON "request_messages"
	FOR EACH ROW WHEN (NEW."request_id" IS NULL AND OLD."internal" AND NOT NEW."internal") EXECUTE FUNCTION keep_inbox_conversation();--> statement-breakpoint
CREATE TRIGGER request_messages_inbox_words_accepted AFTER UPDATE OF "internal" ON "request_messages"
	FOR EACH ROW WHEN (NEW."request_id" IS NOT NULL AND OLD."internal" AND NOT NEW."internal" AND NOT NEW."by_agency" AND NEW."text" <> '')
	EXECUTE FUNCTION keep_inbox_request_words();
