import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { AppError } from '~/contract/common/errors';
import type { Message } from '~/contract/threads/threads-schema';
import { sampleRequestThread } from '~/testing/client-samples';
import { createGate } from '~/testing/render';
import { ownMessage, renderThread, sampleFile, sampleMessage } from '~/testing/thread-samples';

const list = () => screen.getByRole('list', { name: 'Thread' });
const texts = () =>
  within(list())
    .queryAllByRole('article')
    .map((item) => item.querySelector('[dir=auto]')?.textContent);
const field = () => screen.getByRole('textbox', { name: 'Your message' });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const lost = () => {
  throw new Error('the connection was lost');
};

describe('the thread of a request', () => {
  it('shows messages of both sides, and first the client’s open tasks', async () => {
    await renderThread(
      () => [
        sampleMessage({
          id: 1,
          text: 'When shall it go up?',
          editedAt: '2026-05-04T10:05:00.000Z',
        }),
        ownMessage({ id: 2, text: 'On Monday' }),
      ],
      {
        requestThreads: {
          get: () =>
            sampleRequestThread({
              waitingSince: new Date(Date.now() - 3 * 86_400_000).toISOString(),
            }),
        },
      },
    );
    expect(texts()).toEqual(['When shall it go up?', 'On Monday']);
    const [first, second] = within(list()).getAllByRole('article');
    expect(first).toHaveTextContent(/Ines Calder.*4 May 2026.*edited/);
    expect(second).toHaveTextContent(/You.*just now/);
    expect(second?.querySelector('time')?.title).toMatch(/\d{2}:\d{2}/);
    const banner = screen.getByRole('region', { name: 'Waiting on you' });
    expect(banner).toHaveTextContent('We asked 3 days ago.');
    const behind = screen.getByRole('region', { name: 'Messages' });
    expect(banner.compareDocumentPosition(behind)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('loads older messages on demand, and retries after a failure', async () => {
    const all = Array.from({ length: 120 }, (_, n) =>
      sampleMessage({ id: n + 1, text: `No ${n + 1}` }),
    );
    const { user, api } = await renderThread(() => all);
    expect(texts()).toHaveLength(50);
    const { page } = { page: api };
    api.answer({ requestThreads: { page: lost } });
    await user.click(button('Show older messages'));
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load older messages.');
    api.answer({
      requestThreads: {
        page: ({ before = 0 }) => {
          const rows = all.filter(({ id }) => id < Number(before)).slice(-50);
          return { rows, before: (rows[0]?.id ?? 1) > 1 ? (rows[0]?.id ?? null) : null };
        },
      },
    });
    await user.click(button('Show older messages'));
    await waitFor(() => expect(texts()).toHaveLength(100));
    await user.click(button('Show older messages'));
    await waitFor(() => expect(texts()).toHaveLength(120));
    expect(texts()[0]).toBe('No 1');
    expect(screen.queryByRole('button', { name: 'Show older messages' })).not.toBeInTheDocument();
    expect(page.inputsOf('requestThreads.page').at(-1)).toMatchObject({ before: 21 });
  });
});

describe('a message', () => {
  it('is shown immediately, sent once for several clicks, and confirmed', async () => {
    const gate = createGate<Message>();
    const { user, api } = await renderThread(() => [], {
      requestThreads: { send: () => gate.answer },
    });
    expect(screen.getByText(/^No messages yet/)).toBeVisible();
    await user.type(field(), 'On **Monday**');
    const send = button('Send');
    act(() => {
      for (let press = 0; press < 4; press += 1) send.click();
    });
    expect(await screen.findByLabelText('Message being sent')).toHaveTextContent('On **Monday**');
    expect(field()).toHaveValue('');
    await waitFor(() => expect(api.inputsOf('requestThreads.send')).toHaveLength(1));
    await act(async () => gate.open(ownMessage({ id: 5, text: 'On **Monday**' })));
    await waitFor(() =>
      expect(screen.queryByLabelText('Message being sent')).not.toBeInTheDocument(),
    );
    expect(texts()).toEqual(['On **Monday**']);
    expect(api.inputsOf('requestThreads.send')).toEqual([
      { id: 7, text: 'On **Monday**', fileIds: [], key: expect.stringMatching(/^[0-9a-f]{32}$/) },
    ]);
  });

  it('that failed is sent again with the same key, even after a reload', async () => {
    const first = await renderThread(() => [], { requestThreads: { send: lost } });
    await first.user.type(field(), 'On Monday');
    await first.user.keyboard('{Control>}{Enter}{/Control}');
    const failed = await screen.findByLabelText('Message not sent');
    expect(failed).toHaveTextContent('The site cannot be reached.');
    const [tried] = first.api.inputsOf('requestThreads.send') as { key: string }[];
    cleanup();

    const { user, api } = await renderThread(() => [], {
      requestThreads: { send: ({ text }) => ownMessage({ id: 5, text: text ?? '' }) },
    });
    await screen.findByLabelText('Message not sent');
    await user.dblClick(button('Send again'));
    await waitFor(() =>
      expect(screen.queryByLabelText('Message not sent')).not.toBeInTheDocument(),
    );
    expect(texts()).toEqual(['On Monday']);
    expect(api.inputsOf('requestThreads.send')).toEqual([
      expect.objectContaining({ key: tried?.key }),
    ]);
  });

  it('whose response was lost is recognized when the stream announces it', async () => {
    let thread: Message[] = [];
    const { user, tell } = await renderThread(() => thread, { requestThreads: { send: lost } });
    await user.type(field(), 'On Monday');
    await user.click(button('Send'));
    await screen.findByLabelText('Message not sent');
    thread = [ownMessage({ id: 5, text: 'On Monday' })];
    act(() => tell());
    await waitFor(() =>
      expect(screen.queryByLabelText('Message not sent')).not.toBeInTheDocument(),
    );
    expect(texts()).toEqual(['On Monday']);
  });

  it('that was refused shows the reason, and can be edited or discarded', async () => {
    const { user } = await renderThread(() => [], {
      requestThreads: {
        send: () => {
          throw new AppError('NOT_FOUND', 'One of the files is not there any more.');
        },
      },
    });
    await user.type(field(), 'On Monday');
    await user.click(button('Send'));
    expect(await screen.findByLabelText('Message not sent')).toHaveTextContent(
      'One of the files is not there any more.',
    );
    await user.click(button('Edit'));
    expect(field()).toHaveValue('On Monday');
    await user.click(button('Send'));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(field()).toHaveValue('');
    expect(screen.getByText(/^No messages yet/)).toBeVisible();
  });

  it('is shown as typed, with links', async () => {
    const text = '2*3*4 (c)\n\n7. seven\n9. nine\n--\nhttps://example.com/a.';
    await renderThread(() => [ownMessage({ id: 5, text })]);
    const message = screen.getByLabelText('Message from Ada Byron');
    expect(message.textContent).toContain(text);
    expect(within(message).getByRole('link')).toHaveAttribute('href', 'https://example.com/a');
  });
});

describe('a draft', () => {
  it('is stored on the server, and in the browser until the server has it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const first = await renderThread(() => [], { requestThreads: { saveDraft: lost } });
    await first.user.type(field(), 'Half a sen');
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(first.api.inputsOf('requestThreads.saveDraft')).toEqual([
      { id: 7, text: 'Half a sen', fileIds: [] },
    ]);
    cleanup();

    const second = await renderThread(() => []);
    await waitFor(() => expect(field()).toHaveValue('Half a sen'));
    await second.user.type(field(), 't');
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(second.api.inputsOf('requestThreads.saveDraft')).toMatchObject([
      { text: 'Half a sent' },
    ]);
    cleanup();

    // The server has the draft, which another browser may have changed since.
    await renderThread(() => [], {
      requestThreads: {
        get: () => sampleRequestThread({ draft: { text: 'Longer', fileIds: [] } }),
      },
    });
    expect(field()).toHaveValue('Longer');
  });
});

describe('the author’s message', () => {
  it('can be edited and deleted while that is allowed', async () => {
    const { user, api } = await renderThread(() => [ownMessage({ id: 3, text: 'On Monday' })], {
      requestThreads: {
        edit: ({ text }) => ownMessage({ id: 3, text, editedAt: new Date().toISOString() }),
        remove: () => ({ id: 3 }),
      },
    });
    await user.click(button('Edit'));
    const edit = () => screen.getByRole('form', { name: 'Edit message' });
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('form', { name: 'Edit message' })).not.toBeInTheDocument();
    await user.click(button('Edit'));
    const box = within(edit()).getByRole('textbox');
    expect(box).toHaveFocus();
    await user.clear(box);
    await user.type(box, 'On Tuesday');
    await user.keyboard('{Meta>}{Enter}{/Meta}');
    await waitFor(() => expect(texts()).toEqual(['On Tuesday']));
    expect(list()).toHaveTextContent('edited');
    expect(api.inputsOf('requestThreads.edit')).toEqual([{ id: 3, text: 'On Tuesday' }]);

    await user.click(button('Delete'));
    await user.click(button('Cancel'));
    await user.click(button('Delete'));
    await user.click(button('Delete'));
    expect(await screen.findByText(/^No messages yet/)).toBeVisible();
  });

  it('can no longer be edited after its time, without a reload', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await renderThread(() => [
      ownMessage({ id: 3, editableUntil: new Date(Date.now() + 60_000).toISOString() }),
      sampleMessage({ id: 4 }),
    ]);
    expect(screen.getAllByRole('button', { name: 'Edit' })).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(91_000));
    expect(screen.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
  });
});

describe('live updates', () => {
  it('show written, changed, deleted and decided items', async () => {
    const pdf = sampleFile({ deliverable: 'waiting' });
    let thread = [sampleMessage({ id: 1, text: 'One', files: [pdf] })];
    const { tell, streams, api } = await renderThread(() => thread);
    expect(decodeURIComponent(streams()[0] ?? '')).toContain('{"openRequestId":7}');
    thread = [...thread, sampleMessage({ id: 2, text: 'Two' })];
    act(() => tell());
    await waitFor(() => expect(texts()).toEqual(['One', 'Two']));
    expect(screen.getByText('New message from Ines Calder')).toBeInTheDocument();

    thread = [
      { ...sampleMessage({ id: 1, text: 'Won' }), files: [{ ...pdf, deliverable: 'approved' }] },
    ];
    act(() => tell());
    await waitFor(() => expect(texts()).toEqual(['Won']));
    expect(list()).toHaveTextContent('Approved');

    const reads = () => api.inputsOf('requestThreads.page').length;
    const before = reads();
    const unread = () => api.inputsOf('dashboard.waiting').length;
    const counted = unread();
    act(() => tell({ topic: 'requestThreads', id: 8 }));
    await waitFor(() => expect(unread()).toBe(counted + 1));
    expect(reads()).toBe(before);
  });

  it('refetch everything on screen after a lost connection, including older messages', async () => {
    const numbered = (count: number) =>
      Array.from({ length: count }, (_, n) => sampleMessage({ id: n + 1, text: `No ${n + 1}` }));
    let thread = numbered(60);
    const { user, connect, lose, streams } = await renderThread(() => thread);
    await user.click(button('Show older messages'));
    await waitFor(() => expect(texts()).toHaveLength(60));
    act(() => lose(true));
    expect(await screen.findByText(/^You’re offline/)).toBeInTheDocument();
    await waitFor(() => expect(streams()).toHaveLength(2), { timeout: 3_000 });
    thread = numbered(230).slice(1);
    act(() => connect());
    await waitFor(() => expect(texts()).toHaveLength(229));
    expect(screen.queryByText(/^You’re offline/)).not.toBeInTheDocument();
    thread = thread.filter(({ id }) => id !== 40);
    act(() => connect());
    act(() => lose());
    act(() => connect());
    await waitFor(() => expect(texts()).toHaveLength(228));
  });

  it('move the read mark once a message is visible, and mark new messages', async () => {
    const thread = [sampleMessage({ id: 1 }), sampleMessage({ id: 2, text: 'New one' })];
    const { api, see } = await renderThread(() => thread, {
      requestThreads: { get: () => sampleRequestThread({ lastReadId: 1, unread: 1 }) },
    });
    expect(screen.getByText('New since your last visit')).toBeVisible();
    expect(api.inputsOf('requestThreads.markRead')).toEqual([]);
    await act(async () => see());
    expect(api.inputsOf('requestThreads.markRead')).toEqual([{ id: 7, messageId: 2 }]);
    await act(async () => see());
    expect(api.inputsOf('requestThreads.markRead')).toHaveLength(1);
  });
});
