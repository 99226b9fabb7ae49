-- Chunks of files are compressed already or cannot be compressed: PostgreSQL need not try.
ALTER TABLE "file_chunks" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
