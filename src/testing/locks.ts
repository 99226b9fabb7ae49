import type { TransactionSql } from 'postgres';
import { expect } from 'vitest';

/** Waits until another transaction waits for what this one has locked. */
export const waitForLock = (tx: TransactionSql) =>
  expect
    .poll(
      () => tx`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
    .toHaveLength(1);
