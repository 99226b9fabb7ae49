import type { AdminRequestRow } from '~/contract/admin/admin-schema';
import type { AdminMessage, AdminWorkspace } from '~/contract/workspace/workspace-schema';
import { sampleWorkspace } from './client-samples';
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

const sampleAdminWorkspace = (changes: Partial<AdminWorkspace> = {}): AdminWorkspace => ({
  ...sampleWorkspace(),
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
  thread: { messages?: AdminMessage[]; workspace?: Partial<AdminWorkspace> } = {},
) {
  let request = sampleRequestRow(start);
  let workspace = sampleAdminWorkspace(thread.workspace);
  const messages = [...(thread.messages ?? [])];
  const set = (changes: Partial<AdminRequestRow>) => {
    request = { ...request, ...changes };
    return request;
  };
  const beside = (changes: Partial<AdminWorkspace>) => {
    workspace = { ...workspace, ...changes };
    return workspace;
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
    workspace: {
      get: () => workspace,
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
    } satisfies AdminAnswers['workspace'],
  };
}
