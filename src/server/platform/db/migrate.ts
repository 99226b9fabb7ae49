import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as runMigrations } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';

/** Any number; the same in every instance, so that only one migrates at a time. */
const migrationLock = 7_215_482_019;

/** Migrates the database at `url` to the newest schema. Instances that start together wait for each other. */
export async function migrate(url: string, folder = 'drizzle'): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    await sql`select pg_advisory_lock(${migrationLock})`;
    await runMigrations(drizzle(sql), { migrationsFolder: folder });
  } finally {
    await sql.end({ timeout: 5 });
  }
}
