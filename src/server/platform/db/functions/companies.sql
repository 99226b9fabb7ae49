-- Sets the company of a client's new records, and of records without a company that get another client. A record keeps
-- its company until a statement sets another one. Takes the same lock as the foreign key, so that a concurrent move of
-- the client to another company either waits for this transaction, or is visible here.
CREATE OR REPLACE FUNCTION set_company() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF coalesce(current_setting('agency.restoring', true), '') = 'on' OR NEW."user_id" IS NULL OR NEW."company_id" IS NOT NULL THEN
		RETURN NEW;
	END IF;
	IF TG_OP = 'INSERT' THEN
		SELECT "company_id" INTO NEW."company_id" FROM "users" WHERE "id" = NEW."user_id" FOR KEY SHARE;
	ELSIF NEW."user_id" IS DISTINCT FROM OLD."user_id" AND OLD."company_id" IS NULL THEN
		SELECT "company_id" INTO NEW."company_id" FROM "users" WHERE "id" = NEW."user_id" FOR KEY SHARE;
	END IF;
	RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER service_requests_company BEFORE INSERT OR UPDATE OF "user_id" ON "service_requests"
	FOR EACH ROW EXECUTE FUNCTION set_company();

CREATE OR REPLACE TRIGGER proposals_company BEFORE INSERT OR UPDATE OF "user_id" ON "proposals"
	FOR EACH ROW EXECUTE FUNCTION set_company();

CREATE OR REPLACE TRIGGER invoices_company BEFORE INSERT OR UPDATE OF "user_id" ON "invoices"
	FOR EACH ROW EXECUTE FUNCTION set_company();

CREATE OR REPLACE TRIGGER recurring_invoices_company BEFORE INSERT OR UPDATE OF "user_id" ON "recurring_invoices"
	FOR EACH ROW EXECUTE FUNCTION set_company();
