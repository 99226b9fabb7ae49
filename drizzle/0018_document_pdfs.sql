CREATE TABLE "document_pdfs" (
	"number" text NOT NULL,
	"key" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_pdfs_number_key_pk" PRIMARY KEY("number","key")
);
