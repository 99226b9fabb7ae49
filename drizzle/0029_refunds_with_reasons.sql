ALTER TYPE "public"."mail_kind" ADD VALUE 'payment_repaid' BEFORE 'payment_failed';--> statement-breakpoint
ALTER TYPE "public"."mail_kind" ADD VALUE 'payment_reversed' BEFORE 'payment_failed';--> statement-breakpoint
ALTER TYPE "public"."mail_kind" ADD VALUE 'subscription_resumed' BEFORE 'admin_invitation';--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refund_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refund_author" text DEFAULT '' NOT NULL;