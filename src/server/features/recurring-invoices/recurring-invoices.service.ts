import { and, eq, gte, or, sql } from 'drizzle-orm';

import { centsToAmount } from '~/contract/common/currencies';
import { addDays } from '~/contract/common/dates';
import { AppError, changedMeanwhile } from '~/contract/common/errors';
import { presentTotals, totalsOf } from '~/contract/documents/money';
import {
  daysFrom,
  firstDay,
  nextAfterChange,
  nextAfterPause,
  periodOf,
  type Recurrence,
} from '~/contract/recurring-invoices/recurrence';
import { missedMax, previewMax } from '~/contract/recurring-invoices/recurring-invoices';
import type {
  NewRecurring,
  Occurrence,
  Recurring,
  RecurringChanges,
  RecurringList,
  RecurringPage,
} from '~/contract/recurring-invoices/recurring-invoices-schema';
import { fillRecord, overridesOf } from '~/server/features/companies/billing-profile';
import { isBilledTo, isOfNamedCompany } from '~/server/features/companies/ownership';
import { accountOf, lockCompanyOf } from '~/server/features/documents/clients';
import type { DocumentContext } from '~/server/features/documents/context';
import { presentDiscount, presentItems, rejectFields } from '~/server/features/documents/items';
import type { Pdfs } from '~/server/features/documents/pdf/pdfs';
import { differingColumns, followingRecords } from '~/server/features/documents/record-changes';
import { rejectUnprintable } from '~/server/features/documents/unprintable';
import {
  amountFields,
  buyerFields,
  changedAmounts,
  checkRequest,
  givenBuyer,
  type TaxedBuyer,
} from '~/server/features/invoices/draft-fields';
import type { Issuing } from '~/server/features/invoices/issue';
import { storedVatCheck, type VatChecks } from '~/server/features/vat-numbers/vat-checks.service';
import { type Actor, changed, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { holds, orderOf, paginate } from '~/server/platform/db/paging';
import { recurringInvoices } from '~/server/platform/db/schema/recurring-invoices';
import type { Mailer } from '~/server/platform/mail/mailer';
import { makeDue } from './due';
import { recurringEmails } from './emails';
import { storedOverrides } from './link-account';
import { enteredBuyer, recurringBuyer, shownClient, taxedItems } from './make';
import { createMissed, missedOf } from './missed';
import {
  aboutRecurring,
  hasMissed,
  lockRecurring,
  notFound,
  occurrenceIn,
  type RecurringRow,
  recurrenceOf,
  shownColumns,
  statusInRow,
  type Transaction,
  toShownRow,
} from './recurring-invoices.rows';

const sorts = {
  createdAt: recurringInvoices.createdAt,
  client: recurringInvoices.clientName,
  total: recurringInvoices.totalCents,
  nextOn: recurringInvoices.nextOn,
};

type Given = Pick<NewRecurring, 'clientId' | 'client'>;

/** Returns the client columns. Does not store an account's billing data, because each invoice reads that again. */
async function clientColumns(
  tx: Transaction,
  actor: Actor,
  { clientId, client }: Given,
  before?: RecurringRow,
) {
  const entered = before?.buyer
    ? {
        ...before,
        ...{ userId: null, companyId: null, buyer: enteredBuyer(before), buyerOverrides: {} },
      }
    : undefined;
  const given = client ? { client, clientId: null } : { clientId };
  const found = await buyerFields(tx, actor, given, entered);
  if (!found) return undefined;
  const { clientName, clientEmail } = found;
  const userId = client ? await accountOf(tx, clientEmail) : (clientId ?? null);
  const companyId = userId ? await lockCompanyOf(tx, userId) : null;
  const columns = {
    ...{ userId, companyId, clientName, clientEmail },
    // Members who leave take along only records that are still their own.
    ...(before && userId !== before.userId && { broughtById: null }),
  };
  if (!client) return { ...columns, buyer: null };
  if (!userId) return { ...columns, buyer: found.buyer };
  const owner = { userId, companyId };
  const known = await fillRecord(tx, actor, owner, found.buyer, 'a recurring invoice');
  return { ...columns, buyer: storedOverrides(overridesOf(known, found.buyer)) };
}

/** Returns the buyer of the next invoice, with the last check of the buyer's VAT number. */
async function taxedBuyer(
  tx: Transaction,
  row: Parameters<typeof recurringBuyer>[1],
): Promise<TaxedBuyer> {
  const buyer = await recurringBuyer(tx, row);
  return { buyer, check: (await storedVatCheck(tx, buyer))?.status };
}

/**
 * Checks the dates of a schedule.
 *
 * @throws BAD_REQUEST if the schedule ends before it starts, or has too many past dates, about which an admin would
 * have to decide
 */
function checkDays(recurrence: Recurrence, nextOn: string | null, today: string): void {
  const { startsOn, endsOn } = recurrence;
  if (endsOn !== null && endsOn < startsOn) {
    rejectFields([{ path: 'endsOn', message: 'This is before the first day' }]);
  }
  const days = daysFrom(recurrence, nextOn, missedMax + 1);
  if (days.length > missedMax && (days.at(-1) ?? '') < today) {
    const message = `More than ${missedMax} invoices would be due before today. Please choose a later day`;
    rejectFields([{ path: 'startsOn', message }]);
  }
}

/** Recurring invoices as admins manage them, and the job that creates due invoices. */
export function createRecurringInvoices(
  db: Database,
  options: {
    /** Reads the data for creating invoices. Must be called before the transaction. */
    prepare(now?: Date): Promise<Issuing>;
    mailer: Mailer;
    pdfs: Pick<Pdfs, 'unprintable'>;
    vatChecks: Pick<VatChecks, 'of'>;
    onFailure(about: string, error: unknown): void;
  },
) {
  const { prepare, mailer, pdfs, vatChecks } = options;

  async function shown(id: number) {
    const [found] = await db
      .select(shownColumns)
      .from(recurringInvoices)
      .where(eq(recurringInvoices.id, id));
    if (!found) throw notFound();
    return found;
  }

  /** Returns a row as its next invoice would be issued, with the client's current tax. */
  async function currentRow(row: RecurringRow, context: DocumentContext) {
    const client = await recurringBuyer(db, row);
    const { items } = await taxedItems(db, row, client, context);
    const { totalCents } = totalsOf({ ...row, items }, row.currency);
    const named = await shownClient(db, row);
    return { client, row: { ...row, ...named, items: [...items], totalCents } };
  }

  async function current(id: number) {
    const [found, { context }] = await Promise.all([shown(id), prepare()]);
    const { client, row } = await currentRow(found.row, context);
    const { currency } = row;
    const savedCents = totalsOf(found.row, currency).totalCents;
    const savedTotal = row.totalCents === savedCents ? null : centsToAmount(savedCents, currency);
    return {
      ...found,
      row,
      client,
      savedTotal,
      context,
    };
  }

  async function get(id: number): Promise<Recurring> {
    const found = await current(id);
    const { row, client, savedTotal } = found;
    const { currency, discount } = row;
    const missed = await missedOf(db, id);
    return {
      ...toShownRow(found),
      client,
      savedTotal,
      items: presentItems(row.items, currency),
      discount: presentDiscount(discount),
      totals: presentTotals(totalsOf({ items: row.items, discount }, currency), currency),
      note: row.note,
      handledOn: row.handledOn,
      missedInvoices: missed.map(({ day, periodEnd }) =>
        occurrenceIn(row, { from: day, to: periodEnd }),
      ),
    };
  }

  const rowsQuery = sql`select user_id, company_id, client_email from recurring_invoices`;
  /** Updates the stored clients and totals, so that the list shows the same values as an opened recurring invoice. */
  const followRecords = followingRecords(db, rowsQuery, async (changedSince) => {
    const { context } = await prepare();
    const { id, updatedAt } = recurringInvoices;
    const rows = await db.select().from(recurringInvoices).where(gte(updatedAt, changedSince));
    for (const stored of rows) {
      const { row } = await currentRow(stored, context);
      const changes = differingColumns(stored, row, ['clientName', 'clientEmail', 'totalCents']);
      if (!changes) continue;
      // Skips a row whose client was saved while this call ran. The next call handles it.
      const isSeen = and(
        eq(recurringInvoices.clientName, stored.clientName),
        eq(recurringInvoices.clientEmail, stored.clientEmail),
      );
      await db
        .update(recurringInvoices)
        .set(changes)
        .where(and(eq(id, stored.id), isSeen));
    }
  });

  /** Changes the locked row, and records the change in the audit log. */
  async function change(
    actor: Actor,
    id: number,
    verb: 'changed' | 'paused' | 'resumed',
    set: (
      tx: Transaction,
      row: RecurringRow,
    ) => Promise<Partial<RecurringRow> | undefined> | Partial<RecurringRow> | undefined,
  ): Promise<Recurring> {
    await db.transaction(async (tx) => {
      const before = await lockRecurring(tx, id);
      const columns = await set(tx, before);
      if (!columns) return;
      await tx
        .update(recurringInvoices)
        // Pausing keeps the version, so that a form that is open can still be saved.
        .set({ ...columns, ...(verb === 'changed' && { updatedAt: new Date() }) })
        .where(eq(recurringInvoices.id, id));
      await recordAudit(tx, actor, {
        action: `recurring_invoice.${verb}`,
        about: aboutRecurring(id),
        did: `${verb} the recurring invoice for ${columns.clientName ?? before.clientName}`,
        ...changed(before, columns),
      });
    });
    return get(id);
  }

  /** Pauses a recurring invoice after an invoice could not be created, and notifies the agency of the reason. */
  async function pauseFor(id: number, reason: string): Promise<void> {
    const emails = recurringEmails(await mailer.open());
    await change('system', id, 'paused', async (tx, row) => {
      if (row.pausedAt !== null) return undefined;
      await emails.paused(tx, { ...row, ...(await shownClient(tx, row)) }, reason);
      return { pausedAt: new Date(), pauseReason: reason };
    });
  }

  return {
    get,

    async search(request: RecurringList): Promise<RecurringPage> {
      const { clientId } = request;
      await followRecords();
      const page = await paginate(db, request, {
        table: recurringInvoices,
        status: statusInRow,
        also: { missed: hasMissed },
        matching: and(
          or(
            holds(recurringInvoices.searchText, request.search),
            isOfNamedCompany(recurringInvoices.companyId, request.search),
            isBilledTo(recurringInvoices.userId, request.search),
          ),
          clientId ? eq(recurringInvoices.userId, clientId) : undefined,
        ),
        select: ({ where, limit, offset }) =>
          db
            .select(shownColumns)
            .from(recurringInvoices)
            .where(where)
            .orderBy(...orderOf(request.sort, sorts, recurringInvoices.id))
            .limit(limit)
            .offset(offset),
      });
      return { ...page, rows: page.rows.map(toShownRow) };
    },

    /** Returns the next invoices as they would be created now. */
    async preview(id: number): Promise<Occurrence[]> {
      const { row, context } = await current(id);
      const recurrence = recurrenceOf(row);
      const isHeld = row.pausedAt !== null && row.pauseReason === '';
      const next =
        isHeld && row.nextOn ? nextAfterPause(recurrence, { ...row, ...context }) : row.nextOn;
      return daysFrom(recurrence, next, previewMax).map((day) =>
        occurrenceIn(row, periodOf(recurrence, day)),
      );
    },

    async create(actor: Actor, fields: NewRecurring): Promise<Recurring> {
      await rejectUnprintable(pdfs, fields);
      const { context } = await prepare();
      const { currency = context.currency, discount, proposedTax } = fields;
      const { every, startsOn, endsOn = null } = fields;
      const recurrence: Recurrence = { every, startsOn, endsOn };
      const nextOn = firstDay(recurrence);
      checkDays(recurrence, nextOn, context.today);
      const given = await givenBuyer(db, fields);
      if (given) await vatChecks.of(given);
      const id = await db.transaction(async (tx) => {
        const client = await clientColumns(tx, actor, fields);
        if (!client) throw new AppError('BAD_REQUEST', 'Please choose or enter a client');
        await checkRequest(tx, fields.requestId);
        const taxed = await taxedBuyer(tx, client);
        const { totals: _, ...amounts } = amountFields(
          fields.items,
          { currency, discount, proposedTax },
          context,
          taxed,
        );
        const [row] = await tx
          .insert(recurringInvoices)
          .values({
            ...client,
            ...amounts,
            currency,
            requestId: fields.requestId ?? null,
            note: fields.note ?? '',
            ...every,
            startsOn,
            endsOn,
            action: fields.action,
            nextOn,
          })
          .returning({ id: recurringInvoices.id });
        if (!row) throw new Error('a recurring invoice was not stored');
        await recordAudit(tx, actor, {
          action: 'recurring_invoice.created',
          about: aboutRecurring(row.id),
          did: `created a recurring invoice for ${client.clientName}`,
          after: { total: centsToAmount(amounts.totalCents, currency), every, startsOn, endsOn },
        });
        return row.id;
      });
      return get(id);
    },

    /** Changes any fields, which affects future invoices. */
    async update(
      actor: Actor,
      id: number,
      fields: RecurringChanges,
      expectedUpdatedAt: string | undefined,
    ): Promise<Recurring> {
      await rejectUnprintable(pdfs, fields);
      const { context } = await prepare();
      const given = await givenBuyer(db, fields);
      await vatChecks.of(given ?? (await recurringBuyer(db, (await shown(id)).row)));
      return change(actor, id, 'changed', async (tx, before) => {
        if (expectedUpdatedAt && before.updatedAt.toISOString() !== expectedUpdatedAt) {
          throw new AppError('CONFLICT', changedMeanwhile);
        }
        await checkRequest(tx, fields.requestId);
        const { client, clientId, every, note, requestId, action } = fields;
        const billed =
          client || clientId
            ? await clientColumns(tx, actor, { client, clientId }, before)
            : undefined;
        if (clientId === null && !client && !before.buyer) {
          rejectFields([{ path: 'client', message: 'Please choose or enter a client' }]);
        }
        const taxed = await taxedBuyer(tx, { ...before, ...billed });
        const amounts = changedAmounts(before, fields, context, taxed);
        const was = recurrenceOf(before);
        const recurrence: Recurrence = {
          every: every ?? was.every,
          startsOn: fields.startsOn ?? was.startsOn,
          endsOn: fields.endsOn === undefined ? was.endsOn : fields.endsOn,
        };
        const isMoved = JSON.stringify(recurrence) !== JSON.stringify(was);
        const nextOn = isMoved
          ? nextAfterChange(was, recurrence, { ...before, today: context.today })
          : before.nextOn;
        if (isMoved) checkDays(recurrence, nextOn, context.today);
        return {
          ...billed,
          ...(amounts && {
            items: amounts.items,
            discount: amounts.discount,
            totalCents: amounts.totalCents,
            currency: amounts.currency,
            taxProposed: amounts.taxProposed,
          }),
          ...(isMoved && {
            ...recurrence.every,
            startsOn: recurrence.startsOn,
            endsOn: recurrence.endsOn,
            nextOn,
          }),
          ...(note !== undefined && { note }),
          ...(requestId !== undefined && { requestId }),
          ...(action !== undefined && { action }),
        };
      });
    },

    /** Deletes a recurring invoice, but not the invoices that it has created. */
    async remove(actor: Actor, id: number): Promise<{ id: number }> {
      await db.transaction(async (tx) => {
        const row = await lockRecurring(tx, id);
        await tx.delete(recurringInvoices).where(eq(recurringInvoices.id, id));
        await recordAudit(tx, actor, {
          action: 'recurring_invoice.deleted',
          about: aboutRecurring(id),
          did: `deleted the recurring invoice for ${row.clientName}`,
          before: { total: centsToAmount(row.totalCents, row.currency), ...recurrenceOf(row) },
        });
      });
      return { id };
    },

    /** Pauses a recurring invoice until it is resumed. A repeated call changes nothing. */
    pause: (actor: Actor, id: number): Promise<Recurring> =>
      change(actor, id, 'paused', (_, row) =>
        row.pausedAt === null ? { pausedAt: new Date(), pauseReason: '' } : undefined,
      ),

    /**
     * Resumes a recurring invoice. After a pause by an admin, skips the dates during the pause. After a failure,
     * creates the invoices of these dates, or lists them as missed. A repeated call changes nothing.
     */
    async resume(actor: Actor, id: number): Promise<Recurring> {
      const { context } = await prepare();
      return change(actor, id, 'resumed', (_, row) => {
        if (row.pausedAt === null) return undefined;
        const going = { pausedAt: null, pauseReason: '' };
        if (row.pauseReason !== '' || row.nextOn === null) return going;
        return { ...going, ...leftOut(row, context.today) };
      });
    },

    ...createMissed(db, { prepare, mailer, get }),

    /** Creates due invoices. @returns the result as text */
    async runJob(now = new Date()): Promise<string> {
      await followRecords();
      const deps = { prepare, onFailure: options.onFailure, pause: pauseFor };
      const { made, missed, paused } = await makeDue(db, deps, now);
      if (made + paused > 0) mailer.sendSoon();
      const counts = { made, 'to be decided on': missed, paused };
      const words = Object.entries(counts).flatMap(([what, n]) => (n > 0 ? `${n} ${what}` : []));
      return words.length > 0 ? `${words.join(', ')}.` : '';
    },
  };
}

/**
 * Returns the columns with which a recurring invoice continues after a pause. Dates during the pause count as handled.
 */
function leftOut(row: RecurringRow, today: string): Partial<RecurringRow> {
  const nextOn = nextAfterPause(recurrenceOf(row), { ...row, today });
  if (nextOn === row.nextOn) return {};
  return { nextOn, handledOn: addDays(today, -1) };
}

export type RecurringInvoices = ReturnType<typeof createRecurringInvoices>;
