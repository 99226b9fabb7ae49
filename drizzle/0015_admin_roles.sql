CREATE TYPE "public"."admin_role" AS ENUM('owner', 'manager', 'editor', 'viewer');--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "admin_role" "admin_role";--> statement-breakpoint
-- An instance of the version before, which may still run, inserts admins without a role.
CREATE FUNCTION set_admin_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.admin_role := CASE WHEN NEW.is_admin THEN coalesce(NEW.admin_role, 'owner') END;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_admin_role BEFORE INSERT OR UPDATE ON "users"
	FOR EACH ROW EXECUTE FUNCTION set_admin_role();
--> statement-breakpoint
UPDATE "users" SET "admin_role" = 'owner' WHERE "is_admin";--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_admin_role" CHECK ("users"."is_admin" = ("users"."admin_role" is not null));
