-- Extensions that the schema needs. Trusted since PostgreSQL 13: the owner of the database may create them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- Index keys of the panel's search: each field after '=', the beginnings of each word, those of a field's first word also
-- after '^', and after '~' each word as it is and with one letter removed, so that words that differ in one typo have a
-- common key. Beginnings are keys of their own, because PostgreSQL collects all keys with a prefix before it combines
-- them. A changed function requires a REINDEX, and the same change in `features/search/search-keys.ts`. Calls only
-- functions of pg_catalog, because indexes are built with no other schema in the search path.
CREATE FUNCTION search_keys(fields text[]) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 3000 AS $$
DECLARE
  field text;
  word text;
  words text[];
  is_first boolean;
  keys text[] := '{}';
BEGIN
  FOREACH field IN ARRAY fields LOOP
    CONTINUE WHEN field IS NULL;
    words := array_remove(regexp_split_to_array(
      replace(replace(replace(replace(translate(
        lower(regexp_replace(normalize(field, NFKD), '[\u0300-\u036f]', '', 'g')),
        'øłđðħıς', 'olddhiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      '[\u0001-/:-@[-`{-\u00bf\u2000-\u206f\u3000-\u303f]+'), '');
    CONTINUE WHEN cardinality(words) = 0;
    keys := keys || ('=' || left(array_to_string(words, ' '), 60));
    is_first := true;
    FOREACH word IN ARRAY words LOOP
      FOR size IN 1..least(length(word), 20) LOOP
        keys := keys || left(word, size);
        IF is_first THEN
          keys := keys || ('^' || left(word, size));
        END IF;
      END LOOP;
      is_first := false;
      IF length(word) BETWEEN 3 AND 24 AND word !~ '[0-9]' THEN
        keys := keys || ('~' || word);
        FOR position IN 1..length(word) LOOP
          keys := keys || ('~' || overlay(word PLACING '' FROM position FOR 1));
        END LOOP;
      END IF;
    END LOOP;
  END LOOP;
  RETURN array_to_tsvector(keys);
END $$;
--> statement-breakpoint
CREATE TYPE "public"."billing_cycle" AS ENUM('monthly', 'yearly');--> statement-breakpoint
CREATE TYPE "public"."payment_method" AS ENUM('card', 'transfer', 'debit', 'online');--> statement-breakpoint
CREATE TYPE "public"."payment_status" AS ENUM('pending', 'completed', 'failed', 'refunded');--> statement-breakpoint
CREATE TYPE "public"."subscription_status" AS ENUM('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'canceled', 'paused');--> statement-breakpoint
CREATE TYPE "public"."post_category" AS ENUM('Technology', 'Design', 'Business', 'Marketing', 'Development');--> statement-breakpoint
CREATE TYPE "public"."message_status" AS ENUM('unread', 'read', 'replied');--> statement-breakpoint
CREATE TYPE "public"."deliverable_status" AS ENUM('waiting', 'approved', 'returned');--> statement-breakpoint
CREATE TYPE "public"."file_store" AS ENUM('database', 's3');--> statement-breakpoint
CREATE TYPE "public"."admin_role" AS ENUM('owner', 'manager', 'editor', 'viewer');--> statement-breakpoint
CREATE TYPE "public"."code_purpose" AS ENUM('signin', 'signup', 'email_change', 'account_deletion', 'company_invitation');--> statement-breakpoint
CREATE TYPE "public"."session_kind" AS ENUM('client', 'admin');--> statement-breakpoint
CREATE TYPE "public"."sign_in_provider" AS ENUM('google', 'github', 'oidc');--> statement-breakpoint
CREATE TYPE "public"."document_event_kind" AS ENUM('created', 'sent', 'changed', 'viewed', 'accepted', 'declined', 'expired', 'withdrawn', 'link_revoked', 'issued', 'payment', 'payment_pending', 'payment_failed', 'payment_reversed', 'refunded', 'credited', 'paid', 'void', 'reminder', 'reminders_off', 'reminders_on', 'scheduled', 'stopped', 'draft_deleted', 'vat_checked', 'returned', 'repayment_reversed');--> statement-breakpoint
CREATE TYPE "public"."invoice_status" AS ENUM('draft', 'open', 'paid', 'void');--> statement-breakpoint
CREATE TYPE "public"."proposal_status" AS ENUM('draft', 'sent', 'viewed', 'accepted', 'declined', 'expired', 'withdrawn');--> statement-breakpoint
CREATE TYPE "public"."quote_source" AS ENUM('home', 'service_page', 'api');--> statement-breakpoint
CREATE TYPE "public"."quote_status" AS ENUM('pending', 'approved', 'rejected', 'contacted');--> statement-breakpoint
CREATE TYPE "public"."request_event_kind" AS ENUM('created', 'changed', 'status', 'note', 'target_date');--> statement-breakpoint
CREATE TYPE "public"."request_status" AS ENUM('pending', 'in_progress', 'completed', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."category" AS ENUM('website', 'marketing', 'social_media', 'business', 'branding', 'ecommerce', 'other');--> statement-breakpoint
CREATE TYPE "public"."vat_check_status" AS ENUM('valid', 'invalid', 'not_checked');--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"start" text NOT NULL,
	"user_id" text NOT NULL,
	"permissions" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"warned_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"last_used_from" text,
	CONSTRAINT "api_keys_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"actor_id" text,
	"actor_name" text NOT NULL,
	"action" text NOT NULL,
	"about" text NOT NULL,
	"description" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_runs" (
	"name" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"result" text DEFAULT '' NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"about" text NOT NULL,
	"text" text NOT NULL,
	"author_id" text,
	"author_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "checkouts" (
	"user_id" text PRIMARY KEY NOT NULL,
	"leased_until" timestamp with time zone NOT NULL,
	"key" text DEFAULT '' NOT NULL,
	"stripe_price_id" text DEFAULT '' NOT NULL,
	"stripe_subscription_id" text
);
--> statement-breakpoint
CREATE TABLE "former_prices" (
	"stripe_price_id" text PRIMARY KEY NOT NULL,
	"plan_id" integer NOT NULL,
	"cycle" "billing_cycle" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" text,
	"subscription_id" integer,
	"description" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"status" "payment_status" NOT NULL,
	"stripe_invoice_id" text,
	"taxed_buyer" jsonb,
	"held_for" text DEFAULT '' NOT NULL,
	"invoice_id" integer,
	"method" "payment_method" DEFAULT 'card' NOT NULL,
	"method_type" text DEFAULT '' NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"refund_reason" text DEFAULT '' NOT NULL,
	"refund_author" text DEFAULT '' NOT NULL,
	"reversed_at" timestamp with time zone,
	"returned_at" timestamp with time zone,
	"submission_key" text,
	"submission_digest" text,
	"stripe_payment_intent_id" text,
	"dispute" text DEFAULT '' NOT NULL,
	"failure" text DEFAULT '' NOT NULL,
	"paid_at" timestamp with time zone,
	"synced_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_stripe_invoice_id_unique" UNIQUE("stripe_invoice_id"),
	CONSTRAINT "payments_submission_key_unique" UNIQUE("submission_key"),
	CONSTRAINT "payments_refund_within" CHECK (refunded_cents between 0 and amount_cents)
);
--> statement-breakpoint
CREATE TABLE "plan_prices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plan_prices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"plan_id" integer NOT NULL,
	"cycle" "billing_cycle" NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"stripe_price_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_prices_stripe_price_id_unique" UNIQUE("stripe_price_id")
);
--> statement-breakpoint
CREATE TABLE "plan_tax_rates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plan_tax_rates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"stripe_account" text NOT NULL,
	"category" text NOT NULL,
	"rate" text NOT NULL,
	"is_inclusive" boolean NOT NULL,
	"stripe_tax_rate_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_tax_rates_stripe_tax_rate_id_unique" UNIQUE("stripe_tax_rate_id")
);
--> statement-breakpoint
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
CREATE TABLE "stripe_cursors" (
	"account" text PRIMARY KEY NOT NULL,
	"complete_until" timestamp with time zone,
	"reading_since" timestamp with time zone,
	"reading_after" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"applied_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"plan_id" integer,
	"cycle" "billing_cycle" NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"status" "subscription_status" NOT NULL,
	"stripe_subscription_id" text NOT NULL,
	"stripe_account" text DEFAULT '' NOT NULL,
	"missing_in" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"current_period_end" timestamp with time zone,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"canceled_at" timestamp with time zone,
	"stripe_tax_rate_id" text DEFAULT '' NOT NULL,
	"taxed_buyer" jsonb,
	"taxed_at" timestamp with time zone,
	"card" text DEFAULT '' NOT NULL,
	"synced_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_stripe_subscription_id_unique" UNIQUE("stripe_subscription_id")
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "posts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"category" "post_category" NOT NULL,
	"excerpt" text DEFAULT '' NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"author_name" text NOT NULL,
	"author_avatar" text,
	"image_url" text,
	"image_focus" jsonb DEFAULT '{"x":50,"y":50}'::jsonb NOT NULL,
	"featured" boolean DEFAULT false NOT NULL,
	"meta_title" text DEFAULT '' NOT NULL,
	"meta_description" text DEFAULT '' NOT NULL,
	"published_at" timestamp with time zone,
	"read_time" integer GENERATED ALWAYS AS (greatest(1, ceil(array_length(regexp_split_to_array(btrim("posts"."body"), '\s+'), 1) / 220.0))::int) STORED NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "posts_slug_free" CHECK ("posts"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and "posts"."slug" !~ '^[0-9]+$' and "posts"."slug" not in ('featured', 'category'))
);
--> statement-breakpoint
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
	"tax_number" text DEFAULT '' NOT NULL,
	"registration_number" text DEFAULT '' NOT NULL,
	"electronic_address" jsonb,
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
	"invited_by_id" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contact_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"phone_digits" text DEFAULT '' NOT NULL,
	"service" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"message" text NOT NULL,
	"preferred_channel" text DEFAULT '' NOT NULL,
	"status" "message_status" DEFAULT 'unread' NOT NULL,
	"spam_reason" text,
	"is_spam" boolean DEFAULT false NOT NULL,
	"submission_key" text,
	"submission_digest" text,
	"sent_by_id" text,
	"first_answer_at" timestamp with time zone,
	"lead_source" text,
	"referring_host" text DEFAULT '' NOT NULL,
	"first_page" text DEFAULT '' NOT NULL,
	"utm_source" text DEFAULT '' NOT NULL,
	"utm_medium" text DEFAULT '' NOT NULL,
	"utm_campaign" text DEFAULT '' NOT NULL,
	"utm_term" text DEFAULT '' NOT NULL,
	"utm_content" text DEFAULT '' NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower("first_name" || ' ' || "last_name" || ' ' || "email" || ' ' || "phone_digits" || ' ' || "subject" || ' ' || "message")) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_messages_submission_key_unique" UNIQUE("submission_key")
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "conversations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"quote_id" integer,
	"contact_message_id" integer,
	"request_id" integer,
	"proposal_id" integer,
	"record_id" integer GENERATED ALWAYS AS (coalesce("quote_id", "contact_message_id", "request_id", "proposal_id")) STORED NOT NULL,
	"main_id" integer,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"waiting_since" timestamp with time zone,
	"due_at" timestamp with time zone,
	"last_message_at" timestamp with time zone,
	"last_message" text DEFAULT '' NOT NULL,
	"done_at" timestamp with time zone,
	"owner_id" text,
	"next_step" text DEFAULT '' NOT NULL,
	"next_step_on" date,
	"due_from" timestamp with time zone GENERATED ALWAYS AS (least("waiting_since", "next_step_on"::timestamp at time zone 'UTC')) STORED,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"snoozed_until" date,
	"search_text" text GENERATED ALWAYS AS (lower("last_message" || ' ' || "next_step")) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "conversations_record" CHECK (num_nonnulls(quote_id, contact_message_id, request_id, proposal_id) = 1)
);
--> statement-breakpoint
CREATE TABLE "credit_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credit_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"number" text NOT NULL,
	"invoice_id" integer NOT NULL,
	"payment_id" integer,
	"reason" text NOT NULL,
	"items" jsonb NOT NULL,
	"totals" jsonb NOT NULL,
	"total_cents" bigint NOT NULL,
	"seller" jsonb NOT NULL,
	"printed" jsonb,
	"issue_date" date NOT NULL,
	"submission_key" text,
	"submission_digest" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_notes_number_unique" UNIQUE("number"),
	CONSTRAINT "credit_notes_submission_key_unique" UNIQUE("submission_key"),
	CONSTRAINT "credit_notes_not_negative" CHECK (total_cents >= 0)
);
--> statement-breakpoint
CREATE TABLE "data_exports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "data_exports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"requested_by" text DEFAULT '' NOT NULL,
	"key" text DEFAULT '' NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"claimed_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ready_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"failed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "document_pdfs" (
	"number" text NOT NULL,
	"key" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_pdfs_number_key_pk" PRIMARY KEY("number","key")
);
--> statement-breakpoint
CREATE TABLE "document_xmls" (
	"number" text NOT NULL,
	"syntax" text NOT NULL,
	"xml" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_xmls_number_syntax_pk" PRIMARY KEY("number","syntax")
);
--> statement-breakpoint
CREATE TABLE "file_chunks" (
	"key" text NOT NULL,
	"start" integer NOT NULL,
	"end" integer GENERATED ALWAYS AS ("start" + octet_length("bytes")) STORED,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "file_chunks_key_start_pk" PRIMARY KEY("key","start")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"store" "file_store" DEFAULT 'database' NOT NULL,
	"message_id" integer,
	"uploader_id" text,
	"claim" text,
	"name" text NOT NULL,
	"size" integer NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"type" text DEFAULT '' NOT NULL,
	"sha256" text DEFAULT '' NOT NULL,
	"finished_at" timestamp with time zone,
	"deliverable" "deliverable_status",
	"comment" text DEFAULT '' NOT NULL,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "files_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "removed_objects" (
	"key" text PRIMARY KEY NOT NULL,
	"removed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "former_slugs" (
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"entity_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "former_slugs_kind_slug_pk" PRIMARY KEY("kind","slug")
);
--> statement-breakpoint
CREATE TABLE "forms" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "forms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"confirmation" text DEFAULT '' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "billing_profiles" (
	"user_id" text PRIMARY KEY NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"company" text DEFAULT '' NOT NULL,
	"vat_number" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"postcode" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"buyer_reference" text DEFAULT '' NOT NULL,
	"tax_number" text DEFAULT '' NOT NULL,
	"registration_number" text DEFAULT '' NOT NULL,
	"is_business" boolean,
	"electronic_address" jsonb,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "email_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"email" text NOT NULL,
	"nonce" text,
	"token_hash" text,
	"moved" jsonb NOT NULL,
	"log_id" integer NOT NULL,
	"companies" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"restored_log_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "email_changes_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "external_accounts" (
	"provider" "sign_in_provider" NOT NULL,
	"subject" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "external_accounts_provider_subject_pk" PRIMARY KEY("provider","subject")
);
--> statement-breakpoint
CREATE TABLE "one_time_codes" (
	"email" text NOT NULL,
	"purpose" "code_purpose" NOT NULL,
	"browser" text NOT NULL,
	"code_hmac" text NOT NULL,
	"guesses" integer DEFAULT 0 NOT NULL,
	"guesses_of_others" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "one_time_codes_email_purpose_browser_pk" PRIMARY KEY("email","purpose","browser")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"kind" "session_kind" NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"absolute_expires_at" timestamp with time zone NOT NULL,
	"viewed_client_id" text,
	"view_ends_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"profile_image_url" text,
	"is_admin" boolean DEFAULT false NOT NULL,
	"admin_role" "admin_role",
	"username" text,
	"password_hash" text,
	"email_verified_at" timestamp with time zone DEFAULT now(),
	"disabled_at" timestamp with time zone,
	"stripe_customer_id" text,
	"stripe_account" text DEFAULT '' NOT NULL,
	"stripe_contact" text DEFAULT '' NOT NULL,
	"company_id" integer,
	"company_rights" text[] DEFAULT '{}' NOT NULL,
	"is_company_manager" boolean DEFAULT false NOT NULL,
	"company_accepted_at" timestamp with time zone,
	"company_invited_by_id" text,
	"deletion_due_at" timestamp with time zone,
	"deletion_by" text DEFAULT '' NOT NULL,
	"deleted_at" timestamp with time zone,
	"search_text" text GENERATED ALWAYS AS (lower("first_name" || ' ' || "last_name" || ' ' || "email")) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_stripe_customer_id_unique" UNIQUE("stripe_customer_id"),
	CONSTRAINT "users_company_membership" CHECK (company_id is not null or (company_rights = '{}' and not is_company_manager)),
	CONSTRAINT "users_company_clients" CHECK (company_id is null or not is_admin),
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_admin_role" CHECK ("users"."is_admin" = ("users"."admin_role" is not null))
);
--> statement-breakpoint
CREATE TABLE "accepted_senders" (
	"client" text NOT NULL,
	"sender" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accepted_senders_client_sender_pk" PRIMARY KEY("client","sender")
);
--> statement-breakpoint
CREATE TABLE "incoming_mails" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "incoming_mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"hash" text NOT NULL,
	"identity" text NOT NULL,
	"message_id" text DEFAULT '' NOT NULL,
	"key" text DEFAULT '' NOT NULL,
	"size" integer NOT NULL,
	"is_whole" boolean DEFAULT true NOT NULL,
	"token_hashes" text[] DEFAULT '{}' NOT NULL,
	"state" text DEFAULT 'stored' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"is_spam" boolean DEFAULT false NOT NULL,
	"authentication" text DEFAULT 'none' NOT NULL,
	"from_name" text DEFAULT '' NOT NULL,
	"from_address" text DEFAULT '' NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"possibly_automatic" boolean DEFAULT false NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"full_text" text DEFAULT '' NOT NULL,
	"file_names" text[] DEFAULT '{}' NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"claimed_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp with time zone,
	CONSTRAINT "incoming_mails_hash_unique" UNIQUE("hash"),
	CONSTRAINT "incoming_mails_identity_unique" UNIQUE("identity")
);
--> statement-breakpoint
CREATE TABLE "mail_pictures" (
	"hash" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mailbox_watch" (
	"id" integer PRIMARY KEY NOT NULL,
	"instance" text NOT NULL,
	"held_until" timestamp with time zone NOT NULL,
	"reached_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reply_addresses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reply_addresses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"conversation_id" integer NOT NULL,
	"email" text NOT NULL,
	"nonce" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reply_addresses_nonce_unique" UNIQUE("nonce"),
	CONSTRAINT "reply_addresses_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "document_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "document_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"proposal_id" integer,
	"invoice_id" integer,
	"kind" "document_event_kind" NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"author" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_intents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoice_intents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"invoice_id" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"stripe_account" text NOT NULL,
	"key" text NOT NULL,
	"stripe_id" text,
	"closed_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"synced_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoice_intents_key_unique" UNIQUE("key"),
	CONSTRAINT "invoice_intents_stripe_id_unique" UNIQUE("stripe_id")
);
--> statement-breakpoint
CREATE TABLE "invoice_reminders" (
	"invoice_id" integer NOT NULL,
	"day" integer NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoice_reminders_invoice_id_day_pk" PRIMARY KEY("invoice_id","day")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"number" text,
	"status" "invoice_status" DEFAULT 'draft' NOT NULL,
	"user_id" text,
	"company_id" integer,
	"brought_by_id" text,
	"request_id" integer,
	"proposal_id" integer,
	"proposal_part" integer,
	"recurring_invoice_id" integer,
	"recurring_day" date,
	"buyer" jsonb NOT NULL,
	"buyer_overrides" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"tax_proposed" jsonb,
	"seller" jsonb,
	"items" jsonb NOT NULL,
	"discount" jsonb,
	"totals" jsonb NOT NULL,
	"total_cents" bigint NOT NULL,
	"paid_cents" bigint DEFAULT 0 NOT NULL,
	"balance_cents" bigint DEFAULT 0 NOT NULL,
	"credited_cents" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"issue_date" date,
	"due_date" date,
	"service_date" date,
	"service_from" date,
	"service_to" date,
	"printed" jsonb,
	"vat_check" jsonb,
	"subscription_id" integer,
	"stripe_invoice_id" text,
	"note" text DEFAULT '' NOT NULL,
	"scheduled_for" date,
	"held_for" text DEFAULT '' NOT NULL,
	"on_completion" boolean DEFAULT false NOT NULL,
	"announced_at" timestamp with time zone,
	"reminders_on" boolean DEFAULT true NOT NULL,
	"overdue_at" timestamp with time zone,
	"client_email" text NOT NULL,
	"client_name" text NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce(number, '') || ' ' || client_name || ' ' || client_email || ' ' || note || ' ' ||
          coalesce(buyer->>'company', '') || ' ' || coalesce(buyer->>'vatNumber', ''))) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_number_unique" UNIQUE("number"),
	CONSTRAINT "invoices_stripe_invoice_id_unique" UNIQUE("stripe_invoice_id"),
	CONSTRAINT "invoices_issued_whole" CHECK (status = 'draft' or (number is not null and seller is not null and issue_date is not null and due_date is not null)),
	CONSTRAINT "invoices_credited_within" CHECK (credited_cents between 0 and total_cents)
);
--> statement-breakpoint
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
CREATE TABLE "mails" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"to" text NOT NULL,
	"reply_to" text,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"link_nonce" text,
	"reply_nonce" text,
	"bounced_at" timestamp with time zone,
	"bounce_reason" text DEFAULT '' NOT NULL,
	"unsubscribe_url" text,
	"cancel_key" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"claimed_until" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"dead_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "media" (
	"hash" text PRIMARY KEY NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" "bytea",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_drafts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "message_drafts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"conversation_id" integer NOT NULL,
	"text" text NOT NULL,
	"file_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_reads" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "message_reads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"conversation_id" integer NOT NULL,
	"message_id" integer NOT NULL,
	"read_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"conversation_id" integer NOT NULL,
	"mail_id" integer,
	"author_id" text,
	"author_name" text NOT NULL,
	"by_agency" boolean NOT NULL,
	"internal" boolean DEFAULT false NOT NULL,
	"text" text NOT NULL,
	"cut_text" text DEFAULT '' NOT NULL,
	"possibly_automatic" boolean DEFAULT false NOT NULL,
	"origin" text,
	"incoming_mail_id" integer,
	"submission_key" text,
	"submission_digest" text,
	"edited_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_submission_key_unique" UNIQUE("submission_key")
);
--> statement-breakpoint
CREATE TABLE "open_threads" (
	"instance" integer NOT NULL,
	"user_id" text NOT NULL,
	"request_id" integer NOT NULL,
	CONSTRAINT "open_threads_instance_user_id_request_id_pk" PRIMARY KEY("instance","user_id","request_id")
);
--> statement-breakpoint
CREATE TABLE "reply_templates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reply_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_choices" (
	"user_id" text PRIMARY KEY NOT NULL,
	"messages" boolean DEFAULT true NOT NULL,
	"deliverables" boolean DEFAULT true NOT NULL,
	"status" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pending_notifications" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pending_notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"request_id" integer NOT NULL,
	"to_client" boolean NOT NULL,
	"after_message_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"published_at" timestamp with time zone,
	"in_navigation" boolean DEFAULT false NOT NULL,
	"in_footer" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "pages_slug_free" CHECK ("pages"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*)?$' and "pages"."slug" !~ '^[0-9]+$')
);
--> statement-breakpoint
CREATE TABLE "page_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "page_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"page_id" integer,
	"built_in_page" text,
	"locale" text DEFAULT 'en' NOT NULL,
	"version" integer NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"meta_title" text DEFAULT '' NOT NULL,
	"meta_description" text DEFAULT '' NOT NULL,
	"blocks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"texts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"hidden" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"parts" jsonb DEFAULT '["blocks"]'::jsonb NOT NULL,
	"author" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "page_versions_of_one" CHECK (("page_versions"."page_id" is null) <> ("page_versions"."built_in_page" is null))
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"monthly_cents" bigint DEFAULT 0 NOT NULL,
	"yearly_cents" bigint DEFAULT 0 NOT NULL,
	"features" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"popular" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "plans_prices_not_negative" CHECK ("plans"."monthly_cents" >= 0 and "plans"."yearly_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "portfolio_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "portfolio_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"category" "category" DEFAULT 'website' NOT NULL,
	"client_name" text NOT NULL,
	"project_url" text,
	"live_url" text,
	"github_url" text,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"technologies" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"featured" boolean DEFAULT false NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"approach" text DEFAULT '' NOT NULL,
	"result" text DEFAULT '' NOT NULL,
	"outcome" jsonb,
	"weeks" integer,
	"people" integer,
	"price_from_cents" bigint,
	"price_to_cents" bigint,
	"hours_quoted" double precision,
	"hours_taken" double precision,
	"exhibits" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "portfolio_items_slug_free" CHECK ("portfolio_items"."slug" !~ '^[0-9]+$' and "portfolio_items"."slug" not in ('featured', 'category'))
);
--> statement-breakpoint
CREATE TABLE "document_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"nonce" text NOT NULL,
	"about" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "number_series" (
	"key" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proposal_acceptances" (
	"proposal_id" integer PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"signed_in_as" text DEFAULT '' NOT NULL,
	"content_hash" text NOT NULL,
	"optional_items" jsonb NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proposal_templates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "proposal_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proposal_versions" (
	"proposal_id" integer NOT NULL,
	"version" integer NOT NULL,
	"content" jsonb NOT NULL,
	"content_hash" text NOT NULL,
	"author" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "proposal_versions_proposal_id_version_pk" PRIMARY KEY("proposal_id","version")
);
--> statement-breakpoint
CREATE TABLE "proposals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "proposals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"number" text NOT NULL,
	"status" "proposal_status" DEFAULT 'draft' NOT NULL,
	"content" jsonb NOT NULL,
	"client_overrides" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"tax_proposed" jsonb,
	"title" text NOT NULL,
	"client_name" text NOT NULL,
	"client_email" text NOT NULL,
	"client_company" text DEFAULT '' NOT NULL,
	"total_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"valid_until" date NOT NULL,
	"quote_id" integer,
	"message_id" integer,
	"user_id" text,
	"company_id" integer,
	"brought_by_id" text,
	"request_id" integer,
	"version" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	"viewed_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"decline_reason" text DEFAULT '' NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower("number" || ' ' || "title" || ' ' || "client_name" || ' ' || "client_email" || ' ' || "client_company")) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "proposals_number_unique" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "proposed_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "proposed_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"api_key_id" integer NOT NULL,
	"proposed_by" text NOT NULL,
	"procedure" text NOT NULL,
	"input" jsonb NOT NULL,
	"permission" text NOT NULL,
	"record" text NOT NULL,
	"preview" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"claimed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "quotes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "quotes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"phone_digits" text NOT NULL,
	"company" text DEFAULT '' NOT NULL,
	"service_id" integer,
	"service_name" text DEFAULT '' NOT NULL,
	"country" text,
	"source" "quote_source" DEFAULT 'api' NOT NULL,
	"entered_source" text,
	"preferred_channel" text DEFAULT '' NOT NULL,
	"budget" text NOT NULL,
	"timeline" text NOT NULL,
	"project_details" text NOT NULL,
	"form_id" integer,
	"answers" jsonb,
	"status" "quote_status" DEFAULT 'pending' NOT NULL,
	"spam_reason" text,
	"is_spam" boolean DEFAULT false NOT NULL,
	"submission_key" text,
	"submission_digest" text,
	"user_id" text,
	"sent_by_id" text,
	"merged_into" integer,
	"first_answer_at" timestamp with time zone,
	"lead_source" text,
	"referring_host" text DEFAULT '' NOT NULL,
	"first_page" text DEFAULT '' NOT NULL,
	"utm_source" text DEFAULT '' NOT NULL,
	"utm_medium" text DEFAULT '' NOT NULL,
	"utm_campaign" text DEFAULT '' NOT NULL,
	"utm_term" text DEFAULT '' NOT NULL,
	"utm_content" text DEFAULT '' NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower("name" || ' ' || "email" || ' ' || "phone_digits" || ' ' || "company" || ' ' || "service_name" || ' ' || "project_details")) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "quotes_submission_key_unique" UNIQUE("submission_key")
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
	"company_id" integer,
	"brought_by_id" text,
	"buyer" jsonb,
	"client_name" text NOT NULL,
	"client_email" text NOT NULL,
	"request_id" integer,
	"items" jsonb NOT NULL,
	"discount" jsonb,
	"total_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"unit" text NOT NULL,
	"count" integer NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"action" text NOT NULL,
	"tax_proposed" jsonb,
	"next_on" date,
	"handled_on" date,
	"paused_at" timestamp with time zone,
	"pause_reason" text DEFAULT '' NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(client_name || ' ' || client_email || ' ' || note || ' ' || coalesce(items->0->>'description', '') || ' ' ||
          coalesce(buyer->>'company', ''))) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recurring_invoices_count" CHECK (count > 0)
);
--> statement-breakpoint
CREATE TABLE "request_keys" (
	"user_id" text NOT NULL,
	"key_hash" text NOT NULL,
	"digest" text NOT NULL,
	"sealed_answer" text,
	"claimed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "request_keys_user_id_key_hash_pk" PRIMARY KEY("user_id","key_hash")
);
--> statement-breakpoint
CREATE TABLE "service_request_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "service_request_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"request_id" integer NOT NULL,
	"kind" "request_event_kind" NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"by_agency" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "service_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"company_id" integer,
	"brought_by_id" text,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"service_id" integer,
	"quote_id" integer,
	"status" "request_status" DEFAULT 'pending' NOT NULL,
	"target_date" date,
	"wished_date" date,
	"urgent" boolean DEFAULT false NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"waiting_since" timestamp with time zone,
	"submission_key" text,
	"submission_digest" text,
	"search_text" text GENERATED ALWAYS AS (lower("title" || ' ' || "description")) STORED,
	"briefed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "service_requests_submission_key_unique" UNIQUE("submission_key")
);
--> statement-breakpoint
CREATE TABLE "sandbox_objects" (
	"id" text PRIMARY KEY NOT NULL,
	"object" text NOT NULL,
	"position" integer GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_objects_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"customer" text,
	"body" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "admin_invitations" (
	"user_id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "admin_invitations_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"challenge" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "pending_sign_ins" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recovery_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"code_hmac" text NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "totp_secrets" (
	"user_id" text PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_used_step" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "services" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "services_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"detailed_description" text DEFAULT '' NOT NULL,
	"price_cents" bigint NOT NULL,
	"price_unit" text DEFAULT 'once' NOT NULL,
	"price_kind" text DEFAULT 'from' NOT NULL,
	"category" "category" DEFAULT 'website' NOT NULL,
	"features" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"meta_title" text DEFAULT '' NOT NULL,
	"meta_description" text DEFAULT '' NOT NULL,
	"keywords" text DEFAULT '' NOT NULL,
	"hero_title" text DEFAULT '' NOT NULL,
	"hero_subtitle" text DEFAULT '' NOT NULL,
	"cta_text" text DEFAULT 'Get Started' NOT NULL,
	"timeline" text DEFAULT '2-4 weeks' NOT NULL,
	"image_url" text,
	"featured" boolean DEFAULT false NOT NULL,
	"process_steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"deliverables" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"brief_form_id" integer,
	"is_active" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "services_price_not_negative" CHECK ("services"."price_cents" >= 0),
	CONSTRAINT "services_slug_free" CHECK ("services"."slug" !~ '^[0-9]+$' and "services"."slug" not in ('featured', 'category'))
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "testimonials" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "testimonials_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"words" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"role" text DEFAULT '' NOT NULL,
	"company" text DEFAULT '' NOT NULL,
	"portfolio_id" integer,
	"source" text DEFAULT 'admin' NOT NULL,
	"user_id" text,
	"request_id" integer,
	"email" text DEFAULT '' NOT NULL,
	"consent_means" text,
	"consent_by" text DEFAULT '' NOT NULL,
	"consent_on" date,
	"consent_text" text DEFAULT '' NOT NULL,
	"is_published" boolean DEFAULT false NOT NULL,
	"asked_at" timestamp with time zone,
	"given_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "testimonials_published_with_consent" CHECK (not "testimonials"."is_published" or ("testimonials"."consent_means" is not null and "testimonials"."consent_by" <> '' and "testimonials"."consent_on" is not null and "testimonials"."words" <> '' and "testimonials"."name" <> ''))
);
--> statement-breakpoint
CREATE TABLE "page_views" (
	"day" date NOT NULL,
	"page" text NOT NULL,
	"host" text NOT NULL,
	"source" text NOT NULL,
	"views" bigint NOT NULL,
	"visits" bigint NOT NULL,
	CONSTRAINT "page_views_day_page_host_source_pk" PRIMARY KEY("day","page","host","source")
);
--> statement-breakpoint
CREATE TABLE "vat_checks" (
	"number" text PRIMARY KEY NOT NULL,
	"status" "vat_check_status" DEFAULT 'not_checked' NOT NULL,
	"checked_at" timestamp with time zone,
	"consultation_number" text DEFAULT '' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"webhook_id" integer NOT NULL,
	"event_id" bigint NOT NULL,
	"record" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"code" integer,
	"ms" integer,
	"answer" text DEFAULT '' NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_attempt_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"record" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhooks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"enabled" boolean NOT NULL,
	"kind" text NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_secret_until" timestamp with time zone,
	"disabled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_bookings" ADD CONSTRAINT "bank_bookings_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_bookings" ADD CONSTRAINT "bank_bookings_entry_id_bank_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."bank_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_entries" ADD CONSTRAINT "bank_entries_statement_id_bank_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."bank_statements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_entries" ADD CONSTRAINT "bank_entries_returns_id_bank_entries_id_fk" FOREIGN KEY ("returns_id") REFERENCES "public"."bank_entries"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_imported_by_id_users_id_fk" FOREIGN KEY ("imported_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_prices" ADD CONSTRAINT "former_prices_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_prices" ADD CONSTRAINT "plan_prices_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_takes_back_id_refunds_id_fk" FOREIGN KEY ("takes_back_id") REFERENCES "public"."refunds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_invitations" ADD CONSTRAINT "company_invitations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_sent_by_id_users_id_fk" FOREIGN KEY ("sent_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_contact_message_id_contact_messages_id_fk" FOREIGN KEY ("contact_message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_main_id_conversations_id_fk" FOREIGN KEY ("main_id") REFERENCES "public"."conversations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_uploader_id_users_id_fk" FOREIGN KEY ("uploader_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_profiles" ADD CONSTRAINT "billing_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_accounts" ADD CONSTRAINT "external_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_viewed_client_id_users_id_fk" FOREIGN KEY ("viewed_client_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_addresses" ADD CONSTRAINT "reply_addresses_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_events" ADD CONSTRAINT "document_events_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_events" ADD CONSTRAINT "document_events_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_intents" ADD CONSTRAINT "invoice_intents_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_reminders" ADD CONSTRAINT "invoice_reminders_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_brought_by_id_users_id_fk" FOREIGN KEY ("brought_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_recurring_invoice_id_recurring_invoices_id_fk" FOREIGN KEY ("recurring_invoice_id") REFERENCES "public"."recurring_invoices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_drafts" ADD CONSTRAINT "message_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_drafts" ADD CONSTRAINT "message_drafts_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reads" ADD CONSTRAINT "message_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reads" ADD CONSTRAINT "message_reads_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_mail_id_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mails"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_incoming_mail_id_incoming_mails_id_fk" FOREIGN KEY ("incoming_mail_id") REFERENCES "public"."incoming_mails"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_threads" ADD CONSTRAINT "open_threads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_threads" ADD CONSTRAINT "open_threads_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_notifications" ADD CONSTRAINT "pending_notifications_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_versions" ADD CONSTRAINT "page_versions_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposal_acceptances" ADD CONSTRAINT "proposal_acceptances_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposal_versions" ADD CONSTRAINT "proposal_versions_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_message_id_contact_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."contact_messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_brought_by_id_users_id_fk" FOREIGN KEY ("brought_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposed_changes" ADD CONSTRAINT "proposed_changes_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_form_id_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."forms"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_sent_by_id_users_id_fk" FOREIGN KEY ("sent_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_merged_into_quotes_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."quotes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "missed_invoices" ADD CONSTRAINT "missed_invoices_recurring_invoice_id_recurring_invoices_id_fk" FOREIGN KEY ("recurring_invoice_id") REFERENCES "public"."recurring_invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurring_invoices" ADD CONSTRAINT "recurring_invoices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurring_invoices" ADD CONSTRAINT "recurring_invoices_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurring_invoices" ADD CONSTRAINT "recurring_invoices_brought_by_id_users_id_fk" FOREIGN KEY ("brought_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurring_invoices" ADD CONSTRAINT "recurring_invoices_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_keys" ADD CONSTRAINT "request_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_request_events" ADD CONSTRAINT "service_request_events_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_requests" ADD CONSTRAINT "service_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_requests" ADD CONSTRAINT "service_requests_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_requests" ADD CONSTRAINT "service_requests_brought_by_id_users_id_fk" FOREIGN KEY ("brought_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_requests" ADD CONSTRAINT "service_requests_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_requests" ADD CONSTRAINT "service_requests_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_invitations" ADD CONSTRAINT "admin_invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_sign_ins" ADD CONSTRAINT "pending_sign_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_secrets" ADD CONSTRAINT "totp_secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_brief_form_id_forms_id_fk" FOREIGN KEY ("brief_form_id") REFERENCES "public"."forms"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_portfolio_id_portfolio_items_id_fk" FOREIGN KEY ("portfolio_id") REFERENCES "public"."portfolio_items"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_request_id_service_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."service_requests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_webhook_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."webhook_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_user_idx" ON "api_keys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "api_keys_expires_idx" ON "api_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "audit_log_newest_idx" ON "audit_log" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_about_idx" ON "audit_log" USING btree ("about","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notes_about_idx" ON "notes" USING btree ("about","id");--> statement-breakpoint
CREATE INDEX "bank_bookings_entry_idx" ON "bank_bookings" USING btree ("entry_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_entries_fingerprint_idx" ON "bank_entries" USING btree ("account","fingerprint");--> statement-breakpoint
CREATE INDEX "bank_entries_state_idx" ON "bank_entries" USING btree ("state","booked_on" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "bank_entries_statement_idx" ON "bank_entries" USING btree ("statement_id");--> statement-breakpoint
CREATE INDEX "bank_entries_amount_idx" ON "bank_entries" USING btree ("account","amount_cents") WHERE is_credit;--> statement-breakpoint
CREATE INDEX "bank_entries_at_once_idx" ON "bank_entries" USING btree ("id") WHERE book_at_once;--> statement-breakpoint
CREATE INDEX "bank_entries_search_idx" ON "bank_entries" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "bank_statements_newest_idx" ON "bank_statements" USING btree ("id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "former_prices_plan_idx" ON "former_prices" USING btree ("plan_id");--> statement-breakpoint
CREATE INDEX "payments_keys_idx" ON "payments" USING gin (search_keys(array[description, reference])) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "payments_user_idx" ON "payments" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payments_newest_idx" ON "payments" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payments_status_idx" ON "payments" USING btree ("status","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payments_intent_idx" ON "payments" USING btree ("stripe_payment_intent_id");--> statement-breakpoint
CREATE INDEX "payments_invoice_idx" ON "payments" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "payments_returned_idx" ON "payments" USING btree ("returned_at") WHERE returned_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_invoice_intent_idx" ON "payments" USING btree ("stripe_payment_intent_id") WHERE invoice_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "plan_prices_amount_idx" ON "plan_prices" USING btree ("plan_id","cycle","amount_cents","currency");--> statement-breakpoint
CREATE UNIQUE INDEX "plan_tax_rates_kind_idx" ON "plan_tax_rates" USING btree ("stripe_account","category","rate","is_inclusive");--> statement-breakpoint
CREATE INDEX "refunds_payment_idx" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_refunded_idx" ON "refunds" USING btree ("refunded_at");--> statement-breakpoint
CREATE INDEX "stripe_events_newest_idx" ON "stripe_events" USING btree ("received_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "stripe_events_waiting_idx" ON "stripe_events" USING btree ("received_at") WHERE applied_at is null;--> statement-breakpoint
CREATE INDEX "subscriptions_user_idx" ON "subscriptions" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "subscriptions_status_idx" ON "subscriptions" USING btree ("status");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_one_live_idx" ON "subscriptions" USING btree ("user_id") WHERE status in ('trialing', 'active', 'past_due', 'unpaid', 'paused');--> statement-breakpoint
CREATE INDEX "subscriptions_plan_idx" ON "subscriptions" USING btree ("plan_id");--> statement-breakpoint
CREATE INDEX "posts_keys_idx" ON "posts" USING gin (search_keys(array[title])) WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "posts_slug_idx" ON "posts" USING btree ("slug") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "posts_newest_idx" ON "posts" USING btree ("published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "companies_keys_idx" ON "companies" USING gin (search_keys(array[name, email, vat_number])) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "companies_newest_idx" ON "companies" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "companies_name_idx" ON "companies" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "companies_search_idx" ON "companies" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "company_invitations_one_idx" ON "company_invitations" USING btree ("company_id","email");--> statement-breakpoint
CREATE INDEX "company_invitations_email_idx" ON "company_invitations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "contact_messages_keys_idx" ON "contact_messages" USING gin (search_keys(array[first_name || ' ' || last_name, email, subject])) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "contact_messages_spam_idx" ON "contact_messages" USING btree ("created_at") WHERE spam_reason is not null;--> statement-breakpoint
CREATE INDEX "contact_messages_newest_idx" ON "contact_messages" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "contact_messages_status_idx" ON "contact_messages" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE not is_spam;--> statement-breakpoint
CREATE INDEX "contact_messages_email_idx" ON "contact_messages" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "contact_messages_sent_by_idx" ON "contact_messages" USING btree ("sent_by_id") WHERE sent_by_id is not null;--> statement-breakpoint
CREATE INDEX "contact_messages_lead_source_idx" ON "contact_messages" USING gin ("lead_source" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "contact_messages_search_idx" ON "contact_messages" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_quote_idx" ON "conversations" USING btree ("quote_id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_contact_idx" ON "conversations" USING btree ("contact_message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_request_idx" ON "conversations" USING btree ("request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_proposal_idx" ON "conversations" USING btree ("proposal_id");--> statement-breakpoint
CREATE INDEX "conversations_main_idx" ON "conversations" USING btree ("main_id") WHERE main_id is not null;--> statement-breakpoint
CREATE INDEX "conversations_open_idx" ON "conversations" USING btree ("due_from","id") WHERE done_at is null and not is_hidden and main_id is null;--> statement-breakpoint
CREATE INDEX "conversations_resting_idx" ON "conversations" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE done_at is null and not is_hidden and main_id is null and waiting_since is null;--> statement-breakpoint
CREATE INDEX "conversations_snoozed_idx" ON "conversations" USING btree ("snoozed_until","id") WHERE done_at is null and not is_hidden and main_id is null and snoozed_until is not null;--> statement-breakpoint
CREATE INDEX "conversations_done_idx" ON "conversations" USING btree ("done_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE done_at is not null and not is_hidden and main_id is null;--> statement-breakpoint
CREATE INDEX "conversations_due_idx" ON "conversations" USING btree ("kind","due_at") WHERE due_at is not null and not is_hidden and main_id is null;--> statement-breakpoint
CREATE INDEX "conversations_owner_idx" ON "conversations" USING btree ("owner_id") WHERE owner_id is not null;--> statement-breakpoint
CREATE INDEX "conversations_tags_idx" ON "conversations" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "conversations_search_idx" ON "conversations" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "credit_notes_keys_idx" ON "credit_notes" USING gin (search_keys(array[number])) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "credit_notes_invoice_idx" ON "credit_notes" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "data_exports_user_idx" ON "data_exports" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "data_exports_waiting_idx" ON "data_exports" USING btree ("user_id") WHERE ready_at is null and failed_at is null;--> statement-breakpoint
CREATE INDEX "data_exports_expires_idx" ON "data_exports" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "files_message_idx" ON "files" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "files_unused_idx" ON "files" USING btree ("updated_at") WHERE message_id is null;--> statement-breakpoint
CREATE INDEX "files_uploader_idx" ON "files" USING btree ("uploader_id");--> statement-breakpoint
CREATE INDEX "files_unmoved_idx" ON "files" USING btree ("id") WHERE store = 'database' and finished_at is not null;--> statement-breakpoint
CREATE INDEX "forms_keys_idx" ON "forms" USING gin (search_keys(array[name])) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "forms_order_idx" ON "forms" USING btree ("position","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "email_changes_user_idx" ON "email_changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "email_changes_email_idx" ON "email_changes" USING btree ("email");--> statement-breakpoint
CREATE INDEX "email_changes_expires_idx" ON "email_changes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "external_accounts_user_idx" ON "external_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "one_time_codes_expires_idx" ON "one_time_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "rate_limits_expire_idx" ON "rate_limits" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "sessions_user_idx" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_idx" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_viewed_client_idx" ON "sessions" USING btree ("viewed_client_id") WHERE viewed_client_id is not null;--> statement-breakpoint
CREATE INDEX "users_keys_idx" ON "users" USING gin (search_keys(array[first_name || ' ' || last_name, email, username])) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "users_search_idx" ON "users" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_idx" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_idx" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE INDEX "users_newest_idx" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "users_company_idx" ON "users" USING btree ("company_id") WHERE company_id is not null;--> statement-breakpoint
CREATE INDEX "users_deletion_idx" ON "users" USING btree ("deletion_due_at") WHERE deletion_due_at is not null;--> statement-breakpoint
CREATE INDEX "users_deleted_idx" ON "users" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "accepted_senders_sender_idx" ON "accepted_senders" USING btree ("sender");--> statement-breakpoint
CREATE INDEX "incoming_mails_waiting_idx" ON "incoming_mails" USING btree ("id") WHERE state = 'stored';--> statement-breakpoint
CREATE INDEX "incoming_mails_unmatched_idx" ON "incoming_mails" USING btree ("id" DESC NULLS LAST) WHERE state = 'unmatched';--> statement-breakpoint
CREATE INDEX "incoming_mails_about_idx" ON "incoming_mails" USING btree ("about","id") WHERE about <> '';--> statement-breakpoint
CREATE INDEX "incoming_mails_message_idx" ON "incoming_mails" USING btree ("message_id") WHERE message_id <> '';--> statement-breakpoint
CREATE INDEX "incoming_mails_from_idx" ON "incoming_mails" USING btree (lower("from_address"));--> statement-breakpoint
CREATE INDEX "incoming_mails_handled_idx" ON "incoming_mails" USING btree ("handled_at") WHERE handled_at is not null;--> statement-breakpoint
CREATE INDEX "mail_pictures_seen_idx" ON "mail_pictures" USING btree ("seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "reply_addresses_conversation_idx" ON "reply_addresses" USING btree ("conversation_id","email");--> statement-breakpoint
CREATE INDEX "reply_addresses_email_idx" ON "reply_addresses" USING btree ("email");--> statement-breakpoint
CREATE INDEX "document_events_proposal_idx" ON "document_events" USING btree ("proposal_id","id");--> statement-breakpoint
CREATE INDEX "document_events_invoice_idx" ON "document_events" USING btree ("invoice_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_intents_one_open_idx" ON "invoice_intents" USING btree ("invoice_id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "invoice_intents_unsettled_idx" ON "invoice_intents" USING btree ("synced_at") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "invoices_keys_idx" ON "invoices" USING gin (search_keys(array[number, client_name, client_email, buyer->>'company'])) WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_proposal_part_idx" ON "invoices" USING btree ("proposal_id","proposal_part");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_recurring_day_idx" ON "invoices" USING btree ("recurring_invoice_id","recurring_day");--> statement-breakpoint
CREATE INDEX "invoices_newest_idx" ON "invoices" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "invoices_status_idx" ON "invoices" USING btree ("status","due_date");--> statement-breakpoint
CREATE INDEX "invoices_not_overdue_idx" ON "invoices" USING btree ("due_date") WHERE status = 'open' and overdue_at is null;--> statement-breakpoint
CREATE INDEX "invoices_user_idx" ON "invoices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "invoices_brought_idx" ON "invoices" USING btree ("brought_by_id") WHERE brought_by_id is not null;--> statement-breakpoint
CREATE INDEX "invoices_company_idx" ON "invoices" USING btree ("company_id") WHERE company_id is not null;--> statement-breakpoint
CREATE INDEX "invoices_email_idx" ON "invoices" USING btree ("client_email");--> statement-breakpoint
CREATE INDEX "invoices_request_idx" ON "invoices" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "invoices_subscription_idx" ON "invoices" USING btree ("subscription_id") WHERE subscription_id is not null;--> statement-breakpoint
CREATE INDEX "invoices_vat_check_idx" ON "invoices" USING btree ("id") WHERE vat_check->>'status' = 'not_checked';--> statement-breakpoint
CREATE INDEX "invoices_search_idx" ON "invoices" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "legal_versions_idx" ON "legal_versions" USING btree ("page","locale","version");--> statement-breakpoint
CREATE INDEX "mails_waiting_idx" ON "mails" USING btree ("id") WHERE sent_at is null and dead_at is null;--> statement-breakpoint
CREATE INDEX "mails_newest_idx" ON "mails" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "mails_cancel_idx" ON "mails" USING btree ("cancel_key") WHERE cancel_key is not null and sent_at is null;--> statement-breakpoint
CREATE INDEX "mails_about_idx" ON "mails" USING btree ("about") WHERE about <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "message_drafts_user_idx" ON "message_drafts" USING btree ("user_id","conversation_id");--> statement-breakpoint
CREATE INDEX "message_drafts_conversation_idx" ON "message_drafts" USING btree ("conversation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "message_reads_user_idx" ON "message_reads" USING btree ("user_id","conversation_id");--> statement-breakpoint
CREATE INDEX "message_reads_conversation_idx" ON "message_reads" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "messages_thread_idx" ON "messages" USING btree ("conversation_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "messages_client_idx" ON "messages" USING btree ("conversation_id","id" DESC NULLS LAST) WHERE not internal;--> statement-breakpoint
CREATE INDEX "messages_author_idx" ON "messages" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "messages_mail_idx" ON "messages" USING btree ("mail_id") WHERE mail_id is not null;--> statement-breakpoint
CREATE INDEX "messages_incoming_idx" ON "messages" USING btree ("incoming_mail_id") WHERE incoming_mail_id is not null;--> statement-breakpoint
CREATE INDEX "open_threads_request_idx" ON "open_threads" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "open_threads_user_idx" ON "open_threads" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reply_templates_name_idx" ON "reply_templates" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "pending_notifications_one_idx" ON "pending_notifications" USING btree ("request_id","to_client");--> statement-breakpoint
CREATE INDEX "pending_notifications_due_idx" ON "pending_notifications" USING btree (due_at);--> statement-breakpoint
CREATE INDEX "pages_keys_idx" ON "pages" USING gin (search_keys(array[title, slug])) WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "pages_slug_idx" ON "pages" USING btree ("slug") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "pages_order_idx" ON "pages" USING btree ("position","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "page_versions_page_idx" ON "page_versions" USING btree ("page_id","locale","version");--> statement-breakpoint
CREATE UNIQUE INDEX "page_versions_built_in_idx" ON "page_versions" USING btree ("built_in_page","locale","version");--> statement-breakpoint
CREATE INDEX "plans_keys_idx" ON "plans" USING gin (search_keys(array[name])) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "plans_shown_idx" ON "plans" USING btree ("position","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "portfolio_items_keys_idx" ON "portfolio_items" USING gin (search_keys(array[title, client_name])) WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "portfolio_items_slug_idx" ON "portfolio_items" USING btree ("slug") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "portfolio_items_shown_idx" ON "portfolio_items" USING btree ("position","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "document_links_about_idx" ON "document_links" USING btree ("about","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "document_links_nonce_idx" ON "document_links" USING btree ("nonce");--> statement-breakpoint
CREATE UNIQUE INDEX "proposal_templates_name_idx" ON "proposal_templates" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "proposals_keys_idx" ON "proposals" USING gin (search_keys(array[number, title, client_name, client_email, client_company])) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "proposals_newest_idx" ON "proposals" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "proposals_status_idx" ON "proposals" USING btree ("status","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "proposals_user_idx" ON "proposals" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "proposals_brought_idx" ON "proposals" USING btree ("brought_by_id") WHERE brought_by_id is not null;--> statement-breakpoint
CREATE INDEX "proposals_company_idx" ON "proposals" USING btree ("company_id") WHERE company_id is not null;--> statement-breakpoint
CREATE INDEX "proposals_email_idx" ON "proposals" USING btree (lower("client_email"));--> statement-breakpoint
CREATE INDEX "proposals_quote_idx" ON "proposals" USING btree ("quote_id");--> statement-breakpoint
CREATE INDEX "proposals_message_idx" ON "proposals" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "proposals_request_idx" ON "proposals" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "proposals_open_idx" ON "proposals" USING btree ("valid_until") WHERE status in ('sent', 'viewed');--> statement-breakpoint
CREATE INDEX "proposals_trash_idx" ON "proposals" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "proposals_search_idx" ON "proposals" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "proposed_changes_api_key_idx" ON "proposed_changes" USING btree ("api_key_id");--> statement-breakpoint
CREATE INDEX "proposed_changes_expires_idx" ON "proposed_changes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "quotes_keys_idx" ON "quotes" USING gin (search_keys(array[name, email, company])) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "quotes_spam_idx" ON "quotes" USING btree ("created_at") WHERE spam_reason is not null;--> statement-breakpoint
CREATE INDEX "quotes_newest_idx" ON "quotes" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "quotes_status_idx" ON "quotes" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE not is_spam and merged_into is null;--> statement-breakpoint
CREATE INDEX "quotes_email_idx" ON "quotes" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "quotes_user_idx" ON "quotes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "quotes_sent_by_idx" ON "quotes" USING btree ("sent_by_id") WHERE sent_by_id is not null;--> statement-breakpoint
CREATE INDEX "quotes_form_idx" ON "quotes" USING btree ("form_id") WHERE form_id is not null;--> statement-breakpoint
CREATE INDEX "quotes_merged_idx" ON "quotes" USING btree ("merged_into") WHERE merged_into is not null;--> statement-breakpoint
CREATE INDEX "quotes_phone_idx" ON "quotes" USING btree (right("phone_digits", 8)) WHERE length(phone_digits) >= 8;--> statement-breakpoint
CREATE INDEX "quotes_company_idx" ON "quotes" USING btree (lower(trim("company"))) WHERE company <> '';--> statement-breakpoint
CREATE INDEX "quotes_lead_source_idx" ON "quotes" USING gin ("lead_source" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "quotes_search_idx" ON "quotes" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "recurring_invoices_keys_idx" ON "recurring_invoices" USING gin (search_keys(array[client_name, client_email, buyer->>'company'])) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "recurring_invoices_due_idx" ON "recurring_invoices" USING btree ("next_on") WHERE paused_at is null;--> statement-breakpoint
CREATE INDEX "recurring_invoices_user_idx" ON "recurring_invoices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "recurring_invoices_company_idx" ON "recurring_invoices" USING btree ("company_id") WHERE company_id is not null;--> statement-breakpoint
CREATE INDEX "recurring_invoices_brought_idx" ON "recurring_invoices" USING btree ("brought_by_id") WHERE brought_by_id is not null;--> statement-breakpoint
CREATE INDEX "recurring_invoices_email_idx" ON "recurring_invoices" USING btree ("client_email");--> statement-breakpoint
CREATE INDEX "request_keys_claimed_idx" ON "request_keys" USING btree ("claimed_at");--> statement-breakpoint
CREATE INDEX "service_request_events_request_idx" ON "service_request_events" USING btree ("request_id","id");--> statement-breakpoint
CREATE INDEX "service_requests_keys_idx" ON "service_requests" USING gin (search_keys(array[title])) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "service_requests_brought_idx" ON "service_requests" USING btree ("brought_by_id") WHERE brought_by_id is not null;--> statement-breakpoint
CREATE INDEX "service_requests_company_idx" ON "service_requests" USING btree ("company_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE company_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "service_requests_quote_idx" ON "service_requests" USING btree ("quote_id") WHERE quote_id is not null;--> statement-breakpoint
CREATE INDEX "service_requests_user_idx" ON "service_requests" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "service_requests_newest_idx" ON "service_requests" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "service_requests_search_idx" ON "service_requests" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "service_requests_status_idx" ON "service_requests" USING btree ("status","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sandbox_objects_kind_idx" ON "sandbox_objects" USING btree ("object","position");--> statement-breakpoint
CREATE INDEX "sandbox_objects_customer_idx" ON "sandbox_objects" USING btree ("customer");--> statement-breakpoint
CREATE INDEX "passkey_challenges_expires_idx" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_user_idx" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pending_sign_ins_user_idx" ON "pending_sign_ins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pending_sign_ins_expires_idx" ON "pending_sign_ins" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "recovery_codes_user_idx" ON "recovery_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "services_keys_idx" ON "services" USING gin (search_keys(array[name])) WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "services_slug_idx" ON "services" USING btree ("slug") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "services_shown_idx" ON "services" USING btree ("position","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "testimonials_keys_idx" ON "testimonials" USING gin (search_keys(array[name, company, email])) WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "testimonials_request_idx" ON "testimonials" USING btree ("request_id") WHERE request_id is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "testimonials_shown_idx" ON "testimonials" USING btree ("position","id") WHERE is_published and deleted_at is null;--> statement-breakpoint
CREATE INDEX "testimonials_user_idx" ON "testimonials" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "testimonials_portfolio_idx" ON "testimonials" USING btree ("portfolio_id");--> statement-breakpoint
CREATE INDEX "vat_checks_waiting_idx" ON "vat_checks" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries" USING btree ("next_attempt_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_order_idx" ON "webhook_deliveries" USING btree ("webhook_id","record","id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest_idx" ON "webhook_deliveries" USING btree ("webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event_idx" ON "webhook_deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "webhook_events_created_idx" ON "webhook_events" USING btree ("created_at");
--> statement-breakpoint
-- Chunks of files are already compressed, or cannot be: PostgreSQL need not try.
ALTER TABLE "file_chunks" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
