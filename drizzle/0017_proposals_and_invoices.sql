CREATE TYPE "public"."payment_method" AS ENUM('card', 'transfer');--> statement-breakpoint
CREATE TYPE "public"."document_event_kind" AS ENUM('created', 'sent', 'changed', 'viewed', 'accepted', 'declined', 'expired', 'withdrawn', 'link_revoked', 'issued', 'payment', 'payment_failed', 'payment_reversed', 'refunded', 'credited', 'paid', 'void', 'reminder', 'reminders_off', 'reminders_on');--> statement-breakpoint
CREATE TYPE "public"."invoice_status" AS ENUM('draft', 'open', 'paid', 'void');--> statement-breakpoint
CREATE TYPE "public"."proposal_status" AS ENUM('draft', 'sent', 'viewed', 'accepted', 'declined', 'expired', 'withdrawn');--> statement-breakpoint
ALTER TYPE "public"."mail_kind" ADD VALUE 'proposal_sent';--> statement-breakpoint
ALTER TYPE "public"."mail_kind" ADD VALUE 'proposal_accepted';--> statement-breakpoint
ALTER TYPE "public"."mail_kind" ADD VALUE 'proposal_notice';--> statement-breakpoint
ALTER TYPE "public"."mail_kind" ADD VALUE 'invoice_issued';--> statement-breakpoint
ALTER TYPE "public"."mail_kind" ADD VALUE 'invoice_reminder';--> statement-breakpoint
ALTER TYPE "public"."mail_kind" ADD VALUE 'invoice_credited';--> statement-breakpoint
ALTER TYPE "public"."mail_kind" ADD VALUE 'invoice_notice';--> statement-breakpoint
CREATE TABLE "credit_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credit_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"number" text NOT NULL,
	"invoice_id" integer NOT NULL,
	"payment_id" integer,
	"reason" text NOT NULL,
	"items" jsonb NOT NULL,
	"totals" jsonb NOT NULL,
	"total_cents" bigint NOT NULL,
	"seller" jsonb NOT NULL,
	"issue_date" date NOT NULL,
	"submission_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_notes_number_unique" UNIQUE("number"),
	CONSTRAINT "credit_notes_submission_key_unique" UNIQUE("submission_key"),
	CONSTRAINT "credit_notes_of_something" CHECK (total_cents > 0)
);
--> statement-breakpoint
CREATE TABLE "document_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "document_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"proposal_id" integer,
	"invoice_id" integer,
	"kind" "document_event_kind" NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"author" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_intents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoice_intents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"invoice_id" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"stripe_account" text NOT NULL,
	"key" text NOT NULL,
	"stripe_id" text,
	"capturing_since" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"synced_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoice_intents_key_unique" UNIQUE("key"),
	CONSTRAINT "invoice_intents_stripe_id_unique" UNIQUE("stripe_id")
);
--> statement-breakpoint
CREATE TABLE "invoice_reminders" (
	"invoice_id" integer NOT NULL,
	"day" integer NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoice_reminders_invoice_id_day_pk" PRIMARY KEY("invoice_id","day")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"number" text,
	"status" "invoice_status" DEFAULT 'draft' NOT NULL,
	"user_id" text,
	"request_id" integer,
	"proposal_id" integer,
	"proposal_part" integer,
	"buyer" jsonb NOT NULL,
	"seller" jsonb,
	"items" jsonb NOT NULL,
	"totals" jsonb NOT NULL,
	"total_cents" bigint NOT NULL,
	"paid_cents" bigint DEFAULT 0 NOT NULL,
	"credited_cents" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"issue_date" date,
	"due_date" date,
	"service_date" date,
	"note" text DEFAULT '' NOT NULL,
	"scheduled_for" date,
	"on_completion" boolean DEFAULT false NOT NULL,
	"reminders_on" boolean DEFAULT true NOT NULL,
	"client_email" text NOT NULL,
	"client_name" text NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce(number, '') || ' ' || client_name || ' ' || client_email || ' ' || note)) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_number_unique" UNIQUE("number"),
	CONSTRAINT "invoices_issued_whole" CHECK (status = 'draft' or (number is not null and seller is not null and issue_date is not null and due_date is not null)),
	CONSTRAINT "invoices_credited_within" CHECK (credited_cents between 0 and total_cents)
);
--> statement-breakpoint
CREATE TABLE "document_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"nonce" text NOT NULL,
	"about" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "number_series" (
	"key" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proposal_acceptances" (
	"proposal_id" integer PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"content_hash" text NOT NULL,
	"optional_items" jsonb NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proposal_versions" (
	"proposal_id" integer NOT NULL,
	"version" integer NOT NULL,
	"content" jsonb NOT NULL,
	"content_hash" text NOT NULL,
	"author" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "proposal_versions_proposal_id_version_pk" PRIMARY KEY("proposal_id","version")
);
--> statement-breakpoint
CREATE TABLE "proposals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "proposals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"number" text NOT NULL,
	"status" "proposal_status" DEFAULT 'draft' NOT NULL,
	"content" jsonb NOT NULL,
	"title" text NOT NULL,
	"client_name" text NOT NULL,
	"client_email" text NOT NULL,
	"client_company" text DEFAULT '' NOT NULL,
	"total_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"valid_until" date NOT NULL,
	"quote_id" integer,
	"user_id" text,
	"request_id" integer,
	"version" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	"viewed_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"decline_reason" text DEFAULT '' NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower("number" || ' ' || "title" || ' ' || "client_name" || ' ' || "client_email" || ' ' || "client_company")) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "proposals_number_unique" UNIQUE("number")
);
--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "amount_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "refunded_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "stripe_invoice_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "invoice_id" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "method" "payment_method" DEFAULT 'card' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "reference" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "reversed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "submission_key" text;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "owner_id" text;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "first_answer_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_verified_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "link_nonce" text;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "owner_id" text;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "first_answer_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_events" ADD CONSTRAINT "document_events_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_events" ADD CONSTRAINT "document_events_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_intents" ADD CONSTRAINT "invoice_intents_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_reminders" ADD CONSTRAINT "invoice_reminders_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposal_acceptances" ADD CONSTRAINT "proposal_acceptances_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposal_versions" ADD CONSTRAINT "proposal_versions_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credit_notes_invoice_idx" ON "credit_notes" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "document_events_proposal_idx" ON "document_events" USING btree ("proposal_id","id");--> statement-breakpoint
CREATE INDEX "document_events_invoice_idx" ON "document_events" USING btree ("invoice_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_intents_one_open_idx" ON "invoice_intents" USING btree ("invoice_id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "invoice_intents_unsettled_idx" ON "invoice_intents" USING btree ("synced_at") WHERE settled_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_proposal_part_idx" ON "invoices" USING btree ("proposal_id","proposal_part");--> statement-breakpoint
CREATE INDEX "invoices_newest_idx" ON "invoices" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "invoices_status_idx" ON "invoices" USING btree ("status","due_date");--> statement-breakpoint
CREATE INDEX "invoices_user_idx" ON "invoices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "invoices_email_idx" ON "invoices" USING btree ("client_email");--> statement-breakpoint
CREATE INDEX "invoices_request_idx" ON "invoices" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "invoices_search_idx" ON "invoices" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "document_links_about_idx" ON "document_links" USING btree ("about","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "document_links_nonce_idx" ON "document_links" USING btree ("nonce");--> statement-breakpoint
CREATE INDEX "proposals_newest_idx" ON "proposals" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "proposals_status_idx" ON "proposals" USING btree ("status","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "proposals_user_idx" ON "proposals" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "proposals_email_idx" ON "proposals" USING btree (lower("client_email"));--> statement-breakpoint
CREATE INDEX "proposals_quote_idx" ON "proposals" USING btree ("quote_id");--> statement-breakpoint
CREATE INDEX "proposals_request_idx" ON "proposals" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "proposals_open_idx" ON "proposals" USING btree ("valid_until") WHERE status in ('sent', 'viewed');--> statement-breakpoint
CREATE INDEX "proposals_search_idx" ON "proposals" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_invoice_idx" ON "payments" USING btree ("invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_invoice_intent_idx" ON "payments" USING btree ("stripe_payment_intent_id") WHERE invoice_id is not null;--> statement-breakpoint
CREATE INDEX "contact_messages_unanswered_idx" ON "contact_messages" USING btree ("created_at") WHERE first_answer_at is null;--> statement-breakpoint
CREATE INDEX "contact_messages_owner_idx" ON "contact_messages" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "quotes_unanswered_idx" ON "quotes" USING btree ("created_at") WHERE first_answer_at is null;--> statement-breakpoint
CREATE INDEX "quotes_owner_idx" ON "quotes" USING btree ("owner_id");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_submission_key_unique" UNIQUE("submission_key");--> statement-breakpoint
-- Every account so far was made with a code, or by an admin.
UPDATE "users" SET "email_verified_at" = "created_at";--> statement-breakpoint
-- Replies so far were sent from the panel, or in the admin's own mail program.
UPDATE "contact_messages" SET "first_answer_at" = coalesce(
	(SELECT min("mails"."created_at") FROM "mails" WHERE "mails"."kind"::text = 'reply' AND "mails"."about" = 'message:' || "contact_messages"."id"),
	"updated_at")
WHERE "status" = 'replied';--> statement-breakpoint
UPDATE "quotes" SET "first_answer_at" = "updated_at" WHERE "status" IN ('contacted', 'approved', 'rejected');--> statement-breakpoint
CREATE TRIGGER proposals_arrived AFTER INSERT OR UPDATE OR DELETE ON "proposals"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_panel_changed();--> statement-breakpoint
CREATE TRIGGER invoices_arrived AFTER INSERT OR UPDATE OR DELETE ON "invoices"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_panel_changed();
