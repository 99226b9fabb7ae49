ALTER TYPE "public"."code_purpose" ADD VALUE 'account_deletion';--> statement-breakpoint
CREATE TABLE "data_exports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "data_exports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"requested_by" text DEFAULT '' NOT NULL,
	"key" text DEFAULT '' NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"claimed_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ready_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"failed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deletion_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deletion_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "data_exports_user_idx" ON "data_exports" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "data_exports_waiting_idx" ON "data_exports" USING btree ("user_id") WHERE ready_at is null and failed_at is null;--> statement-breakpoint
CREATE INDEX "data_exports_expires_idx" ON "data_exports" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "users_deletion_idx" ON "users" USING btree ("deletion_due_at") WHERE deletion_due_at is not null;--> statement-breakpoint
CREATE INDEX "users_deleted_idx" ON "users" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
-- Whichever way an export goes, its content goes with it.
CREATE FUNCTION remove_export_content() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "file_chunks" WHERE "key" = OLD."key";
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER data_exports_removed AFTER DELETE ON "data_exports"
	FOR EACH ROW EXECUTE FUNCTION remove_export_content();
