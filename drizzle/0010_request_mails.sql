ALTER TYPE "public"."mail_kind" ADD VALUE 'request_received';--> statement-breakpoint
ALTER TYPE "public"."mail_kind" ADD VALUE 'request_notice';--> statement-breakpoint
ALTER TYPE "public"."mail_kind" ADD VALUE 'request_update';