import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/platform/db/schema/*.ts',
  out: './drizzle',
  // Only for `db:studio`; migrations are generated from the schema, and run by the product.
  dbCredentials: {
    url:
      process.env.DATABASE_DIRECT_URL ??
      process.env.DATABASE_URL ??
      'postgres://localhost:5432/kestrel',
  },
});
