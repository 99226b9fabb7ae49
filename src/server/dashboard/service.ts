import { count, desc, eq, sql } from 'drizzle-orm';

import { contactServices } from '~/contract/contact';
import { type Activity, recentLimit, type Welcome } from '~/contract/dashboard';
import type { CurrentUser } from '~/contract/identity';
import { labelOf } from '~/contract/quotes';
import type { Database } from '../db/client';
import { contactMessages } from '../db/schema/contact';
import { users } from '../db/schema/identity';
import { quotes } from '../db/schema/quotes';

/** What clients see of what is going on between them and the agency. */
export function createDashboard(db: Database) {
  return {
    /** Theirs is what was sent with the address that they have proven. */
    async welcome({ id, email }: Pick<CurrentUser, 'id' | 'email'>): Promise<Welcome> {
      const ofQuotes = eq(sql`lower(${quotes.email})`, email);
      const ofMessages = eq(sql`lower(${contactMessages.email})`, email);
      const [[person], [quoted], [written], recentQuotes, recentMessages] = await Promise.all([
        db.select({ createdAt: users.createdAt }).from(users).where(eq(users.id, id)),
        db
          .select({
            all: count(),
            answered: sql<number>`(count(*) filter (where ${quotes.status} <> 'pending'))::int`,
          })
          .from(quotes)
          .where(ofQuotes),
        db
          .select({
            all: count(),
            answered: sql<number>`(count(*) filter (where ${contactMessages.status} = 'replied'))::int`,
          })
          .from(contactMessages)
          .where(ofMessages),
        db.select().from(quotes).where(ofQuotes).orderBy(desc(quotes.createdAt)).limit(recentLimit),
        db
          .select()
          .from(contactMessages)
          .where(ofMessages)
          .orderBy(desc(contactMessages.createdAt))
          .limit(recentLimit),
      ]);
      const memberSince = (person?.createdAt ?? new Date()).toISOString();
      const activity: Activity[] = [
        ...recentQuotes.map((quote) => ({
          id: `quote:${quote.id}`,
          kind: 'quote' as const,
          title: quote.serviceName ? `Quote request: ${quote.serviceName}` : 'Quote request',
          status: quote.status,
          time: quote.createdAt.toISOString(),
        })),
        ...recentMessages.map((message) => ({
          id: `message:${message.id}`,
          kind: 'message' as const,
          title: message.subject || `Message: ${labelOf(contactServices, message.service)}`,
          // Whether it was read is the agency's own business.
          status: message.status === 'replied' ? 'replied' : 'sent',
          time: message.createdAt.toISOString(),
        })),
        {
          id: 'account',
          kind: 'account',
          title: 'Account created',
          status: '',
          time: memberSince,
        },
      ];
      return {
        quotes: quoted?.all ?? 0,
        messages: written?.all ?? 0,
        answered: (quoted?.answered ?? 0) + (written?.answered ?? 0),
        memberSince,
        activity: activity.sort((a, b) => (a.time < b.time ? 1 : -1)).slice(0, recentLimit),
      };
    },
  };
}

export type Dashboard = ReturnType<typeof createDashboard>;
