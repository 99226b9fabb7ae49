ALTER TYPE "public"."document_event_kind" ADD VALUE 'repayment_reversed';--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"payment_id" integer NOT NULL,
	"cents" bigint NOT NULL,
	"takes_back_id" integer,
	"refunded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_takes_back_id_unique" UNIQUE("takes_back_id")
);
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_takes_back_id_refunds_id_fk" FOREIGN KEY ("takes_back_id") REFERENCES "public"."refunds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refunds_payment_idx" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_refunded_idx" ON "refunds" USING btree ("refunded_at");--> statement-breakpoint
-- Rows of a payment add up to what it says is refunded: the trigger adds what is missing, such as for what an instance of the version before
-- writes. What writes a row of its own does so before it changes the payment. A backup that is restored has them.
CREATE FUNCTION keep_refunds() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	missing bigint;
BEGIN
	IF coalesce(current_setting('agency.restoring', true), '') = 'on' THEN
		RETURN NULL;
	END IF;
	SELECT NEW."refunded_cents" - coalesce(sum("cents"), 0) INTO missing FROM "refunds" WHERE "payment_id" = NEW."id";
	IF missing <> 0 THEN
		INSERT INTO "refunds" ("payment_id", "cents") VALUES (NEW."id", missing);
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "keep_refunds_new" AFTER INSERT ON "payments" FOR EACH ROW WHEN (NEW."refunded_cents" > 0) EXECUTE FUNCTION keep_refunds();--> statement-breakpoint
CREATE TRIGGER "keep_refunds" AFTER UPDATE OF "refunded_cents" ON "payments" FOR EACH ROW
	WHEN (NEW."refunded_cents" IS DISTINCT FROM OLD."refunded_cents") EXECUTE FUNCTION keep_refunds();--> statement-breakpoint
-- What there is already, after the triggers: their locks have waited for the writes that were under way. What reduced a price went back with its
-- credit note, the rest by the last refund in the timeline of its invoice.
INSERT INTO "refunds" ("payment_id", "cents", "refunded_at", "created_at")
SELECT "payment_id", "cents", "created_at", "created_at" FROM (
	SELECT notes."payment_id", notes."created_at", least(notes."total_cents",
		payments."refunded_cents" - coalesce(sum(notes."total_cents") OVER (
			PARTITION BY notes."payment_id" ORDER BY notes."id" ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)) AS "cents"
	FROM "credit_notes" notes JOIN "payments" ON payments."id" = notes."payment_id"
	WHERE payments."refunded_cents" > 0
) credited WHERE "cents" > 0;--> statement-breakpoint
INSERT INTO "refunds" ("payment_id", "cents", "refunded_at", "created_at")
SELECT payments."id", payments."refunded_cents" - coalesce(known."cents", 0), went."at", went."at"
FROM "payments" CROSS JOIN LATERAL (SELECT coalesce((SELECT max("created_at") FROM "document_events"
	WHERE "invoice_id" = payments."invoice_id" AND "kind" = 'refunded'), payments."updated_at") AS "at") went LEFT JOIN (SELECT "payment_id", sum("cents") AS "cents" FROM "refunds" GROUP BY "payment_id") known
	ON known."payment_id" = payments."id"
WHERE payments."refunded_cents" > coalesce(known."cents", 0);
