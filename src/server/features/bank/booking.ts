import { and, eq, inArray, sql } from 'drizzle-orm';

import type { BankEntry, BookingFields } from '~/contract/bank/bank-schema';
import {
  amountMessage,
  amountToCents,
  centsToAmount,
  formatCents,
} from '~/contract/common/currencies';
import { AppError } from '~/contract/common/errors';
import { rejectFields } from '~/server/features/documents/items';
import { lockInvoice, remainingCents } from '~/server/features/invoices/invoices.rows';
import type { Issuing } from '~/server/features/invoices/issue';
import { isPaymentPending } from '~/server/features/invoices/pending-payments';
import { receiveTransfer, reverseReceived } from '~/server/features/invoices/received-transfers';
import { type Actor, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { bankBookings, bankEntries, bankStatements } from '~/server/platform/db/schema/bank';
import { payments } from '~/server/platform/db/schema/billing';
import { users } from '~/server/platform/db/schema/identity';
import type { Mailer } from '~/server/platform/mail/mailer';
import {
  bookedPayments,
  type EntryRow,
  lockEntries,
  lockEntry,
  setState,
  type Transaction,
} from './bookings';
import type { Entries } from './entries';
import { createMatcher, type Part } from './matching/match-entry';
import { readPayables } from './payables';
import { asRead, findReturned } from './returns';

/** Maximum length of a payment's reference. The reference of an entry may be longer. */
const referenceMax = 200;

const decided = () => new AppError('CONFLICT', 'This entry was already processed');

export interface BookingDeps {
  entries: Entries;
  prepareInvoices(): Promise<Issuing>;
  mailer: Mailer;
  /** Cancels closed intents at Stripe. Called after a commit that may have closed one. */
  cancelClosedSoon(): void;
  onFailure(about: string, error: unknown): void;
}

/** Books entries as payments of invoices, or as returns. Each action is one transaction that locks the entry's row. */
export function createBooking(db: Database, deps: BookingDeps) {
  const { entries, prepareInvoices } = deps;

  async function done(id: number): Promise<BankEntry> {
    deps.mailer.sendSoon();
    deps.cancelClosedSoon();
    const entry = await entries.get(id);
    if (!entry) throw new Error('an entry disappeared after its change');
    return entry;
  }

  return {
    /**
     * Books the remaining amount of a credit, divided among the given invoices. Any excess is stored and shown as an
     * overpayment.
     *
     * @throws CONFLICT if another admin was first
     */
    async book(actor: Actor, { id, invoices }: BookingFields): Promise<BankEntry> {
      const issuing = await prepareInvoices();
      await db.transaction(async (tx) => {
        const entry = await lockEntry(tx, id);
        if (entry.state !== 'proposed') throw decided();
        if (!entry.isCredit) {
          throw new AppError(
            'CONFLICT',
            'This went out of the account, so that it pays no invoice',
          );
        }
        const parts = invoices.map(({ id: invoiceId, amount }, at) => ({
          invoiceId,
          cents: centsIn(amount, entry.currency, `invoices.${at}.amount`),
        }));
        await checkDivision(tx, entry, parts);
        await bookParts(tx, actor, entry, parts, issuing);
      });
      return done(id);
    },

    /**
     * Books a debit that returns a booked credit: reverses the credit's payments and reopens their invoices.
     *
     * @throws CONFLICT if no booked credit matches, or if another admin was first
     */
    async reopen(actor: Actor, id: number): Promise<BankEntry> {
      const issuing = await prepareInvoices();
      await db.transaction(async (tx) => {
        const [found] = await tx.select().from(bankEntries).where(eq(bankEntries.id, id));
        if (!found) throw new AppError('NOT_FOUND', 'Entry not found');
        const original = (await findReturned(tx, [found])).get(id);
        const locked = await lockEntries(tx, [id, ...(original ? [original.id] : [])]);
        const debit = locked.find((row) => row.id === id);
        const credit = locked.find((row) => row.id === original?.id);
        if (debit?.state !== 'proposed') throw decided();
        if (debit.isCredit || !credit || credit.state !== 'booked') {
          throw new AppError('CONFLICT', 'This takes back nothing that is booked');
        }
        // Searches again while the row is locked, because another return of the same credit may have been booked in the
        // meantime.
        if ((await findReturned(tx, [debit])).get(id)?.id !== credit.id) throw decided();
        await setState(tx, id, 'booked', credit.id);
        for (const one of await paymentsOf(tx, credit.id)) {
          const invoice = await lockInvoice(tx, one.invoiceId);
          const reversal = { paymentId: one.paymentId, returnedOn: debit.bookedOn };
          await reverseReceived(tx, actor, invoice, reversal, issuing);
        }
        await tell(tx, actor, debit, 'returned', 'booked the return of');
      });
      return done(id);
    },

    /** Ignores an entry that is not a payment of a client. A repeated call changes nothing. */
    async ignore(actor: Actor, id: number): Promise<BankEntry> {
      await db.transaction(async (tx) => {
        const entry = await lockEntry(tx, id);
        if (entry.state === 'ignored') return;
        if (entry.state !== 'proposed') throw decided();
        if ((await bookedPayments(tx, [id])).length > 0) {
          throw new AppError('CONFLICT', 'A part of this entry is booked. Please undo that first');
        }
        await setState(tx, id, 'ignored');
        await tell(tx, actor, entry, 'ignored', 'ignored');
      });
      return done(id);
    },

    /**
     * Undoes the booking of an entry, which must then be matched again. For a credit, reverses its payments; for a
     * return, records the credit's payments again. A repeated call changes nothing.
     */
    async undo(actor: Actor, id: number): Promise<BankEntry> {
      const issuing = await prepareInvoices();
      await db.transaction(async (tx) => {
        const [found] = await tx.select().from(bankEntries).where(eq(bankEntries.id, id));
        const locked = await lockEntries(tx, [id, ...(found?.returnsId ? [found.returnsId] : [])]);
        const entry = locked.find((row) => row.id === id);
        if (!entry) throw new AppError('NOT_FOUND', 'Entry not found');
        if (entry.returnsId !== (found?.returnsId ?? null)) throw decided();
        const own = await paymentsOf(tx, id);
        if (entry.state === 'proposed' && own.length === 0) return;
        const credit = locked.find((row) => row.id === entry.returnsId);
        if (credit) {
          await forgetReturn(tx, credit);
          await recordAnew(tx, actor, credit, issuing);
        }
        if (!credit) await reverseAll(tx, actor, entry, own, issuing);
        await setState(tx, id, 'proposed');
        await tell(tx, actor, entry, 'undone', 'took back what was decided on');
      });
      return done(id);
    },

    /**
     * Books entries whose match was unambiguous when they were imported and still is. Other entries wait for an admin.
     *
     * @param until time after which no further entry is started
     * @returns how many were booked
     */
    async bookSure(until: number): Promise<number> {
      const waiting = await db
        .select({ id: bankEntries.id })
        .from(bankEntries)
        .where(eq(bankEntries.bookAtOnce, true))
        .orderBy(bankEntries.id);
      if (waiting.length === 0) return 0;
      const [issuing, payables] = await Promise.all([prepareInvoices(), readPayables(db)]);
      const match = createMatcher(payables);
      let booked = 0;
      for (const { id } of waiting) {
        if (Date.now() >= until) break;
        try {
          const isBooked = await db.transaction(async (tx) => {
            const entry = await lockEntry(tx, id);
            if (!entry.bookAtOnce || entry.state !== 'proposed') return false;
            const found = match(asRead(entry));
            const [part] = found?.parts ?? [];
            const invoice = part && (await lockInvoice(tx, part.invoiceId));
            // Checks the current state, because another entry or a card may have paid the invoice since.
            const isOwed =
              invoice?.status === 'open' &&
              remainingCents(invoice) === entry.amountCents &&
              // Excludes invoices with a pending direct debit.
              !(await isPaymentPending(tx, invoice.id));
            if (!found?.isSure || !isOwed) {
              await setState(tx, id, 'proposed');
              return false;
            }
            await bookParts(tx, await importerOf(tx, entry), entry, found.parts, issuing);
            return true;
          });
          if (isBooked) booked += 1;
        } catch (error) {
          if (!(error instanceof AppError)) deps.onFailure(`bank entry ${id}`, error);
          // Leaves the entry to an admin, who sees the reason when booking it manually.
          await db.update(bankEntries).set({ bookAtOnce: false }).where(eq(bankEntries.id, id));
        }
      }
      if (booked > 0) {
        deps.mailer.sendSoon();
        deps.cancelClosedSoon();
      }
      return booked;
    },
  };
}

export type Booking = ReturnType<typeof createBooking>;

/**
 * Clears the return date of the payments of a returned credit, so that they count only as reversed. The caller then
 * records the payments again. A partly refunded payment keeps its return date, because its refund is still subtracted
 * from the payment.
 */
async function forgetReturn(tx: Transaction, credit: EntryRow): Promise<void> {
  const ids = (await paymentsOf(tx, credit.id)).map(({ paymentId }) => paymentId);
  await tx
    .update(payments)
    .set({ returnedAt: null })
    .where(and(inArray(payments.id, [0, ...ids]), eq(payments.refundedCents, 0)));
}

function centsIn(amount: string, currency: string, path: string): number {
  const cents = amountToCents(amount, currency);
  if (!cents) {
    rejectFields([{ path, message: amountMessage(currency) }]);
    throw new Error('the amount was not rejected');
  }
  return cents;
}

/** Checks the division of an entry. @throws BAD_REQUEST if the parts do not add up to the remaining amount */
async function checkDivision(tx: Transaction, entry: EntryRow, parts: readonly Part[]) {
  if (new Set(parts.map(({ invoiceId }) => invoiceId)).size < parts.length) {
    rejectFields([
      { path: 'invoices', message: 'An invoice is there twice. Please add its parts up' },
    ]);
  }
  const booked = await bookedPayments(tx, [entry.id]);
  const left = booked.reduce((rest, one) => rest - one.amountCents, entry.amountCents);
  const sum = parts.reduce((cents, part) => cents + part.cents, 0);
  if (sum !== left) {
    const [is, should] = [sum, left].map((cents) => formatCents(cents, entry.currency));
    const message = `The parts come to ${is}, and ${should} is to be divided`;
    rejectFields([{ path: 'invoices', message }]);
  }
}

async function bookParts(
  tx: Transaction,
  actor: Actor,
  entry: EntryRow,
  parts: readonly Part[],
  issuing: Issuing,
): Promise<void> {
  // Sorts the parts, so that two entries with the same invoices do not deadlock.
  const ordered = parts.toSorted((one, other) => one.invoiceId - other.invoiceId);
  for (const { invoiceId, cents } of ordered) {
    const invoice = await lockInvoice(tx, invoiceId);
    if (invoice.currency !== entry.currency) {
      throw new AppError(
        'CONFLICT',
        `The invoice ${invoice.number ?? ''} is in ${invoice.currency}, and the payment in ${entry.currency}`,
      );
    }
    const payment = await receiveTransfer(
      tx,
      actor,
      invoice,
      {
        amountCents: cents,
        date: entry.bookedOn,
        reference: entry.reference.slice(0, referenceMax),
        source: `bank-entry:${entry.id}`,
      },
      issuing,
    );
    if (!payment) throw new Error('a payment without a key was treated as a repeat');
    await tx.insert(bankBookings).values({ paymentId: payment.id, entryId: entry.id });
  }
  await setState(tx, entry.id, 'booked');
  await tell(tx, actor, entry, 'booked', 'booked');
}

/** Returns the payments of an entry, sorted by the ids of their invoices, because invoices are locked in this order. */
async function paymentsOf(tx: Transaction, entryId: number) {
  const rows = await bookedPayments(tx, [entryId]);
  return rows
    .flatMap(({ invoiceId, ...row }) => (invoiceId === null ? [] : [{ ...row, invoiceId }]))
    .toSorted((one, other) => one.invoiceId - other.invoiceId);
}

async function reverseAll(
  tx: Transaction,
  actor: Actor,
  entry: EntryRow,
  own: Awaited<ReturnType<typeof paymentsOf>>,
  issuing: Issuing,
): Promise<void> {
  const [later] = await tx
    .select({ id: bankEntries.id })
    .from(bankEntries)
    .where(eq(bankEntries.returnsId, entry.id));
  if (later) {
    throw new AppError(
      'CONFLICT',
      'The bank has returned this payment. Please undo its return first',
    );
  }
  for (const { paymentId, invoiceId } of own) {
    const invoice = await lockInvoice(tx, invoiceId);
    await reverseReceived(tx, actor, invoice, { paymentId }, issuing);
  }
  await tx.delete(bankBookings).where(eq(bankBookings.entryId, entry.id));
}

/** Records payments again after a return is undone. */
async function recordAnew(tx: Transaction, actor: Actor, credit: EntryRow, issuing: Issuing) {
  const parts = (await paymentsOf(tx, credit.id)).map(({ invoiceId, amountCents }) => ({
    invoiceId,
    cents: amountCents,
  }));
  await tx.delete(bankBookings).where(eq(bankBookings.entryId, credit.id));
  await bookParts(tx, actor, credit, parts, issuing);
}

/**
 * Returns the admin who imported the statement; 'system' if this user is no longer an admin. Automatic bookings have this
 * author.
 */
async function importerOf(tx: Transaction, { statementId }: EntryRow): Promise<Actor> {
  const [admin] = await tx
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(bankStatements)
    .innerJoin(users, and(eq(users.id, bankStatements.importedById), sql`${users.isAdmin}`))
    .where(eq(bankStatements.id, statementId));
  return admin ?? 'system';
}

const tell = (tx: Transaction, actor: Actor, entry: EntryRow, what: string, did: string) =>
  recordAudit(tx, actor, {
    action: `bank_entry.${what}`,
    about: `bank_entry:${entry.id}`,
    did: `${did} the bank entry of ${formatCents(entry.amountCents, entry.currency)} from ${entry.name || 'an unnamed account'}`,
    after: {
      amount: centsToAmount(entry.amountCents, entry.currency),
      date: entry.bookedOn,
      reference: entry.reference.slice(0, referenceMax),
    },
  });
