import { get, only, type Rule } from './role-answers';

/** The ids do not exist: a permitted caller gets 404. */
const seesNone = only(['owner', 'manager', 'viewer'], 404);
const changesNone = only(['owner', 'manager'], 404);
const none = () => ({ id: 999_999 });
const path = '/admin/mail/unmatched';
const action = (verb: string): Rule['rest'] => ({
  method: 'POST',
  path: () => `${path}/999999/${verb}`,
});

export const mailRules: Record<string, Rule> = {
  'admin.incomingMail.list': { may: 'sees-business', input: () => ({}), rest: get(path) },
  'admin.incomingMail.page': { may: 'sees-business', input: () => ({}) },
  'admin.incomingMail.whole': { may: seesNone, input: none },
  'admin.incomingMail.attach': {
    may: changesNone,
    input: ({ quote }) => ({ id: 999_999, quoteId: quote }),
    rest: action('attach'),
  },
  'admin.incomingMail.makeLead': { may: changesNone, input: none, rest: action('lead') },
  'admin.incomingMail.discard': { may: changesNone, input: none, rest: action('discard') },
  'admin.incomingMail.restore': { may: changesNone, input: none, rest: action('restore') },
  'admin.incomingMail.accept': {
    may: changesNone,
    input: none,
    rest: { method: 'POST', path: () => '/admin/messages/999999/accept' },
  },
};
