CREATE TYPE "public"."vat_check_status" AS ENUM('valid', 'invalid', 'not_checked');--> statement-breakpoint
ALTER TYPE "public"."payment_method" ADD VALUE 'debit';--> statement-breakpoint
ALTER TYPE "public"."document_event_kind" ADD VALUE 'vat_checked';--> statement-breakpoint
ALTER TYPE "public"."document_event_kind" ADD VALUE 'returned';--> statement-breakpoint
CREATE TABLE "document_xmls" (
	"number" text NOT NULL,
	"syntax" text NOT NULL,
	"xml" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_xmls_number_syntax_pk" PRIMARY KEY("number","syntax")
);
--> statement-breakpoint
CREATE TABLE "vat_checks" (
	"number" text PRIMARY KEY NOT NULL,
	"status" "vat_check_status" DEFAULT 'not_checked' NOT NULL,
	"checked_at" timestamp with time zone,
	"consultation_number" text DEFAULT '' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "electronic_address" jsonb;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD COLUMN "printed" jsonb;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "service_from" date;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "service_to" date;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "printed" jsonb;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "vat_check" jsonb;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "subscription_id" integer;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "stripe_invoice_id" text;--> statement-breakpoint
CREATE INDEX "vat_checks_waiting_idx" ON "vat_checks" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE INDEX "invoices_subscription_idx" ON "invoices" USING btree ("subscription_id") WHERE subscription_id is not null;--> statement-breakpoint
CREATE INDEX "invoices_vat_check_idx" ON "invoices" USING btree ("id") WHERE vat_check->>'status' = 'not_checked';--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_stripe_invoice_id_unique" UNIQUE("stripe_invoice_id");--> statement-breakpoint
-- The tax rate of the sales settings is that of the tax settings from now on; the older one stays for instances of the version before.
INSERT INTO "settings" ("key", "value", "updated_at")
SELECT 'tax', jsonb_build_object('scheme', 'regular', 'standardRate', "value"->>'taxRate'), "updated_at"
FROM "settings" WHERE "key" = 'sales' AND "value"->>'taxRate' ~ '^\d{1,2}(\.\d{1,3})?$'
ON CONFLICT ("key") DO NOTHING;--> statement-breakpoint
-- A tax number that has the form of a VAT number is one as well.
UPDATE "settings" SET "value" = jsonb_set("value", '{vatNumber}',
  to_jsonb(upper(regexp_replace("value"->>'taxNumber', '[\s./-]', '', 'g'))))
WHERE "key" = 'seller' AND NOT "value" ? 'vatNumber'
  AND upper(regexp_replace("value"->>'taxNumber', '[\s./-]', '', 'g')) ~ '^[A-Z]{2}[A-Z0-9]{2,13}$';
