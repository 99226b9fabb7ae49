-- Chunks of files are already compressed, or cannot be: PostgreSQL need not try.
ALTER TABLE "file_chunks" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
