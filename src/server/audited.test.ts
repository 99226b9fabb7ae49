import { beforeAll, expect, it } from 'vitest';

import { contentKeys, contentTypes } from '~/contract/content/content-types';
import { keyPermissions } from '~/contract/identity/api-keys';
import type { ProposedChange } from '~/contract/proposed-changes/proposed-changes-schema';
import { contentTables } from '~/server/features/content/content';
import { keyOf } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { callMcp, callTrpc, procedureNamed, procedures } from '~/testing/procedures';
import { type Ids, recordMakerOf } from '~/testing/record-ids';
import { invoiceFields, recurringFields } from '~/testing/sales';
import { contentCases } from '~/testing/samples';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp({ rateLimits: { quoteForm: 1e6, contactForm: 1e6, apiKeyRequests: 1e6 } });
let cookie: string;
let key: string;
const ask = askerOf(app, async () => cookie);

beforeAll(async () => {
  cookie = await signInAdmin(app);
  ({ key } = await keyOf(app, 'owner'));
});

const idsFor = recordMakerOf(() => app);

type Input = (ids: Ids) => Record<string, unknown>;

const email = () => `${crypto.randomUUID()}@example.com`;
const phone = () => `1555${Math.floor(Math.random() * 9e6 + 1e6)}`;
const by =
  (key: keyof Ids, more: object = {}): Input =>
  (ids) => ({ id: ids[key], ...more });
const nothing: Input = () => ({});

let nextNumber = 5000;

/** Input for the first call of each panel mutation that changes something in a new database. */
const changes: Record<string, Input> = {
  'admins.invite': () => ({ email: email(), name: 'Iris Invited', role: 'editor' }),
  'admins.resendInvitation': by('invitedAdmin'),
  'admins.resetSecondFactor': by('admin'),
  'admins.revokeInvitation': by('invitedAdmin'),
  'admins.update': by('admin', { role: 'editor', disabled: true }),
  'apiKeys.create': () => ({ name: 'Zapier', permissions: ['leads.read'] }),
  'apiKeys.revoke': by('apiKey'),
  'companies.addMember': (ids) => ({ id: ids.company, email: email(), rights: ['requests'] }),
  'companies.create': () => ({ name: 'Engines Ltd' }),
  'companies.merge': (ids) => ({ id: ids.company, into: ids.otherCompany }),
  'companies.update': by('company', { name: 'Other Engines Ltd' }),
  'conversations.send': by('message', { kind: 'message', text: 'Hello' }),
  'conversations.setOwner': (ids) => ({ kind: 'quote', id: ids.quote, ownerId: ids.manager }),
  'inbox.change': (ids) => ({ items: [{ kind: 'quote', id: ids.quote }], nextStep: 'Call' }),
  'invoices.create': () => invoiceFields,
  'invoices.credit': by('openInvoice', { reason: 'A discount' }),
  'invoices.duplicate': by('openInvoice'),
  'invoices.issue': by('invoice'),
  'invoices.recordTransfer': by('openInvoice', { amount: '10.00', date: '2026-01-31' }),
  'invoices.remind': by('openInvoice'),
  'invoices.remove': by('invoice'),
  'invoices.revokeLink': by('openInvoice'),
  'invoices.setNextNumber': () => {
    nextNumber += 1000;
    return { next: nextNumber };
  },
  'invoices.switchReminders': by('invoice', { isOn: false }),
  'invoices.update': by('invoice', { note: 'Thank you' }),
  'invoices.void': by('openInvoice', { reason: 'A mistake' }),
  'messages.setSpam': (ids) => ({ ids: [ids.message], isSpam: true }),
  'messages.setStatus': by('message', { status: 'read' }),
  'messages.setStatuses': (ids) => ({ ids: [ids.message], status: 'read' }),
  'customPages.revokePreviewLinks': by('customPages'),
  'pageBlocks.save': () => ({ page: 'about', blocks: [{ type: 'heading', title: 'Below' }] }),
  'pageTexts.update': () => ({ key: 'hero', value: { title: 'A new title', subtitle: '' } }),
  'personalData.delete': by('client'),
  'personalData.export': by('client'),
  'proposalTemplates.save': (ids) => ({ proposalId: ids.proposal, name: crypto.randomUUID() }),
  'proposedChanges.reject': by('proposedChange'),
  'proposals.create': nothing,
  'proposals.duplicate': by('proposal'),
  'proposals.remove': by('proposal'),
  'proposals.restore': by('proposalTrash'),
  'proposals.revokeLink': by('sentProposal'),
  'proposals.send': by('proposal'),
  'proposals.withdraw': by('sentProposal'),
  'quotes.change': by('quote', { company: 'Byron Ltd' }),
  'quotes.enter': () => ({
    name: 'Ada',
    phone: '020 7946 0958',
    projectDetails: 'An engine',
    source: 'phone',
  }),
  'quotes.revokeLink': by('quote'),
  'quotes.setSpam': (ids) => ({ ids: [ids.quote], isSpam: true }),
  'quotes.setStatus': by('quote', { status: 'approved' }),
  'quotes.setStatuses': (ids) => ({ ids: [ids.quote], status: 'contacted' }),
  'recurringInvoices.create': () => recurringFields,
  'recurringInvoices.pause': by('recurringInvoice'),
  'recurringInvoices.remove': by('recurringInvoice'),
  'recurringInvoices.resume': by('pausedRecurringInvoice'),
  'recurringInvoices.update': by('recurringInvoice', { note: 'Thank you' }),
  'replyTemplates.create': () => ({ name: crypto.randomUUID(), text: 'Hello {{firstName}}' }),
  'replyTemplates.remove': by('replyTemplate'),
  'replyTemplates.update': (ids) => ({
    id: ids.replyTemplate,
    name: crypto.randomUUID(),
    text: 'Hello',
  }),
  'requests.enter': (ids) => ({ clientId: ids.client, title: 'An engine' }),
  'requests.setNote': by('request', { note: 'We have begun' }),
  'requests.setStatus': by('request', { status: 'in_progress' }),
  'requests.setTargetDate': by('request', { targetDate: '2127-01-31' }),
  'settings.replaceOne': () => ({ key: 'whatsappNumber', value: phone() }),
  'settings.runRetention': nothing,
  'settings.update': () => ({ key: 'whatsappNumber', value: phone() }),
  'users.change': by('client', { phone: '020 7946 0958' }),
  'users.create': () => ({ firstName: 'Ada', email: email() }),
  'users.setDisabled': by('client', { isDisabled: true }),
  'users.signOutEverywhere': by('client'),
  'users.viewAs': by('client'),
  'webhooks.create': () => ({ url: 'https://hooks.example', events: ['*'], enabled: false }),
  'webhooks.remove': by('webhook'),
  'webhooks.rotateSecret': by('webhook'),
  'webhooks.update': by('webhook', {
    url: 'https://hooks.example/other',
    events: ['quote.created'],
    enabled: false,
  }),
  'requestThreads.setDeliverable': by('agencyFile', { deliverable: false }),
  'requestThreads.setWaiting': by('request', { waiting: true }),
};

for (const key of contentKeys) {
  const title = () => ({ [contentTypes[key].title]: `Another ${crypto.randomUUID().slice(0, 8)}` });
  Object.assign(changes, {
    [`${key}.create`]: () => contentCases[key].least(),
    [`${key}.update`]: (ids: Ids) => ({
      id: ids[key],
      ...contentCases[key].least(),
      ...title(),
    }),
    [`${key}.remove`]: by(key),
    [`${key}.restore`]: by(`${key}Trash`),
    // Only content types with a position can be ordered.
    ...('position' in contentTables[key] && {
      [`${key}.reorder`]: (ids: Ids) => ({ ids: [ids[key]] }),
    }),
  });
}

/** Mutations of the panel that write no row to the audit log, with the reason. */
const unrecorded: [why: string, names: string][] = [
  [
    'a message names its author and time itself',
    'conversations.sendToMessage conversations.sendToProposal conversations.sendToQuote requestThreads.send',
  ],
  [
    'a note names its author and time itself',
    'messages.addNote quotes.addNote requests.addNote users.addNote',
  ],
  [
    'read marks and drafts belong to the admin alone',
    'conversations.markRead conversations.saveDraft',
  ],
  ['autosave: what is sent is recorded, with its version', 'proposals.update'],
  ['changes nothing', 'legal.preview customPages.previewLink proposals.preview'],
  ['a hidden checklist belongs to the owner alone', 'setup.hideMark'],
  ['a test event is listed with the deliveries', 'webhooks.test'],
  [
    'a test mail goes to the agency itself',
    'settings.sendTestEmail setup.sendTest setup.testAnswers',
  ],
];

/** Mutations that change nothing in a new database. The tests of their features check their audit entries. */
const needMore: Record<string, string> = {
  account:
    'addPasskey beginPasskey beginTotp changePassword confirmTotp removePasskey removeTotp renewRecoveryCodes',
  admins: 'requireSecondFactor',
  bank: 'book ignore removeStatement reopen undo',
  companies: 'changeMember removeMember',
  conversations: 'edit remove',
  incomingMail: 'accept attach discard makeLead restore',
  invoices: 'reverseTransfer reverseRepayment',
  legal: 'save withdraw',
  customPages: 'restoreVersion',
  pageBlocks: 'restoreVersion',
  payments: 'refund replay',
  personalData: 'keep',
  proposalTemplates: 'remove',
  proposedChanges: 'confirm',
  quotes: 'merge separate',
  recurringInvoices: 'makeMissed skipMissed',
  requests: 'createFromQuote',
  settings: 'retryMail',
  setup: 'confirmLegal removeSamples',
  testimonials: 'ask',
  users: 'endView',
  webhooks: 'resend',
};

it('every panel mutation is listed once', () => {
  const listed = [
    ...Object.keys(changes),
    ...unrecorded.flatMap(([, names]) => names.split(' ')),
    ...Object.entries(needMore).flatMap(([router, names]) =>
      names.split(' ').map((name) => `${router}.${name}`),
    ),
  ];
  const found = procedures.filter(
    ({ name, type }) => type === 'mutation' && name.startsWith('admin.'),
  );
  expect(listed.sort()).toEqual(found.map(({ name }) => name.replace('admin.', '')).sort());
});

const auditRows = async (): Promise<number> =>
  (await app.sql<[{ rows: number }]>`select count(*)::int as rows from audit_log`)[0].rows;

/** Mutations that agents run without confirmation, with the reason. A person must confirm all others. */
const atOnce: Record<string, string> = {
  'blog.create': 'a draft',
  'companies.create': 'without members',
  'invoices.create': 'a draft that no job issues',
  'invoices.update': 'a draft that no job issues',
  'customPages.create': 'a draft',
  'proposalTemplates.save': 'a new template',
  'proposals.create': 'a draft',
  'proposals.duplicate': 'a draft',
  'quotes.enter': 'entered for the agency alone',
  'replyTemplates.create': 'for the agency alone',
  'users.create': 'neither mailed nor in a company',
};

const isOfAgents = (name: string) => {
  const { openapi, permission } = procedureNamed(`admin.${name}`);
  return Boolean(openapi) && keyPermissions.some((one) => one === permission);
};
const [ofAgents, ofPanel] = [true, false].map((wanted) =>
  Object.entries(changes).filter(([name]) => isOfAgents(name) === wanted),
) as [[string, Input][], [string, Input][]];

it.each(ofPanel)('%s, which agents cannot call, writes to the audit log', async (name, input) => {
  const ids = await idsFor(input);
  const before = await auditRows();
  const result = await callTrpc(app, procedureNamed(`admin.${name}`), cookie, input(ids));
  expect(result).toEqual([200, expect.any(String)]);
  expect(await auditRows()).toBeGreaterThan(before);
});

it.each(ofAgents)(
  '%s by an agent writes to the audit log, and needs a confirmation unless it changes a draft',
  async (name, input) => {
    const ids = await idsFor(input);
    let before = await auditRows();
    const procedure = procedureNamed(`admin.${name}`);
    const [status, text] = await callMcp(app, procedure, { key }, input(ids));
    expect([status, text]).toEqual([200, expect.any(String)]);
    expect(text.includes('waiting_for_confirmation')).toBe(!(name in atOnce));
    expect(await auditRows()).toBeGreaterThan(before);
    if (name in atOnce) return;

    before = await auditRows();
    const { structuredContent } = JSON.parse(text) as {
      structuredContent: { proposedChange: { id: number } };
    };
    const { id } = structuredContent.proposedChange;
    const { body } = await ask<ProposedChange[]>('GET', '/api/admin/proposed-changes');
    const version = body.find((one) => one.id === id)?.version;
    const confirm = procedureNamed('admin.proposedChanges.confirm');
    const confirmed = await callTrpc(app, confirm, cookie, { id, version });
    expect(confirmed).toEqual([200, expect.any(String)]);
    const rows = await app.sql<{ description: string }[]>`
      select description from audit_log order by id desc limit ${(await auditRows()) - before}`;
    expect(rows.at(-1)?.description).toMatch(/^Tobias Lindqvist .*proposed by key Key of owner/s);
  },
);

it('agents run only mutations marked `atOnce` without a confirmation', () => {
  const listed = procedures.filter(({ atOnce: mark }) => mark).map(({ name }) => name);
  expect(listed.sort()).toEqual(
    [
      ...Object.keys(atOnce),
      // Procedures that need a confirmation for some inputs only.
      'conversations.sendToMessage',
      'conversations.sendToProposal',
      'conversations.sendToQuote',
      'services.create',
      'requestThreads.send',
      // Needs an incoming email, which the calls of this test cannot create.
      'incomingMail.makeLead',
    ]
      .map((name) => `admin.${name}`)
      .sort(),
  );
});
