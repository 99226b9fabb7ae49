ALTER TABLE "payments" ADD COLUMN "submission_digest" text;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD COLUMN "submission_digest" text;--> statement-breakpoint
ALTER TABLE "proposal_acceptances" ADD COLUMN "signed_in_as" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "service_requests" ADD COLUMN "submission_digest" text;--> statement-breakpoint
ALTER TABLE "request_messages" ADD COLUMN "submission_digest" text;