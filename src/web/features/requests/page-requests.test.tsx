import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { clientPageSize } from '~/contract/common/paging';
import type { RequestSearch } from '~/contract/requests/requests';
import type { ServiceRequest } from '~/contract/requests/requests-schema';
import {
  ada,
  emptyRequestThreads,
  sampleRequest,
  sampleRequestDetail,
} from '~/testing/client-samples';
import { type Answers, renderScreen } from '~/testing/render';

const all = Array.from({ length: 23 }, (_, index) =>
  sampleRequest({
    id: index + 1,
    title: `Engine ${index + 1}`,
    status: index + 1 >= 20 ? 'completed' : 'pending',
  }),
);

/** Returns pages in the same way as the server: a page past the end is the last page. */
function searchOf(requests: ServiceRequest[]) {
  return ({ search = '', status, page = 1 }: RequestSearch) => {
    const found = requests.filter(
      (one) =>
        one.title.toLowerCase().includes(search.toLowerCase()) &&
        (!status || one.status === status),
    );
    const last = Math.max(1, Math.ceil(found.length / clientPageSize));
    const shown = Math.min(page, last);
    const rows = found.slice((shown - 1) * clientPageSize, shown * clientPageSize);
    return { rows, total: found.length, page: shown };
  };
}

const open = (
  search = '',
  requests: Answers['requests'] = {},
  requestThreads: Answers['requestThreads'] = emptyRequestThreads,
) =>
  renderScreen(`/dashboard/requests${search}`, {
    identity: { viewer: () => ada },
    requestThreads,
    requests: { search: searchOf(all), inquiries: () => [], ...requests },
    services: { cards: () => [], firstCards: () => [] },
  });

const listed = () =>
  screen
    .queryAllByRole('list', { name: 'Service requests' })
    .flatMap((list) => within(list).getAllByRole('listitem'))
    .map((row) => row.textContent);
const button = (name: string) => screen.getByRole('button', { name });
const searchBox = () => screen.getByRole('searchbox', { name: 'Search' });

describe('the list of requests', () => {
  it('counts unread messages, and shows the client’s open tasks', async () => {
    const requests = [
      { requestId: 1, title: 'Engine 1', unread: 1, isWaiting: false, undecided: 0 },
      { requestId: 2, title: 'Engine 2', unread: 100, isWaiting: true, undecided: 0 },
      { requestId: 3, title: 'Engine 3', unread: 0, isWaiting: false, undecided: 2 },
    ];
    await open('', {}, { unread: () => ({ requests, total: 101 }) });
    expect(listed().slice(0, 4)).toEqual([
      expect.stringMatching(/^Engine 1.*1 new message/),
      expect.stringMatching(/^Engine 2.*Waiting on you99\+ new messages/),
      expect.stringMatching(/^Engine 3.*Waiting on you/),
      expect.not.stringMatching(/new message|Waiting/),
    ]);
  });

  it('keeps search and filter in the URL, and starts at the first page', async () => {
    const { user, location } = await open('?page=2');
    await user.click(button('Completed'));
    await waitFor(() => expect(location()).toBe('/dashboard/requests?status=completed'));
    await waitFor(() => expect(listed()).toHaveLength(4));
    await user.type(searchBox(), 'engine 22{Enter}');
    await waitFor(() =>
      expect(location()).toBe('/dashboard/requests?search=engine+22&status=completed'),
    );
    await waitFor(() => expect(listed()).toEqual([expect.stringMatching(/^Engine 22/)]));
    await user.click(button('Pending'));
    expect(await screen.findByText('No requests match.')).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Show all' }));
    await waitFor(() => expect(listed()).toHaveLength(10));
    expect(location()).toBe('/dashboard/requests');
    expect(searchBox()).toHaveValue('');
  });

  it('shows a new client how to begin', async () => {
    await open('', { search: searchOf([]) });
    expect(
      screen.getByText('No service requests yet. Create your first request!'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Quotes and messages' })).not.toBeInTheDocument();
  });

  it('shows quotes and messages sent before the account, with their status', async () => {
    const { user, location } = await open('', {
      search: searchOf([]),
      inquiries: () => [
        {
          id: 'quote:12',
          kind: 'quote',
          title: 'Quote request: Online Shop',
          text: 'An engine that weaves algebra.',
          status: 'pending',
          createdAt: '2026-05-04T10:00:00.000Z',
          requestId: 7,
        },
      ],
      get: () => sampleRequestDetail({ title: 'Online Shop' }),
    });
    const region = within(screen.getByRole('region', { name: 'Quotes and messages' }));
    expect(region.getByRole('listitem')).toHaveTextContent(/^Quote request: Online Shop.*Pending/);
    await user.click(region.getByText('Quote request: Online Shop'));
    expect(region.getByText('An engine that weaves algebra.')).toBeVisible();
    await user.click(region.getByRole('link', { name: 'View the request' }));
    await waitFor(() => expect(location()).toBe('/dashboard/requests/7'));
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Online Shop'),
    );
  });
});
