import { expect, it } from 'vitest';

import { signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { createRequest, signUpClient } from '~/testing/client-requests';
import { askerOf } from '~/testing/sign-in';
import { agencyFileIn, userOf } from '~/testing/threads';

const app = testApp({ env: { TRUST_PROXY: '1' } });

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
