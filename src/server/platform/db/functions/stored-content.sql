-- Deletes the content of a deleted file: its chunks, or the object in the S3 store.
CREATE OR REPLACE FUNCTION remove_file_content() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "file_chunks" WHERE "key" = OLD."key";
	IF OLD."store" = 's3' THEN
		INSERT INTO "removed_objects" ("key") VALUES ('files/' || OLD."key") ON CONFLICT DO NOTHING;
	END IF;
	RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER files_removed AFTER DELETE ON "files"
	FOR EACH ROW EXECUTE FUNCTION remove_file_content();

-- Deletes the object of a deleted picture in the S3 store.
CREATE OR REPLACE FUNCTION remove_picture_content() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD."bytes" IS NULL THEN
		INSERT INTO "removed_objects" ("key") VALUES ('media/' || OLD."hash") ON CONFLICT DO NOTHING;
	END IF;
	RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER media_removed AFTER DELETE ON "media"
	FOR EACH ROW EXECUTE FUNCTION remove_picture_content();

-- Deletes the chunks of a deleted data export or incoming mail.
CREATE OR REPLACE FUNCTION remove_export_content() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "file_chunks" WHERE "key" = OLD."key";
	RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER data_exports_removed AFTER DELETE ON "data_exports"
	FOR EACH ROW EXECUTE FUNCTION remove_export_content();

CREATE OR REPLACE TRIGGER incoming_mails_removed AFTER DELETE ON "incoming_mails"
	FOR EACH ROW EXECUTE FUNCTION remove_export_content();
