import { at, byId, everyClient, get, only, post, type Rule } from './role-answers';

export const personalDataRules: Record<string, Rule> = {
  'personalData.get': { may: everyClient('yes'), rest: get('/account/data') },
  'personalData.export': { may: everyClient('yes'), rest: post('/account/export') },
  'personalData.sendCode': { may: everyClient('yes'), rest: post('/account/deletion-code') },
  // With a wrong code.
  'personalData.delete': {
    may: everyClient(401),
    input: () => ({ otp: '000000' }),
    rest: { method: 'DELETE', path: () => '/account' },
  },
  // Nothing is planned.
  'personalData.keep': { may: everyClient(409), rest: post('/account/keep') },
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
