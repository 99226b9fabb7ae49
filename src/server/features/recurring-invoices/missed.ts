import { and, asc, eq, inArray } from 'drizzle-orm';

import { centsToAmount, formatCents } from '~/contract/common/currencies';
import { dateInWords } from '~/contract/common/date-words';
import { AppError } from '~/contract/common/errors';
import { missedMax } from '~/contract/recurring-invoices/recurring-invoices';
import type {
  MissedMade,
  MissedMaking,
  Recurring,
} from '~/contract/recurring-invoices/recurring-invoices-schema';
import type { InvoiceRow } from '~/server/features/invoices/invoices.rows';
import type { Issuing } from '~/server/features/invoices/issue';
import { type Actor, nameOf, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { missedInvoices } from '~/server/platform/db/schema/recurring-invoices';
import type { Mailer } from '~/server/platform/mail/mailer';
import { makeInvoice } from './make';
import { aboutRecurring, lockRecurring, type Transaction } from './recurring-invoices.rows';

/** Returns missed dates that wait for a decision, oldest first. */
export const missedOf = (db: Pick<Database, 'select'>, id: number) =>
  db
    .select({ day: missedInvoices.day, periodEnd: missedInvoices.periodEnd })
    .from(missedInvoices)
    .where(eq(missedInvoices.recurringInvoiceId, id))
    .orderBy(asc(missedInvoices.day))
    .limit(missedMax);

/** Removes dates from the missed ones. @throws CONFLICT if one of these was already decided */
async function take(tx: Transaction, id: number, days: readonly string[]) {
  const wanted = [...new Set(days)].sort();
  const taken = await tx
    .delete(missedInvoices)
    .where(and(eq(missedInvoices.recurringInvoiceId, id), inArray(missedInvoices.day, wanted)))
    .returning({ from: missedInvoices.day, to: missedInvoices.periodEnd });
  const gone = wanted.find((day) => !taken.some(({ from }) => from === day));
  if (gone) {
    throw new AppError(
      'CONFLICT',
      `The invoice of ${dateInWords(gone)} was already created or skipped`,
    );
  }
  return taken.sort((one, other) => one.from.localeCompare(other.from));
}

const daysInWords = (days: readonly { from: string }[]) =>
  days.map(({ from }) => dateInWords(from)).join(', ');

/** Lets admins decide about missed invoices. */
export function createMissed(
  db: Database,
  deps: {
    prepare(): Promise<Issuing>;
    mailer: Mailer;
    get(id: number): Promise<Recurring>;
  },
) {
  return {
    /**
     * Creates the invoices of missed dates, either all or none.
     *
     * @throws CONFLICT if the sum of the invoices differs from `total`
     */
    async makeMissed(actor: Actor, { id, days, action, total }: MissedMaking): Promise<MissedMade> {
      const issuing = await deps.prepare();
      const held = await db.transaction(async (tx) => {
        const row = await lockRecurring(tx, id);
        const periods = await take(tx, id, days);
        const author = nameOf(actor);
        const made: InvoiceRow[] = [];
        for (const period of periods) {
          made.push(await makeInvoice(tx, row, period, issuing, { action, author }));
        }
        const sum = made.reduce((cents, { totalCents }) => cents + totalCents, 0);
        if (total !== undefined && total !== centsToAmount(sum, row.currency)) {
          const now = formatCents(sum, row.currency);
          throw new AppError(
            'CONFLICT',
            `They come to ${now} by now. Please check, then try again.`,
          );
        }
        const verb = action === 'issue' ? 'issued' : 'made drafts of';
        await recordAudit(tx, actor, {
          action: 'recurring_invoice.missed_made',
          about: aboutRecurring(id),
          did: `${verb} the missed invoices for ${row.clientName} of ${daysInWords(periods)}`,
          after: {
            days: periods.map(({ from }) => from),
            action,
            invoices: made.map((invoice) => invoice.id),
          },
        });
        return action === 'issue' ? made.filter(({ status }) => status === 'draft').length : 0;
      });
      deps.mailer.sendSoon();
      return { ...(await deps.get(id)), held };
    },

    /** Skips missed dates. */
    async skipMissed(actor: Actor, id: number, days: readonly string[]): Promise<Recurring> {
      await db.transaction(async (tx) => {
        const row = await lockRecurring(tx, id);
        const periods = await take(tx, id, days);
        await recordAudit(tx, actor, {
          action: 'recurring_invoice.missed_skipped',
          about: aboutRecurring(id),
          did: `skipped the missed invoices for ${row.clientName} of ${daysInWords(periods)}`,
          after: { days: periods.map(({ from }) => from) },
        });
      });
      return deps.get(id);
    },
  };
}
