ALTER TABLE "contact_messages" ADD COLUMN "preferred_channel" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "preferred_channel" text DEFAULT '' NOT NULL;