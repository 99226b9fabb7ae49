CREATE TYPE "public"."quote_source" AS ENUM('home', 'service_page', 'api');--> statement-breakpoint
CREATE TYPE "public"."quote_status" AS ENUM('pending', 'approved', 'rejected', 'contacted');--> statement-breakpoint
CREATE TYPE "public"."category" AS ENUM('website', 'ecommerce', 'marketing', 'social_media', 'business', 'branding', 'other');--> statement-breakpoint
CREATE TABLE "portfolio_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "portfolio_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"category" "category" DEFAULT 'website' NOT NULL,
	"client_name" text NOT NULL,
	"project_url" text,
	"live_url" text,
	"github_url" text,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"technologies" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"featured" boolean DEFAULT false NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"approach" text DEFAULT '' NOT NULL,
	"result" text DEFAULT '' NOT NULL,
	"outcome" jsonb,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "portfolio_items_slug_free" CHECK ("portfolio_items"."slug" !~ '^[0-9]+$' and "portfolio_items"."slug" not in ('featured', 'category'))
);
--> statement-breakpoint
CREATE TABLE "quotes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "quotes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"phone_digits" text NOT NULL,
	"company" text DEFAULT '' NOT NULL,
	"service_id" integer,
	"service_name" text DEFAULT '' NOT NULL,
	"country" text,
	"source" "quote_source" DEFAULT 'api' NOT NULL,
	"budget" text NOT NULL,
	"timeline" text NOT NULL,
	"project_details" text NOT NULL,
	"status" "quote_status" DEFAULT 'pending' NOT NULL,
	"spam_reason" text,
	"submission_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "quotes_submission_key_unique" UNIQUE("submission_key")
);
--> statement-breakpoint
CREATE TABLE "services" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "services_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"detailed_description" text DEFAULT '' NOT NULL,
	"price_cents" integer NOT NULL,
	"category" "category" DEFAULT 'website' NOT NULL,
	"features" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"meta_title" text DEFAULT '' NOT NULL,
	"meta_description" text DEFAULT '' NOT NULL,
	"keywords" text DEFAULT '' NOT NULL,
	"hero_title" text DEFAULT '' NOT NULL,
	"hero_subtitle" text DEFAULT '' NOT NULL,
	"cta_text" text DEFAULT 'Get Started' NOT NULL,
	"timeline" text DEFAULT '2-4 weeks' NOT NULL,
	"image_url" text,
	"featured" boolean DEFAULT false NOT NULL,
	"process_steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"deliverables" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "services_price_not_negative" CHECK ("services"."price_cents" >= 0),
	CONSTRAINT "services_slug_free" CHECK ("services"."slug" !~ '^[0-9]+$' and "services"."slug" not in ('featured', 'category'))
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "portfolio_items_slug_idx" ON "portfolio_items" USING btree ("slug") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "portfolio_items_shown_idx" ON "portfolio_items" USING btree ("position","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "quotes_newest_idx" ON "quotes" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "quotes_status_idx" ON "quotes" USING btree ("status","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "quotes_email_idx" ON "quotes" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "services_slug_idx" ON "services" USING btree ("slug") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "services_shown_idx" ON "services" USING btree ("position","id") WHERE deleted_at is null;