import { AsyncLocalStorage } from 'node:async_hooks';

import type postgres from 'postgres';

/** Throws if the transaction must be rolled back. */
type Check = () => Promise<void>;

const checks = new AsyncLocalStorage<{ check?: Check | undefined }>();

/**
 * Runs work, and rolls back its first change if the check fails. The check runs immediately before the commit, while
 * the transaction holds its row locks. Another transaction that changed the same rows has therefore either committed,
 * so that the check sees its changes, or waits for this transaction. The check reads on a second connection, which does
 * not see the uncommitted change.
 */
export const withCommitCheck = <Result>(
  check: Check,
  work: () => Promise<Result>,
): Promise<Result> => checks.run({ check }, work);

/** Runs a transaction, with the check of the surrounding work if there is one. */
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
    // Skips the check if the transaction changed nothing, and therefore has no id.
    const [{ id }] = await tx<
      [{ id: string | null }]
    >`select pg_current_xact_id_if_assigned() as id`;
    if (id === null) return answer;
    await checks.exit(check);
    isChecked = true;
    return answer;
  });
  // The check runs only once, because the record now contains the change of this work itself. If the transaction is
  // rolled back, a retry is checked again.
  if (isChecked) checked.check = undefined;
  return result;
}
