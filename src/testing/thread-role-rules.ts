import { at, byId, get, type Ids, itsClient, itsRequesters, only, type Rule } from './role-answers';

const written = { text: 'Hello' };
/** Own messages alone can be changed: an admin who may write has none here. */
const noneOfTheirs = only(['owner', 'manager'], 404);

const threadRules = (
  name: 'workspace' | 'admin.workspace',
  path: string,
  key: 'clientRequest' | 'request',
  reads: Rule['may'],
  writes: Rule['may'],
): Record<string, Rule> => ({
  [`${name}.messages`]: {
    may: reads,
    input: byId(key),
    rest: { method: 'GET', ...at(path, key, '/messages') },
  },
  [`${name}.page`]: { may: reads, input: byId(key) },
  [`${name}.get`]: { may: reads, input: byId(key) },
  [`${name}.send`]: {
    may: writes,
    input: (ids: Ids) => ({ id: ids[key], ...written }),
    unrecorded: 'a message names its author and time itself',
    rest: { method: 'POST', ...at(path, key, '/messages') },
  },
  [`${name}.markRead`]: {
    may: reads,
    input: (ids: Ids) => ({ id: ids[key], messageId: 1 }),
    unrecorded: 'what an admin has read is that admin’s alone',
  },
  [`${name}.saveDraft`]: {
    may: writes,
    input: (ids: Ids) => ({ id: ids[key], text: 'Half a sen', fileIds: [] }),
    unrecorded: 'a draft is its writer’s alone',
  },
});

export const threadRulesOfAll: Record<string, Rule> = {
  ...threadRules('workspace', '/service-requests', 'clientRequest', itsRequesters, itsRequesters),
  ...threadRules(
    'admin.workspace',
    '/admin/service-requests',
    'request',
    'sees-business',
    'runs-business',
  ),
  'workspace.edit': {
    may: itsClient,
    input: ({ clientMessage }) => ({ id: clientMessage, ...written }),
  },
  'workspace.remove': { may: itsClient, input: byId('clientMessage') },
  'workspace.preview': { may: 'signed-in', input: () => written },
  'workspace.files': { may: 'signed-in', input: () => ({}) },
  'workspace.unread': { may: 'signed-in' },
  'workspace.changes': { may: 'signed-in' },
  'workspace.approve': {
    may: itsRequesters,
    input: byId('agencyFile'),
    rest: { method: 'POST', ...at('/files', 'agencyFile', '/approve') },
  },
  'workspace.returnFile': {
    may: itsRequesters,
    input: ({ agencyFile }) => ({ id: agencyFile, comment: 'Too small' }),
    rest: { method: 'POST', ...at('/files', 'agencyFile', '/return') },
  },
  'admin.workspace.edit': {
    may: noneOfTheirs,
    input: ({ clientMessage }) => ({ id: clientMessage, ...written }),
  },
  'admin.workspace.remove': { may: noneOfTheirs, input: byId('clientMessage') },
  'admin.workspace.unread': { may: 'sees-business' },
  'admin.workspace.unanswered': { may: 'sees-business' },
  'admin.workspace.assignees': { may: 'sees-business' },
  'admin.workspace.setWaiting': {
    may: 'runs-business',
    input: ({ request }) => ({ id: request, waiting: true }),
  },
  'admin.workspace.setAssignee': {
    may: 'runs-business',
    input: ({ request, manager }) => ({ id: request, assigneeId: manager }),
  },
  'admin.workspace.setDeliverable': {
    may: 'runs-business',
    input: ({ agencyFile }) => ({ id: agencyFile, deliverable: false }),
  },
  'admin.workspace.changes': { may: 'sees-business', input: byId('request') },
  'notifications.get': { may: 'signed-in', rest: get('/notifications') },
  'notifications.update': {
    may: 'signed-in',
    input: () => ({ messages: true }),
    rest: { method: 'PUT', path: () => '/notifications' },
  },
  'quotes.byLink': {
    may: 'everyone',
    input: ({ quoteToken }) => ({ token: quoteToken }),
    rest: { method: 'GET', ...at('/quotes/by-link', 'quoteToken') },
  },
  'admin.quotes.revokeLink': { may: 'runs-business', input: byId('quote') },
};
