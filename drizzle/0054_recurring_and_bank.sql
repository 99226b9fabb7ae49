CREATE TABLE "bank_accounts" (
	"account" text PRIMARY KEY NOT NULL,
	"mapping" jsonb NOT NULL,
	"columns" text[] NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_bookings" (
	"payment_id" integer PRIMARY KEY NOT NULL,
	"entry_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"statement_id" integer NOT NULL,
	"account" text NOT NULL,
	"fingerprint" text NOT NULL,
	"booked_on" date NOT NULL,
	"value_on" date NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"is_credit" boolean NOT NULL,
	"is_return" boolean DEFAULT false NOT NULL,
	"return_reason" text DEFAULT '' NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"iban" text DEFAULT '' NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"end_to_end_id" text DEFAULT '' NOT NULL,
	"bank_reference" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"returns_id" integer,
	"book_at_once" boolean DEFAULT false NOT NULL,
	"handled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(name || ' ' || iban || ' ' || reference || ' ' || end_to_end_id)) STORED,
	CONSTRAINT "bank_entries_returns_id_unique" UNIQUE("returns_id"),
	CONSTRAINT "bank_entries_amount" CHECK (amount_cents > 0),
	CONSTRAINT "bank_entries_state" CHECK (state in ('proposed', 'booked', 'ignored')),
	CONSTRAINT "bank_entries_returns" CHECK (returns_id is null or (not is_credit and state = 'booked'))
);
--> statement-breakpoint
CREATE TABLE "bank_statements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_statements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"file_name" text NOT NULL,
	"hash" text NOT NULL,
	"format" text NOT NULL,
	"accounts" text[] NOT NULL,
	"entry_count" integer NOT NULL,
	"new_count" integer NOT NULL,
	"notes" text[] DEFAULT '{}' NOT NULL,
	"imported_by_id" text,
	"imported_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_statements_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "missed_invoices" (
	"recurring_invoice_id" integer NOT NULL,
	"day" date NOT NULL,
	"period_end" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "missed_invoices_recurring_invoice_id_day_pk" PRIMARY KEY("recurring_invoice_id","day")
);
--> statement-breakpoint
CREATE TABLE "recurring_invoices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recurring_invoices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" text,
	"buyer" jsonb,
	"client_name" text NOT NULL,
	"client_email" text NOT NULL,
	"request_id" integer,
	"items" jsonb NOT NULL,
	"total_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"unit" text NOT NULL,
	"count" integer NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"action" text NOT NULL,
	"taxed_for" jsonb,
	"next_on" date,
	"handled_on" date,
	"paused_at" timestamp with time zone,
	"pause_reason" text DEFAULT '' NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(client_name || ' ' || client_email || ' ' || note || ' ' || coalesce(items->0->>'description', ''))) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recurring_invoices_count" CHECK (count > 0)
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "recurring_invoice_id" integer;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "recurring_day" date;--> statement-breakpoint
ALTER TABLE "bank_bookings" ADD CONSTRAINT "bank_bookings_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_bookings" ADD CONSTRAINT "bank_bookings_entry_id_bank_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."bank_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_entries" ADD CONSTRAINT "bank_entries_statement_id_bank_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."bank_statements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_entries" ADD CONSTRAINT "bank_entries_returns_id_bank_entries_id_fk" FOREIGN KEY ("returns_id") REFERENCES "public"."bank_entries"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_imported_by_id_users_id_fk" FOREIGN KEY ("imported_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "missed_invoices" ADD CONSTRAINT "missed_invoices_recurring_invoice_id_recurring_invoices_id_fk" FOREIGN KEY ("recurring_invoice_id") REFERENCES "public"."recurring_invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurring_invoices" ADD CONSTRAINT "recurring_invoices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurring_invoices" ADD CONSTRAINT "recurring_invoices_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_bookings_entry_idx" ON "bank_bookings" USING btree ("entry_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_entries_fingerprint_idx" ON "bank_entries" USING btree ("account","fingerprint");--> statement-breakpoint
CREATE INDEX "bank_entries_state_idx" ON "bank_entries" USING btree ("state","booked_on" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "bank_entries_statement_idx" ON "bank_entries" USING btree ("statement_id");--> statement-breakpoint
CREATE INDEX "bank_entries_amount_idx" ON "bank_entries" USING btree ("account","amount_cents") WHERE is_credit;--> statement-breakpoint
CREATE INDEX "bank_entries_at_once_idx" ON "bank_entries" USING btree ("id") WHERE book_at_once;--> statement-breakpoint
CREATE INDEX "bank_entries_search_idx" ON "bank_entries" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "bank_statements_newest_idx" ON "bank_statements" USING btree ("id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "recurring_invoices_due_idx" ON "recurring_invoices" USING btree ("next_on") WHERE paused_at is null;--> statement-breakpoint
CREATE INDEX "recurring_invoices_user_idx" ON "recurring_invoices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "recurring_invoices_email_idx" ON "recurring_invoices" USING btree ("client_email");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_recurring_invoice_id_recurring_invoices_id_fk" FOREIGN KEY ("recurring_invoice_id") REFERENCES "public"."recurring_invoices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_recurring_day_idx" ON "invoices" USING btree ("recurring_invoice_id","recurring_day");--> statement-breakpoint
CREATE TRIGGER bank_entries_changed AFTER INSERT OR UPDATE OR DELETE ON "bank_entries"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();
--> statement-breakpoint
CREATE TRIGGER recurring_invoices_arrived AFTER INSERT OR UPDATE OR DELETE ON "recurring_invoices"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();
--> statement-breakpoint
CREATE TRIGGER missed_invoices_arrived AFTER INSERT OR UPDATE OR DELETE ON "missed_invoices"
	FOR EACH ROW EXECUTE FUNCTION notify_panel_changed();
