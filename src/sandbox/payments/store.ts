import { randomBytes } from 'node:crypto';

import { and, desc, eq, sql } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { sandboxObjects } from '~/server/platform/db/schema/sandbox';

/** A Stripe object. Its type is in `object`. */
export interface Thing {
  id: string;
  object: string;
  [field: string]: unknown;
}

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
export const seconds = (): number => Math.floor(Date.now() / 1000);

/** Names of fields that only the sandbox has, such as an intent's invoice. */
const ownFields = /^sandbox_/;

/** Fields that a response contains only if the request expands them. */
const onRequest: Record<string, string[]> = {
  charge: ['refunds'],
  invoice: ['payments', 'confirmation_secret'],
};

/**
 * Seconds that fake banks take. Real banks take days to respond to a debit, and weeks to return
 * one.
 */
export interface DebitSeconds {
  answer: number;
  return: number;
}

/** Opens the sandbox's objects for one request, within the request's transaction. */
export function openStore(tx: Transaction, debitSeconds: DebitSeconds) {
  const events: Thing[] = [];
  /** Objects that were read or written during this request. */
  const known = new Map<string, Thing>();
  /** Cached result of `nextDue`, until an intent is written. */
  let earliest: { field: string; at: number | undefined } | undefined;

  async function find(id: string): Promise<Thing | undefined> {
    const before = known.get(id);
    if (before) return before;
    const [row] = await tx
      .select({ body: sandboxObjects.body })
      .from(sandboxObjects)
      .where(eq(sandboxObjects.id, id));
    const found = row?.body as Thing | undefined;
    if (found) known.set(id, found);
    return found;
  }

  async function put<T extends Thing>(thing: T): Promise<T> {
    const customer = typeof thing.customer === 'string' ? thing.customer : null;
    await tx
      .insert(sandboxObjects)
      .values({ id: thing.id, object: thing.object, customer, body: thing })
      .onConflictDoUpdate({ target: sandboxObjects.id, set: { body: thing, customer } });
    known.set(thing.id, thing);
    if (thing.object === 'payment_intent') earliest = undefined;
    return thing;
  }

  async function present(thing: Thing, paths: readonly string[][]): Promise<Thing> {
    const shown: Thing = { ...thing };
    for (const field of Object.keys(shown)) if (ownFields.test(field)) delete shown[field];
    for (const field of onRequest[thing.object] ?? []) {
      if (!paths.some(([first]) => first === field)) delete shown[field];
    }
    for (const key of new Set(paths.map(([first]) => first ?? ''))) {
      const rest = paths.filter(([first, ...more]) => first === key && more.length > 0);
      const deeper = rest.map(([, ...more]) => more);
      const value = shown[key];
      if (typeof value === 'string') {
        const found = await find(value);
        if (found) shown[key] = await present(found, deeper);
      } else if (Array.isArray(value)) {
        shown[key] = await Promise.all(value.map((one) => present(one as Thing, deeper)));
      } else if (value && typeof value === 'object') {
        shown[key] = await present(value as Thing, deeper);
      }
    }
    return shown;
  }

  return {
    find,
    put,
    present,
    events,
    debitSeconds,

    /** Lists objects, newest first. */
    async list(
      object: string,
      where: {
        customer?: string | undefined;
        fields?: Record<string, string>;
        /** Earliest time of creation, in seconds. */
        since?: number;
        /** Id of the object that precedes the first one in the list. */
        after?: string | undefined;
      } = {},
      limit = 100,
    ): Promise<Thing[]> {
      const rows = await tx
        .select({ body: sandboxObjects.body })
        .from(sandboxObjects)
        .where(
          and(
            eq(sandboxObjects.object, object),
            where.customer ? eq(sandboxObjects.customer, where.customer) : undefined,
            where.since
              ? sql`(${sandboxObjects.body} ->> 'created')::bigint >= ${where.since}`
              : undefined,
            where.after
              ? sql`${sandboxObjects.position} < (select position from sandbox_objects where id = ${where.after})`
              : undefined,
            ...Object.entries(where.fields ?? {}).map(
              ([field, value]) => sql`${sandboxObjects.body} ->> ${field} = ${value}`,
            ),
          ),
        )
        .orderBy(desc(sandboxObjects.position))
        .limit(limit);
      return rows.map(({ body }) => body as Thing);
    },

    /** Returns intents whose time in `field` has passed, earliest first. */
    async due(field: string, now: number): Promise<Thing[]> {
      const rows = await tx
        .select({ body: sandboxObjects.body })
        .from(sandboxObjects)
        .where(
          and(
            eq(sandboxObjects.object, 'payment_intent'),
            sql`(${sandboxObjects.body} ->> ${field})::bigint <= ${now}`,
          ),
        )
        .orderBy(sql`(${sandboxObjects.body} ->> ${field})::bigint`);
      return rows.map(({ body }) => body as Thing);
    },

    /** Sets the time in `field` of all intents that have such a time. */
    async bringForward(field: string, second: number): Promise<void> {
      await tx
        .update(sandboxObjects)
        .set({ body: sql`jsonb_set(body, array[${field}], to_jsonb(${second}::bigint))` })
        .where(
          and(eq(sandboxObjects.object, 'payment_intent'), sql`${sandboxObjects.body} ? ${field}`),
        );
      known.clear();
      earliest = undefined;
    },

    /** Returns the earliest time in `field`; undefined if no intent has one. */
    async nextDue(field: string): Promise<number | undefined> {
      if (earliest?.field === field) return earliest.at;
      const [row] = await tx
        .select({ at: sql<string | null>`min((${sandboxObjects.body} ->> ${field})::bigint)` })
        .from(sandboxObjects)
        .where(eq(sandboxObjects.object, 'payment_intent'));
      earliest = { field, at: row?.at ? Number(row.at) : undefined };
      return earliest.at;
    },

    /** Sends an event after the transaction is committed. */
    async emit(type: string, thing: Thing): Promise<void> {
      events.push(
        await put({
          id: newId('evt'),
          object: 'event',
          api_version: null,
          created: seconds(),
          data: { object: await present(thing, []) },
          livemode: false,
          pending_webhooks: 1,
          request: { id: null, idempotency_key: null },
          type,
        }),
      );
    },
  };
}

export type Store = ReturnType<typeof openStore>;
