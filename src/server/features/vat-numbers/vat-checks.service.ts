import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm';

import type { TaxedBuyer } from '~/contract/documents/tax';
import { normalVatNumber } from '~/contract/documents/tax-numbers';
import {
  memberStateOf,
  type VatCheckStatus,
  vatNumberIssue,
} from '~/contract/documents/vat-numbers';
import type { Database } from '~/server/platform/db/client';
import { vatChecks } from '~/server/platform/db/schema/vat-numbers';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';
import type { AskVat } from './vies';

type Row = typeof vatChecks.$inferSelect;

export interface VatCheck {
  number: string;
  status: VatCheckStatus;
  /** Time of the last response in ISO format; null if there was none yet. */
  checkedAt: string | null;
  consultationNumber: string;
}

const hourMs = 60 * 60 * 1000;
/** Milliseconds for which a response is current. */
const freshMs = { valid: 24 * hourMs, invalid: hourMs };
/** Maximum number of turns, of one second each, for which an admin who is typing waits. */
const turnsWaited = 2;
const atOnce = 100;
/**
 * Milliseconds for which a number stays valid without a newer response, for example during an outage of the service. An
 * invalid number stays invalid.
 */
const lastingMs = 30 * 24 * hourMs;

const isLasting = ({ status, checkedAt }: Row): boolean =>
  checkedAt !== null && (status === 'invalid' || Date.now() - checkedAt.getTime() < lastingMs);

const unchecked = (number: string): VatCheck => ({
  ...{ number, status: 'not_checked', checkedAt: null, consultationNumber: '' },
});

const toCheck = (row: Row): VatCheck =>
  isLasting(row)
    ? {
        number: row.number,
        status: row.status,
        checkedAt: row.checkedAt?.toISOString() ?? null,
        consultationNumber: row.consultationNumber,
      }
    : unchecked(row.number);

/** Returns a buyer's number if the service can check it: it belongs to a member state, and has the right format. */
function checkableNumberOf({ vatNumber = '', country }: TaxedBuyer): string | undefined {
  const number = normalVatNumber(vatNumber);
  const isForeign = memberStateOf(number) === undefined || vatNumberIssue(number, country);
  return number === '' || isForeign ? undefined : number;
}

/**
 * Returns the stored check of a buyer's VAT number; undefined if there is none. Sends no request.
 */
export async function storedVatCheck(
  db: Pick<Database, 'select'>,
  buyer: TaxedBuyer,
): Promise<VatCheck | undefined> {
  const number = checkableNumberOf(buyer);
  return number === undefined ? undefined : storedCheckOf(db, number);
}

async function storedCheckOf(
  db: Pick<Database, 'select'>,
  number: string,
): Promise<VatCheck | undefined> {
  const [row] = await db.select().from(vatChecks).where(eq(vatChecks.number, number));
  return row && toCheck(row);
}

/**
 * Returns the check of a buyer's VAT number for a document that is being issued. Sends no request, because this runs in
 * a transaction. If the number was not checked in the last 30 days, stores it for the job.
 */
export async function vatCheckAtIssue(
  tx: Pick<Database, 'select' | 'insert'>,
  buyer: TaxedBuyer,
): Promise<VatCheck | null> {
  const number = checkableNumberOf(buyer);
  if (number === undefined) return null;
  const known = await storedCheckOf(tx, number);
  if (known && known.status !== 'not_checked') return known;
  await tx
    .insert(vatChecks)
    .values({ number, nextAttemptAt: new Date() })
    .onConflictDoUpdate({
      target: vatChecks.number,
      set: { nextAttemptAt: sql`coalesce(${vatChecks.nextAttemptAt}, now())` },
    });
  return unchecked(number);
}

/** Checks buyers' VAT numbers. All instances together send at most one request a second. */
export function createVatChecks(
  db: Database,
  options: {
    /**
     * Requests a check; undefined if checks are turned off, which means that only the format of numbers is validated.
     */
    ask: AskVat | undefined;
    /** Rate limits; undefined if requests are not limited, as in demo mode. */
    rateLimits: Pick<RateLimits, 'tryConsume'> | undefined;
    getRequester(): Promise<string>;
  },
) {
  const { ask, rateLimits, getRequester } = options;

  const isFresh = ({ status, checkedAt }: VatCheck, now: number): boolean =>
    status !== 'not_checked' && checkedAt !== null && now - Date.parse(checkedAt) < freshMs[status];

  async function hasTurn(turns: number): Promise<boolean> {
    if (!rateLimits) return true;
    for (let turn = 0; ; turn += 1) {
      if (await rateLimits.tryConsume(db, 'vatChecks', 'all')) return true;
      if (turn >= turns) return false;
      await new Promise((resolve) => setTimeout(resolve, 1_050));
    }
  }

  /** Doubles the delay after each failed attempt, up to a day. */
  async function postpone(number: string): Promise<VatCheck | undefined> {
    const [row] = await db
      .update(vatChecks)
      .set({
        attempts: sql`${vatChecks.attempts} + 1`,
        nextAttemptAt: sql`now() + least(interval '1 day', interval '10 minutes' * power(2, least(${vatChecks.attempts}, 8)))`,
      })
      .where(eq(vatChecks.number, number))
      .returning();
    return row && toCheck(row);
  }

  /** Requests the check of a stored number, if a request is allowed now. */
  async function askFor(number: string, turns: number): Promise<VatCheck | undefined> {
    if (!ask || !(await hasTurn(turns))) return storedCheckOf(db, number);
    const answer = await ask(number, await getRequester());
    if (!answer) return postpone(number);
    const [row] = await db
      .update(vatChecks)
      .set({
        status: answer.isValid ? 'valid' : 'invalid',
        checkedAt: new Date(),
        consultationNumber: answer.consultationNumber,
        attempts: 0,
        nextAttemptAt: null,
      })
      .where(eq(vatChecks.number, number))
      .returning();
    return row && toCheck(row);
  }

  return {
    /** True if numbers are checked. Otherwise, only their format is validated. */
    isOn: ask !== undefined,

    /**
     * Returns the check of a buyer's number; undefined if the number cannot be checked. Requests a new check if the
     * last one is older than a day. Must not be called within a transaction, because the request may take seconds or
     * fail.
     */
    async of(buyer: TaxedBuyer): Promise<VatCheck | undefined> {
      const number = checkableNumberOf(buyer);
      if (number === undefined) return undefined;
      const [row] = await db.select().from(vatChecks).where(eq(vatChecks.number, number));
      const now = Date.now();
      // During an outage of the service, saving a form does not wait for another attempt.
      const isPostponed = (row?.nextAttemptAt?.getTime() ?? 0) > now;
      if (row && (isPostponed || isFresh(toCheck(row), now))) return toCheck(row);
      await db
        .insert(vatChecks)
        .values({ number, nextAttemptAt: new Date() })
        .onConflictDoNothing({ target: vatChecks.number });
      return askFor(number, turnsWaited);
    },

    /** Retries numbers without a response. @returns the numbers that now have a response */
    async runJob(now = new Date()): Promise<VatCheck[]> {
      if (!ask) return [];
      const waiting = await db
        .select({ number: vatChecks.number })
        .from(vatChecks)
        .where(
          or(
            and(eq(vatChecks.status, 'not_checked'), isNull(vatChecks.nextAttemptAt)),
            lte(vatChecks.nextAttemptAt, now),
          ),
        )
        .orderBy(asc(vatChecks.nextAttemptAt))
        .limit(atOnce);
      const answered: VatCheck[] = [];
      for (const { number } of waiting) {
        const check = await askFor(number, atOnce);
        // The service is unreachable, so the other numbers wait as well.
        if (!check || !isFresh(check, Date.now())) break;
        answered.push(check);
      }
      return answered;
    },
  };
}

export type VatChecks = ReturnType<typeof createVatChecks>;
