CREATE TABLE "legal_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "legal_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"page" text NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"version" integer NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"effective_on" date NOT NULL,
	"is_withdrawn" boolean DEFAULT false NOT NULL,
	"author" text NOT NULL,
	"announced_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "legal_versions_idx" ON "legal_versions" USING btree ("page","locale","version");--> statement-breakpoint
CREATE TRIGGER legal_versions_changed AFTER INSERT OR UPDATE OR DELETE ON "legal_versions"
	FOR EACH ROW EXECUTE FUNCTION notify_content_changed();
--> statement-breakpoint
CREATE TRIGGER legal_versions_emptied AFTER TRUNCATE ON "legal_versions"
	FOR EACH STATEMENT EXECUTE FUNCTION notify_content_changed();
