import { describe, expect, it } from 'vitest';

import type { AdminRequestRow } from '~/contract/admin/admin-schema';
import type { Page } from '~/contract/common/paging';
import { signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import {
  createRequest,
  mailsAboutRequest,
  readRequest,
  signUpClient,
} from '~/testing/client-requests';
import { askerOf } from '~/testing/sign-in';
import { agencyFileIn, userOf } from '~/testing/threads';

const app = testApp({ env: { TRUST_PROXY: '1' }, rateLimits: { quoteForm: 1e6 } });

describe('Undo of a status', () => {
  async function setUp() {
    const client = await signUpClient(app);
    const { id } = await createRequest(client);
    const [owner, manager] = [await signedInAs(app, 'owner'), await signedInAs(app, 'manager')];
    const set = (who: { cookie: string }, status: string, isUndo = false) =>
      askerOf(app, who.cookie)('PUT', `/api/admin/service-requests/${id}`, { status, isUndo });
    const steps = async () =>
      (await readRequest(client, { id })).events.slice(1).map(({ text }) => text);
    const mails = async () =>
      (await mailsAboutRequest(app, id)).filter(({ kind }) => kind === 'request_update');
    return { owner, manager, set, steps, mails };
  }

  it('leads back to the status before, and to no other', async () => {
    const { manager, set, steps, mails } = await setUp();
    await set(manager, 'in_progress');
    await set(manager, 'completed');
    await set(manager, 'cancelled', true);
    expect(await steps()).toEqual(['in_progress', 'completed', 'cancelled']);
    expect((await mails()).at(-1)?.text).toContain('Status: Canceled');
  });

  it('is only for the admin who made the change', async () => {
    const { owner, manager, set, steps, mails } = await setUp();
    await set(owner, 'in_progress');
    await set(manager, 'pending', true);
    expect(await steps()).toEqual(['in_progress', 'pending']);
    expect(await mails()).toHaveLength(1);
    await set(manager, 'in_progress', true);
    expect(await steps()).toEqual(['in_progress']);
  });
});

describe('admin.requests.page', () => {
  it('lists assignee, unread messages of the reader, awaited replies and due answers', async () => {
    const ada = await signUpClient(app);
    const [quiet, busy] = [
      await createRequest(ada, { title: 'A quiet engine' }),
      await createRequest(ada, { title: 'A busy engine' }),
    ];
    const [own, other] = [await signedInAs(app, 'manager'), await signedInAs(app, 'manager')];
    const admin = await userOf(app, own.id);
    const { conversations, requestThreads, requests } = app.services.admin;
    for (const text of ['First', 'Second', 'Third']) {
      await ada.post(`/api/service-requests/${busy.id}/messages`, { text });
    }
    await requestThreads.send(admin, {
      ...{ id: busy.id, text: 'Is this so?', fileIds: [], deliverableIds: [] },
      internal: true,
    });
    const [first] = (await requestThreads.page(admin, { id: busy.id, limit: 50 })).rows;
    await conversations.markRead(admin, {
      ...{ kind: 'request', id: busy.id },
      messageId: first?.id ?? 0,
    });
    await conversations.setOwner(admin, { kind: 'request', id: busy.id, ownerId: other.id });
    await requestThreads.setWaiting(admin, quiet.id, true);

    const find = async (cookie: string) => {
      const input = encodeURIComponent(JSON.stringify({ search: ada.email, sort: 'title' }));
      const { body } = await askerOf(app, cookie)<{ result: { data: Page<AdminRequestRow> } }>(
        'GET',
        `/api/trpc/admin.requests.page?input=${input}`,
      );
      return body.result.data;
    };
    const { rows, total } = await find(own.cookie);
    expect(total).toBe(2);
    const { unansweredSince, dueAt } = await requestThreads.get(admin, busy.id);
    expect(unansweredSince).not.toBeNull();
    expect(rows).toMatchObject([
      {
        ...{ id: busy.id, assigneeId: other.id, assigneeName: expect.stringMatching(/\S/) },
        ...{ unread: 2, waitingSince: null, dueAt },
      },
      {
        ...{ id: quiet.id, assigneeId: null, assigneeName: '', unread: 0, dueAt: null },
        waitingSince: expect.stringMatching(/Z$/),
      },
    ]);
    // Each admin has read marks of their own.
    expect((await find(other.cookie)).rows.map(({ unread }) => unread)).toEqual([3, 0]);
    const exported = await requests.search({ search: ada.email, sort: 'title' });
    expect(exported.rows.map(({ id }) => id)).toEqual([busy.id, quiet.id]);
  });
});

it('a request with a file that awaits approval is completed only after a confirmation', async () => {
  const owner = await signedInAs(app, 'owner');
  const ask = askerOf(app, owner.cookie);
  const { id } = await createRequest(await signUpClient(app));
  await agencyFileIn(app, await userOf(app, owner.id), id, { deliverable: true });
  const put = (body: object) =>
    ask<{ status: string; message: string }>('PUT', `/api/admin/service-requests/${id}`, body);
  expect(await put({ status: 'in_progress', ifApproved: true })).toMatchObject({ status: 200 });
  expect(await put({ status: 'completed', ifApproved: true })).toMatchObject({
    status: 409,
    body: {
      message: '1 file awaits the approval of the client',
      issues: [{ path: 'ifApproved' }],
    },
  });
  expect(await put({ status: 'completed' })).toMatchObject({
    status: 200,
    body: { status: 'completed' },
  });
});
