import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { AppError } from '~/contract/common/errors';
import { sampleRequestThread } from '~/testing/client-samples';
import { shownToasts } from '~/testing/render';
import { renderThread, sampleFile } from '~/testing/thread-samples';

const button = (name: string | RegExp) => screen.getByRole('button', { name });

describe('a deliverable', () => {
  const waiting = (id: number, name: string) => ({
    ...sampleFile({ id, name, deliverable: 'waiting' }),
    messageId: 1,
  });

  it('is approved after a confirmation, or changes are requested with a comment', async () => {
    let deliverables = [waiting(21, 'map.pdf'), waiting(22, 'page.pdf')];
    const decided = (id: number) => {
      deliverables = deliverables.map((file) =>
        file.id === id ? { ...file, deliverable: 'approved' } : file,
      );
      return { ...sampleFile({ id }), requestStatus: 'in_progress' as const };
    };
    const { user, api } = await renderThread(() => [], {
      requestThreads: {
        get: () => sampleRequestThread({ deliverables }),
        approve: ({ id }) => decided(Number(id)),
        returnFile: ({ id }) => decided(Number(id)),
      },
    });
    const card = (name: string) => within(screen.getByRole('listitem', { name }));
    await user.click(card('map.pdf').getByRole('button', { name: 'Approve map.pdf' }));
    expect(card('map.pdf').getByRole('button', { name: 'Cancel' })).toHaveFocus();
    expect(card('map.pdf').getByText(/^Approve this file/)).toHaveTextContent(
      'Approve this file as it is? This can’t be undone.',
    );
    expect(api.inputsOf('requestThreads.approve')).toEqual([]);
    await user.dblClick(card('map.pdf').getByRole('button', { name: 'Approve file' }));
    await waitFor(() => expect(card('map.pdf').getByRole('status')).toHaveFocus());
    expect(card('map.pdf').getByRole('status')).toHaveTextContent('Approvedmap.pdf is approved.');
    expect(api.inputsOf('requestThreads.approve')).toEqual([{ id: 21 }]);
    expect(shownToasts()[0]).toMatch(/^File approved/);

    await user.click(card('page.pdf').getByRole('button', { name: 'Request changes to page.pdf' }));
    await user.click(card('page.pdf').getByRole('button', { name: 'Send request' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Please say what we should change');
    expect(card('page.pdf').getByRole('textbox')).toHaveFocus();
    await user.type(card('page.pdf').getByRole('textbox'), 'The logo is too small');
    await user.click(card('page.pdf').getByRole('button', { name: 'Send request' }));
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'For your approval' })).toBeNull(),
    );
    expect(card('page.pdf').getByRole('status')).toHaveFocus();
    expect(screen.getByRole('region', { name: 'Your decision' })).toHaveTextContent(
      'All files are reviewed.',
    );
    expect(api.inputsOf('requestThreads.returnFile')).toEqual([
      { id: 22, comment: 'The logo is too small' },
    ]);
  });

  it('shows a decision that was made on another screen', async () => {
    const { user } = await renderThread(() => [], {
      requestThreads: {
        get: () => sampleRequestThread({ deliverables: [waiting(21, 'map.pdf')] }),
        approve: () => {
          throw new AppError('CONFLICT', 'This file has been returned already');
        },
      },
    });
    await user.click(button('Approve map.pdf'));
    await user.click(button('Approve file'));
    expect(await screen.findByRole('alert')).toHaveTextContent('has been returned already');
  });
});
