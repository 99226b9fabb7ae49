ALTER TYPE "public"."document_event_kind" ADD VALUE 'scheduled';--> statement-breakpoint
ALTER TYPE "public"."document_event_kind" ADD VALUE 'stopped';--> statement-breakpoint
ALTER TYPE "public"."document_event_kind" ADD VALUE 'draft_deleted';--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "announced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "cancel_key" text;--> statement-breakpoint
CREATE INDEX "contact_messages_spam_idx" ON "contact_messages" USING btree ("created_at") WHERE spam_reason is not null;--> statement-breakpoint
CREATE INDEX "mails_cancel_idx" ON "mails" USING btree ("cancel_key") WHERE cancel_key is not null and sent_at is null;--> statement-breakpoint
CREATE INDEX "quotes_spam_idx" ON "quotes" USING btree ("created_at") WHERE spam_reason is not null;
--> statement-breakpoint
-- A proposal belongs to the client with its address, and not to the one of the proposal that it was copied from.
UPDATE "proposals" SET "user_id" = (
	SELECT "id" FROM "users" WHERE "users"."email" = lower("proposals"."client_email") AND NOT "users"."is_admin")
WHERE "status" <> 'accepted' AND "user_id" IS NOT NULL;
--> statement-breakpoint
-- An admin's mailbox is no way in.
DELETE FROM "sessions" USING "users" WHERE "users"."id" = "sessions"."user_id" AND "users"."is_admin" AND "sessions"."kind" = 'client';
--> statement-breakpoint
-- Time is no evidence of spam.
UPDATE "quotes" SET "spam_reason" = NULL WHERE "spam_reason" IN ('sent at once', 'sent without a fill time');
--> statement-breakpoint
UPDATE "contact_messages" SET "spam_reason" = NULL WHERE "spam_reason" IN ('sent at once', 'sent without a fill time');
