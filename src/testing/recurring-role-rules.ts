import { at, byId, get, only, post, type Rule } from './role-answers';
import { recurringFields } from './sales';

const path = '/admin/recurring-invoices';

const action = (verb: string): Rule => ({
  may: 'runs-business',
  input: byId('recurringInvoice'),
  rest: { method: 'POST', ...at(path, 'recurringInvoice', `/${verb}`) },
});

/** Nothing was missed on this day: a permitted caller gets 409. */
const decision = (verb: string, more: object = {}): Rule => ({
  may: only(['owner', 'manager'], 409),
  input: ({ recurringInvoice }) => ({ id: recurringInvoice, days: ['2026-01-31'], ...more }),
  rest: { method: 'POST', ...at(path, 'recurringInvoice', `/${verb}`) },
});

export const recurringRules: Record<string, Rule> = {
  'admin.recurringInvoices.list': {
    may: 'sees-business',
    input: () => ({}),
    rest: get(path),
  },
  'admin.recurringInvoices.page': { may: 'sees-business', input: () => ({}) },
  'admin.recurringInvoices.get': {
    may: 'sees-business',
    input: byId('recurringInvoice'),
    rest: { method: 'GET', ...at(path, 'recurringInvoice') },
  },
  'admin.recurringInvoices.preview': {
    may: 'sees-business',
    input: byId('recurringInvoice'),
    rest: { method: 'GET', ...at(path, 'recurringInvoice', '/preview') },
  },
  'admin.recurringInvoices.create': {
    may: 'runs-business',
    input: () => recurringFields,
    rest: post(path),
  },
  'admin.recurringInvoices.update': {
    may: 'runs-business',
    input: ({ recurringInvoice }) => ({ id: recurringInvoice, note: 'Thank you' }),
    rest: { method: 'PUT', ...at(path, 'recurringInvoice') },
  },
  'admin.recurringInvoices.remove': {
    may: 'runs-business',
    input: byId('recurringInvoice'),
    rest: { method: 'DELETE', ...at(path, 'recurringInvoice') },
  },
  'admin.recurringInvoices.pause': action('pause'),
  'admin.recurringInvoices.resume': {
    ...action('resume'),
    input: ({ pausedRecurringInvoice }) => ({ id: pausedRecurringInvoice }),
    rest: { method: 'POST', ...at(path, 'pausedRecurringInvoice', '/resume') },
  },
  'admin.recurringInvoices.makeMissed': decision('make-missed', { action: 'draft' }),
  'admin.recurringInvoices.skipMissed': decision('skip-missed'),
};
