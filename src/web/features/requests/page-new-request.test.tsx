import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { ada, emptyRequestThreads, sampleRequestDetail } from '~/testing/client-samples';
import { fillForm } from '~/testing/forms';
import { type Answers, renderScreen } from '~/testing/render';

const form = () => screen.getByRole('form', { name: 'New request' });
const submit = () => within(form()).getByRole('button', { name: /^Send/ });
const answers = {
  Title: 'A calculating engine',
  Service: '4',
  Description: 'With a page\nthat explains it',
};

const open = (create?: NonNullable<Answers['requests']>['create']) =>
  renderScreen('/dashboard/requests/new', {
    identity: { viewer: () => ada },
    requestThreads: emptyRequestThreads,
    services: { cards: () => [{ id: 4, name: 'Online Store' } as never] },
    requests: {
      ...(create && { create }),
      get: () => sampleRequestDetail({ title: 'A calculating engine' }),
    },
  });

describe('the form of a new request', () => {
  it('accepts a wished date and an urgent mark, and shows the number to call', async () => {
    const { user, api, location } = await open(() => sampleRequestDetail({ id: 7, urgent: true }));
    expect(form()).toHaveTextContent('Is your site down or losing orders? Call');
    expect(within(form()).getByRole('link', { name: /^\+/ })).toHaveAttribute(
      'href',
      expect.stringMatching(/^tel:\+\d+$/),
    );
    await fillForm(user, form(), { ...answers, 'How urgent is it?': 'urgent' });
    fireEvent.input(within(form()).getByLabelText(/^When do you/), {
      target: { value: '2027-02-01' },
    });
    await user.click(submit());
    await waitFor(() => expect(location()).toBe('/dashboard/requests/7'));
    expect(api.inputsOf('requests.create')).toMatchObject([
      { wishedDate: '2027-02-01', urgent: true, fileIds: [] },
    ]);
  });

  it('waits for uploads in progress, and then sends the files with the request', async () => {
    const { user, api } = await open(() => sampleRequestDetail({ id: 7 }));
    await fillForm(user, form(), answers);
    // An upload that never ends.
    vi.stubGlobal(
      'XMLHttpRequest',
      class extends XMLHttpRequest {
        override send() {}
      },
    );
    const file = new File(['time,from\n'], 'times.csv', { type: 'text/csv' });
    await user.upload(screen.getByLabelText('Files to send'), file);
    expect(await screen.findByText('times.csv')).toBeVisible();
    await user.click(submit());
    expect(await screen.findByText('Files are still uploading.')).toBeVisible();
    expect(api.inputsOf('requests.create')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Cancel the upload of times.csv' }));
    await user.click(submit());
    await waitFor(() => expect(api.inputsOf('requests.create')).toHaveLength(1));
    vi.unstubAllGlobals();
  });
});
