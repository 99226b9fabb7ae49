CREATE TABLE "reply_templates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reply_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "message_drafts" DROP CONSTRAINT "message_drafts_user_id_request_id_pk";--> statement-breakpoint
ALTER TABLE "request_reads" DROP CONSTRAINT "request_reads_user_id_request_id_pk";--> statement-breakpoint
ALTER TABLE "message_drafts" ALTER COLUMN "request_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "request_messages" ALTER COLUMN "request_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "request_reads" ALTER COLUMN "request_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "message_drafts" ADD COLUMN "id" integer PRIMARY KEY NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "message_drafts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "message_drafts" ADD COLUMN "quote_id" integer;--> statement-breakpoint
ALTER TABLE "message_drafts" ADD COLUMN "contact_message_id" integer;--> statement-breakpoint
ALTER TABLE "request_messages" ADD COLUMN "quote_id" integer;--> statement-breakpoint
ALTER TABLE "request_messages" ADD COLUMN "contact_message_id" integer;--> statement-breakpoint
ALTER TABLE "request_messages" ADD COLUMN "mail_id" integer;--> statement-breakpoint
ALTER TABLE "request_reads" ADD COLUMN "id" integer PRIMARY KEY NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "request_reads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "request_reads" ADD COLUMN "quote_id" integer;--> statement-breakpoint
ALTER TABLE "request_reads" ADD COLUMN "contact_message_id" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "reply_templates_name_idx" ON "reply_templates" USING btree (lower("name"));--> statement-breakpoint
ALTER TABLE "message_drafts" ADD CONSTRAINT "message_drafts_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_drafts" ADD CONSTRAINT "message_drafts_contact_message_id_contact_messages_id_fk" FOREIGN KEY ("contact_message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_messages" ADD CONSTRAINT "request_messages_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_messages" ADD CONSTRAINT "request_messages_contact_message_id_contact_messages_id_fk" FOREIGN KEY ("contact_message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_messages" ADD CONSTRAINT "request_messages_mail_id_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mails"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_reads" ADD CONSTRAINT "request_reads_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_reads" ADD CONSTRAINT "request_reads_contact_message_id_contact_messages_id_fk" FOREIGN KEY ("contact_message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "message_drafts_user_request_idx" ON "message_drafts" USING btree ("user_id","request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "message_drafts_user_quote_idx" ON "message_drafts" USING btree ("user_id","quote_id");--> statement-breakpoint
CREATE UNIQUE INDEX "message_drafts_user_contact_idx" ON "message_drafts" USING btree ("user_id","contact_message_id");--> statement-breakpoint
CREATE INDEX "request_messages_mail_idx" ON "request_messages" USING btree ("mail_id") WHERE mail_id is not null;--> statement-breakpoint
CREATE INDEX "request_messages_quote_idx" ON "request_messages" USING btree ("quote_id","id" DESC NULLS LAST) WHERE quote_id is not null;--> statement-breakpoint
CREATE INDEX "request_messages_contact_idx" ON "request_messages" USING btree ("contact_message_id","id" DESC NULLS LAST) WHERE contact_message_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "request_reads_user_request_idx" ON "request_reads" USING btree ("user_id","request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "request_reads_user_quote_idx" ON "request_reads" USING btree ("user_id","quote_id");--> statement-breakpoint
CREATE UNIQUE INDEX "request_reads_user_contact_idx" ON "request_reads" USING btree ("user_id","contact_message_id");--> statement-breakpoint
ALTER TABLE "message_drafts" ADD CONSTRAINT "message_drafts_subject" CHECK (num_nonnulls(request_id, quote_id, contact_message_id) = 1);--> statement-breakpoint
ALTER TABLE "request_messages" ADD CONSTRAINT "request_messages_subject" CHECK (num_nonnulls(request_id, quote_id, contact_message_id) = 1);--> statement-breakpoint
ALTER TABLE "request_reads" ADD CONSTRAINT "request_reads_subject" CHECK (num_nonnulls(request_id, quote_id, contact_message_id) = 1);