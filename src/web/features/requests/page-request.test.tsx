import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { AppError } from '~/contract/common/errors';
import type { RequestDetail, RequestEvent } from '~/contract/requests/requests-schema';
import { ada, emptyRequestThreads, sampleRequestDetail } from '~/testing/client-samples';
import { expectValues, fillForm } from '~/testing/forms';
import { type Answers, renderScreen, shownToasts } from '~/testing/render';

const button = (name: string) => screen.getByRole('button', { name });
const edit = () => screen.getByRole('form', { name: 'Edit request' });
const title = () => screen.getByRole('heading', { level: 1 });
const timeline = () =>
  within(screen.getByRole('list', { name: 'Timeline' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

const open = (get: () => RequestDetail, requests: Answers['requests'] = {}) =>
  renderScreen('/dashboard/requests/7', {
    identity: { viewer: () => ada },
    requestThreads: emptyRequestThreads,
    services: { cards: () => [], firstCards: () => [] },
    requests: { get, ...requests },
  });

const event = (id: number, kind: RequestEvent['kind'], text = '', byAgency = true) => ({
  id,
  kind,
  text,
  byAgency,
  createdAt: '2026-05-04T10:00:00.000Z',
});

describe('a pending request', () => {
  it('can be changed, starting from its text', async () => {
    let request = sampleRequestDetail();
    const { user, api } = await open(() => request, {
      change: () => {
        request = sampleRequestDetail({
          title: 'A larger engine',
          events: [event(1, 'created', '', false), event(2, 'changed', '', false)],
        });
        return request;
      },
    });
    expect(document.title).toBe('An engine | Kestrel');
    await user.click(button('Edit'));
    expectValues(edit(), { Title: 'An engine', Description: 'What is to be done about it' });
    await fillForm(user, edit(), { Title: 'A larger engine' });
    await user.click(button('Save Changes'));
    await waitFor(() => expect(title()).toHaveTextContent('A larger engine'));
    expect(shownToasts()[0]).toMatch(/^Request updated/);
    expect(screen.getByText('Saved. We see your changes.').parentElement).toHaveFocus();
    expect(timeline().at(-1)).toContain('You edited the request');
    expect(api.inputsOf('requests.change')).toMatchObject([{ id: 7, title: 'A larger engine' }]);
    await waitFor(() => expect(button('Edit')).toBeVisible());
  });

  it('agreed in a proposal can be changed by a message only', async () => {
    await renderScreen('/dashboard/requests/7', {
      identity: { viewer: () => ada },
      requestThreads: {
        ...emptyRequestThreads,
        get: () => ({
          ...emptyRequestThreads.get(),
          proposals: [{ id: 5, number: 'P-0011', title: 'Shop', status: 'accepted' }],
        }),
      },
      services: { cards: () => [], firstCards: () => [] },
      requests: { get: () => sampleRequestDetail() },
    });
    expect(screen.getByRole('link', { name: 'proposal P-0011' })).toHaveAttribute(
      'href',
      '/dashboard/proposals/5',
    );
    expect(screen.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Cancel request' })).not.toBeInTheDocument();
  });

  it('is canceled only after a confirmation', async () => {
    let request = sampleRequestDetail();
    const { user, api } = await open(() => request, {
      cancel: () => {
        request = sampleRequestDetail({
          status: 'cancelled',
          events: [event(1, 'created', '', false), event(2, 'status', 'cancelled', false)],
        });
        return request;
      },
    });
    await user.click(button('Cancel request'));
    expect(button('Keep request')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(button('Edit')).toBeVisible();
    expect(api.inputsOf('requests.cancel')).toEqual([]);

    await user.click(button('Cancel request'));
    await user.click(button('Yes, cancel request'));
    await waitFor(() => expect(timeline().at(-1)).toContain('You canceled the request'));
    expect(screen.getByText('Request canceled. We’ve been notified.').parentElement).toHaveFocus();
    expect(shownToasts()[0]).toMatch(/^Request canceled/);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull());
    expect(screen.queryByRole('button', { name: 'Keep request' })).not.toBeInTheDocument();
  });

  it('that the agency has started rejects the change, and keeps the input', async () => {
    let request = sampleRequestDetail();
    const { user } = await open(() => request, {
      change: () => {
        request = sampleRequestDetail({ status: 'in_progress' });
        throw new AppError('CONFLICT', 'This request is no longer pending');
      },
    });
    await user.click(button('Edit'));
    await fillForm(user, edit(), { Title: 'A larger engine' });
    await user.click(button('Save Changes'));
    expect(await screen.findByRole('alert')).toHaveTextContent('This request is no longer pending');
    await waitFor(() => expect(screen.getByText('In progress')).toBeVisible());
    expectValues(edit(), { Title: 'A larger engine' });
    await user.click(button('Cancel'));
    expect(screen.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
  });
});

describe('the request timeline', () => {
  it('shows the agency’s actions', async () => {
    await open(() =>
      sampleRequestDetail({
        status: 'in_progress',
        note: 'We begin on Monday',
        targetDate: '2027-01-31',
        events: [
          event(1, 'created', '', false),
          event(2, 'status', 'in_progress'),
          event(3, 'note', 'We begin on Monday'),
          event(4, 'target_date', '2027-01-31'),
          event(5, 'target_date'),
          event(6, 'status', 'in_progress', false),
          event(7, 'status', 'completed', false),
        ],
      }),
    );
    expect(timeline()).toEqual([
      expect.stringMatching(/^You sent this request/),
      expect.stringMatching(/^Status: In progress/),
      expect.stringMatching(/^We added a noteWe begin on Monday/),
      expect.stringMatching(/^Due date: 31 January 2027/),
      expect.stringMatching(/^Due date removed/),
      expect.stringMatching(/^You requested changes. Status: In progress/),
      expect.stringMatching(/^You approved all files. Status: Completed/),
    ]);
    expect(screen.getByRole('region', { name: 'A note from us' })).toHaveTextContent(
      'We begin on Monday',
    );
    expect(screen.getByRole('main')).toHaveTextContent('Due by 31 January 2027');
    expect(screen.queryByText(/^Showing the latest/)).not.toBeInTheDocument();
  });
});
