import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { AppError } from '~/contract/common/errors';
import type { RequestDetail } from '~/contract/requests/requests-schema';
import { ada, emptyWorkspace, sampleRequestDetail } from '~/testing/client-samples';
import { expectFieldError, expectValues, fillForm } from '~/testing/forms';
import { type Answers, createGate, renderScreen, shownToasts } from '~/testing/render';

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
    workspace: emptyWorkspace,
    services: { cards: () => [{ id: 4, name: 'Online Store' } as never] },
    requests: {
      ...(create && { create }),
      get: () => sampleRequestDetail({ title: 'A calculating engine' }),
    },
  });

describe('the form of a new request', () => {
  it('says at each field what is missing, and focuses the first', async () => {
    const { user, api } = await open();
    await user.click(submit());
    await expectFieldError(form(), 'Title', 'Title must be at least 3 characters');
    await expectFieldError(form(), 'Description', 'Description must be at least 10 characters');
    expect(within(form()).getByLabelText('Title')).toHaveFocus();
    expect(api.inputsOf('requests.create')).toEqual([]);
  });

  it('sends the request once, and shows it', async () => {
    const gate = createGate<RequestDetail>();
    const { user, api, location } = await open(() => gate.answer);
    await fillForm(user, form(), answers);
    const button = submit();
    act(() => {
      for (let press = 0; press < 4; press += 1) button.click();
    });
    await waitFor(() => expect(submit()).toHaveTextContent('Sending...'));
    await act(async () => gate.open(sampleRequestDetail({ id: 7 })));
    await waitFor(() => expect(location()).toBe('/dashboard/requests/7'));
    expect(shownToasts()[0]).toMatch(/^Request Sent/);
    expect(api.inputsOf('requests.create')).toEqual([
      {
        title: 'A calculating engine',
        serviceId: 4,
        description: 'With a page\nthat explains it',
        wishedDate: null,
        urgent: false,
        fileIds: [],
        key: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ]);
  });

  it('takes a wished date and an urgent mark, and names the number to call', async () => {
    const { user, api, location } = await open(() => sampleRequestDetail({ id: 7, urgent: true }));
    expect(form()).toHaveTextContent('Is your site down, or losing orders? Call');
    expect(within(form()).getByRole('link', { name: /^\+/ })).toHaveAttribute(
      'href',
      expect.stringMatching(/^tel:\+\d+$/),
    );
    await fillForm(user, form(), { ...answers, 'How urgent is it?': 'urgent' });
    fireEvent.input(within(form()).getByLabelText(/^By when/), { target: { value: '2027-02-01' } });
    await user.click(submit());
    await waitFor(() => expect(location()).toBe('/dashboard/requests/7'));
    expect(api.inputsOf('requests.create')).toMatchObject([
      { wishedDate: '2027-02-01', urgent: true, fileIds: [] },
    ]);
  });

  it('waits for files that are on their way, and then sends them with it', async () => {
    const { user, api } = await open(() => sampleRequestDetail({ id: 7 }));
    await fillForm(user, form(), answers);
    // An upload that does not come to an end.
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
    expect(await screen.findByText('The files are still on their way.')).toBeVisible();
    expect(api.inputsOf('requests.create')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Cancel the upload of times.csv' }));
    await user.click(submit());
    await waitFor(() => expect(api.inputsOf('requests.create')).toHaveLength(1));
    vi.unstubAllGlobals();
  });

  it('keeps what was typed through a lost connection and a reload, and its key', async () => {
    const fails = () => {
      throw new Error('the connection was lost');
    };
    const first = await open(fails);
    await fillForm(first.user, form(), answers);
    await first.user.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Failed to send your request. Please try again.',
    );
    cleanup();

    const { user, api } = await open(() => sampleRequestDetail());
    await waitFor(() => expectValues(form(), answers));
    await user.click(submit());
    await waitFor(() => expect(api.inputsOf('requests.create')).toHaveLength(1));
    const [sent] = api.inputsOf('requests.create') as { key: string }[];
    const [tried] = first.api.inputsOf('requests.create') as { key: string }[];
    expect(sent?.key).toBe(tried?.key);
    await waitFor(() => expect(shownToasts()[0]).toMatch(/^Request Sent/));
    cleanup();

    await open();
    expectValues(form(), { Title: '', Service: '', Description: '' });
  });

  it('counts down to the next attempt past the rate limit', async () => {
    const { user } = await open(() => {
      const reason = 'Too many requests.';
      throw new AppError('TOO_MANY_REQUESTS', reason, { reason, retryAfterSeconds: 600 });
    });
    await fillForm(user, form(), answers);
    await user.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many requests.');
    expect(within(form()).getByText(/^You can try again in \d+ min \d+ s\.$/)).toBeVisible();
    expect(submit()).toBeDisabled();
  });
});
