import type { CheckResult } from '~/contract/setup/checks';
import { findSecretChange } from '~/server/features/setup/secret-check';
import type { Database } from '~/server/platform/db/client';
import { resultsOf } from './result';

/** Checks whether second factors were encrypted with the current AUTH_SECRET. */
export async function checkSecret(
  db: Pick<Database, 'select' | 'execute'>,
  secret: string,
): Promise<CheckResult> {
  const { ok, failed } = resultsOf('secret');
  const changed = await findSecretChange(db, secret);
  return changed
    ? failed(changed.detail, changed.action)
    : ok('AUTH_SECRET is the one that second factors were made with');
}
