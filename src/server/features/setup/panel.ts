import { sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { type NetworkLineId, networkLineIds } from '~/contract/setup/setup';
import type { AnswersTest, NetworkLine, SetupLines, TestMail } from '~/contract/setup/setup-schema';
import type { Legal } from '~/server/features/legal/legal.service';
import { readerOf } from '~/server/features/settings/read-setting';
import { type Actor, nameOf, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { settings as settingsTable } from '~/server/platform/db/schema/settings';
import type { Env } from '~/server/platform/env';
import { recentlyUndelivered } from '~/server/platform/mail/undelivered';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';
import { withTimeout } from '~/server/platform/timeout';
import { appVersion } from '~/server/platform/version';
import { type Answers, answersLine, sendAnswersTest } from './answers-line';
import { checkMail } from './checks/mail';
import { dnsReader, type TxtReader } from './checks/sender-records';
import { readDatabaseLines } from './database-lines';
import { httpsLine, mailLine, paymentsLine } from './network-lines';
import type { Samples } from './samples';

type Owner = Exclude<Actor, 'system'>;

/**
 * Timeout of a check in milliseconds. Shorter than the deadline of a request, so that the response can name a slow
 * service.
 */
const patienceMs = 8_500;
/** Milliseconds for which results are reused, so that a panel that refetches for another reason causes no queries. */
const sameForMs = 10_000;

const names: Record<NetworkLineId, string> = {
  mail: 'The mail server',
  answers: 'The mailbox of answers',
  payments: 'Stripe',
  https: 'The public URL',
};

/**
 * Computes the tasks of the Setup page, which lead from a demo to a running business. The tasks are computed for each
 * request, so that nobody has to mark them as done.
 */
export function createSetupPanel(
  db: Database,
  options: {
    env: Env;
    publicUrl: string;
    secret: string;
    /** Returns the sender of all emails. */
    sender(): Promise<string>;
    samples: Samples;
    legal: Pick<Legal, 'digest' | 'editedAt'>;
    rateLimits: RateLimits;
    answers: Answers;
    dns?: TxtReader;
    /** Replaces the timeout of a check in tests. */
    patienceMs?: number;
  },
) {
  const { env, samples, legal, rateLimits, dns = dnsReader() } = options;
  const isDemo = env.DEMO_MODE;
  const recent = new Map<NetworkLineId, { at: number; line: Promise<NetworkLine> }>();

  const checks: Record<NetworkLineId, () => Promise<NetworkLine>> = {
    async mail() {
      const line = await mailLine(env, await options.sender(), dns);
      const { count, last } = await recentlyUndelivered(db);
      if (count === 0) return line;
      const note = `${count} ${count === 1 ? 'email' : 'emails'} of the last seven days not delivered, the last one to ${last}`;
      return { ...line, notes: [note, ...line.notes] };
    },
    answers: () => answersLine(env, options.answers),
    payments: () => paymentsLine(env, options.publicUrl),
    https: () => httpsLine(env, options.secret),
  };

  /**
   * Stores the state of each check in its own setting, so that checks that end at the same time do not overwrite each
   * other.
   */
  async function keepState({ id, state }: NetworkLine): Promise<void> {
    if (state === 'unchecked') return;
    const value = { [id]: state };
    await db
      .insert(settingsTable)
      .values({ key: 'setupChecks', value })
      .onConflictDoUpdate({
        target: settingsTable.key,
        set: { value: sql`${settingsTable.value} || excluded.value`, updatedAt: new Date() },
        setWhere: sql`${settingsTable.value} ->> ${id} is distinct from ${state}`,
      });
  }

  async function check(id: NetworkLineId): Promise<NetworkLine> {
    const line = await withTimeout(checks[id](), options.patienceMs ?? patienceMs).catch(
      (): NetworkLine => ({
        id,
        state: 'unchecked',
        found: `${names[id]} did not answer in time.`,
        notes: ['Look again in a moment.'],
      }),
    );
    await keepState(line);
    return line;
  }

  async function readSettings() {
    const rows = await db
      .select({ key: settingsTable.key, value: settingsTable.value })
      .from(settingsTable);
    return readerOf(rows);
  }

  const readLines = () => readDatabaseLines(db, { samples, legal });

  return {
    lines: async (): Promise<SetupLines> => ({
      isDemo,
      version: appVersion,
      ...(await readLines()),
    }),

    /** Runs a check that needs the network. */
    networkLine(id: NetworkLineId): Promise<NetworkLine> {
      const known = recent.get(id);
      if (known && Date.now() - known.at < sameForMs) return known.line;
      const line = check(id);
      recent.set(id, { at: Date.now(), line });
      // Removes a failure from the cache, so that only this caller gets it.
      line.catch(() => recent.delete(id));
      return line;
    },

    /**
     * Returns the number of open tasks, for the badge. Uses the last result of tasks that need the network. A demo has
     * no badge.
     */
    async mark(owner: Owner): Promise<{ open: number; isHidden: boolean }> {
      const read = await readSettings();
      const isHidden = read('setupMarkHiddenFor').includes(owner.id);
      if (isHidden || isDemo) return { open: 0, isHidden };
      const { lines } = await readLines();
      const states = [
        ...lines.map(({ state }) => state),
        ...networkLineIds.map((id) => read('setupChecks')[id]),
      ];
      return { open: states.filter((state) => state !== 'done').length, isHidden };
    },

    async hideMark(owner: Owner, isHidden: boolean): Promise<void> {
      const value = isHidden ? [owner.id] : [];
      await db
        .insert(settingsTable)
        .values({ key: 'setupMarkHiddenFor', value })
        .onConflictDoUpdate({
          target: settingsTable.key,
          set: {
            value: sql`(${settingsTable.value} - ${owner.id}::text) || excluded.value`,
            updatedAt: new Date(),
          },
        });
    },

    removeSamples: async (owner: Owner): Promise<{ removed: string[] }> => ({
      removed: await samples.remove(owner),
    }),

    /** Confirms the legal texts. @param digest of the texts that the owner read */
    async confirmLegal(owner: Owner, digest: string): Promise<void> {
      if (digest !== (await legal.digest())) {
        throw new AppError('CONFLICT', 'The texts have changed meanwhile. Please read them again.');
      }
      const value = { reviewedAt: new Date().toISOString(), reviewedBy: nameOf(owner), digest };
      await db.transaction(async (tx) => {
        await tx
          .insert(settingsTable)
          .values({ key: 'legalReview', value })
          .onConflictDoUpdate({
            target: settingsTable.key,
            set: { value, updatedAt: new Date() },
          });
        await recordAudit(tx, owner, {
          action: 'legal.confirmed',
          about: 'setting:legalReview',
          did: 'confirmed the legal texts',
          after: { digest },
        });
      });
    },

    /** Sends an email to the owner's own address without the outbox, and returns the server's reply. */
    async sendTest(owner: Owner & { email: string }): Promise<TestMail> {
      await rateLimits.consume('testMails', owner.id, 'Too many test mails.');
      const { email: to } = owner;
      const from = await options.sender();
      const { state, detail, action } = await checkMail(env, { to, from });
      return { isTaken: state === 'ok', to, from, reply: detail, action };
    },

    /** Sends a test email to the address for replies. */
    async testAnswers(owner: Owner): Promise<AnswersTest> {
      await rateLimits.consume('testMails', owner.id, 'Too many test mails.');
      return sendAnswersTest(env, options.answers, await options.sender());
    },

    async hasTestArrived(test: string): Promise<{ hasArrived: boolean }> {
      return { hasArrived: await options.answers.hasArrived(test) };
    },
  };
}

export type SetupPanel = ReturnType<typeof createSetupPanel>;
