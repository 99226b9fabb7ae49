import { and, desc, eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';

import { AppError } from '~/contract/common/errors';
import type { Page } from '~/contract/common/paging';
import { secretOverlapHours, testEventType, webhooksMax } from '~/contract/webhooks/events';
import type {
  DeliveriesList,
  Delivery,
  Webhook,
  WebhookFields,
} from '~/contract/webhooks/webhooks-schema';
import { rejectFields } from '~/server/features/documents/items';
import { type Actor, changed, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { orderOf, paginate } from '~/server/platform/db/paging';
import { webhookDeliveries, webhookEvents, webhooks } from '~/server/platform/db/schema/webhooks';
import type { Mailer } from '~/server/platform/mail/mailer';
import { isPrivateHost } from '~/server/platform/public-requests';
import { createDelivering, type DeliveryRow, eventIdOf, hostOf, type WebhookRow } from './deliver';
import { createSend, newWebhookSecret } from './send';
import { createWebhookSecrets } from './webhook-secrets';

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

const toWebhook = (row: WebhookRow, now = new Date()): Webhook => {
  const { id, url, events, enabled, kind, disabledAt, previousSecretUntil } = row;
  const isOverlapping = previousSecretUntil !== null && previousSecretUntil > now;
  return {
    ...{ id, url, events, enabled, kind },
    disabledAt: disabledAt?.toISOString() ?? null,
    previousSecretUntil: isOverlapping ? previousSecretUntil.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
};

const toDelivery = (row: DeliveryRow, type: string): Delivery => ({
  id: row.id,
  eventId: eventIdOf(row.eventId),
  type,
  record: row.record,
  status: row.status,
  attempts: row.attempts,
  code: row.code,
  ms: row.ms,
  answer: row.answer,
  nextAttemptAt: row.status === 'pending' ? row.nextAttemptAt.toISOString() : null,
  lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});

const notFound = () => new AppError('NOT_FOUND', 'Webhook not found');
const about = (id: number) => `webhook:${id}`;

/** Webhooks and their deliveries, as admins manage them. */
export function createWebhooks(
  db: Database,
  options: {
    /** Secret from which the encryption key for webhook secrets is derived. */
    secret: string;
    publicUrl: string;
    mailer: Mailer;
    /** True if events may be sent to this machine and private networks. */
    allowsPrivate: boolean;
    onFailure(error: unknown): void;
  },
) {
  const { allowsPrivate } = options;
  const secrets = createWebhookSecrets(options.secret);
  const send = createSend({ allowsPrivate });
  const delivering = createDelivering(db, { ...options, send, secrets });

  function rejectTarget(url: string): void {
    const { protocol, hostname } = new URL(url);
    const isPrivate = isPrivateHost(hostname);
    if (isPrivate && !allowsPrivate) {
      const message =
        'This address is not public. Set WEBHOOKS_PRIVATE=on to send events to private addresses';
      rejectFields([{ path: 'url', message }]);
    }
    if (protocol === 'http:' && !isPrivate) {
      rejectFields([{ path: 'url', message: 'Please use a URL that begins with https://' }]);
    }
  }

  async function find(id: number, lockIn?: Transaction): Promise<WebhookRow> {
    const query = (lockIn ?? db).select().from(webhooks).where(eq(webhooks.id, id));
    const [row] = await (lockIn ? query.for('update') : query);
    if (!row) throw notFound();
    return row;
  }

  /** Stores a new secret. @returns the webhook with the secret, which can't be read again */
  async function giveSecret(
    tx: Transaction,
    id: number,
    more: PgUpdateSetSource<typeof webhooks> = {},
  ) {
    const secret = newWebhookSecret();
    const [row] = await tx
      .update(webhooks)
      .set({ secret: secrets.encrypt(id, secret), ...more })
      .where(eq(webhooks.id, id))
      .returning();
    if (!row) throw notFound();
    return { ...toWebhook(row), secret };
  }

  return {
    ...delivering,

    async list(): Promise<Webhook[]> {
      const rows = await db.select().from(webhooks).orderBy(desc(webhooks.id));
      return rows.map((row) => toWebhook(row));
    },

    /** Returns a webhook. @throws NOT_FOUND */
    get: async (id: number): Promise<Webhook> => toWebhook(await find(id)),

    /** Creates a webhook. @returns the webhook with its secret, which can't be read again */
    async create(actor: Actor, fields: WebhookFields) {
      rejectTarget(fields.url);
      return db.transaction(async (tx) => {
        // Locks the table, so that concurrent calls cannot exceed the maximum.
        await tx.execute(sql`lock table webhooks in share row exclusive mode`);
        if ((await tx.$count(webhooks)) >= webhooksMax) {
          const message = `There are ${webhooksMax} webhooks already. Delete one first.`;
          throw new AppError('CONFLICT', message);
        }
        const [row] = await tx
          .insert(webhooks)
          .values({ ...fields, secret: '' })
          .returning({ id: webhooks.id });
        if (!row) throw new Error('a webhook was not stored');
        const { events, enabled, kind } = fields;
        await recordAudit(tx, actor, {
          action: 'webhook.created',
          about: about(row.id),
          did: `created the webhook to ${hostOf(fields.url)}`,
          after: { events, enabled, kind },
        });
        return giveSecret(tx, row.id);
      });
    },

    async update(
      actor: Actor,
      { id, ...fields }: WebhookFields & { id: number },
    ): Promise<Webhook> {
      rejectTarget(fields.url);
      const after = await db.transaction(async (tx) => {
        const before = await find(id, tx);
        const difference = changed({ ...before }, fields);
        if (!difference) return before;
        const [row] = await tx
          .update(webhooks)
          .set({ ...fields, disabledAt: null, updatedAt: new Date() })
          .where(eq(webhooks.id, id))
          .returning();
        if (!row) throw notFound();
        if (row.enabled && !before.enabled) await delivering.revive(tx, id);
        // Hides the path and query of a URL in the audit log, because they can contain secrets of other programs.
        const shown = ({ url, events, enabled, kind }: WebhookRow) => ({
          ...{ events, enabled, kind },
          host: hostOf(url),
        });
        await recordAudit(tx, actor, {
          action: 'webhook.updated',
          about: about(id),
          did: `changed the webhook to ${hostOf(row.url)}`,
          ...(changed(shown(before), shown(row)) ?? {}),
        });
        return row;
      });
      delivering.flushSoon();
      return toWebhook(after);
    },

    /** Deletes the webhook with its deliveries. */
    async remove(actor: Actor, id: number): Promise<{ id: number }> {
      await db.transaction(async (tx) => {
        const [row] = await tx.delete(webhooks).where(eq(webhooks.id, id)).returning();
        if (!row) throw notFound();
        await recordAudit(tx, actor, {
          action: 'webhook.deleted',
          about: about(id),
          did: `deleted the webhook to ${hostOf(row.url)}`,
          before: { events: row.events, kind: row.kind },
        });
      });
      return { id };
    },

    /** Replaces the secret. The previous one also signs for a day. */
    rotateSecret: (actor: Actor, id: number) =>
      db.transaction(async (tx) => {
        const row = await find(id, tx);
        await recordAudit(tx, actor, {
          action: 'webhook.secret',
          about: about(id),
          did: `rotated the secret of the webhook to ${hostOf(row.url)}`,
        });
        return giveSecret(tx, id, {
          previousSecret: row.secret,
          previousSecretUntil: sql`now() + make_interval(hours => ${secretOverlapHours})`,
          updatedAt: new Date(),
        });
      }),

    /** Lists deliveries, newest first. */
    async deliveries({ id, ...request }: DeliveriesList): Promise<Page<Delivery>> {
      await find(id);
      const { search } = request;
      return paginate(db, request, {
        table: webhookDeliveries,
        status: webhookDeliveries.status,
        matching: and(
          eq(webhookDeliveries.webhookId, id),
          search
            ? sql`(${webhookDeliveries.record} = ${search} or exists (select from webhook_events e
                where e.id = ${webhookDeliveries.eventId} and e.type = ${search}))`
            : undefined,
        ),
        select: async ({ where, limit, offset }) => {
          const rows = await db
            .select({ row: webhookDeliveries, type: webhookEvents.type })
            .from(webhookDeliveries)
            .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
            .where(where)
            .orderBy(
              ...orderOf(
                request.sort,
                { createdAt: webhookDeliveries.createdAt },
                webhookDeliveries.id,
              ),
            )
            .limit(limit)
            .offset(offset);
          return rows.map(({ row, type }) => toDelivery(row, type));
        },
      });
    },

    /** Delivers an event again, as a new delivery with the same `webhook-id`. */
    async resend(
      actor: Actor,
      { id, deliveryId }: { id: number; deliveryId: number },
    ): Promise<Delivery> {
      const resent = await db.transaction(async (tx) => {
        const webhook = await find(id, tx);
        if (!webhook.enabled) {
          throw new AppError('CONFLICT', 'This webhook is disabled. Please enable it first');
        }
        const [found] = await tx
          .select({ row: webhookDeliveries, type: webhookEvents.type })
          .from(webhookDeliveries)
          .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
          .where(and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.webhookId, id)));
        if (!found) throw new AppError('NOT_FOUND', 'Delivery not found');
        if (found.row.status === 'pending') {
          throw new AppError('CONFLICT', 'This delivery is still being retried');
        }
        const { eventId, record: of } = found.row;
        const [row] = await tx
          .insert(webhookDeliveries)
          .values({ webhookId: id, eventId, record: of })
          .returning();
        if (!row) throw new Error('a delivery was not stored');
        await recordAudit(tx, actor, {
          action: 'webhook.resent',
          about: about(id),
          did: `resent the event ${found.type} of ${of} to ${hostOf(webhook.url)}`,
        });
        return toDelivery(row, found.type);
      });
      delivering.flushSoon();
      return resent;
    },

    /** Sends a test event immediately, even to a disabled webhook. @returns the response */
    async test(id: number): Promise<Delivery> {
      await find(id);
      const data = { message: 'This is a test of your webhook.' };
      const stored = await db.transaction(async (tx) => {
        const [event] = await tx
          .insert(webhookEvents)
          .values({ type: testEventType, record: about(id), data })
          .returning();
        const [row] = await tx
          .insert(webhookDeliveries)
          .values({
            webhookId: id,
            eventId: event?.id ?? 0,
            record: about(id),
            attempts: 1,
            nextAttemptAt: delivering.claimUntil(),
            lastAttemptAt: new Date(),
          })
          .returning();
        if (!row) throw new Error('a delivery was not stored');
        return row;
      });
      const row = await delivering.deliver(stored);
      return toDelivery(row ?? stored, testEventType);
    },
  };
}

export type Webhooks = ReturnType<typeof createWebhooks>;
