import type { TransactionSql } from 'postgres';
import { expect } from 'vitest';

/** Waits until another transaction waits for a lock of this one. */
export const waitForLock = (tx: TransactionSql) =>
  expect
    .poll(
      () => tx`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
    .toHaveLength(1);
