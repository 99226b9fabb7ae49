import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { AppError } from '~/contract/common/errors';
import { requestServer, sampleAdminMessage } from '~/testing/admin-requests';
import { renderSection } from '~/testing/panel';
import { createGate, shownToasts } from '~/testing/render';
import { sampleFile } from '~/testing/thread-samples';
import { saveDraft } from '~/web/lib/draft';

const path = '?section=requests&open=13';
const field = () => screen.getByRole('textbox', { name: 'Your message' });
const articles = () => within(screen.getByRole('list', { name: 'Thread' })).getAllByRole('article');

describe('the request page', () => {
  it('focuses its heading; going back focuses its row', async () => {
    const { user } = await renderSection('?section=requests', requestServer());
    await user.click(await screen.findByRole('link', { name: 'A calculating engine' }));
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: 'A calculating engine' })).toHaveFocus(),
    );
    await user.click(screen.getByRole('button', { name: '← All requests' }));
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'A calculating engine' })).toHaveFocus(),
    );
  });

  it('sends a target date once, on Enter, and again after a refusal', async () => {
    const server = requestServer();
    const saving = [createGate<boolean>(), createGate<boolean>()];
    const { user, api } = await renderSection(path, {
      ...server,
      requests: {
        ...server.requests,
        setTargetDate: async (input) => {
          const isRefused =
            await saving[api.inputsOf('admin.requests.setTargetDate').length - 1]?.answer;
          if (isRefused) throw new AppError('CONFLICT', 'The request was cancelled');
          return server.requests.setTargetDate(input);
        },
      },
    });
    const date = await screen.findByLabelText('Due date');
    const sent = () => api.inputsOf('admin.requests.setTargetDate');
    await user.click(date);
    fireEvent.change(date, { target: { value: '2027-03-15' } });
    await user.keyboard('{Enter}');
    await user.tab();
    expect(sent()).toHaveLength(1);

    saving[0]?.open(true);
    await waitFor(() => expect(shownToasts().join()).toContain('The request was cancelled'));
    await user.click(date);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent()).toHaveLength(2));
    saving[1]?.open(false);
    await waitFor(() => expect(shownToasts()).toEqual(['SuccessDue date updated successfully']));
    await user.click(date);
    await user.tab();
    expect(sent()).toHaveLength(2);
  });

  it('sets the wait for the client optimistically, and reverts it when it is refused', async () => {
    const server = requestServer();
    const saving = createGate<void>();
    const { user } = await renderSection(path, {
      ...server,
      requestThreads: {
        ...server.requestThreads,
        setWaiting: async () => {
          await saving.answer;
          throw new AppError('CONFLICT', 'The request was cancelled');
        },
      },
    });
    const waiting = await screen.findByRole('switch', { name: 'Waiting on client' });
    await user.click(waiting);
    expect(waiting).toBeChecked();
    saving.open();
    await waitFor(() => expect(waiting).not.toBeChecked());
    expect(shownToasts().join()).toContain('The request was cancelled');
  });

  it('shows the due time of the reply', async () => {
    const since = '2026-05-04T10:00:00.000Z';
    const thread = {
      unansweredSince: since,
      dueAt: '2026-05-05T10:00:00.000Z',
      isOverdue: true,
    };
    await renderSection(path, requestServer({}, { thread }));
    expect(
      await screen.findByText(/The client has been waiting for a reply since/),
    ).toHaveTextContent('it was due by 5 May 2026');
  });
});

describe('the thread in the panel', () => {
  it('sends an internal message, marks it, and stays internal for the next message', async () => {
    const { user, api } = await renderSection(
      path,
      requestServer({}, { messages: [sampleAdminMessage({ text: 'Is it done?' })] }),
    );
    await user.type(await screen.findByRole('textbox', { name: 'Your message' }), 'Not yet');
    await user.click(screen.getByRole('switch', { name: 'Internal note' }));
    await user.click(screen.getByRole('button', { name: 'Save internal note' }));
    await waitFor(() =>
      expect(api.inputsOf('admin.requestThreads.send')).toEqual([
        { id: 13, key: expect.any(String), text: 'Not yet', fileIds: [], internal: true },
      ]),
    );
    await waitFor(() => expect(articles()).toHaveLength(2));
    const [fromClient, own] = articles();
    expect(within(own as HTMLElement).getByText('Internal')).toBeVisible();
    expect(within(fromClient as HTMLElement).queryByText('Internal')).not.toBeInTheDocument();
    expect(field()).toHaveValue('');
    expect(screen.getByRole('button', { name: 'Save internal note' })).toBeVisible();
  });

  it('sends a deliverable and awaits a reply only with a message to the client', async () => {
    const file = sampleFile();
    saveDraft('thread:13', {
      values: { text: 'The new page', files: JSON.stringify([file]), isSaved: 'no' },
    });
    const { user, api } = await renderSection(path, requestServer());
    await user.click(await screen.findByRole('checkbox', { name: file.name }));
    await user.click(screen.getByRole('checkbox', { name: 'Mark as waiting on client' }));

    const internal = screen.getByRole('switch', { name: 'Internal note' });
    await user.click(internal);
    expect(screen.queryByRole('checkbox', { name: file.name })).not.toBeInTheDocument();
    await user.click(internal);
    expect(screen.getByRole('checkbox', { name: file.name })).not.toBeChecked();

    await user.click(screen.getByRole('checkbox', { name: file.name }));
    await user.click(screen.getByRole('checkbox', { name: 'Mark as waiting on client' }));
    await user.click(screen.getByRole('button', { name: 'Send to client' }));
    await waitFor(() =>
      expect(api.inputsOf('admin.requestThreads.send')).toMatchObject([
        { text: 'The new page', fileIds: [file.id], deliverableIds: [file.id], waiting: true },
      ]),
    );
  });

  it('shows the newest files first, the others on request, and asks the client to approve one', async () => {
    const server = requestServer();
    const files = Array.from({ length: 9 }, (_, n) => ({
      ...sampleFile({
        ...{ id: 40 - n, name: `page-${40 - n}.pdf` },
        deliverable: n === 1 ? 'waiting' : null,
      }),
      ...{ messageId: 1, byAgency: true, internal: false, sentAt: '2026-05-04T10:00:00.000Z' },
    }));
    const { user, api } = await renderSection(path, {
      ...server,
      requestThreads: {
        ...server.requestThreads,
        get: () => ({ ...server.requestThreads.get(), files }),
        setDeliverable: ({ id, deliverable }) => {
          const file = files.find((one) => one.id === id);
          if (file) file.deliverable = deliverable ? 'waiting' : null;
          return sampleFile({ id: Number(id), deliverable: deliverable ? 'waiting' : null });
        },
      },
    });
    expect(await screen.findByText(/Awaiting client approval/)).toBeVisible();
    const links = () =>
      screen.getAllByRole('link', { name: /^Download/ }).map((link) => link.getAttribute('href'));
    await user.click(await screen.findByRole('button', { name: 'Ask for approval page-40.pdf' }));
    await waitFor(() => expect(shownToasts()).toEqual(['SuccessApproval requested']));
    expect(api.inputsOf('admin.requestThreads.setDeliverable')).toEqual([
      { id: 40, deliverable: true },
    ]);
    await user.click(
      await screen.findByRole('button', { name: 'Cancel approval request page-40.pdf' }),
    );
    await waitFor(() =>
      expect(api.inputsOf('admin.requestThreads.setDeliverable')[1]).toEqual({
        id: 40,
        deliverable: false,
      }),
    );

    expect(links()).toHaveLength(6);
    await user.click(screen.getByRole('button', { name: 'Show all 9 files' }));
    expect(links()).toHaveLength(9);
    expect(screen.queryByRole('button', { name: /^Show more/ })).toBeNull();
  });
});
