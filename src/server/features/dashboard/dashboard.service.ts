import { and, count, eq } from 'drizzle-orm';

import { recentLimit } from '~/contract/dashboard/dashboard';
import type {
  Activity,
  DashboardStats,
  WaitingCounts,
  Welcome,
} from '~/contract/dashboard/dashboard-schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { type DocumentSettings, readDocumentContext } from '~/server/features/documents/context';
import { isShownToSender } from '~/server/features/leads/quotes/merged';
import { isOwnMessage, isOwnQuote } from '~/server/features/requests/inquiries';
import type { Database } from '~/server/platform/db/client';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { users } from '~/server/platform/db/schema/identity';
import { quotes } from '~/server/platform/db/schema/quotes';
import { activityOf } from './activity';
import { createStats } from './stats';
import { waitingOf } from './waiting';

type Client = Pick<CurrentUser, 'id' | 'email'>;

/** Creates the data of the client area: requests, leads and payments of a client. */
export function createDashboard(db: Database, settings: DocumentSettings) {
  const statsOf = createStats(db);
  return {
    stats: (userId: string): Promise<DashboardStats> => statsOf(userId),

    async waiting(client: Client): Promise<WaitingCounts> {
      const { today } = await readDocumentContext(settings);
      return waitingOf(db, client, today);
    },

    /** Includes leads sent with the client's verified email. */
    async welcome(client: Client): Promise<Welcome> {
      const { today } = await readDocumentContext(settings);
      const [stats, lately, [person], [quoted], [written]] = await Promise.all([
        statsOf(client.id),
        activityOf(db, client, today, { byAgency: false }),
        db.select({ createdAt: users.createdAt }).from(users).where(eq(users.id, client.id)),
        db
          .select({ all: count() })
          .from(quotes)
          .where(and(isOwnQuote(client.email), isShownToSender)),
        db.select({ all: count() }).from(contactMessages).where(isOwnMessage(client.email)),
      ]);
      const memberSince = (person?.createdAt ?? new Date()).toISOString();
      const beginning: Activity = {
        id: 'account',
        kind: 'account',
        title: 'Account created',
        status: '',
        time: memberSince,
        requestId: null,
      };
      return {
        stats,
        inquiries: (quoted?.all ?? 0) + (written?.all ?? 0),
        memberSince,
        activity: [...lately, beginning]
          .sort((a, b) => (a.time < b.time ? 1 : -1))
          .slice(0, recentLimit),
      };
    },
  };
}

export type Dashboard = ReturnType<typeof createDashboard>;
