import { desc, sql } from 'drizzle-orm';

import type { AdminStripeEvent } from '~/contract/admin/admin-schema';
import type { ListQuery, Page } from '~/contract/common/paging';
import type { Database } from '~/server/platform/db/client';
import { containing, paginate } from '~/server/platform/db/paging';
import { stripeEvents } from '~/server/platform/db/schema/billing';

const eventStates = ['applied', 'waiting', 'failed'] as const;
export type EventState = (typeof eventStates)[number];

const eventState = sql<EventState>`case
  when ${stripeEvents.appliedAt} is not null then 'applied'
  when ${stripeEvents.lastError} <> '' then 'failed' else 'waiting' end`;

/** Lists Stripe's events for the panel. */
export const createEventsAdmin = (db: Database) => ({
  /** Lists Stripe's events, newest first. */
  search(request: ListQuery<EventState>): Promise<Page<AdminStripeEvent>> {
    const { search } = request;
    return paginate(db, request, {
      table: stripeEvents,
      status: eventState,
      matching: search
        ? sql`(${stripeEvents.type} like ${containing(search)} or ${stripeEvents.id} = ${search})`
        : undefined,
      select: async ({ where, limit, offset }) => {
        const rows = await db
          .select({ event: stripeEvents, state: eventState })
          .from(stripeEvents)
          .where(where)
          .orderBy(desc(stripeEvents.receivedAt), desc(stripeEvents.id))
          .limit(limit)
          .offset(offset);
        return rows.map(
          ({ event: { payload, createdAt, receivedAt, appliedAt, ...event }, state }) => ({
            ...event,
            state,
            createdAt: createdAt.toISOString(),
            receivedAt: receivedAt.toISOString(),
            appliedAt: appliedAt?.toISOString() ?? null,
          }),
        );
      },
    });
  },
});

export type EventsAdmin = ReturnType<typeof createEventsAdmin>;
