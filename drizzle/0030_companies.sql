ALTER TYPE "public"."code_purpose" ADD VALUE 'email_change';--> statement-breakpoint
CREATE TABLE "companies" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "companies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"vat_number" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"postcode" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"buyer_reference" text DEFAULT '' NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower("name" || ' ' || "email" || ' ' || "vat_number" || ' ' || "city")) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company_invitations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "company_invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"email" text NOT NULL,
	"rights" text[] NOT NULL,
	"is_manager" boolean DEFAULT false NOT NULL,
	"invited_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_profiles" (
	"user_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"company" text DEFAULT '' NOT NULL,
	"vat_number" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"postcode" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"buyer_reference" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "company_id" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "company_rights" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_company_manager" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "company_id" integer;--> statement-breakpoint
ALTER TABLE "proposals" ADD COLUMN "company_id" integer;--> statement-breakpoint
ALTER TABLE "service_requests" ADD COLUMN "company_id" integer;--> statement-breakpoint
ALTER TABLE "thread_events" ADD COLUMN "company_id" integer;--> statement-breakpoint
ALTER TABLE "company_invitations" ADD CONSTRAINT "company_invitations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_profiles" ADD CONSTRAINT "billing_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "companies_newest_idx" ON "companies" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "companies_name_idx" ON "companies" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "companies_search_idx" ON "companies" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "company_invitations_one_idx" ON "company_invitations" USING btree ("company_id","email");--> statement-breakpoint
CREATE INDEX "company_invitations_email_idx" ON "company_invitations" USING btree ("email");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_requests" ADD CONSTRAINT "service_requests_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_company_idx" ON "users" USING btree ("company_id") WHERE company_id is not null;--> statement-breakpoint
CREATE INDEX "invoices_company_idx" ON "invoices" USING btree ("company_id") WHERE company_id is not null;--> statement-breakpoint
CREATE INDEX "proposals_company_idx" ON "proposals" USING btree ("company_id") WHERE company_id is not null;--> statement-breakpoint
CREATE INDEX "service_requests_company_idx" ON "service_requests" USING btree ("company_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE company_id is not null;--> statement-breakpoint
CREATE INDEX "thread_events_company_idx" ON "thread_events" USING btree ("company_id","id") WHERE company_id is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_company_membership" CHECK (company_id is not null or (company_rights = '{}' and not is_company_manager));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_company_clients" CHECK (company_id is null or not is_admin);--> statement-breakpoint
-- What is made for a client in a company is the company's, whoever inserts it: an instance of the version before knows no companies. The
-- lock is the one that the foreign key takes anyway; a move of the client waits for it, or is seen here.
CREATE FUNCTION set_company() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF coalesce(current_setting('agency.restoring', true), '') = 'on' OR NEW."user_id" IS NULL THEN
		RETURN NEW;
	END IF;
	IF TG_OP = 'INSERT' THEN
		IF NEW."company_id" IS NULL THEN
			SELECT "company_id" INTO NEW."company_id" FROM "users" WHERE "id" = NEW."user_id" FOR KEY SHARE;
		END IF;
	ELSIF NEW."user_id" IS DISTINCT FROM OLD."user_id" AND NEW."company_id" IS NOT DISTINCT FROM OLD."company_id" THEN
		SELECT "company_id" INTO NEW."company_id" FROM "users" WHERE "id" = NEW."user_id" FOR KEY SHARE;
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER service_requests_company BEFORE INSERT OR UPDATE OF "user_id" ON "service_requests"
	FOR EACH ROW EXECUTE FUNCTION set_company();--> statement-breakpoint
CREATE TRIGGER proposals_company BEFORE INSERT OR UPDATE OF "user_id" ON "proposals"
	FOR EACH ROW EXECUTE FUNCTION set_company();--> statement-breakpoint
CREATE TRIGGER invoices_company BEFORE INSERT OR UPDATE OF "user_id" ON "invoices"
	FOR EACH ROW EXECUTE FUNCTION set_company();--> statement-breakpoint
-- Events of one company, as those of one client, get their ids in the order of the commits.
CREATE OR REPLACE FUNCTION order_thread_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- A backup that is restored has ids.
	IF coalesce(current_setting('agency.restoring', true), '') = 'on' THEN
		RETURN NEW;
	END IF;
	PERFORM pg_advisory_xact_lock(hashtext('thread_events'),
		hashtext(coalesce('company ' || NEW."company_id", NEW."client_id")));
	NEW."id" := nextval(pg_get_serial_sequence('thread_events', 'id'));
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION announce_thread_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('thread_changed', json_build_object(
		'id', NEW."id", 'clientId', NEW."client_id", 'companyId', NEW."company_id", 'requestId', NEW."request_id",
		'kind', NEW."kind", 'subjectId', NEW."subject_id", 'internal', NEW."internal")::text);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION add_thread_event(request integer, kind text, subject integer, internal boolean) RETURNS void LANGUAGE sql AS $$
	INSERT INTO "thread_events" ("client_id", "company_id", "request_id", "kind", "subject_id", "internal")
	SELECT "user_id", "company_id", "id", kind, subject, internal FROM "service_requests"
	WHERE "id" = request AND coalesce(current_setting('agency.restoring', true), '') <> 'on'
$$;--> statement-breakpoint
CREATE TRIGGER companies_arrived AFTER INSERT OR UPDATE OR DELETE ON "companies"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();
