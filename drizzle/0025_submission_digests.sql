ALTER TABLE "contact_messages" ADD COLUMN "submission_digest" text;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "submission_digest" text;