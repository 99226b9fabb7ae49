import { setTimeout as delay } from 'node:timers/promises';

import { and, eq, inArray, isNull, lt, notInArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import { eventDays, retrySeconds, testEventType } from '~/contract/webhooks/events';
import type { Database } from '~/server/platform/db/client';
import { users } from '~/server/platform/db/schema/identity';
import { webhookDeliveries, webhookEvents, webhooks } from '~/server/platform/db/schema/webhooks';
import { deleteInBatches } from '~/server/platform/jobs/clean-up';
import { createPolling } from '~/server/platform/jobs/polling';
import type { Mailer } from '~/server/platform/mail/mailer';
import { webhookEmails } from './emails';
import { type Answer, isAccepted, type Send, signatureOf } from './send';
import { slackText } from './slack-text';
import type { WebhookSecrets } from './webhook-secrets';

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
export type WebhookRow = typeof webhooks.$inferSelect;
type Claimed = Pick<DeliveryRow, 'id' | 'webhookId' | 'eventId' | 'attempts'>;

const lookEveryMs = 2_000;
/**
 * Seconds for which a delivery is claimed, which exceeds the duration of any delivery. Afterwards, another instance may
 * claim the delivery.
 */
const claimSeconds = 60;
/** Maximum milliseconds to wait for deliveries in progress at shutdown. */
const stopGraceMs = 2_000;
/**
 * Maximum number of concurrent deliveries of an instance, in total and per endpoint, so that a slow endpoint does not delay
 * others.
 */
const atOnce = { total: 16, endpoint: 4 };

const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;
/** Seconds that exceed every delay. A due time further in the future means that the clock was set back. */
const tooFarSeconds = 2 * Math.max(...retrySeconds);

export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
export const eventIdOf = (id: number): string => `evt_${id}`;

/** Delivers stored events: in order for each endpoint and record, and concurrently for different records. */
export function createDelivering(
  db: Database,
  options: {
    publicUrl: string;
    mailer: Mailer;
    send: Send;
    secrets: WebhookSecrets;
    onFailure(error: unknown): void;
  },
) {
  const { mailer, send, secrets, publicUrl } = options;
  const earlier = alias(webhookDeliveries, 'earlier');
  /** Deliveries in progress, with their endpoints. */
  const running = new Map<Promise<void>, number>();

  function saturated(): number[] {
    const counts = new Map<number, number>();
    for (const id of running.values()) counts.set(id, (counts.get(id) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= atOnce.endpoint).map(([id]) => id);
  }

  async function claim(): Promise<Claimed | undefined> {
    const full = saturated();
    const next = db
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .innerJoin(webhooks, and(eq(webhooks.id, webhookDeliveries.webhookId), webhooks.enabled))
      .where(
        and(
          eq(webhookDeliveries.status, 'pending'),
          sql`(${webhookDeliveries.nextAttemptAt} <= now() or ${webhookDeliveries.nextAttemptAt} > ${inSeconds(tooFarSeconds)})`,
          full.length > 0 ? notInArray(webhookDeliveries.webhookId, full) : undefined,
          sql`not exists (${db
            .select({ id: earlier.id })
            .from(earlier)
            .where(
              and(
                eq(earlier.webhookId, webhookDeliveries.webhookId),
                eq(earlier.record, webhookDeliveries.record),
                eq(earlier.status, 'pending'),
                lt(earlier.id, webhookDeliveries.id),
              ),
            )})`,
        ),
      )
      .orderBy(webhookDeliveries.nextAttemptAt, webhookDeliveries.id)
      .limit(1)
      .for('update', { of: webhookDeliveries, skipLocked: true });
    const [row] = await db
      .update(webhookDeliveries)
      .set({
        nextAttemptAt: inSeconds(claimSeconds),
        attempts: sql`${webhookDeliveries.attempts} + 1`,
        lastAttemptAt: sql`now()`,
      })
      .where(eq(webhookDeliveries.id, sql`(${next})`))
      .returning();
    return row;
  }

  /** Posts an event to an endpoint. */
  async function post(webhook: WebhookRow, event: typeof webhookEvents.$inferSelect) {
    const { type, data, createdAt } = event;
    const id = eventIdOf(event.id);
    const body =
      webhook.kind === 'slack'
        ? JSON.stringify({ text: slackText(event, publicUrl) })
        : JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
    const signing = secrets.signing(webhook);
    if (signing.length === 0) {
      const answer = 'The secret cannot be read: AUTH_SECRET has changed. Please rotate the secret';
      return { code: null, answer };
    }
    const timestamp = Math.floor(Date.now() / 1000);
    return send(webhook.url, body, {
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureOf(signing, { id, timestamp, body }),
    });
  }

  async function deliver({ id, attempts }: Claimed): Promise<DeliveryRow | undefined> {
    const [found] = await db
      .select({ webhook: webhooks, event: webhookEvents })
      .from(webhookDeliveries)
      .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
      .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
      .where(eq(webhookDeliveries.id, id));
    if (!found) return undefined;
    const start = performance.now();
    const answer = await post(found.webhook, found.event);
    const result = { ...answer, ms: Math.round(performance.now() - start) };
    if (isAccepted(answer)) return note(id, { ...result, status: 'delivered' });
    const isTest = found.event.type === testEventType;
    const pause = isTest ? undefined : retrySeconds[attempts - 1];
    if (pause !== undefined) return note(id, { ...result, nextAttemptAt: inSeconds(pause) });
    if (isTest) return note(id, { ...result, status: 'failed' });
    return giveUp(found.webhook, id, result);
  }

  type Noted = Partial<Pick<DeliveryRow, 'status' | 'ms'>> &
    Answer & { nextAttemptAt?: ReturnType<typeof inSeconds> };

  async function note(id: number, noted: Noted, tx: Pick<Database, 'update'> = db) {
    const [row] = await tx
      .update(webhookDeliveries)
      .set(noted)
      .where(eq(webhookDeliveries.id, id))
      .returning();
    return row;
  }

  /** Disables the endpoint, and emails the owners once. */
  async function giveUp(webhook: WebhookRow, id: number, result: Noted) {
    const emails = webhookEmails(await mailer.open());
    const row = await db.transaction(async (tx) => {
      const [disabled] = await tx
        .update(webhooks)
        .set({ enabled: false, disabledAt: sql`now()`, updatedAt: new Date() })
        .where(and(eq(webhooks.id, webhook.id), webhooks.enabled))
        .returning();
      if (disabled) {
        const owners = await tx
          .select({ email: users.email })
          .from(users)
          .where(and(eq(users.adminRole, 'owner'), isNull(users.disabledAt)));
        const about = { id: webhook.id, host: hostOf(webhook.url), answer: result.answer };
        for (const { email } of owners) await emails.disabled(tx, email, about);
      }
      return note(id, { ...result, status: 'failed' }, tx);
    });
    mailer.sendSoon();
    return row;
  }

  const polling = createPolling({
    everyMs: lookEveryMs,
    async step() {
      const row = running.size < atOnce.total ? await claim() : undefined;
      if (!row) return false;
      const one: Promise<void> = deliver(row)
        // If storing the result fails, the claim ends after a minute, and another attempt follows.
        .then(() => {}, options.onFailure)
        .finally(() => {
          running.delete(one);
          polling.runSoon();
        });
      running.set(one, row.webhookId);
      return true;
    },
  });

  return {
    flushSoon: polling.runSoon,
    start: polling.start,

    /** Sends all due events, and waits for the responses. */
    async flush(): Promise<void> {
      for (await polling.run(); running.size > 0; await polling.run()) {
        await Promise.race(running.keys());
      }
    },

    /** Delivers a row immediately. The caller must have inserted the row as claimed. */
    deliver,

    claimUntil: () => inSeconds(claimSeconds),

    /** Deletes old events with their deliveries. @returns the result as text */
    async sweep(): Promise<string> {
      const deleted = await deleteInBatches(db, webhookEvents, {
        where: lt(webhookEvents.createdAt, sql`now() - make_interval(days => ${eventDays})`),
        oldest: webhookEvents.createdAt,
      });
      return deleted > 0 ? `${deleted} events deleted.` : '';
    },

    /** Resets the number of attempts for the pending deliveries of an endpoint. */
    async revive(tx: Pick<Database, 'update'>, webhookId: number): Promise<void> {
      await tx
        .update(webhookDeliveries)
        .set({ attempts: 0, nextAttemptAt: sql`now()` })
        .where(
          and(
            eq(webhookDeliveries.webhookId, webhookId),
            inArray(webhookDeliveries.status, ['pending']),
          ),
        );
    },

    async stop(): Promise<void> {
      const ended = Promise.allSettled([polling.stop(), ...running.keys()]);
      await Promise.race([ended, delay(stopGraceMs, undefined, { ref: false })]);
    },
  };
}
