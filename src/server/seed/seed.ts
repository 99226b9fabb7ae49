import { sql } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { posts } from '~/server/platform/db/schema/blog';
import { plans } from '~/server/platform/db/schema/plans';
import { portfolioItems } from '~/server/platform/db/schema/portfolio';
import { services } from '~/server/platform/db/schema/services';
import { settings } from '~/server/platform/db/schema/settings';
import { seedClaims } from './claims';
import { seedPlans } from './plans';
import { seedPortfolio } from './portfolio';
import { seedPosts } from './posts';
import { seedServices } from './services';
import { seedSettings } from './settings';

const seedLock = 7_215_482_020;

/**
 * Fills an empty database once: with the sample agency's content in demo mode, else with nothing that a visitor could
 * see. A row records that it was done, so that deleted content does not return at the next start.
 *
 * @returns whether samples were written
 */
export async function seed(db: Database, { samples }: { samples: boolean }): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${seedLock})`);
    const [done] = await tx
      .insert(settings)
      .values({ key: 'seeded', value: true })
      .onConflictDoNothing()
      .returning({ key: settings.key });
    if (!done || !samples) return false;
    await tx
      .insert(services)
      .values(seedServices.map((service, index) => ({ ...service, position: index + 1 })));
    await tx.insert(portfolioItems).values(
      seedPortfolio.map(({ client_name, project_url, createdAt, ...item }, index) => ({
        ...item,
        clientName: client_name,
        projectUrl: project_url,
        createdAt: new Date(createdAt),
        position: index + 1,
      })),
    );
    await tx.insert(posts).values(
      seedPosts.map(({ author, publishedAt, ...post }) => ({
        ...post,
        authorName: author.name,
        authorAvatar: author.avatar,
        publishedAt: new Date(publishedAt),
        updatedAt: new Date(publishedAt),
      })),
    );
    await tx
      .insert(plans)
      .values(seedPlans.map((plan, index) => ({ ...plan, position: index + 1 })));
    const rows = Object.entries({ ...seedSettings, claims: seedClaims, currency: 'USD' }).map(
      ([key, value]) => ({ key, value }),
    );
    await tx.insert(settings).values(rows).onConflictDoNothing();
    return true;
  });
}
