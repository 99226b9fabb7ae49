import { sql } from 'drizzle-orm';
import type Stripe from 'stripe';

import { isLive } from '~/contract/billing/billing';
import type { AccountSource } from '~/server/features/payments/account';
import { isMissing } from '~/server/features/payments/failures';
import type { Database } from '~/server/platform/db/client';
import type { Mailer } from '~/server/platform/mail/mailer';
import { applyInvoice, leaveInvoice } from './apply-invoice';
import {
  applySubscription,
  endMissing,
  holdOwner,
  noteOf,
  type Owner,
  otherLiveOf,
  ownerOf,
  type Transaction,
} from './apply-subscription';
import { billingEmails } from './emails';
import { notifyOfHeldInvoice, notifyOfInvoice, notifyOfSubscription } from './notifications';
import type { PlanDocuments } from './plan-documents';
import { knownPrice } from './prices';
import {
  type InvoiceSnapshot,
  readInvoice,
  readSubscription,
  type SubscriptionSnapshot,
} from './snapshots';

/** Objects to read from Stripe. */
export interface Targets {
  subscriptions?: readonly string[];
  invoices?: readonly string[];
}

/** A snapshot, and the client to whom it belongs. */
interface Read<Snapshot> {
  snapshot: Snapshot;
  owner: Owner;
}

type ReadSubscription = Read<SubscriptionSnapshot> & { isOfPlan: boolean };

/** Returns whether the first of two live subscriptions takes precedence: the one with a plan, or else the newer one. */
function takesPrecedence(one: ReadSubscription, other: ReadSubscription): boolean {
  if (one.isOfPlan !== other.isOfPlan) return one.isOfPlan;
  if (one.snapshot.created !== other.snapshot.created)
    return one.snapshot.created > other.snapshot.created;
  return one.snapshot.id > other.snapshot.id;
}

/**
 * Picks the subscription that counts if a client has several live ones, because some were created manually at Stripe. The
 * others are stored as ended although Stripe still charges them; their payments are stored anyway.
 *
 * @returns all subscriptions in the order in which they can be written, and the ids of the others
 */
function pickLive(read: readonly ReadSubscription[]) {
  const beside = new Set<string>();
  const counting = new Map<string, ReadSubscription>();
  for (const one of read.filter(({ snapshot }) => isLive(snapshot.status))) {
    const known = counting.get(one.owner.id);
    const isFirst = !known || takesPrecedence(one, known);
    const second = isFirst ? known : one;
    if (second) beside.add(second.snapshot.id);
    if (isFirst) counting.set(one.owner.id, one);
  }
  const subscriptions = read.map(
    ({ snapshot, owner }): Read<SubscriptionSnapshot> => ({
      owner,
      snapshot: beside.has(snapshot.id) ? { ...snapshot, status: 'canceled' } : snapshot,
    }),
  );
  // Writes ended ones first, because the unique index allows only one live subscription.
  subscriptions.sort(
    (a, b) => Number(isLive(a.snapshot.status)) - Number(isLive(b.snapshot.status)),
  );
  return { subscriptions, beside };
}

const unlessMissing = async <T>(reading: Promise<T>): Promise<T | 'missing'> => {
  try {
    return await reading;
  } catch (error) {
    if (isMissing(error)) return 'missing';
    throw error;
  }
};

/**
 * Updates our tables to the current state at Stripe. Objects are read before the transaction, and each snapshot contains
 * the time at which reading began. The latest read wins, not the latest write, so the result does not depend on the order
 * of events or on concurrency.
 */
export function createSync(
  db: Database,
  options: { mailer: Mailer; account: AccountSource; documents: PlanDocuments },
) {
  const { mailer, account: accountName } = options;

  async function now(): Promise<Date> {
    const [row] = await db.execute<{ now: Date }>(sql`select clock_timestamp() as now`);
    return new Date(row?.now ?? Date.now());
  }

  /**
   * Returns the ids of the client's other subscriptions, which affect whether this one counts as
   * live.
   */
  async function othersOf(stripe: Stripe, owner: Owner, snapshot: SubscriptionSnapshot) {
    if (isLive(snapshot.status)) return otherLiveOf(db, owner.id, snapshot.id);
    if (snapshot.status !== 'canceled') return [];
    const { data } = await stripe.subscriptions.list({ customer: snapshot.customer, limit: 20 });
    return data.filter(({ status }) => isLive(status)).map(({ id }) => id);
  }

  async function read(stripe: Stripe, targets: Targets) {
    const invoices = new Map<string, Awaited<ReturnType<typeof readInvoice>> | 'missing'>();
    const readOnce = async (id: string) => {
      const known = invoices.get(id);
      if (known !== undefined) return known;
      const snapshot = await unlessMissing(readInvoice(stripe, id));
      invoices.set(id, snapshot);
      return snapshot;
    };
    // Reads the subscription of each invoice again, because subscriptions are written before their invoices.
    const wanted = new Set(targets.subscriptions);
    for (const id of targets.invoices ?? []) {
      const snapshot = await readOnce(id);
      if (snapshot !== 'missing' && snapshot?.subscriptionId) wanted.add(snapshot.subscriptionId);
    }
    const subscriptions: ReadSubscription[] = [];
    const missing: Read<{ id: string }>[] = [];
    for (const id of wanted) {
      const snapshot = await unlessMissing(readSubscription(stripe, id));
      const customer = snapshot === 'missing' ? undefined : snapshot.customer;
      const owner = await ownerOf(db, { customer, subscription: id });
      if (!owner) continue;
      if (snapshot === 'missing') {
        missing.push({ snapshot: { id }, owner });
        continue;
      }
      const isOfPlan = (await knownPrice(db, snapshot.priceIds)) !== undefined;
      subscriptions.push({ snapshot, owner, isOfPlan });
      // Writes the payment together with the subscription, so that a client never sees one without the other. The invoice
      // is read last: an earlier read may lack the payment that made the subscription live.
      if (isLive(snapshot.status) && snapshot.latestInvoice) {
        const before = invoices.get(snapshot.latestInvoice);
        if (before === 'missing' || !before?.paidAt) invoices.delete(snapshot.latestInvoice);
        await readOnce(snapshot.latestInvoice);
      }
      for (const other of await othersOf(stripe, owner, snapshot)) wanted.add(other);
    }
    const ownInvoices: Read<InvoiceSnapshot>[] = [];
    const unread: { id: string; isMissing: boolean }[] = [];
    for (const [id, snapshot] of invoices) {
      if (snapshot === null || snapshot === 'missing') {
        unread.push({ id, isMissing: snapshot === 'missing' });
        continue;
      }
      const owner = await ownerOf(db, {
        customer: snapshot.customer,
        subscription: snapshot.subscriptionId,
      });
      if (owner) ownInvoices.push({ snapshot, owner });
    }
    return { invoices: ownInvoices, unread, missing, ...pickLive(subscriptions) };
  }

  return {
    /** Updates the given objects. @param within runs in the same transaction; receives the note for the admin */
    async run(
      stripe: Stripe,
      targets: Targets,
      within?: (tx: Transaction, notes: readonly string[]) => Promise<void>,
    ): Promise<void> {
      const at = { readAt: await now(), account: await accountName() };
      const found = await read(stripe, targets);
      const emails = billingEmails(await mailer.open());
      const documents = await options.documents.open(
        found.invoices.map(({ snapshot }) => snapshot),
      );
      await db.transaction(async (tx) => {
        const owners = new Map(
          [...found.subscriptions, ...found.missing, ...found.invoices].map(({ owner }) => [
            owner.id,
            owner,
          ]),
        );
        for (const id of [...owners.keys()].sort()) {
          const owner = owners.get(id);
          if (owner) await holdOwner(tx, owner);
        }
        const notes = new Set<string>();
        for (const { snapshot } of found.missing) {
          const ended = await endMissing(tx, snapshot.id, at);
          if (ended) notes.add(ended.note);
        }
        for (const { snapshot, owner } of found.subscriptions) {
          const written = await applySubscription(tx, owner, snapshot, at);
          // The note belongs to this event, so it is stored even if a newer state was written in the meantime.
          const note = await noteOf(tx, snapshot.id);
          if (note) notes.add(note);
          if (written && !found.beside.has(snapshot.id)) {
            await notifyOfSubscription(tx, emails, owner, written);
          }
        }
        for (const { snapshot, owner } of found.invoices) {
          const written = await applyInvoice(tx, owner, snapshot, at.readAt);
          if (written === 'outdated') continue;
          const { isDocumented, heldFor } = await documents.write(tx, { owner, snapshot, written });
          if (!written || isDocumented) continue;
          await notifyOfInvoice(tx, emails, owner, written, snapshot.reason);
          if (heldFor) await notifyOfHeldInvoice(tx, emails, owner, written.after, heldFor);
        }
        for (const invoice of found.unread) await leaveInvoice(tx, invoice, at.readAt);
        await within?.(tx, [...notes]);
      });
      mailer.sendSoon();
    },
  };
}

export type Sync = ReturnType<typeof createSync>;
