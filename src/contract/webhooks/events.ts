import type { Permission } from '~/contract/identity/permissions';

/** Webhook events, by the kind of record they are about. */
export const eventGroups = {
  Quotes: ['quote.created', 'quote.updated'],
  'Contact messages': ['contact_message.created'],
  Clients: ['client.created'],
  'Service requests': ['request.created', 'request.updated'],
  Messages: ['message.created'],
  Files: ['file.approved', 'file.returned'],
  Proposals: [
    'proposal.sent',
    'proposal.viewed',
    'proposal.accepted',
    'proposal.declined',
    'proposal.expired',
  ],
  Invoices: [
    'invoice.issued',
    'invoice.paid',
    'invoice.overdue',
    'invoice.voided',
    'invoice.credited',
  ],
  Payments: ['payment.received', 'payment.refunded'],
  Subscriptions: ['subscription.started', 'subscription.changed', 'subscription.ended'],
} as const;

export type WebhookEventType = (typeof eventGroups)[keyof typeof eventGroups][number];
export const eventTypes: readonly WebhookEventType[] = Object.values(eventGroups).flat();

const groupPermissions: Record<keyof typeof eventGroups, readonly Permission[]> = {
  Quotes: ['leads.read'],
  'Contact messages': ['leads.read'],
  Clients: ['clients.read'],
  'Service requests': ['requests.read'],
  Messages: ['leads.read', 'requests.read', 'proposals.read'],
  Files: ['requests.read'],
  Proposals: ['proposals.read'],
  Invoices: ['invoices.read'],
  Payments: ['payments.read'],
  Subscriptions: ['payments.read'],
};

/** Returns the read permissions that are required to subscribe to these events. */
export function permissionsOfEvents(events: readonly string[]): Permission[] {
  const isAll = events.includes('*');
  const groups = Object.entries(eventGroups) as [keyof typeof eventGroups, readonly string[]][];
  const sent = groups.filter(([, types]) => isAll || types.some((type) => events.includes(type)));
  return [...new Set(sent.flatMap(([group]) => groupPermissions[group]))];
}

/** Sent only by "Send test". */
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

/** Delays before each retry. After the last one has failed, the endpoint is disabled. */
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

/** Hours in which a replaced secret still signs, in addition to the new one. */
export const secretOverlapHours = 24;

/** Days for which events and their deliveries are stored. */
export const eventDays = 30;
