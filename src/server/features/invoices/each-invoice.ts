import type { Database } from '~/server/platform/db/client';
import type { Transaction } from './invoices.rows';
import type { Issuing } from './issue';

/** Maximum number of invoices in one run of a job. */
export const atOnce = 200;

export interface JobDeps {
  prepare(now: Date): Promise<Issuing>;
  onFailure(about: string, error: unknown): void;
}

/**
 * Processes each invoice in its own transaction, so that a failing one does not stop the others.
 *
 * @returns how many were processed
 */
export async function forEachInvoice(
  db: Database,
  rows: readonly { id: number }[],
  { onFailure }: JobDeps,
  work: (tx: Transaction, id: number) => Promise<boolean>,
): Promise<number> {
  let done = 0;
  for (const { id } of rows) {
    try {
      if (await db.transaction((tx) => work(tx, id))) done += 1;
    } catch (error) {
      onFailure(`invoice:${id}`, error);
    }
  }
  return done;
}
