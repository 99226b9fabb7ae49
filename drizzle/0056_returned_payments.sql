ALTER TABLE "payments" ADD COLUMN "returned_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "payments_returned_idx" ON "payments" USING btree ("returned_at") WHERE returned_at is not null;--> statement-breakpoint
UPDATE "payments" SET "returned_at" = "reversed_at" WHERE "reversed_at" IS NOT NULL AND "failure" = 'It was returned by the bank.';
