import type { CheckId, CheckResult } from '~/contract/setup/checks';
import type { Database } from '~/server/platform/db/client';
import type { Env } from '~/server/platform/env';
import { withTimeout } from '~/server/platform/timeout';
import { appVersion } from '~/server/platform/version';
import { checkAnswers } from './checks/answers';
import { checkClock } from './checks/clock';
import { checkDatabase, checkMigrations, checkPooler, checkWrites } from './checks/database';
import { backupPlanOf, checkDisk, lastBackupBytes } from './checks/disk';
import { checkEnvironment } from './checks/environment';
import { checkFiles } from './checks/files';
import { checkMail } from './checks/mail';
import { checkPayments, checkWebhook } from './checks/payments';
import { checkPort } from './checks/port';
import { askPublicUrl, checkProxy, checkPublicUrl, type PublicAnswer } from './checks/public-url';
import { causeOf, codeOf, resultsOf } from './checks/result';
import { checkSecret } from './checks/secret';

export interface SetupOptions {
  env: Env;
  publicUrl: string;
  secret: string;
  /** Warnings about valid settings that are probably wrong. */
  warnings?: readonly string[];
  /** Recipient and sender of a test message; undefined to send none. */
  sendTo?: { to: string; from: string } | undefined;
}

/** Checks that need the database. Without it, all of them would fail for the same reason. */
const needDatabase = new Set<CheckId>(['writes', 'pooler', 'migrations', 'secret', 'files']);

/** Returns whether a query failed because the first start has not created its table yet. */
const isOfNoTable = (error: unknown): boolean => codeOf(error) === '42P01';

const versionResult = resultsOf('version').ok(`${appVersion}, on Node ${process.version}`);

/** Timeout of a check in milliseconds, so that no check delays the results of the others. */
const patienceMs = 20_000;

/** Checks the installation. Each check reports its result, and advice. */
export function createSetup(db: Database, options: SetupOptions) {
  const { env, publicUrl, secret } = options;

  function checks(): [CheckId, () => CheckResult | Promise<CheckResult>][] {
    let answer: Promise<PublicAnswer> | undefined;
    let port: Promise<CheckResult> | undefined;
    const tried = () => {
      port ??= checkPort(env, secret);
      return port;
    };
    /** Requests the public URL once, for all checks that use the response. */
    const asked = () => {
      answer ??= env.PUBLIC_URL
        ? // Sends the request after the port check, because otherwise the temporary server of that check would answer it.
          tried().then(() => askPublicUrl(publicUrl, secret))
        : Promise.reject(new Error('PUBLIC_URL is unset'));
      // Handles a rejection even if no check awaits the response.
      answer.catch(() => {});
      return answer;
    };
    return [
      ['version', () => versionResult],
      ['environment', () => checkEnvironment(env, options.warnings)],
      ['port', tried],
      ['database', () => checkDatabase(db)],
      ['writes', () => checkWrites(db)],
      ['pooler', () => checkPooler(env)],
      ['migrations', () => checkMigrations(db)],
      ['secret', () => checkSecret(db, secret)],
      ['mail', () => checkMail(env, options.sendTo)],
      ['answers', () => checkAnswers(env)],
      ['payments', () => checkPayments(env, publicUrl)],
      ['webhook', () => checkWebhook(env, publicUrl)],
      ['files', () => checkFiles(env, db)],
      ['public url', () => checkPublicUrl(env, asked())],
      ['proxy', () => checkProxy(env, asked())],
      ['clock', () => checkClock(db, asked())],
      ['disk', checkRoom],
    ];
  }

  async function checkRoom(): Promise<CheckResult> {
    // Without a database, the size of a backup is unknown. Another check reports that the database is unreachable.
    const bytes = await lastBackupBytes(db).catch(() => undefined);
    const plan = backupPlanOf(process.env);
    return checkDisk(env, plan && bytes !== undefined ? { backup: { ...plan, bytes } } : {});
  }

  async function resultOf(id: CheckId, run: () => CheckResult | Promise<CheckResult>) {
    try {
      return await withTimeout(Promise.resolve(run()), patienceMs);
    } catch (error) {
      if (isOfNoTable(error)) return resultsOf(id).unused('Not checked before the first start');
      return resultsOf(id).failed(
        `It could not be checked (${causeOf(error)})`,
        'Try again; the log of the product may say more',
      );
    }
  }

  return {
    /**
     * Runs all checks at the same time, and returns their results in order. If the database does not respond, checks that
     * need it are skipped.
     */
    check: (): Promise<CheckResult[]> => {
      const all = checks().map(([id, run]) => ({ id, run }));
      const database = all.find(({ id }) => id === 'database');
      const answer = database && resultOf(database.id, database.run);
      return Promise.all(
        all.map(async ({ id, run }) => {
          if (id === 'database' && answer) return answer;
          const isAway = needDatabase.has(id) && (await answer)?.state === 'failed';
          const isAsked = !(id === 'files' && env.FILES_URL);
          if (isAway && isAsked) return resultsOf(id).unused('Not checked, without the database');
          return resultOf(id, run);
        }),
      );
    },
  };
}
