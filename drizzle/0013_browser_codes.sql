CREATE TABLE "browser_codes" (
	"email" text NOT NULL,
	"purpose" "code_purpose" NOT NULL,
	"browser" text NOT NULL,
	"code_hmac" text NOT NULL,
	"guesses" integer DEFAULT 0 NOT NULL,
	"guesses_of_others" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "browser_codes_email_purpose_browser_pk" PRIMARY KEY("email","purpose","browser")
);
--> statement-breakpoint
CREATE INDEX "browser_codes_expires_idx" ON "browser_codes" USING btree ("expires_at");--> statement-breakpoint
INSERT INTO "browser_codes" ("email", "purpose", "browser", "code_hmac", "guesses", "guesses_of_others", "created_at", "expires_at", "used_at")
SELECT "email", "purpose", '', "code_hmac", "guesses", "guesses", "created_at", "expires_at", "used_at"
FROM "one_time_codes" WHERE "expires_at" > now();
