import type { CheckId, CheckResult } from '~/contract/setup/checks';
import type { Database } from '~/server/platform/db/client';
import type { Env } from '~/server/platform/env';
import { withTimeout } from '~/server/platform/timeout';
import { checkClock } from './checks/clock';
import { checkDatabase, checkMigrations, checkPooler } from './checks/database';
import { checkDisk } from './checks/disk';
import { checkEnvironment } from './checks/environment';
import { checkFiles } from './checks/files';
import { checkMail } from './checks/mail';
import { checkPayments, checkWebhook } from './checks/payments';
import { askPublicUrl, checkProxy, checkPublicUrl, type PublicAnswer } from './checks/public-url';
import { causeOf, resultsOf } from './checks/result';

export interface SetupOptions {
  env: Env;
  publicUrl: string;
  secret: string;
  /** Receives a message that tests the mail server. */
  sendTo?: { to: string; from: string } | undefined;
}

/** No check may keep the others from being shown. */
const patienceMs = 20_000;

/** Checks of the installation: each says what it found, and what to do. */
export function createSetup(db: Database, options: SetupOptions) {
  const { env, publicUrl, secret } = options;

  function checks(): [CheckId, () => CheckResult | Promise<CheckResult>][] {
    let answer: Promise<PublicAnswer> | undefined;
    /** Once for all checks that read its answer. */
    const asked = () => {
      answer ??= env.PUBLIC_URL
        ? askPublicUrl(env.PUBLIC_URL, secret)
        : Promise.reject(new Error('PUBLIC_URL is unset'));
      // Not every check reads it.
      answer.catch(() => {});
      return answer;
    };
    return [
      ['environment', () => checkEnvironment(env)],
      ['database', () => checkDatabase(db)],
      ['pooler', () => checkPooler(env)],
      ['migrations', () => checkMigrations(db)],
      ['mail', () => checkMail(env, options.sendTo)],
      ['payments', () => checkPayments(env, publicUrl)],
      ['webhook', () => checkWebhook(env, publicUrl)],
      ['files', () => checkFiles(env)],
      ['public url', () => checkPublicUrl(env, asked())],
      ['proxy', () => checkProxy(env, asked())],
      ['clock', () => checkClock(db, asked())],
      ['disk', () => checkDisk(env)],
    ];
  }

  return {
    /** All checks at once, in their order. */
    check: (): Promise<CheckResult[]> =>
      Promise.all(
        checks().map(async ([id, run]) => {
          try {
            return await withTimeout(Promise.resolve(run()), patienceMs);
          } catch (error) {
            return resultsOf(id).failed(
              `It could not be checked (${causeOf(error)})`,
              'Try again; the log of the product may say more',
            );
          }
        }),
      ),
  };
}

export type Setup = ReturnType<typeof createSetup>;
