import { at, byId, get, type Ids, only, post, type Rule } from './role-answers';

const ofQuote = ({ quote }: Ids) => ({ kind: 'quote', id: quote });
const written = { text: 'Hello' };
const internal = { ...written, internal: true };
const own = { unrecorded: 'a message names its author and time itself' };
const mark = { unrecorded: 'it is of the reader alone' };
const template = () => ({ name: `Template ${crypto.randomUUID()}`, text: 'Hello {{firstName}}' });

/** Own internal messages alone can be changed: an admin who may write has none here. */
const noneOfTheirs = only(['owner', 'manager'], 404);

export const conversationRules: Record<string, Rule> = {
  'admin.inbox.page': { may: 'sees-business', input: () => ({}) },
  'admin.inbox.get': {
    may: 'sees-business',
    input: ({ quote }) => ({ kind: 'quote', recordId: quote }),
  },
  'admin.inbox.tags': { may: 'sees-business' },
  'admin.inbox.change': {
    may: 'runs-business',
    input: ({ quote }) => ({
      items: [{ kind: 'quote', recordId: quote }],
      nextStep: `Call ${crypto.randomUUID()}`,
    }),
  },
  'admin.conversations.get': { may: 'sees-business', input: ofQuote },
  'admin.conversations.page': { may: 'sees-business', input: ofQuote },
  'admin.conversations.send': {
    may: 'runs-business',
    input: ({ message }) => ({ kind: 'message', id: message, ...written }),
  },
  'admin.conversations.listOfQuote': {
    may: 'sees-business',
    input: byId('quote'),
    rest: { method: 'GET', ...at('/admin/quotes', 'quote', '/messages') },
  },
  'admin.conversations.sendToQuote': {
    may: 'runs-business',
    input: ({ quote }) => ({ id: quote, ...internal }),
    rest: { method: 'POST', ...at('/admin/quotes', 'quote', '/messages') },
    ...own,
  },
  'admin.conversations.listOfMessage': {
    may: 'sees-business',
    input: byId('message'),
    rest: { method: 'GET', ...at('/admin/contact-messages', 'message', '/messages') },
  },
  'admin.conversations.sendToMessage': {
    may: 'runs-business',
    input: ({ message }) => ({ id: message, ...internal }),
    rest: { method: 'POST', ...at('/admin/contact-messages', 'message', '/messages') },
    ...own,
  },
  'admin.conversations.listOfProposal': {
    may: 'sees-business',
    input: byId('proposal'),
    rest: { method: 'GET', ...at('/admin/proposals', 'proposal', '/messages') },
  },
  'admin.conversations.sendToProposal': {
    may: 'runs-business',
    input: ({ proposal }) => ({ id: proposal, ...internal }),
    rest: { method: 'POST', ...at('/admin/proposals', 'proposal', '/messages') },
    ...own,
  },
  'admin.conversations.edit': {
    may: noneOfTheirs,
    input: () => ({ kind: 'quote', id: 999_999, ...written }),
  },
  'admin.conversations.remove': {
    may: noneOfTheirs,
    input: () => ({ kind: 'quote', id: 999_999 }),
  },
  'admin.conversations.markRead': {
    may: 'sees-business',
    input: (ids) => ({ ...ofQuote(ids), messageId: 1 }),
    ...mark,
  },
  'admin.conversations.saveDraft': {
    may: 'runs-business',
    input: (ids) => ({ ...ofQuote(ids), text: 'Begun', fileIds: [] }),
    ...mark,
  },
  'admin.replyTemplates.list': {
    may: 'sees-business',
    input: () => ({}),
    rest: get('/admin/reply-templates'),
  },
  'admin.replyTemplates.create': {
    may: 'runs-business',
    input: template,
    rest: post('/admin/reply-templates'),
  },
  'admin.replyTemplates.update': {
    may: 'runs-business',
    input: ({ replyTemplate }) => ({ id: replyTemplate, ...template() }),
    rest: { method: 'PUT', ...at('/admin/reply-templates', 'replyTemplate') },
  },
  'admin.replyTemplates.remove': {
    may: 'runs-business',
    input: byId('replyTemplate'),
    rest: { method: 'DELETE', ...at('/admin/reply-templates', 'replyTemplate') },
  },
};
