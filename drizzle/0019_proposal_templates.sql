CREATE TABLE "proposal_templates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "proposal_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "proposals" ADD COLUMN "message_id" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "proposal_templates_name_idx" ON "proposal_templates" USING btree (lower("name"));--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_message_id_contact_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."contact_messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "proposals_message_idx" ON "proposals" USING btree ("message_id");