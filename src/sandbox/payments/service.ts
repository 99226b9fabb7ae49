import { createHash, createHmac } from 'node:crypto';

import { sql } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { endpoints } from './api';
import { invalid, missing, StripeApiError } from './api-error';
import { answerDebits, dueField } from './debits';
import { listIn, readForm } from './form';
import { type DebitSeconds, openStore, type Store, seconds, type Thing } from './store';
import { renew } from './subscriptions';

export interface SandboxOptions {
  webhookSecret: string;
  /** Delivers a webhook to the product. */
  deliver(request: Request): Promise<Response>;
  /** Account id that the sandbox reports. */
  account?: string;
  debitSeconds?: DebitSeconds;
}

/**
 * Default duration of a debit's steps in seconds, long enough for people to see that the debit is
 * pending.
 */
const defaultDebitSeconds: DebitSeconds = { answer: 5, return: 10 };

const webhookPath = '/api/webhooks/stripe';

/** Returns Stripe's signature for a time in seconds and the exact bytes that are sent. */
export function sign(secret: string, body: string, at = seconds()): string {
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return `t=${at},v1=${signature}`;
}

function keepIfKept(error: unknown): StripeApiError {
  if (error instanceof StripeApiError && error.isKept) return error;
  throw error;
}

function route(method: string, path: string): { handler: string; id: string } {
  const [kind = '', id = '', verb] = path.split('/');
  const exact = `${method} ${path}`;
  if (Object.hasOwn(endpoints, exact)) return { handler: exact, id: '' };
  return { handler: `${method} ${kind}${id && '/:id'}${verb ? `/${verb}` : ''}`, id };
}

/**
 * Creates a fake of Stripe for demo mode without Stripe keys. It stores objects in a table,
 * responds as Stripe does on the endpoints that the product uses, and sends signed webhooks. No
 * money moves.
 */
export function createPaymentsSandbox(db: Database, options: SandboxOptions) {
  const underWay = new Set<Promise<unknown>>();
  const { debitSeconds = defaultDebitSeconds } = options;
  let nextAnswer: NodeJS.Timeout | undefined;

  async function send(event: Thing): Promise<void> {
    const body = JSON.stringify(event);
    await options.deliver(
      // The request stays in this process. The product accepts its loopback address regardless of
      // the public URL.
      new Request(`http://127.0.0.1${webhookPath}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'Stripe-Signature': sign(options.webhookSecret, body),
        },
        body,
      }),
    );
  }

  /**
   * Schedules the responses of banks, because no request causes them. After a restart, the next
   * request triggers them.
   */
  function answerAt(second: number | undefined): void {
    clearTimeout(nextAnswer);
    if (second === undefined) return;
    const wait = Math.max(0, second - seconds()) * 1000;
    // Ignores a failure, because the next request triggers the banks again.
    nextAnswer = setTimeout(() => void within(async () => {}).catch(() => {}), wait).unref();
  }

  /** Runs work in a transaction, one at a time, and sends its events afterwards. */
  async function within<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const { result, events, next } = await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('payments sandbox', 0))`);
      const store = openStore(tx, debitSeconds);
      await answerDebits(store);
      const done = await work(store);
      return { result: done, events: store.events, next: await store.nextDue(dueField) };
    });
    answerAt(next);
    const telling = (async () => {
      // Ignores a failed delivery. As with Stripe, the product's job also reads events that were
      // not delivered.
      for (const event of events) await send(event).catch(() => {});
    })().finally(() => underWay.delete(telling));
    underWay.add(telling);
    return result;
  }

  async function answer(store: Store, asked: Request, body: string): Promise<object> {
    const url = new URL(asked.url);
    const { handler, id } = route(asked.method, url.pathname.replace(/^\/v1\//, ''));
    const endpoint = Object.hasOwn(endpoints, handler) ? endpoints[handler] : undefined;
    if (!endpoint) throw missing(`endpoint: ${handler}`);
    const form = readForm(
      asked.method === 'GET' ? url.search.slice(1) : body || url.search.slice(1),
    );
    const paths = listIn(form, 'expand').map((path) => path.split('.'));
    const result = await endpoint({
      store,
      id: decodeURIComponent(id),
      form,
      account: options.account ?? 'acct_sandbox',
    });
    if ('id' in result) return store.present(result, paths);
    const { data, has_more } = Array.isArray(result) ? { data: result, has_more: false } : result;
    const within = paths.flatMap(([first, ...rest]) => (first === 'data' ? [rest] : []));
    return {
      object: 'list',
      data: await Promise.all(data.map((one) => store.present(one, within))),
      has_more,
      url: url.pathname,
    };
  }

  /**
   * Returns the stored response for an idempotency key that was used before. Otherwise, handles the
   * request and stores the response.
   */
  async function once(store: Store, asked: Request, body: string): Promise<object> {
    const key = asked.headers.get('idempotency-key');
    if (asked.method !== 'POST' || !key) return answer(store, asked, body);
    const id = `idempotency_${createHash('sha256').update(key).digest('hex')}`;
    const asking = `${new URL(asked.url).pathname} ${body}`;
    const before = await store.find(id);
    if (before) {
      if (before.asking === asking) return before.answer as object;
      throw new StripeApiError(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters.',
      });
    }
    const made = await answer(store, asked, body);
    await store.put({ id, object: 'idempotency', asking, answer: made });
    return made;
  }

  const json = (status: number, content: unknown) =>
    Response.json(content, { status, headers: { 'Request-Id': `req_${crypto.randomUUID()}` } });

  return {
    within,

    /** Handles a request of Stripe's library, which calls this function in place of `fetch`. */
    async fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
      const asked = new Request(input, init);
      const body = await asked.text();
      try {
        const answer = await within((store) => once(store, asked, body).catch(keepIfKept));
        if (answer instanceof StripeApiError) throw answer;
        return json(200, answer);
      } catch (error) {
        if (error instanceof StripeApiError) return json(error.status, { error: error.error });
        return json(500, { error: { type: 'api_error', message: 'The sandbox failed' } });
      }
    },

    /** Makes the next charge of a subscription due. */
    async skipToRenewal(subscriptionId: string): Promise<void> {
      await within(async (store) => {
        const subscription = await store.find(subscriptionId);
        if (!subscription || subscription.ended_at) throw invalid('There is no next renewal');
        await renew(store, subscription);
      });
      await this.settle();
    },

    /** Makes the next actions of all banks due. */
    async skipToAnswers(): Promise<void> {
      await within((store) => store.bringForward(dueField, seconds()));
      await within(async () => {});
      await this.settle();
    },

    /** Resolves once all events have been delivered. */
    async settle(): Promise<void> {
      await Promise.all(underWay);
    },
  };
}

export type PaymentsSandbox = ReturnType<typeof createPaymentsSandbox>;
