import {
  at,
  byId,
  everyone,
  get,
  type Ids,
  itsPayers,
  only,
  post,
  type Rule,
} from './role-answers';
import { invoiceFields } from './sales';

/** `POST {path}/{id}/{verb}` by admins. */
const actionRule = (path: string, key: keyof Ids, verb: string, input: object = {}): Rule => ({
  may: 'runs-business',
  input: (ids) => ({ id: ids[key], ...input }),
  rest: { method: 'POST', ...at(path, key, `/${verb}`) },
});

const butAdmins = (answer: 409 | 'yes') => ({
  ...everyone(answer),
  owner: 403 as const,
  manager: 403 as const,
  editor: 403 as const,
  viewer: 403 as const,
});

export const proposalRules: Record<string, Rule> = {
  'admin.proposals.list': {
    may: 'sees-business',
    input: () => ({}),
    rest: get('/admin/proposals'),
  },
  'admin.proposals.page': { may: 'sees-business', input: () => ({}) },
  'admin.proposals.get': {
    may: 'sees-business',
    input: byId('proposal'),
    rest: { method: 'GET', ...at('/admin/proposals', 'proposal') },
  },
  'admin.proposals.create': {
    may: 'runs-business',
    input: () => ({}),
    rest: post('/admin/proposals'),
  },
  'admin.proposals.update': {
    may: 'runs-business',
    input: ({ proposal }) => ({ id: proposal, title: 'A title' }),
    unrecorded:
      'a draft is saved while it is typed; what is sent is recorded, and each version kept',
    rest: { method: 'PUT', ...at('/admin/proposals', 'proposal') },
  },
  'admin.proposals.remove': {
    may: 'runs-business',
    input: byId('proposal'),
    rest: { method: 'DELETE', ...at('/admin/proposals', 'proposal') },
  },
  'admin.proposals.restore': actionRule('/admin/proposals', 'proposalTrash', 'restore'),
  'admin.proposals.send': actionRule('/admin/proposals', 'proposal', 'send'),
  'admin.proposals.withdraw': actionRule('/admin/proposals', 'sentProposal', 'withdraw'),
  'admin.proposals.duplicate': actionRule('/admin/proposals', 'proposal', 'duplicate'),
  'admin.proposals.revokeLink': { may: 'runs-business', input: byId('sentProposal') },
  'admin.proposals.preview': {
    may: 'runs-business',
    unrecorded: 'it changes nothing',
    input: ({ proposal }) => ({ id: proposal, title: 'A title' }),
  },
  'admin.proposals.version': {
    may: 'sees-business',
    input: ({ sentProposal }) => ({ id: sentProposal, version: 1 }),
  },
  'admin.proposals.itemDefaults': { may: 'sees-business' },
  'admin.proposals.suggestions': { may: 'sees-business', input: () => ({ search: 'web' }) },
  'admin.proposalTemplates.list': {
    may: 'sees-business',
    rest: get('/admin/proposal-templates'),
  },
  'admin.proposalTemplates.save': {
    may: 'runs-business',
    input: ({ proposal }) => ({ proposalId: proposal, name: crypto.randomUUID() }),
    rest: post('/admin/proposal-templates'),
  },
  // It does not exist: a permitted caller gets 404.
  'admin.proposalTemplates.remove': {
    may: only(['owner', 'manager'], 404),
    input: () => ({ id: 999_999 }),
    rest: { method: 'DELETE', path: () => '/admin/proposal-templates/999999' },
  },
  'proposals.mine': { may: 'signed-in', rest: get('/proposals') },
  'proposals.get': {
    may: itsPayers,
    input: byId('clientProposal'),
    rest: { method: 'GET', ...at('/proposals', 'clientProposal') },
  },
  'proposals.byLink': {
    may: 'everyone',
    input: ({ proposalToken }) => ({ token: proposalToken }),
    rest: { method: 'GET', ...at('/proposals/by-link', 'proposalToken') },
  },
  // Everyone with the link may try, but admins, who know it as well; another content than the one shown answers 409.
  'proposals.accept': {
    may: butAdmins(409),
    input: ({ proposalToken }) => ({
      token: proposalToken,
      name: 'Ada Byron',
      agreed: true,
      contentHash: 'of something else',
    }),
    rest: { method: 'POST', ...at('/proposals/by-link', 'proposalToken', '/accept') },
  },
  'proposals.ask': {
    may: butAdmins('yes'),
    input: ({ proposalToken }) => ({ token: proposalToken, text: 'What does it include?' }),
    rest: { method: 'POST', ...at('/proposals/by-link', 'proposalToken', '/messages') },
  },
  'proposals.askAsClient': {
    may: itsPayers,
    input: ({ clientProposal }) => ({ id: clientProposal, text: 'What does it include?' }),
    rest: { method: 'POST', ...at('/proposals', 'clientProposal', '/messages') },
  },
  'proposals.decline': {
    may: butAdmins('yes'),
    input: ({ proposalToken }) => ({ token: proposalToken }),
    rest: { method: 'POST', ...at('/proposals/by-link', 'proposalToken', '/decline') },
  },
};

export const responseTimeRules: Record<string, Rule> = {
  'admin.responseTimes.open': { may: 'sees-business' },
  'admin.responseTimes.figures': { may: 'sees-business' },
  'admin.responseTimes.setOwner': {
    may: 'runs-business',
    input: ({ quote, manager }) => ({ kind: 'quote', id: quote, ownerId: manager }),
  },
};

export const invoiceRules: Record<string, Rule> = {
  'admin.accounting.get': {
    may: 'sees-business',
    input: () => ({ from: '2026-01-01', to: '2026-12-31' }),
    rest: get('/admin/accounting?from=2026-01-01&to=2026-12-31'),
  },
  'admin.invoices.list': { may: 'sees-business', input: () => ({}), rest: get('/admin/invoices') },
  'admin.invoices.page': { may: 'sees-business', input: () => ({}) },
  'admin.invoices.get': {
    may: 'sees-business',
    input: byId('invoice'),
    rest: { method: 'GET', ...at('/admin/invoices', 'invoice') },
  },
  'admin.invoices.lastBuyer': {
    may: 'sees-business',
    input: ({ client }) => ({ clientId: client }),
  },
  'admin.invoices.vatCheck': {
    may: 'sees-business',
    input: () => ({ country: 'US', vatNumber: '' }),
  },
  'admin.invoices.preview': { may: 'sees-business', input: () => invoiceFields },
  'admin.invoices.create': {
    may: 'runs-business',
    input: () => invoiceFields,
    rest: post('/admin/invoices'),
  },
  'admin.invoices.update': {
    may: 'runs-business',
    input: ({ invoice }) => ({ id: invoice, note: 'Thank you' }),
    rest: { method: 'PUT', ...at('/admin/invoices', 'invoice') },
  },
  'admin.invoices.remove': {
    may: 'runs-business',
    input: byId('invoice'),
    rest: { method: 'DELETE', ...at('/admin/invoices', 'invoice') },
  },
  'admin.invoices.issue': actionRule('/admin/invoices', 'invoice', 'issue'),
  'admin.invoices.credit': actionRule('/admin/invoices', 'openInvoice', 'credit', {
    reason: 'A discount',
  }),
  'admin.invoices.void': actionRule('/admin/invoices', 'openInvoice', 'void', {
    reason: 'A mistake',
  }),
  'admin.invoices.recordTransfer': actionRule('/admin/invoices', 'openInvoice', 'payments', {
    amount: '10.00',
    date: '2026-01-31',
  }),
  // The payment does not exist: a permitted caller gets 404.
  'admin.invoices.reverseTransfer': {
    may: only(['owner', 'manager'], 404),
    input: ({ openInvoice }) => ({ id: openInvoice, paymentId: 999_999 }),
    rest: { method: 'DELETE', ...at('/admin/invoices', 'openInvoice', '/payments/999999') },
  },
  // The repayment does not exist: a permitted caller gets 404.
  'admin.invoices.takeBackRepayment': {
    may: only(['owner'], 404),
    input: ({ openInvoice }) => ({ id: openInvoice, refundId: 999_999 }),
  },
  'admin.invoices.previewReminder': { may: 'runs-business', input: byId('openInvoice') },
  'admin.invoices.remind': actionRule('/admin/invoices', 'openInvoice', 'remind'),
  'admin.invoices.switchReminders': {
    may: 'runs-business',
    input: ({ invoice }) => ({ id: invoice, isOn: false }),
  },
  'admin.invoices.revokeLink': { may: 'runs-business', input: byId('openInvoice') },
  'invoices.mine': { may: 'signed-in', rest: get('/invoices') },
  'invoices.get': {
    may: itsPayers,
    input: byId('clientInvoice'),
    rest: { method: 'GET', ...at('/invoices', 'clientInvoice') },
  },
  'invoices.pay': {
    may: itsPayers,
    input: byId('clientInvoice'),
    rest: { method: 'POST', ...at('/invoices', 'clientInvoice', '/pay') },
  },
  'invoices.byLink': {
    may: 'everyone',
    input: ({ invoiceToken }) => ({ token: invoiceToken }),
    rest: { method: 'GET', ...at('/invoices/by-link', 'invoiceToken') },
  },
  'invoices.payByLink': {
    may: 'everyone',
    input: ({ invoiceToken }) => ({ token: invoiceToken }),
    rest: { method: 'POST', ...at('/invoices/by-link', 'invoiceToken', '/pay') },
  },
};

// The entries do not exist: a permitted caller gets 404.
const entryRule = (verb: string, input: object = {}): Rule => ({
  may: only(['owner', 'manager'], 404),
  input: () => ({ id: 999_999, ...input }),
  rest: { method: 'POST', path: () => `/admin/bank-entries/999999/${verb}` },
});

export const bankRules: Record<string, Rule> = {
  'admin.bank.statements': {
    may: 'sees-business',
    input: () => ({}),
    rest: get('/admin/bank-statements'),
  },
  'admin.bank.statementsPage': { may: 'sees-business', input: () => ({}) },
  'admin.bank.statement': {
    may: only(['owner', 'manager', 'viewer'], 404),
    input: () => ({ id: 999_999 }),
    rest: { method: 'GET', path: () => '/admin/bank-statements/999999' },
  },
  'admin.bank.removeStatement': {
    may: only(['owner', 'manager'], 404),
    input: () => ({ id: 999_999 }),
    rest: { method: 'DELETE', path: () => '/admin/bank-statements/999999' },
  },
  'admin.bank.entries': { may: 'sees-business', input: () => ({}) },
  'admin.bank.book': entryRule('book', { invoices: [{ id: 1, amount: '1.00' }] }),
  'admin.bank.reopen': entryRule('reopen'),
  'admin.bank.ignore': entryRule('ignore'),
  'admin.bank.undo': entryRule('undo'),
};
