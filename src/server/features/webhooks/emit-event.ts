import { sql } from 'drizzle-orm';

import type { WebhookEventType } from '~/contract/webhooks/events';
import type { Database } from '~/server/platform/db/client';
import { webhookDeliveries, webhookEvents, webhooks } from '~/server/platform/db/schema/webhooks';

type Executor = Pick<Database, 'insert' | 'select'>;

/** Selects endpoints that receive events of a type. */
const isSubscribed = (type: WebhookEventType) =>
  sql`${webhooks.enabled} and ${webhooks.events} && array['*', ${type}]::text[]`;

interface EventRecord {
  /** Record of the event, such as 'quote:12', in the format of the audit log. */
  about: string;
  /** Reads the record in the API's format, in the transaction of the change. */
  read(): Promise<object>;
}

/**
 * Stores an event, and a delivery for each subscribed endpoint, in the transaction of the change. The event is
 * therefore sent if and only if the change is committed. Must be called after the record has been changed. If no endpoint
 * subscribes, nothing is read or stored.
 */
export async function emitEvent(
  tx: Executor,
  type: WebhookEventType,
  { about, read }: EventRecord,
): Promise<void> {
  const endpoints = await tx.select({ id: webhooks.id }).from(webhooks).where(isSubscribed(type));
  if (endpoints.length === 0) return;
  const [event] = await tx
    .insert(webhookEvents)
    .values({ type, record: about, data: await read() })
    .returning({ id: webhookEvents.id });
  if (!event) throw new Error('an event was not stored');
  await tx
    .insert(webhookDeliveries)
    .values(endpoints.map(({ id }) => ({ webhookId: id, eventId: event.id, record: about })));
}
