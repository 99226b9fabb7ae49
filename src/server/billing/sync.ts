import { sql } from 'drizzle-orm';
import type Stripe from 'stripe';

import type { Database } from '../db/client';
import type { Letters } from '../mail/letters';
import { applyInvoice } from './apply-invoice';
import {
  applySubscription,
  holdOwner,
  isLive,
  type Owner,
  otherLiveOf,
  ownerOf,
  type Transaction,
} from './apply-subscription';
import { type InvoiceFacts, readInvoice, readSubscription, type SubscriptionFacts } from './facts';
import { isMissing } from './failures';
import { tellOfInvoice, tellOfSubscription } from './tell';

/** What is to be read anew at Stripe. */
export interface Targets {
  subscriptions?: readonly string[];
  invoices?: readonly string[];
}

/**
 * Of several that are live, made by hand at Stripe, the newest is what the client has. Here the others count
 * as over, though Stripe still charges them: what they cost is written down all the same.
 *
 * @returns all in the order in which they can be written, and which are the others
 */
function oneLive(read: readonly SubscriptionFacts[]) {
  const beside = new Set<string>();
  const newest = new Map<string, SubscriptionFacts>();
  for (const one of read.filter(({ status }) => isLive(status))) {
    const known = newest.get(one.customer);
    const isNewer =
      !known || one.created > known.created || (one.created === known.created && one.id > known.id);
    const older = isNewer ? known : one;
    if (older) beside.add(older.id);
    if (isNewer) newest.set(one.customer, one);
  }
  const subscriptions = read.map(
    (one): SubscriptionFacts => (beside.has(one.id) ? { ...one, status: 'canceled' } : one),
  );
  // Those that have ended make room for those that live.
  subscriptions.sort((a, b) => Number(isLive(a.status)) - Number(isLive(b.status)));
  return { subscriptions, beside };
}

const unlessMissing = async <T>(reading: Promise<T>): Promise<T | null> => {
  try {
    return await reading;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

/**
 * Brings our tables to what Stripe says now, whatever told us to look. Stripe is read before the
 * transaction and what was read carries when that began, so that the last to look wins, not the last to
 * write: in whatever order events come and however many apply them at once, all end alike.
 */
export function createSync(db: Database, letters: Letters) {
  async function now(): Promise<Date> {
    const [row] = await db.execute<{ now: Date }>(sql`select clock_timestamp() as now`);
    return new Date(row?.now ?? Date.now());
  }

  /** Those that this one may stand beside; where it is over, those that may come in its place. */
  async function othersOf(stripe: Stripe, owner: Owner, facts: SubscriptionFacts) {
    if (isLive(facts.status)) return otherLiveOf(db, owner.id, facts.id);
    if (facts.status !== 'canceled') return [];
    const { data } = await stripe.subscriptions.list({ customer: facts.customer, limit: 20 });
    return data.filter(({ status }) => isLive(status as never)).map(({ id }) => id);
  }

  async function read(stripe: Stripe, targets: Targets) {
    const invoices = new Map<string, InvoiceFacts | null>();
    const readOnce = async (id: string) => {
      if (!invoices.has(id)) invoices.set(id, await unlessMissing(readInvoice(stripe, id)));
      return invoices.get(id);
    };
    // What an invoice is for is written before it; and it changes with it.
    const wanted = new Set(targets.subscriptions);
    for (const id of targets.invoices ?? []) {
      const facts = await readOnce(id);
      if (facts?.subscriptionId) wanted.add(facts.subscriptionId);
    }
    const subscriptions: SubscriptionFacts[] = [];
    for (const id of wanted) {
      const facts = await unlessMissing(readSubscription(stripe, id));
      if (!facts) continue;
      subscriptions.push(facts);
      const owner = await ownerOf(db, facts.customer);
      if (!owner) continue;
      // Whoever sees that they are subscribed sees what it cost, whichever of the two was told of first.
      if (isLive(facts.status) && facts.latestInvoice) await readOnce(facts.latestInvoice);
      for (const other of await othersOf(stripe, owner, facts)) wanted.add(other);
    }
    return {
      invoices: [...invoices.values()].filter((facts) => facts !== null),
      ...oneLive(subscriptions),
    };
  }

  return {
    /** @param within what belongs into the same transaction */
    async run(
      stripe: Stripe,
      targets: Targets,
      within?: (tx: Transaction) => Promise<void>,
    ): Promise<void> {
      const readAt = await now();
      const facts = await read(stripe, targets);
      const letter = await letters.open();
      await db.transaction(async (tx) => {
        const owners = new Map<string, Owner>();
        for (const customer of new Set(
          [...facts.subscriptions, ...facts.invoices].map((one) => one.customer).sort(),
        )) {
          const owner = await ownerOf(tx, customer);
          if (!owner) continue;
          await holdOwner(tx, owner);
          owners.set(customer, owner);
        }
        for (const one of facts.subscriptions) {
          const owner = owners.get(one.customer);
          const written = owner && (await applySubscription(tx, owner, one, readAt));
          if (written && !facts.beside.has(one.id)) {
            await tellOfSubscription(tx, letter, owner, written);
          }
        }
        for (const one of facts.invoices) {
          const owner = owners.get(one.customer);
          const written = owner && (await applyInvoice(tx, owner, one, readAt));
          if (written) await tellOfInvoice(tx, letter, owner, written, one.reason);
        }
        await within?.(tx);
      });
      letters.leaveSoon();
    },
  };
}

export type Sync = ReturnType<typeof createSync>;
