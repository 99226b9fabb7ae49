CREATE TABLE "plan_tax_rates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plan_tax_rates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"stripe_account" text NOT NULL,
	"category" text NOT NULL,
	"rate" text NOT NULL,
	"is_inclusive" boolean NOT NULL,
	"stripe_tax_rate_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_tax_rates_stripe_tax_rate_id_unique" UNIQUE("stripe_tax_rate_id")
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "stripe_tax_rate_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "taxed_buyer" jsonb;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "balance_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "plan_tax_rates_kind_idx" ON "plan_tax_rates" USING btree ("stripe_account","category","rate","is_inclusive");--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "receipt_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- What is paid for plans from now on is invoiced; what was paid before has its receipt.
UPDATE "payments" SET "receipt_only" = true
WHERE "stripe_invoice_id" IS NOT NULL AND "status" IN ('completed', 'refunded');
