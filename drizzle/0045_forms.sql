CREATE TABLE "forms" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "forms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"confirmation" text DEFAULT '' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "claim" text;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "form_id" integer;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "answers" jsonb;--> statement-breakpoint
CREATE INDEX "forms_order_idx" ON "forms" USING btree ("position","id") WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_form_id_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."forms"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quotes_form_idx" ON "quotes" USING btree ("form_id") WHERE form_id is not null;--> statement-breakpoint
CREATE TRIGGER forms_changed AFTER INSERT OR UPDATE OR DELETE ON "forms"
	FOR EACH ROW EXECUTE FUNCTION notify_content_changed();
--> statement-breakpoint
CREATE TRIGGER forms_emptied AFTER TRUNCATE ON "forms"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();
