ALTER TABLE "services" ADD COLUMN "price_unit" text DEFAULT 'once' NOT NULL;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "price_kind" text DEFAULT 'from' NOT NULL;