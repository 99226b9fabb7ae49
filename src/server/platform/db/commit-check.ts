import { AsyncLocalStorage } from 'node:async_hooks';

import type postgres from 'postgres';

/** Rejects if the work must not be committed. */
type Check = () => Promise<void>;

const checks = new AsyncLocalStorage<{ check?: Check | undefined }>();

/**
 * Runs work whose first change is rolled back if the check fails. The check runs right before the commit, when the transaction has
 * locked its rows: others have committed their changes of them by then, and the check sees them, or wait for this one. The check
 * reads on another connection, which sees nothing of the transaction.
 */
export const withCommitCheck = <Result>(
  check: Check,
  work: () => Promise<Result>,
): Promise<Result> => checks.run({ check }, work);

/** Runs a transaction, with the check of the work that it belongs to. */
export async function runChecked<Result>(
  begin: (work: (tx: postgres.TransactionSql) => Promise<Result>) => Promise<Result>,
  work: (tx: postgres.TransactionSql) => Promise<Result>,
): Promise<Result> {
  const checked = checks.getStore();
  if (!checked?.check) return begin(work);
  const { check } = checked;
  let isChecked = false;
  const result = await begin(async (tx) => {
    const answer = await work(tx);
    // A transaction that has only read has no id.
    const [{ id }] = await tx<
      [{ id: string | null }]
    >`select pg_current_xact_id_if_assigned() as id`;
    if (id === null) return answer;
    await checks.exit(check);
    isChecked = true;
    return answer;
  });
  // The record differs from now on, by this work itself. A transaction that was rolled back can be tried again.
  if (isChecked) checked.check = undefined;
  return result;
}
