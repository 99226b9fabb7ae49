import type { Database } from '~/server/platform/db/client';
import type { Transaction } from './invoices.rows';
import type { Issuing } from './issue';

/** Invoices that a job looks at in one run. */
export const atOnce = 200;

export interface JobDeps {
  prepare(now: Date): Promise<Issuing>;
  onFailure(about: string, error: unknown): void;
}

/** Works on each invoice in a transaction of its own, so that one that cannot be worked on stops no other. @returns how many were done */
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
