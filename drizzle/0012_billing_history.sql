CREATE TABLE "former_prices" (
	"stripe_price_id" text PRIMARY KEY NOT NULL,
	"plan_id" integer NOT NULL,
	"cycle" "billing_cycle" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stripe_cursors" (
	"account" text PRIMARY KEY NOT NULL,
	"complete_until" timestamp with time zone,
	"reading_since" timestamp with time zone,
	"reading_after" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ALTER COLUMN "plan_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "stripe_events" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "stripe_account" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "missing_in" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "stripe_account" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "former_prices" ADD CONSTRAINT "former_prices_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_prices_plan_idx" ON "former_prices" USING btree ("plan_id");--> statement-breakpoint
CREATE INDEX "subscriptions_plan_idx" ON "subscriptions" USING btree ("plan_id");--> statement-breakpoint
-- A price id is never lost, not even where an older instance overwrites it.
CREATE FUNCTION keep_former_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO former_prices (stripe_price_id, plan_id, cycle)
	VALUES (OLD.stripe_price_id, OLD.plan_id, OLD.cycle)
	ON CONFLICT (stripe_price_id) DO NOTHING;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER plan_prices_replaced AFTER UPDATE OF stripe_price_id ON "plan_prices"
	FOR EACH ROW WHEN (OLD.stripe_price_id IS DISTINCT FROM NEW.stripe_price_id)
	EXECUTE FUNCTION keep_former_price();
--> statement-breakpoint
-- Of what is there already, only the sandbox's objects are known to be in a certain account.
UPDATE "users" SET "stripe_account" = 'sandbox'
WHERE "stripe_customer_id" IN (SELECT "id" FROM "sandbox_objects" WHERE "object" = 'customer');
--> statement-breakpoint
UPDATE "subscriptions" SET "stripe_account" = 'sandbox'
WHERE "stripe_subscription_id" IN (SELECT "id" FROM "sandbox_objects" WHERE "object" = 'subscription');
--> statement-breakpoint
-- Reasons written so far may quote statements and their parameters.
UPDATE "stripe_events" SET "last_error" = 'It could not be applied. The log says why.' WHERE "last_error" <> '';
--> statement-breakpoint
UPDATE "mails" SET "last_error" = 'The mail could not be sent. The log says why.' WHERE "last_error" <> '';
