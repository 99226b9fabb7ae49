import { fireEvent, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { AdminRequest } from '~/contract/admin/admin-schema';
import { choose, drawer, pageOf, renderPanel, sampleAdminRequest } from '~/testing/panel';
import { type Answers, shownToasts } from '~/testing/render';

function requestsOf(start = sampleAdminRequest()) {
  let request = start;
  const set = (changes: Partial<AdminRequest>) => {
    request = { ...request, ...changes };
    return request;
  };
  const answers: NonNullable<NonNullable<Answers['admin']>['requests']> = {
    page: () => pageOf([request]),
    get: () => ({
      request,
      timeline: [],
      hasOlderEvents: false,
      notes: [],
      mails: [],
      changes: [],
    }),
    setStatus: ({ status }) => set({ status }),
    setNote: ({ note }) => set({ note }),
    setTargetDate: ({ targetDate }) => set({ targetDate }),
  };
  return answers;
}

it('sets the status, the target date and a note to the client', async () => {
  const { user, api } = await renderPanel('?section=requests&open=13', { requests: requestsOf() });
  await choose(user, await drawer().findByRole('combobox', { name: 'Status' }), 'In progress');
  await waitFor(() =>
    expect(shownToasts()).toEqual(['SuccessService request status updated successfully']),
  );
  expect(api.inputsOf('admin.requests.setStatus')).toEqual([{ id: 13, status: 'in_progress' }]);

  await user.type(drawer().getByLabelText('Note to the client'), 'We begin on Monday');
  await user.click(drawer().getByRole('button', { name: 'Send note' }));
  await waitFor(() => expect(shownToasts()).toEqual(['SuccessThe client was told']));
  expect(api.inputsOf('admin.requests.setNote')).toEqual([{ id: 13, note: 'We begin on Monday' }]);
  expect(drawer().getByLabelText('Note to the client')).toHaveValue('');
});

it('sends a target date once, on blur', async () => {
  const { user, api } = await renderPanel('?section=requests&open=13', { requests: requestsOf() });
  const field = await drawer().findByLabelText('Target date');
  await user.click(field);
  // As a browser reports it while its year is being typed.
  for (const value of ['0002-03-15', '0020-03-15', '0202-03-15', '2027-03-15']) {
    fireEvent.change(field, { target: { value } });
  }
  expect(api.inputsOf('admin.requests.setTargetDate')).toEqual([]);
  await user.tab();
  await waitFor(() => expect(shownToasts()).toEqual(['SuccessTarget date updated successfully']));
  expect(api.inputsOf('admin.requests.setTargetDate')).toEqual([
    { id: 13, targetDate: '2027-03-15' },
  ]);
});
