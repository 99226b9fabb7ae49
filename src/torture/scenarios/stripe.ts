import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import { getRequestListener } from '@hono/node-server';

import { confirmIntent } from '~/sandbox/payments/confirm';
import { createPaymentsSandbox } from '~/sandbox/payments/service';
import { createSessions } from '~/server/features/identity/sessions';
import { addPerson } from '~/server/features/identity/users';
import { connect, createDatabase } from '~/server/platform/db/client';
import { migrate } from '~/server/platform/db/migrate';
import { listenLocally } from '~/testing/servers';
import { scratch, type TortureCluster } from '~/torture/cluster';
import { emptyOutcome, type Outcome } from '~/torture/report';
import { startSubject } from '~/torture/subject';

type Mode = 'hangs' | 'fails' | 'answers late' | 'answers twice';

const clientCount = 20;
const faultMs = 12_000;
const webhookSecret = 'whsec_of_the_torture_suite';

/**
 * Starts a fake Stripe on the network that fails in one of several ways. The sandbox implements it with a database of its
 * own.
 */
async function startStripe(cluster: TortureCluster, database: string) {
  const url = await cluster.createDatabase(database);
  await migrate(url);
  const sql = connect(url);
  let mode: Mode | 'works' = 'works';
  let deliverTo = '';
  const deliver = async (request: Request) => {
    const body = await request.text();
    const headers = Object.fromEntries(request.headers);
    const send = () =>
      fetch(`${deliverTo}/api/webhooks/stripe`, { method: 'POST', headers, body })
        .then((response) => response.arrayBuffer())
        .catch(() => undefined);
    if (mode === 'hangs' || mode === 'fails') return new Response();
    if (mode === 'answers late') await delay(2_000);
    await send();
    if (mode === 'answers twice') await Promise.all([send(), send()]);
    return new Response();
  };
  const sandbox = createPaymentsSandbox(createDatabase(sql), { webhookSecret, deliver });
  const honest = getRequestListener((request) => sandbox.fetch(request));
  let asked = 0;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    asked += 1;
    if (mode === 'hangs') return;
    if (mode === 'fails' && asked % 3 !== 0) {
      // An error of Stripe itself, and one of a gateway in front of it.
      const own = JSON.stringify({ error: { type: 'api_error', message: 'Something went wrong' } });
      if (asked % 2 === 0) response.writeHead(500, { 'Content-Type': 'application/json' }).end(own);
      else response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad Gateway</h1>');
      return;
    }
    if (mode === 'answers late') {
      setTimeout(() => void honest(request, response), 3_000);
      return;
    }
    if (mode === 'answers twice' && asked % 3 === 0) {
      // The request is executed, but the response is lost, so the caller retries.
      const send = response.end.bind(response);
      response.end = ((..._given: unknown[]) => {
        response.end = send;
        response.destroy();
        return response;
      }) as typeof response.end;
    }
    void honest(request, response);
  });
  const port = await listenLocally(server);
  return {
    url: `http://127.0.0.1:${port}`,
    sandbox,
    set(next: Mode | 'works') {
      mode = next;
      server.closeAllConnections();
    },
    deliverTo(url: string) {
      deliverTo = url;
    },
    /** Returns what each customer was charged for, by email. */
    async charged(): Promise<Map<string, { subscriptions: number; invoices: number }>> {
      const rows = await sql`
        select c.body ->> 'email' as email,
          count(*) filter (where o.object = 'subscription' and o.body ->> 'status' = 'active')::int as subscriptions,
          count(*) filter (where o.object = 'invoice' and o.body ->> 'status' = 'paid')::int as invoices
        from sandbox_objects c join sandbox_objects o on o.customer = c.id
        where c.object = 'customer' group by 1`;
      return new Map(rows.map(({ email, ...sums }) => [email, sums as never]));
    },
    async stop() {
      await sandbox.settle();
      server.closeAllConnections();
      server.close();
      await sql.end({ timeout: 2 });
    },
  };
}

async function run(
  mode: Mode,
  cluster: TortureCluster,
  env: Record<string, string>,
): Promise<Outcome> {
  const outcome = emptyOutcome(`Stripe ${mode}`);
  const name = `stripe_${mode.replaceAll(' ', '_')}`;
  const stripe = await startStripe(cluster, `${name}_there`);
  const folder = await scratch();
  const url = await cluster.createDatabase(name);
  const { SMTP_URL: _, ...rest } = env;
  const subject = await startSubject({
    folder,
    env: {
      ...rest,
      DEMO_MODE: 'on',
      DATABASE_URL: url,
      STRIPE_SECRET_KEY: 'sk_test_torture',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_torture',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: stripe.url,
    },
  });
  stripe.deliverTo(subject.url);
  const sql = connect(url, { max: 3 });
  const db = createDatabase(sql);
  const conflicts = new Set<string>();
  const count = (status: number) => {
    if (status >= 500 && status !== 503)
      outcome.odd.set(status, (outcome.odd.get(status) ?? 0) + 1);
  };

  /** Acts as a client who wants the plan: retries until there is something to pay, and pays. */
  async function subscribe(email: string): Promise<void> {
    const person = await addPerson(db, { email, firstName: 'Clara', lastName: 'Client' });
    if (!person) throw new Error(`${email} is known already`);
    const { token } = await createSessions(db).open(person.id, 'client', 'torture');
    const [plan] =
      await sql`select id from plans where deleted_at is null order by position limit 1`;
    for (let attempt = 0; attempt < 60; attempt += 1) {
      const response = await fetch(`${subject.url}/api/create-subscription`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Cookie: `session=${token}` },
        body: JSON.stringify({ planId: plan?.id, billingCycle: 'monthly' }),
        signal: AbortSignal.timeout(30_000),
      }).catch(() => undefined);
      if (!response) outcome.unanswered += 1;
      else count(response.status);
      if (response?.ok) {
        const { clientSecret } = (await response.json()) as { clientSecret: string };
        await stripe.sandbox.within((store) =>
          confirmIntent(store, clientSecret, { last4: '4242', expMonth: 12, expYear: 2040 }),
        );
        outcome.acknowledged += 1;
        return;
      }
      if (response?.status === 409) {
        // The subscription may already be paid, after a lost response. Otherwise, the client gets the reason and retries.
        if ((await stripe.charged()).get(email)?.invoices === 1) return;
        conflicts.add(((await response.json()) as { message: string }).message);
      }
      const seconds = Number(response?.headers.get('retry-after') ?? 1);
      await delay(Math.min(5, seconds) * 1_000);
    }
    throw new Error(
      `a client could not subscribe within sixty attempts; ${[...conflicts].join(' / ') || 'no conflict'}`,
    );
  }

  try {
    const emails = Array.from({ length: clientCount }, (_, n) => `client-${n}@stripe.example`);
    stripe.set(mode);
    const heal = delay(faultMs).then(() => stripe.set('works'));
    await Promise.all(emails.map(subscribe));
    await heal;
    outcome.rounds = 1;
    const startedAt = performance.now();
    const granted = async () => {
      const rows = await sql`
        select u.email, count(distinct s.id) filter (where s.status = 'active')::int as subscriptions,
          count(distinct p.id) filter (where p.status = 'completed')::int as payments
        from users u left join subscriptions s on s.user_id = u.id left join payments p on p.user_id = u.id
        where u.email like '%@stripe.example' group by 1`;
      return new Map(rows.map((row) => [row.email as string, row]));
    };
    // A job checks every thirty seconds for changes without an event.
    for (
      const givenUpAt = performance.now() + 90_000;
      performance.now() < givenUpAt;
      await delay(500)
    ) {
      const now = await granted();
      // A payment can be written shortly before its subscription is read as paid.
      const isGranted = (email: string) =>
        now.get(email)?.payments > 0 && now.get(email)?.subscriptions > 0;
      if (emails.every(isGranted)) break;
    }
    outcome.recoveries.push(performance.now() - startedAt);
    const [here, there] = [await granted(), await stripe.charged()];
    for (const email of emails) {
      const [ours, theirs] = [here.get(email), there.get(email)];
      if ((theirs?.invoices ?? 0) > 1 || (theirs?.subscriptions ?? 0) > 1) outcome.duplicated += 1;
      if (ours?.subscriptions > 1 || ours?.payments > 1) outcome.duplicated += 1;
      // The charge was paid at Stripe, but is missing in the product.
      if (theirs?.invoices === 1 && (ours?.payments !== 1 || ours?.subscriptions !== 1))
        outcome.lost += 1;
      if (theirs?.invoices !== 1) outcome.faults.push(`${email} could not pay`);
    }
  } catch (error) {
    outcome.faults.push(error instanceof Error ? error.message : String(error));
  }
  stripe.set('hangs');
  await subject.end(outcome);
  stripe.set('works');
  await sql.end({ timeout: 2 });
  await stripe.stop();
  await rm(folder, { recursive: true, force: true });
  return outcome;
}

export const scenarios = (
  cluster: TortureCluster,
  env: Record<string, string>,
): [name: string, run: () => Promise<Outcome>][] =>
  (['hangs', 'fails', 'answers late', 'answers twice'] as const).map((mode) => [
    `Stripe ${mode}`,
    () => run(mode, cluster, env),
  ]);
