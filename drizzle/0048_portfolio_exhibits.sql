ALTER TABLE "portfolio_items" ADD COLUMN "weeks" integer;--> statement-breakpoint
ALTER TABLE "portfolio_items" ADD COLUMN "people" integer;--> statement-breakpoint
ALTER TABLE "portfolio_items" ADD COLUMN "price_from_cents" integer;--> statement-breakpoint
ALTER TABLE "portfolio_items" ADD COLUMN "price_to_cents" integer;--> statement-breakpoint
ALTER TABLE "portfolio_items" ADD COLUMN "hours_quoted" double precision;--> statement-breakpoint
ALTER TABLE "portfolio_items" ADD COLUMN "hours_taken" double precision;--> statement-breakpoint
ALTER TABLE "portfolio_items" ADD COLUMN "exhibits" jsonb DEFAULT '[]'::jsonb NOT NULL;