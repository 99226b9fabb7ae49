import { and, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';

import type { BankEntriesQuery, BankEntry } from '~/contract/bank/bank-schema';
import { centsToAmount } from '~/contract/common/currencies';
import type { Page } from '~/contract/common/paging';
import { searchedCents } from '~/contract/common/typed-decimals';
import { isSum } from '~/server/features/payments/figures';
import type { Database } from '~/server/platform/db/client';
import { containing, holds, paginate } from '~/server/platform/db/paging';
import { auditLog } from '~/server/platform/db/schema/audit';
import { bankEntries } from '~/server/platform/db/schema/bank';
import { bookedPayments, type EntryRow } from './bookings';
import { createMatcher, type Part } from './matching/match-entry';
import { type PayableRow, readPayables, readPayablesOf } from './payables';
import { asRead, findReturned } from './returns';

type Booked = Awaited<ReturnType<typeof bookedPayments>>[number];

const groupedBy = (rows: readonly Booked[]) => {
  const groups = new Map<number, Booked[]>();
  for (const row of rows) groups.set(row.entryId, [...(groups.get(row.entryId) ?? []), row]);
  return groups;
};

/**
 * Returns the condition for a search in an entry's text, the bank's reference, the number of a paid invoice, or the
 * amount.
 */
function found(search: string): SQL | undefined {
  const cents = searchedCents(search);
  const like = containing(search);
  return or(
    holds(bankEntries.searchText, search),
    sql`lower(${bankEntries.bankReference}) like ${like}`,
    sql`${bankEntries.id} in (select booked.entry_id from bank_bookings booked
      join payments on payments.id = booked.payment_id join invoices on invoices.id = payments.invoice_id
      where lower(invoices.number) like ${like})`,
    cents === undefined ? undefined : isSum(bankEntries, cents),
  );
}

/**
 * Reads entries with the invoices that they paid or probably pay. Matches are computed on each read, because invoices
 * change.
 */
export function createEntries(db: Database) {
  async function present(rows: readonly EntryRow[]): Promise<BankEntry[]> {
    const waiting = rows.filter(({ state }) => state === 'proposed');
    const [booked, payables, returned, returnedIds] = await Promise.all([
      bookedPayments(db, [0, ...rows.map(({ id }) => id)]),
      waiting.some(({ isCredit }) => isCredit) ? readPayables(db) : [],
      findReturned(
        db,
        waiting.filter(({ isCredit }) => !isCredit),
      ),
      returnedAmong(rows),
    ]);
    const match = createMatcher(payables);
    const originals = [
      ...[...returned.values()].map(({ id }) => id),
      ...rows.flatMap(({ returnsId }) => returnsId ?? []),
    ];
    const ofOriginals = groupedBy(await bookedPayments(db, [0, ...originals]));
    const own = groupedBy(booked);
    const named = [...own.values(), ...ofOriginals.values()].flat();
    const known = new Map<number, PayableRow>(payables.map((one) => [one.id, one]));
    const missing = named.flatMap(({ invoiceId }) =>
      invoiceId !== null && !known.has(invoiceId) ? [invoiceId] : [],
    );
    for (const [id, row] of await readPayablesOf(db, missing)) known.set(id, row);

    const invoiceOf = (id: number, cents: number, currency: string) => {
      const row = known.get(id);
      return {
        id,
        number: row?.number ?? '',
        clientName: row?.company || row?.clientName || '',
        clientEmail: row?.clientEmail ?? '',
        remaining: centsToAmount(row?.remainingCents ?? 0, currency),
        amount: centsToAmount(cents, currency),
      };
    };
    const proposalOf = (row: EntryRow, left: number): BankEntry['proposal'] => {
      if (row.state !== 'proposed') return null;
      const list = (parts: readonly Part[]) =>
        parts.map(({ invoiceId, cents }) => invoiceOf(invoiceId, cents, row.currency));
      if (row.isCredit) {
        const found = match({ ...asRead(row), cents: left });
        if (!found) return null;
        const { by, fit, isSure, parts } = found;
        const ofInvoices = { returnsEntryId: null, canReopen: false, invoices: list(parts) };
        return { by, fit, isSure: isSure && left === row.amountCents, ...ofInvoices };
      }
      const original = returned.get(row.id);
      if (!original) return null;
      return {
        ...{ by: 'return', fit: 'exact', isSure: false },
        returnsEntryId: original.id,
        canReopen: original.state === 'booked',
        invoices: list(partsOf(ofOriginals.get(original.id) ?? [])),
      };
    };
    const decisions = await decisionsOn(rows);
    return rows.map((row) => {
      const paid = own.get(row.id) ?? ofOriginals.get(row.returnsId ?? 0) ?? [];
      const live = (own.get(row.id) ?? []).reduce((sum, one) => sum + one.amountCents, 0);
      const left = row.amountCents - live;
      const amount = (cents: number) => centsToAmount(cents, row.currency);
      const { statementId, account, bookedOn, valueOn, currency, isCredit, isReturn } = row;
      const { returnReason, name, iban, reference, endToEndId, bankReference, state } = row;
      return {
        ...{ id: row.id, statementId, account, bookedOn, valueOn, currency, isCredit, isReturn },
        ...{ returnReason, name, iban, reference, endToEndId, bankReference, state },
        amount: amount(row.amountCents),
        left: state === 'proposed' ? amount(left) : amount(0),
        payments: paid.map((one) => {
          const { remaining: _, ...invoice } = invoiceOf(
            one.invoiceId ?? 0,
            one.amountCents,
            currency,
          );
          return { ...invoice, paymentId: one.paymentId, isReversed: one.reversedAt !== null };
        }),
        isReturned: returnedIds.has(row.id),
        proposal: proposalOf(row, left),
        decided: row.state === 'proposed' ? null : (decisions.get(row.id) ?? null),
      };
    });
  }

  /** Returns who made the latest decision on each entry, from the audit log. */
  async function decisionsOn(rows: readonly EntryRow[]) {
    const about = rows.flatMap(({ id, state }) =>
      state === 'proposed' ? [] : [`bank_entry:${id}`],
    );
    if (about.length === 0) return new Map<number, { by: string; at: string }>();
    const found = await db
      .selectDistinctOn([auditLog.about])
      .from(auditLog)
      .where(inArray(auditLog.about, about))
      .orderBy(auditLog.about, desc(auditLog.id));
    return new Map(
      found.map((entry) => [
        Number(entry.about.split(':')[1]),
        { by: entry.actorName, at: entry.createdAt.toISOString() },
      ]),
    );
  }

  async function returnedAmong(rows: readonly EntryRow[]): Promise<Set<number>> {
    const ids = rows.flatMap(({ id, isCredit }) => (isCredit ? [id] : []));
    if (ids.length === 0) return new Set();
    const found = await db
      .select({ id: bankEntries.returnsId })
      .from(bankEntries)
      .where(inArray(bankEntries.returnsId, ids));
    return new Set(found.flatMap(({ id }) => id ?? []));
  }

  return {
    async page(request: BankEntriesQuery): Promise<Page<BankEntry>> {
      const { statementId } = request;
      const isUp = request.sort?.startsWith('-') === false;
      const by = request.sort?.endsWith('amount') ? bankEntries.amountCents : bankEntries.bookedOn;
      const turn = isUp ? asc : desc;
      const page = await paginate(db, request, {
        table: bankEntries,
        status: bankEntries.state,
        matching: and(
          request.search ? found(request.search) : undefined,
          statementId ? eq(bankEntries.statementId, statementId) : undefined,
        ),
        select: ({ where, limit, offset }) =>
          db
            .select()
            .from(bankEntries)
            .where(where)
            .orderBy(turn(by), turn(bankEntries.id))
            .limit(limit)
            .offset(offset),
      });
      return { ...page, rows: await present(page.rows) };
    },

    async get(id: number): Promise<BankEntry | undefined> {
      const rows = await db.select().from(bankEntries).where(eq(bankEntries.id, id));
      return (await present(rows))[0];
    },

    /** Counts booked and waiting entries per statement. */
    async countsOf(statementIds: readonly number[]) {
      const rows = await db
        .select({
          statementId: bankEntries.statementId,
          booked: sql<number>`count(*) filter (where state = 'booked')`.mapWith(Number),
          proposed: sql<number>`count(*) filter (where state = 'proposed')`.mapWith(Number),
        })
        .from(bankEntries)
        .where(inArray(bankEntries.statementId, [0, ...statementIds]))
        .groupBy(bankEntries.statementId);
      return new Map(rows.map((row) => [row.statementId, row]));
    },
  };
}

/** Returns the invoices that each entry paid, with the amounts. */
const partsOf = (rows: readonly Booked[]): Part[] =>
  rows.flatMap(({ invoiceId, amountCents }) =>
    invoiceId === null ? [] : [{ invoiceId, cents: amountCents }],
  );

export type Entries = ReturnType<typeof createEntries>;
