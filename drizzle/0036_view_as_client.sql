ALTER TABLE "sessions" ADD COLUMN "viewed_client_id" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "view_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_viewed_client_id_users_id_fk" FOREIGN KEY ("viewed_client_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_viewed_client_idx" ON "sessions" USING btree ("viewed_client_id") WHERE viewed_client_id is not null;--> statement-breakpoint
-- Streams that were opened while a client was viewed end with the view, on whichever instance it is ended.
CREATE OR REPLACE TRIGGER sessions_view_changed AFTER UPDATE OF "viewed_client_id" ON "sessions"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();
