type Data = Record<string, unknown>;

/** Returns a text or number field as text; '' for any other value. */
const field = (data: Data, name: string): string => {
  const value = data[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

const status = (data: Data) => field(data, 'status').replaceAll('_', ' ');
const person = (data: Data) =>
  [field(data, 'firstName'), field(data, 'lastName')].filter(Boolean).join(' ') ||
  field(data, 'email');
const client = (data: Data) => field(data, 'client_name') || field(data, 'client_email');
const proposal = (data: Data) => `Proposal ${field(data, 'number')} “${field(data, 'title')}”`;
const invoice = (data: Data) =>
  `Invoice ${field(data, 'number')} for ${client(data)} (${field(data, 'total')} ${field(data, 'currency')})`;
const money = (data: Data, name: string) => `${field(data, name)} ${field(data, 'currency')}`;
const plan = ({ plan: one }: Data) =>
  field(typeof one === 'object' && one !== null ? { ...one } : {}, 'name') || 'a plan';

/** Sentences by type of event. */
const sentences: Record<string, (data: Data) => string> = {
  'webhook.test': () => 'Test of this webhook',
  'quote.created': (data) => `New quote request from ${field(data, 'name')}`,
  'quote.updated': (data) => `Quote request from ${field(data, 'name')} changed (${status(data)})`,
  'contact_message.created': (data) =>
    `New contact message from ${person(data)}: ${field(data, 'subject')}`,
  'client.created': (data) => `New client: ${person(data)}`,
  'request.created': (data) => `New service request “${field(data, 'title')}” of ${client(data)}`,
  'request.updated': (data) =>
    `Service request “${field(data, 'title')}” of ${client(data)} changed (${status(data)})`,
  'message.created': (data) => `New message from ${field(data, 'author')}`,
  'file.approved': (data) => `File ${field(data, 'name')} was approved`,
  'file.returned': (data) => `File ${field(data, 'name')} was returned`,
  'proposal.sent': (data) => `${proposal(data)} was sent to ${client(data)}`,
  'proposal.viewed': (data) => `${proposal(data)} was viewed by ${client(data)}`,
  'proposal.accepted': (data) => `${proposal(data)} was accepted by ${client(data)}`,
  'proposal.declined': (data) => `${proposal(data)} was declined by ${client(data)}`,
  'proposal.expired': (data) => `${proposal(data)} for ${client(data)} has expired`,
  'invoice.issued': (data) => `${invoice(data)} was issued`,
  'invoice.paid': (data) => `${invoice(data)} was paid`,
  'invoice.overdue': (data) => `${invoice(data)} is overdue`,
  'invoice.voided': (data) => `${invoice(data)} was voided`,
  'invoice.credited': (data) => `${invoice(data)} was credited`,
  'payment.received': (data) => `Payment of ${money(data, 'amount')} from ${client(data)} received`,
  'payment.refunded': (data) => `${money(data, 'refunded')} refunded to ${client(data)}`,
  'subscription.started': (data) => `${client(data)} subscribed to ${plan(data)}`,
  'subscription.changed': (data) => `${client(data)} changed the subscription to ${plan(data)}`,
  'subscription.ended': (data) => `The subscription of ${client(data)} to ${plan(data)} ended`,
};

const sections: Record<string, string> = {
  quote: 'quotes',
  message: 'messages',
  user: 'users',
  request: 'requests',
  proposal: 'proposals',
  invoice: 'invoices',
  payment: 'payments',
};

/** Returns the path of an event's record in the panel. */
function pathOf(record: string, data: Data): string {
  const [kind = '', id = ''] = record.split(':');
  if (kind === 'subscription') return `?section=users&open=${field(data, 'client_id')}`;
  const section = sections[kind];
  return section ? `?section=${section}&open=${id}` : '?section=settings&tab=integrations';
}

/** Escapes characters that Slack reads as markup, such as links that notify a whole channel. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Returns the message for Slack and Mattermost: a sentence, and a link to the record. */
export function slackText(
  { type, record, data }: { type: string; record: string; data: object },
  publicUrl: string,
): string {
  const fields: Data = { ...data };
  const sentence = (sentences[type]?.(fields) ?? type).replace(/\s+/g, ' ').trim();
  return `${escaped(sentence)}\n${publicUrl}/admin${pathOf(record, fields)}`;
}
