import { type Answer, at, byId, get, only, post, type Role, type Rule } from './role-answers';

const clients = (answer: Answer): Record<Role, Answer> => ({
  ...only([]),
  client: answer,
  colleague: answer,
  bookkeeper: answer,
  other: answer,
});

export const personalDataRules: Record<string, Rule> = {
  'personalData.get': { may: clients('yes'), rest: get('/account/data') },
  'personalData.export': { may: clients('yes'), rest: post('/account/export') },
  'personalData.sendCode': { may: clients('yes'), rest: post('/account/deletion-code') },
  // With a wrong code.
  'personalData.delete': {
    may: clients(401),
    input: () => ({ otp: '000000' }),
    rest: { method: 'DELETE', path: () => '/account' },
  },
  // Nothing is planned.
  'personalData.keep': { may: clients(409), rest: post('/account/keep') },
  'admin.personalData.get': {
    may: 'sees-business',
    input: byId('client'),
    rest: { method: 'GET', ...at('/admin/clients', 'client', '/data') },
  },
  'admin.personalData.export': {
    may: 'runs-business',
    input: byId('client'),
    rest: { method: 'POST', ...at('/admin/clients', 'client', '/export') },
  },
  'admin.personalData.delete': {
    may: 'owner',
    input: byId('client'),
    rest: { method: 'DELETE', ...at('/admin/clients', 'client') },
  },
  'admin.personalData.keep': {
    may: only(['owner'], 409),
    input: byId('client'),
    rest: { method: 'POST', ...at('/admin/clients', 'client', '/keep') },
  },
};
