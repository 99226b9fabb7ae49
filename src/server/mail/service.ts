import { setTimeout as delay } from 'node:timers/promises';

import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';

import { codeMinutes } from '~/contract/identity';
import type { MailKind } from '~/contract/mail';
import type { Database } from '../db/client';
import { mails } from '../db/schema/mail';
import { checkHeaders } from './headers';
import { connectionsMax, type OutgoingMail, type Transport } from './transport';

export interface NewMail {
  kind: MailKind;
  to: string;
  replyTo?: string | undefined;
  subject: string;
  html: string;
  text: string;
  /** Such as 'quote:12'. */
  about?: string;
}

type Executor = Pick<Database, 'insert'>;
type Row = typeof mails.$inferSelect;

const attemptsMax = 8;
const lookEveryMs = 5_000;
/** Longer than any sending takes; after it, another may try. */
const claimSeconds = 60;
const drainMs = 5_000;

/** Seconds before each further attempt: 5 at first, an hour before the eighth. */
const backoffSeconds = (attempts: number) => 5 * 3 ** (attempts - 1);

/** By the database's clock, which all instances share. */
const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

/** Somebody sits and waits for these. */
const isUrgent = sql`${mails.kind} in ('code', 'no_account')`;

/** The outbox: mails are rows of what they tell of, sent after it was committed, and kept. */
export function createMail(
  db: Database,
  options: {
    /** Undefined where mail is only kept, to be looked at. */
    transport: Transport | undefined;
    from(): Promise<OutgoingMail['from']>;
    onDead(mail: Pick<Row, 'id' | 'kind' | 'lastError'>): void;
  },
) {
  const { transport } = options;
  const lanes = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let isAskedAgain = false;
  let isOver = false;

  async function claim(): Promise<Row | undefined> {
    const waits = and(
      isNull(mails.sentAt),
      isNull(mails.deadAt),
      or(isNull(mails.claimedUntil), lt(mails.claimedUntil, sql`now()`)),
    );
    const next = db
      .select({ id: mails.id })
      .from(mails)
      .where(waits)
      .orderBy(sql`${isUrgent} desc`, mails.id)
      .limit(1)
      .for('update', { skipLocked: true });
    const [row] = await db
      .update(mails)
      .set({ claimedUntil: inSeconds(claimSeconds), attempts: sql`${mails.attempts} + 1` })
      .where(eq(mails.id, sql`(${next})`))
      .returning();
    return row;
  }

  async function deliver(row: Row): Promise<void> {
    const lastError = await failureOf(row);
    if (lastError === undefined) {
      const sent = { sentAt: sql`now()`, claimedUntil: null, lastError: '' };
      return settle(row, { ...sent, ...(transport && emptied(row)) });
    }
    if (row.attempts < attemptsMax && !hasRunOut(row)) {
      return settle(row, { lastError, claimedUntil: inSeconds(backoffSeconds(row.attempts)) });
    }
    await settle(row, { lastError, deadAt: sql`now()`, claimedUntil: null, ...emptied(row) });
    options.onDead({ id: row.id, kind: row.kind, lastError });
  }

  /** Sends it; @returns what went wrong, undefined where nothing did */
  async function failureOf(row: Row): Promise<string | undefined> {
    if (!transport) return undefined;
    if (hasRunOut(row)) return 'the code had run out before it could be sent';
    const { to, replyTo, subject, html, text } = row;
    try {
      const from = await options.from();
      const messageId = `<${row.id}.${row.createdAt.getTime()}@${domainOf(from)}>`;
      await transport.send({ from, to, replyTo, subject, html, text, messageId });
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Insists: what was sent and is not marked so would be sent again. */
  async function settle(row: Row, values: Parameters<typeof setValues>[1]): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await setValues(row.id, values);
      } catch (error) {
        if (isOver || tries >= 10) throw error;
        await delay(1_000);
      }
    }
  }

  async function setValues(id: number, values: Parameters<ReturnType<typeof updating>['set']>[0]) {
    await updating().set(values).where(eq(mails.id, id));
  }

  function updating() {
    return db.update(mails);
  }

  async function lane(): Promise<void> {
    do {
      isAskedAgain = false;
      while (!isOver) {
        const row = await claim();
        if (!row) break;
        await deliver(row);
      }
    } while (isAskedAgain && !isOver);
  }

  /** Sends what waits; resolves once nothing does. Whoever else does the same takes other rows. */
  async function flush(): Promise<void> {
    // A lane may be waiting for a slow server; what is new does not stand behind it.
    if (lanes.size < connectionsMax) {
      const one = lane().finally(() => lanes.delete(one));
      lanes.add(one);
    } else isAskedAgain = true;
    const ended = await Promise.allSettled(lanes);
    const failed = ended.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
  }

  // While the database is away nothing can be sent; the next look finds it all again.
  const flushSoon = () => void flush().catch(() => {});

  return {
    /**
     * Within the transaction of what it tells of.
     *
     * @throws before anything is written, where a header would hold more than was meant for it
     */
    async enqueue(tx: Executor, mail: NewMail): Promise<void> {
      checkHeaders(mail);
      await tx.insert(mails).values({ ...mail, replyTo: mail.replyTo ?? null });
    },

    flush,
    flushSoon,

    /** Looks every few seconds for what is to be tried again. */
    start(): void {
      timer = setInterval(flushSoon, lookEveryMs);
      timer.unref();
      flushSoon();
    },

    /** Finishes what is being sent; past a few seconds it is given up and tried at the next start. */
    async stop(): Promise<void> {
      isOver = true;
      clearInterval(timer);
      await Promise.race([Promise.allSettled(lanes), delay(drainMs, undefined, { ref: false })]);
      transport?.close();
      await Promise.race([Promise.allSettled(lanes), delay(1_000, undefined, { ref: false })]);
    },
  };
}

/** A late code helps nobody and looks like an attack. */
function hasRunOut(row: Pick<Row, 'kind' | 'createdAt'>): boolean {
  return row.kind === 'code' && row.createdAt.getTime() + codeMinutes * 60_000 < Date.now();
}

/** A code that was sent has no business in the outbox any more; without a transport that is where it is read. */
function emptied({ kind }: Pick<Row, 'kind'>): Partial<Pick<Row, 'html' | 'text'>> {
  return kind === 'code' ? { html: '', text: '' } : {};
}

function domainOf(from: OutgoingMail['from']): string {
  const address = typeof from === 'string' ? from : from.address;
  return /@([\w.-]+)/.exec(address)?.[1] ?? 'localhost';
}

export type Mail = ReturnType<typeof createMail>;
