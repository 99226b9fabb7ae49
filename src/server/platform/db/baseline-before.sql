-- Extensions that the schema needs. Trusted since PostgreSQL 13: the owner of the database may create them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
