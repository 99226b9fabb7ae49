CREATE TABLE "page_views" (
	"day" date NOT NULL,
	"page" text NOT NULL,
	"host" text NOT NULL,
	"source" text NOT NULL,
	"views" bigint NOT NULL,
	"visits" bigint NOT NULL,
	CONSTRAINT "page_views_day_page_host_source_pk" PRIMARY KEY("day","page","host","source")
);
--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "lead_source" text;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "referring_host" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "first_page" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "utm_source" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "utm_medium" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "utm_campaign" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "utm_term" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "utm_content" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "lead_source" text;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "referring_host" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "first_page" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "utm_source" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "utm_medium" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "utm_campaign" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "utm_term" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "utm_content" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "contact_messages_lead_source_idx" ON "contact_messages" USING gin ("lead_source" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "quotes_lead_source_idx" ON "quotes" USING gin ("lead_source" gin_trgm_ops);