import { companyRules } from './company-role-rules';
import { contentRules } from './content-role-rules';
import { conversationRules } from './conversation-role-rules';
import { identityRules } from './identity-role-rules';
import { mailRules } from './mail-role-rules';
import { personalDataRules } from './personal-data-role-rules';
import { recurringRules } from './recurring-role-rules';
import { contactMessage, quoteRequest } from './requests';
import {
  type Answer,
  at,
  byId,
  everyone,
  get,
  itsRequesters,
  only,
  post,
  put,
  type Role,
  type Rule,
  uniqueEmail,
} from './role-answers';
import { bankRules, invoiceRules, proposalRules, responseTimeRules } from './sales-role-rules';
import { threadRulesOfAll } from './thread-role-rules';

const requestFields = { title: 'A calculating engine', description: 'With a page about it' };
/** Another one in each call, so that each is a change. */
const chatNumber = () => `1555${Math.floor(Math.random() * 9e6 + 1e6)}`;

const withoutPlan: Record<Role, Answer> = { ...everyone(409), anonymous: 401 };

/** Every procedure and who may call it. A procedure that is missing here fails the tests. */
export const rules: Record<string, Rule> = {
  ...proposalRules,
  ...invoiceRules,
  ...bankRules,
  ...recurringRules,
  ...responseTimeRules,
  ...threadRulesOfAll,
  ...contentRules,
  ...companyRules,
  ...personalDataRules,
  ...conversationRules,
  ...mailRules,
  ...identityRules,
  'admin.live.changes': { may: 'admins' },
  'formAnswers.quoteBrief': { may: 'everyone', input: () => ({ id: 2e9 }) },
  'formAnswers.sendQuoteBrief': {
    may: everyone(404),
    input: () => ({ id: 2e9, answers: {}, quoteKey: 'none' }),
    rest: post('/forms/2000000000/brief'),
  },
  'formAnswers.requestBrief': { may: itsRequesters, input: byId('clientRequest') },
  'formAnswers.sendRequestBrief': {
    // Nothing is asked about it.
    may: { ...itsRequesters, client: 409, colleague: 409 },
    input: ({ clientRequest }) => ({ id: clientRequest, answers: {} }),
    rest: { method: 'POST', ...at('/service-requests', 'clientRequest', '/brief') },
  },
  'formAnswers.submit': {
    may: everyone(404),
    input: () => ({ id: 2e9, answers: {} }),
    rest: post('/forms/2000000000'),
  },
  'admin.messages.addNote': {
    may: 'runs-business',
    input: ({ message }) => ({ id: message, text: 'A note' }),
    unrecorded: 'a note names its author and time itself',
  },
  'admin.messages.get': { may: 'sees-business', input: byId('message') },
  'admin.messages.list': {
    may: 'sees-business',
    input: () => ({}),
    rest: get('/admin/contact-messages'),
  },
  'admin.messages.page': { may: 'sees-business', input: () => ({}) },
  'admin.messages.setStatus': {
    may: 'runs-business',
    input: ({ message }) => ({ id: message, status: 'read' }),
    rest: { method: 'PUT', ...at('/admin/contact-messages', 'message') },
  },
  'admin.messages.setSpam': {
    may: 'runs-business',
    input: ({ message }) => ({ ids: [message], isSpam: true }),
  },
  'admin.messages.setStatuses': {
    may: 'runs-business',
    input: ({ message }) => ({ ids: [message], status: 'read' }),
  },
  'admin.overview.activities': { may: 'sees-business', rest: get('/admin/recent-activities') },
  'admin.overview.chart': { may: 'sees-business', input: () => ({ span: '30d' }) },
  'admin.overview.stats': { may: 'sees-business', rest: get('/admin/dashboard/stats') },
  'admin.overview.today': { may: 'sees-business', rest: get('/admin/dashboard/today') },
  'admin.overview.waiting': { may: 'sees-business' },
  'admin.traffic.report': {
    may: 'sees-business',
    input: () => ({ days: 30 }),
    rest: get('/admin/traffic'),
  },
  'admin.pageTexts.get': { may: 'sees-content' },
  'admin.pageTexts.defaults': { may: 'sees-content' },
  'admin.pageTexts.countedClaims': { may: 'sees-content' },
  'admin.pageTexts.update': {
    may: 'writes-content',
    input: () => ({ key: 'hero', value: { title: crypto.randomUUID(), subtitle: '' } }),
  },
  // The id does not exist: a permitted caller gets 404.
  'admin.payments.refund': {
    may: only(['owner'], 404),
    input: () => ({ id: 999_999 }),
  },
  'admin.payments.replay': {
    may: only(['owner'], 404),
    input: () => ({ id: 'evt_none' }),
  },
  'admin.payments.events': { may: 'sees-business', input: () => ({}) },
  'admin.payments.list': { may: 'sees-business', input: () => ({}), rest: get('/admin/payments') },
  'admin.payments.page': { may: 'sees-business', input: () => ({}) },
  'admin.quotes.addNote': {
    may: 'runs-business',
    input: ({ quote }) => ({ id: quote, text: 'A note' }),
    unrecorded: 'a note names its author and time itself',
  },
  'admin.quotes.get': { may: 'sees-business', input: byId('quote') },
  'admin.quotes.list': { may: 'sees-business', input: () => ({}), rest: get('/admin/quotes') },
  'admin.quotes.page': { may: 'sees-business', input: () => ({}) },
  'admin.quotes.setStatus': {
    may: 'runs-business',
    input: ({ quote }) => ({ id: quote, status: 'approved' }),
    rest: { method: 'PUT', ...at('/admin/quotes', 'quote') },
  },
  'admin.quotes.setSpam': {
    may: 'runs-business',
    input: ({ quote }) => ({ ids: [quote], isSpam: true }),
  },
  'admin.quotes.setStatuses': {
    may: 'runs-business',
    input: ({ quote }) => ({ ids: [quote], status: 'contacted' }),
  },
  'admin.requests.addNote': {
    may: 'runs-business',
    input: ({ request }) => ({ id: request, text: 'A note' }),
    unrecorded: 'a note names its author and time itself',
  },
  // The quote belongs to no account: a permitted caller gets 409.
  'admin.requests.createFromQuote': {
    may: only(['owner', 'manager'], 409),
    input: ({ quote }) => ({ quoteId: quote }),
  },
  'admin.requests.setNote': {
    may: 'runs-business',
    input: ({ request }) => ({ id: request, note: 'We have begun' }),
  },
  'admin.requests.setStatus': {
    may: 'runs-business',
    input: ({ request }) => ({ id: request, status: 'in_progress' }),
    rest: { method: 'PUT', ...at('/admin/service-requests', 'request') },
  },
  'admin.requests.setTargetDate': {
    may: 'runs-business',
    input: ({ request }) => ({ id: request, targetDate: '2027-01-31' }),
  },
  'admin.requests.get': { may: 'sees-business', input: byId('request') },
  'admin.requests.list': {
    may: 'sees-business',
    input: () => ({}),
    rest: get('/admin/service-requests'),
  },
  'admin.requests.page': { may: 'sees-business', input: () => ({}) },
  'admin.setup.lines': { may: 'owner' },
  'admin.setup.network': { may: 'owner', input: () => ({ id: 'payments' }) },
  'admin.setup.mark': { may: 'owner' },
  'admin.setup.hideMark': {
    may: 'owner',
    input: () => ({ isHidden: false }),
    unrecorded: 'what an owner has hidden is seen by that owner alone',
  },
  // A demo keeps its samples; the texts that were read are others.
  'admin.setup.removeSamples': { may: only(['owner'], 409) },
  'admin.setup.confirmLegal': { may: only(['owner'], 409), input: () => ({ digest: 'none' }) },
  'admin.legal.list': { may: 'owner' },
  'admin.legal.get': { may: 'owner', input: () => ({ page: 'terms' }) },
  'admin.legal.preview': {
    may: 'owner',
    input: () => ({ page: 'terms', title: 'Terms', text: 'Short' }),
    unrecorded: 'it changes nothing',
  },
  // Another version than the one that was read.
  'admin.legal.save': {
    may: only(['owner'], 409),
    input: () => ({
      ...{ page: 'terms', title: 'Terms', text: 'Short', effectiveOn: '2030-01-01' },
      seenVersion: 99,
    }),
  },
  'admin.legal.withdraw': {
    may: only(['owner'], 409),
    input: () => ({ page: 'terms', seenVersion: 1 }),
  },
  'admin.setup.testAnswers': { may: 'owner', unrecorded: 'its mail goes to the agency itself' },
  'admin.setup.hasTestArrived': { may: 'owner', input: () => ({ test: 'none' }) },
  'admin.setup.sendTest': { may: 'owner', unrecorded: 'its mail goes to the owner who asks' },
  'admin.settings.deadMails': { may: 'owner' },
  'admin.settings.retryMail': {
    may: only(['owner'], 404),
    input: () => ({ id: 999_999 }),
  },
  'admin.settings.get': { may: 'owner' },
  'admin.settings.jobs': { may: 'owner' },
  'admin.settings.runRetention': { may: 'owner' },
  'admin.settings.getOne': {
    may: 'owner',
    input: () => ({ key: 'tax' }),
    rest: get('/admin/settings/tax'),
  },
  'admin.settings.replaceOne': {
    may: 'owner',
    input: () => ({ key: 'whatsappNumber', value: chatNumber() }),
    rest: put('/admin/settings/whatsappNumber'),
  },
  'admin.settings.update': {
    may: 'owner',
    input: () => ({ key: 'whatsappNumber', value: chatNumber() }),
  },
  'admin.users.create': {
    may: 'runs-business',
    input: () => ({ firstName: 'Ada', email: uniqueEmail() }),
    rest: post('/admin/clients'),
  },
  'admin.quotes.change': {
    may: 'runs-business',
    input: ({ quote }) => ({ id: quote, company: `Byron ${crypto.randomUUID()}` }),
  },
  'admin.quotes.similar': { may: 'sees-business', input: () => ({ email: 'ada@example.com' }) },
  'admin.quotes.merge': {
    may: only(['owner', 'manager'], 404),
    input: () => ({ id: 999_998, into: 999_999 }),
    rest: post('/admin/quotes/999998/merge'),
  },
  'admin.quotes.separate': {
    may: only(['owner', 'manager'], 404),
    input: () => ({ id: 999_999 }),
    rest: post('/admin/quotes/999999/separate'),
  },
  'admin.quotes.enter': {
    may: 'runs-business',
    input: () => ({
      name: 'Ada Byron',
      phone: '020 7946 0958',
      projectDetails: 'An engine',
      source: 'phone',
    }),
    rest: post('/admin/quotes'),
  },
  'admin.requests.enter': {
    may: 'runs-business',
    input: ({ client }) => ({ clientId: client, title: 'An engine' }),
    rest: post('/admin/service-requests'),
  },
  'admin.users.get': { may: 'sees-business', input: byId('client') },
  'admin.users.addNote': {
    may: 'runs-business',
    input: ({ client }) => ({ id: client, text: 'A note' }),
    unrecorded: 'a note names its author and time itself',
  },
  'admin.users.page': { may: 'sees-business', input: () => ({}) },
  'admin.users.setDisabled': {
    may: 'runs-business',
    input: ({ client }) => ({ id: client, isDisabled: true }),
  },
  'admin.users.signOutEverywhere': { may: 'runs-business', input: byId('client') },
  'admin.users.viewAs': { may: 'runs-business', input: byId('client') },
  'admin.users.endView': {
    may: 'admins',
    unrecorded: 'no client is viewed; the end of a view that lasts is recorded',
  },
  // No role has a subscription: a permitted caller gets 404 or 409.
  'billing.adoptCard': {
    may: { ...everyone(404), anonymous: 401 },
    input: () => ({ setupIntentId: 'seti_unknown' }),
  },
  'billing.cancel': { may: withoutPlan },
  'billing.change': {
    may: withoutPlan,
    input: () => ({ planId: 1, amountDue: '0.00', countedAt: 0 }),
  },
  'billing.mine': { may: 'signed-in', rest: get('/my-subscription') },
  'billing.payments': { may: 'signed-in', rest: get('/payments') },
  'billing.offer': { may: 'signed-in', input: () => ({ planId: 1 }) },
  'billing.previewChange': { may: withoutPlan, input: () => ({ planId: 1 }) },
  'billing.provider': { may: 'everyone' },
  'billing.receipt': {
    may: { ...everyone(404), anonymous: 401 },
    input: () => ({ id: 1 }),
  },
  'billing.replaceCard': { may: withoutPlan },
  'billing.resume': { may: withoutPlan },
  'billing.search': { may: 'signed-in', input: () => ({}) },
  'billing.skipToRenewal': { may: withoutPlan },
  'billing.subscribe': {
    may: { ...everyone(404), anonymous: 401 },
    input: () => ({ planId: 999_999 }),
    rest: post('/create-subscription'),
  },
  'contact.send': { may: 'everyone', input: () => contactMessage(), rest: post('/contact') },
  'dashboard.stats': { may: 'signed-in', rest: get('/dashboard/stats') },
  'dashboard.waiting': { may: 'signed-in' },
  'dashboard.welcome': { may: 'signed-in' },
  'legal.cookies': { may: 'everyone' },
  'legal.text': { may: 'everyone', input: () => ({ page: 'terms' }) },
  'legal.version': { may: 'everyone', input: () => ({ page: 'terms', version: 1 }) },
  'quotes.answer': {
    may: 'everyone',
    input: ({ quoteToken }) => ({ token: quoteToken, text: 'One more thing' }),
    rest: {
      method: 'POST',
      path: ({ quoteToken }) => `/quotes/by-link/${quoteToken}/messages`,
    },
  },
  'quotes.submit': { may: 'everyone', input: () => quoteRequest(), rest: post('/quotes') },
  // A client's request answers 404 to others, to admins too: they use the procedures of the panel.
  'requests.cancel': { may: itsRequesters, input: ({ clientRequest }) => ({ id: clientRequest }) },
  'requests.change': {
    may: itsRequesters,
    input: ({ clientRequest }) => ({ id: clientRequest, ...requestFields }),
  },
  'requests.create': {
    may: { ...everyone('yes'), anonymous: 401, bookkeeper: 403 },
    input: () => requestFields,
    rest: post('/service-requests'),
  },
  'requests.get': { may: itsRequesters, input: ({ clientRequest }) => ({ id: clientRequest }) },
  'requests.inquiries': { may: 'signed-in' },
  'requests.mine': { may: 'signed-in', rest: get('/service-requests') },
  'requests.search': { may: 'signed-in', input: () => ({}) },
  'settings.about': { may: 'everyone' },
  'settings.answerDue': { may: 'everyone' },
  'settings.careers': { may: 'everyone' },
  'settings.formFields': { may: 'everyone' },
  'settings.public': { may: 'everyone' },
  'settings.questions': { may: 'everyone' },
};
