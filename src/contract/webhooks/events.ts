import type { Permission } from '~/contract/identity/permissions';

/** Webhook events by kind of record, with the permissions that are required to read the record. */
export const eventGroups = {
  Quotes: { types: ['quote.created', 'quote.updated'], readers: ['leads.read'] },
  'Contact messages': { types: ['contact_message.created'], readers: ['leads.read'] },
  Clients: { types: ['client.created'], readers: ['clients.read'] },
  'Service requests': {
    types: ['request.created', 'request.updated'],
    readers: ['requests.read'],
  },
  Messages: {
    types: ['message.created'],
    readers: ['leads.read', 'requests.read', 'proposals.read'],
  },
  Files: { types: ['file.approved', 'file.returned'], readers: ['requests.read'] },
  Proposals: {
    types: [
      'proposal.sent',
      'proposal.viewed',
      'proposal.accepted',
      'proposal.declined',
      'proposal.expired',
    ],
    readers: ['proposals.read'],
  },
  Invoices: {
    types: [
      'invoice.issued',
      'invoice.paid',
      'invoice.overdue',
      'invoice.voided',
      'invoice.credited',
    ],
    readers: ['invoices.read'],
  },
  Payments: { types: ['payment.received', 'payment.refunded'], readers: ['payments.read'] },
  Subscriptions: {
    types: ['subscription.started', 'subscription.changed', 'subscription.ended'],
    readers: ['payments.read'],
  },
} as const satisfies Record<string, { types: readonly string[]; readers: readonly Permission[] }>;

const groups = Object.values(eventGroups);
export type WebhookEventType = (typeof groups)[number]['types'][number];
export const eventTypes: readonly WebhookEventType[] = groups.flatMap(({ types }) => types);

/** Returns the read permissions that a subscription to these events requires. */
export function permissionsOfEvents(events: readonly string[]): Permission[] {
  const sent = groups.filter(({ types }) => [...types, '*'].some((type) => events.includes(type)));
  return [...new Set(sent.flatMap(({ readers }) => readers))];
}

/** Type of the event that the button “Send test” sends. */
export const testEventType = 'webhook.test';

export const webhookKinds = ['standard', 'slack'] as const;
export type WebhookKind = (typeof webhookKinds)[number];

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const webhooksMax = 20;
export const webhookUrlMax = 2000;

/** Response timeout of an endpoint. */
export const deliverySeconds = 10;

/** Maximum number of response bytes that are stored. */
export const storedAnswerBytes = 2048;

/** Delays before each retry, in seconds. If the last retry fails, the endpoint is disabled. */
export const retrySeconds = [
  5,
  5 * 60,
  30 * 60,
  2 * 3600,
  5 * 3600,
  10 * 3600,
  14 * 3600,
  20 * 3600,
  24 * 3600,
] as const;

/** Hours for which a replaced secret still signs deliveries, in addition to the new one. */
export const secretOverlapHours = 24;

/** Days for which events and their deliveries are stored. */
export const eventDays = 30;
