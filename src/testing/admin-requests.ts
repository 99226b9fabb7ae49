import type { AdminRequestRow } from '~/contract/admin/admin-schema';
import type { AdminMessage, AdminRequestThread } from '~/contract/threads/threads-schema';
import { sampleRequestThread } from './client-samples';
import { pageOf, sampleAdminRequest } from './panel';
import type { Answers } from './render';
import { sampleMessage } from './thread-samples';

/** Sample requests and threads for tests of the panel. */

export const sampleRequestRow = (changes: Partial<AdminRequestRow> = {}): AdminRequestRow => ({
  ...sampleAdminRequest(),
  assigneeId: null,
  assigneeName: '',
  unread: 0,
  waitingSince: null,
  dueAt: null,
  ...changes,
});

const sampleAdminRequestThread = (
  changes: Partial<AdminRequestThread> = {},
): AdminRequestThread => ({
  ...sampleRequestThread(),
  requestId: 13,
  clientId: 'client-1',
  clientName: 'Ada Byron',
  assignee: null,
  unansweredSince: null,
  dueAt: null,
  isOverdue: false,
  storage: { used: 0, quota: 1024 ** 3 },
  files: [],
  invoices: [],
  ...changes,
});

export const sampleAdminMessage = (changes: Partial<AdminMessage> = {}): AdminMessage => ({
  ...sampleMessage({ requestId: 13, byAgency: false, author: 'Ada Byron', ...changes }),
  internal: changes.internal ?? false,
  origin: changes.origin ?? null,
  possiblyAutomatic: changes.possiblyAutomatic ?? false,
  mailId: changes.mailId ?? null,
});

type AdminAnswers = NonNullable<Answers['admin']>;

/** Fake server with one request, which the test can change. */
export function requestServer(
  start: Partial<AdminRequestRow> = {},
  given: { messages?: AdminMessage[]; thread?: Partial<AdminRequestThread> } = {},
) {
  let request = sampleRequestRow(start);
  let thread = sampleAdminRequestThread(given.thread);
  const messages = [...(given.messages ?? [])];
  const set = (changes: Partial<AdminRequestRow>) => {
    request = { ...request, ...changes };
    return request;
  };
  const beside = (changes: Partial<AdminRequestThread>) => {
    thread = { ...thread, ...changes };
    return thread;
  };
  const assignees = [
    { id: 'admin-1', name: 'Admin Aldridge' },
    { id: 'admin-2', name: 'Ines Calder' },
  ];
  return {
    requests: {
      page: () => pageOf([request]),
      get: () => ({
        ...{ request, timeline: [], hasOlderEvents: false },
        ...{ notes: [], mails: [], changes: [] },
      }),
      setStatus: ({ status }) => set({ status }),
      setNote: ({ note }) => set({ note }),
      setTargetDate: ({ targetDate }) => set({ targetDate }),
    } satisfies AdminAnswers['requests'],
    requestThreads: {
      get: () => thread,
      page: () => ({ rows: messages, before: null }),
      assignees: () => assignees,
      setWaiting: ({ waiting }) =>
        beside({ waitingSince: waiting ? new Date().toISOString() : null }),
      send: ({ text = '', internal = false }) => {
        const sent = sampleAdminMessage({
          ...{ id: messages.length + 1, text, internal },
          ...{ byAgency: true, isOwn: true, author: 'Admin Aldridge' },
        });
        messages.push(sent);
        return sent;
      },
    } satisfies AdminAnswers['requestThreads'],
  };
}
