ALTER TYPE "public"."mail_kind" ADD VALUE 'payment_received';--> statement-breakpoint
ALTER TYPE "public"."mail_kind" ADD VALUE 'payment_failed';--> statement-breakpoint
ALTER TYPE "public"."mail_kind" ADD VALUE 'subscription_ending';--> statement-breakpoint
CREATE TABLE "checkouts" (
	"user_id" text PRIMARY KEY NOT NULL,
	"leased_until" timestamp with time zone NOT NULL,
	"key" text DEFAULT '' NOT NULL,
	"stripe_price_id" text DEFAULT '' NOT NULL,
	"stripe_subscription_id" text
);
--> statement-breakpoint
CREATE TABLE "sandbox_objects" (
	"id" text PRIMARY KEY NOT NULL,
	"object" text NOT NULL,
	"position" integer GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_objects_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"customer" text,
	"body" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "synced_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "synced_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sandbox_objects_kind_idx" ON "sandbox_objects" USING btree ("object","position");--> statement-breakpoint
CREATE INDEX "sandbox_objects_customer_idx" ON "sandbox_objects" USING btree ("customer");