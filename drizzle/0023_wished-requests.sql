ALTER TABLE "service_requests" ADD COLUMN "wished_date" date;--> statement-breakpoint
ALTER TABLE "service_requests" ADD COLUMN "urgent" boolean DEFAULT false NOT NULL;