ALTER TABLE "invoices" ADD COLUMN "brought_by_id" text;--> statement-breakpoint
ALTER TABLE "proposals" ADD COLUMN "brought_by_id" text;--> statement-breakpoint
ALTER TABLE "service_requests" ADD COLUMN "brought_by_id" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_brought_by_id_users_id_fk" FOREIGN KEY ("brought_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_brought_by_id_users_id_fk" FOREIGN KEY ("brought_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_requests" ADD CONSTRAINT "service_requests_brought_by_id_users_id_fk" FOREIGN KEY ("brought_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoices_brought_idx" ON "invoices" USING btree ("brought_by_id") WHERE brought_by_id is not null;--> statement-breakpoint
CREATE INDEX "proposals_brought_idx" ON "proposals" USING btree ("brought_by_id") WHERE brought_by_id is not null;--> statement-breakpoint
CREATE INDEX "service_requests_brought_idx" ON "service_requests" USING btree ("brought_by_id") WHERE brought_by_id is not null;--> statement-breakpoint
-- What joinings of before have brought, as far as the audit log still says so: a record is of the newest one, unless it was given back since.
-- An instance of the version before goes on to write into the audit log alone; what members bring meanwhile stays with the company.
CREATE TEMPORARY TABLE "brought" ON COMMIT DROP AS
	SELECT DISTINCT ON (kind, record_id) kind, record_id, client_id FROM (
		SELECT entry."id" AS entry_id, kinds.kind, ids.id::integer AS record_id,
			CASE entry."action" WHEN 'company.joined' THEN entry."after"->>'clientId' END AS client_id
		FROM "audit_log" entry,
			(VALUES ('invoices'), ('proposals'), ('requests')) AS kinds(kind),
			jsonb_array_elements_text(CASE entry."action" WHEN 'company.joined' THEN entry."after"->'brought'->kinds.kind
				ELSE entry."after"->'returned'->kinds.kind END) AS ids(id)
		WHERE entry."action" IN ('company.joined', 'company.left')
	) moves
	ORDER BY kind, record_id, entry_id DESC;--> statement-breakpoint
UPDATE "invoices" SET "brought_by_id" = brought.client_id FROM "brought", "users"
	WHERE brought.kind = 'invoices' AND brought.record_id = "invoices"."id" AND "users"."id" = brought.client_id AND "invoices"."company_id" IS NOT NULL;--> statement-breakpoint
UPDATE "proposals" SET "brought_by_id" = brought.client_id FROM "brought", "users"
	WHERE brought.kind = 'proposals' AND brought.record_id = "proposals"."id" AND "users"."id" = brought.client_id AND "proposals"."company_id" IS NOT NULL;--> statement-breakpoint
UPDATE "service_requests" SET "brought_by_id" = brought.client_id FROM "brought", "users"
	WHERE brought.kind = 'requests' AND brought.record_id = "service_requests"."id" AND "users"."id" = brought.client_id AND "service_requests"."company_id" IS NOT NULL;
