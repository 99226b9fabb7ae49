import type { TransactionSql } from 'postgres';
import { expect } from 'vitest';

/** Waits until at least one other transaction waits for a lock: a call may use several connections. */
export const waitForLock = (tx: TransactionSql) =>
  expect
    .poll(
      () => tx`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
    .not.toHaveLength(0);
