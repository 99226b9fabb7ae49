ALTER TABLE "service_requests" ADD COLUMN "briefed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "brief_form_id" integer;--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_brief_form_id_forms_id_fk" FOREIGN KEY ("brief_form_id") REFERENCES "public"."forms"("id") ON DELETE set null ON UPDATE no action;