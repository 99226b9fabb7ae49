import {
  type Answer,
  at,
  everyClient,
  everyone,
  get,
  type Ids,
  only,
  post,
  type Role,
  type Rule,
  uniqueEmail,
} from './role-answers';

/** The client of the table manages a company; a caller who is permitted and names nobody gets `answer`. */
const manager = (answer: Answer): Record<Role, Answer> => ({
  ...everyone(403),
  anonymous: 401,
  client: answer,
});

const fields = () => ({ name: `Engines ${crypto.randomUUID()}` });
const company = ({ company: id }: Ids) => ({ id });

export const companyRules: Record<string, Rule> = {
  'admin.companies.list': {
    may: 'sees-business',
    input: () => ({}),
    rest: get('/admin/companies'),
  },
  'admin.companies.page': { may: 'sees-business', input: () => ({}) },
  'admin.companies.get': {
    may: 'sees-business',
    input: company,
    rest: { method: 'GET', ...at('/admin/companies', 'company') },
  },
  'admin.companies.suggestions': { may: 'sees-business' },
  'admin.companies.candidates': { may: 'sees-business', input: () => ({}) },
  'admin.companies.create': {
    may: 'runs-business',
    input: fields,
    rest: post('/admin/companies'),
  },
  'admin.companies.update': {
    may: 'runs-business',
    input: ({ company: id }) => ({ id, ...fields() }),
    rest: { method: 'PUT', ...at('/admin/companies', 'company') },
  },
  'admin.companies.addMember': {
    may: 'runs-business',
    input: ({ company: id }) => ({ id, email: uniqueEmail(), rights: ['requests'] }),
    rest: { method: 'POST', ...at('/admin/companies', 'company', '/members') },
  },
  'admin.companies.brought': {
    may: 'sees-business',
    input: ({ company: id, client }) => ({ id, clientId: client }),
    rest: {
      method: 'GET',
      path: ({ company: id, client }) => `/admin/companies/${id}/members/${client}/brought`,
    },
  },
  // The client is in no company.
  'admin.companies.removeMember': {
    may: only(['owner', 'manager'], 404),
    input: ({ company: id, client }) => ({ id, clientId: client }),
    rest: {
      method: 'DELETE',
      path: ({ company: id, client }) => `/admin/companies/${id}/members/${client}`,
    },
  },
  'admin.companies.merge': {
    may: 'runs-business',
    input: ({ company: id, otherCompany }) => ({ id, into: otherCompany }),
    rest: { method: 'POST', ...at('/admin/companies', 'company', '/merge') },
  },
  'companies.mine': { may: 'signed-in' },
  'companies.profile': { may: 'signed-in' },
  'companies.changeProfile': {
    may: { ...everyClient(403), client: 'yes', other: 'yes' },
    input: () => ({
      name: 'Ada Byron',
      company: 'Engines Ltd',
      vatNumber: '',
      address: '1 Mill Lane',
      postcode: '12345',
      city: 'Ockham',
      country: 'GB',
      email: '',
      buyerReference: '',
    }),
  },
  'companies.invite': {
    may: manager('yes'),
    input: () => ({ email: uniqueEmail(), rights: ['invoices'] }),
  },
  'companies.revokeInvitation': { may: manager(404), input: () => ({ id: 999_999 }) },
  // A repeat by a member changes nothing.
  'companies.accept': {
    may: { ...everyone(404), anonymous: 401, client: 'yes', colleague: 'yes', bookkeeper: 'yes' },
    input: () => ({ id: 999_999 }),
  },
  'companies.decline': { may: 'signed-in', input: () => ({ id: 999_999 }) },
  'companies.setRights': {
    may: manager(404),
    input: ({ client }) => ({ clientId: client, rights: ['requests'] }),
  },
  'companies.removeMember': { may: manager(404), input: ({ client }) => ({ clientId: client }) },
};
