CREATE TABLE "testimonials" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "testimonials_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"words" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"role" text DEFAULT '' NOT NULL,
	"company" text DEFAULT '' NOT NULL,
	"portfolio_id" integer,
	"source" text DEFAULT 'admin' NOT NULL,
	"user_id" text,
	"request_id" integer,
	"email" text DEFAULT '' NOT NULL,
	"consent_means" text,
	"consent_by" text DEFAULT '' NOT NULL,
	"consent_on" date,
	"consent_text" text DEFAULT '' NOT NULL,
	"is_published" boolean DEFAULT false NOT NULL,
	"asked_at" timestamp with time zone,
	"given_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "testimonials_published_with_consent" CHECK (not "testimonials"."is_published" or ("testimonials"."consent_means" is not null and "testimonials"."consent_by" <> '' and "testimonials"."consent_on" is not null and "testimonials"."words" <> '' and "testimonials"."name" <> ''))
);
--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_portfolio_id_portfolio_items_id_fk" FOREIGN KEY ("portfolio_id") REFERENCES "public"."portfolio_items"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "testimonials_request_idx" ON "testimonials" USING btree ("request_id") WHERE request_id is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "testimonials_shown_idx" ON "testimonials" USING btree ("position","id") WHERE is_published and deleted_at is null;--> statement-breakpoint
CREATE INDEX "testimonials_user_idx" ON "testimonials" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "testimonials_portfolio_idx" ON "testimonials" USING btree ("portfolio_id");--> statement-breakpoint
CREATE TRIGGER testimonials_changed AFTER INSERT OR UPDATE OR DELETE ON "testimonials"
	FOR EACH ROW EXECUTE FUNCTION notify_content_changed();
--> statement-breakpoint
CREATE TRIGGER testimonials_emptied AFTER TRUNCATE ON "testimonials"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();
