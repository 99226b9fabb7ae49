import { beforeAll, expect, it } from 'vitest';

import type { FilePage } from '~/contract/threads/threads-schema';
import { signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { createRequest, signUpClient, type TestClient } from '~/testing/client-requests';
import { agencyFileIn, uploadAs, userOf } from '~/testing/threads';

const app = testApp({ env: { TRUST_PROXY: '1' }, rateLimits: { messages: 1e6 } });
let client: TestClient;
let stranger: TestClient;

beforeAll(async () => {
  client = await signUpClient(app);
  stranger = await signUpClient(app);
});

const filesOf = (who: TestClient, query: object = {}) =>
  who.query<FilePage>('requestThreads.files', query);

it('the list of a client’s files has pages, and omits internal files and those of other clients', async () => {
  const { id: adminId } = await signedInAs(app, 'manager');
  const admin = await userOf(app, adminId);
  const { id: first } = await createRequest(client);
  const { id: second } = await createRequest(client);
  const { id: foreign } = await createRequest(stranger);
  const design = await agencyFileIn(app, admin, first, { deliverable: true });
  await agencyFileIn(app, admin, first, { internal: true });
  const plan = await agencyFileIn(app, admin, second, { deliverable: false });
  const theirs = await agencyFileIn(app, admin, foreign);
  const own = await uploadAs(app.services, await userOf(app, client.id), undefined, '100%.png');
  // The list does not contain the upload, because no message contains it yet.
  expect((await filesOf(client)).rows.map(({ id }) => id)).toEqual([plan.fileId, design.fileId]);
  await client.post(`/api/service-requests/${second}/messages`, { fileIds: [own.id] });

  const { rows, total, page } = await filesOf(client);
  expect({ total, page }).toEqual({ total: 3, page: 1 });
  expect(
    rows.map(({ id, requestId, byAgency, deliverable }) => ({
      id,
      requestId,
      byAgency,
      deliverable,
    })),
  ).toEqual(
    [
      { id: plan.fileId, requestId: second, byAgency: true, deliverable: null },
      { id: design.fileId, requestId: first, byAgency: true, deliverable: 'waiting' },
      { id: own.id, requestId: second, byAgency: false, deliverable: null },
    ].sort((a, b) => b.id - a.id),
  );
  expect(rows[0]?.requestTitle).not.toBe('');
  expect((await filesOf(stranger)).rows.map(({ id }) => id)).toEqual([theirs.fileId]);

  expect((await filesOf(client, { status: 'waiting' })).rows).toMatchObject([
    { id: design.fileId },
  ]);
  expect((await filesOf(client, { search: '100%' })).rows).toMatchObject([{ id: own.id }]);
  expect(await filesOf(client, { search: 'no such file' })).toMatchObject({ rows: [], total: 0 });
});

it('the list of a client’s files returns the last page for a page number past the end', async () => {
  const { id } = await createRequest(client);
  const before = await filesOf(client);
  await app.sql`insert into messages (conversation_id, author_name, by_agency, text)
    select id, 'Olive', true, 'Many' from conversations where request_id = ${id}`;
  await app.sql`insert into files (key, message_id, name, size, received, type, finished_at)
    select 'many-' || n, (select max(id) from messages), 'Page ' || n, 1, 1, 'text/plain', now()
    from generate_series(1, 12) n`;
  const all = before.total + 12;
  const last = await filesOf(client, { page: 99 });
  expect(last).toMatchObject({ total: all, page: Math.ceil(all / 10) });
  expect(last.rows).toHaveLength(all % 10 || 10);
});
