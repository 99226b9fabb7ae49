import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { ListedFile } from '~/contract/threads/threads-schema';
import { sampleRequestThread } from '~/testing/client-samples';
import { renderThread, sampleFile } from '~/testing/thread-samples';
import { earlierRound } from './viewed-files';

const listed = (id: number, name: string, changes: Partial<ListedFile> = {}): ListedFile => ({
  ...sampleFile({ id, name, type: 'image/png' }),
  messageId: 1,
  byAgency: true,
  sentAt: '2026-05-04T10:00:00.000Z',
  ...changes,
});

const first = listed(21, 'front.png', { deliverable: 'returned', comment: 'The logo is small' });
const plan = listed(22, 'plan.pdf', { type: 'application/pdf' });
const photo = listed(23, 'quay.jpg', { type: 'image/jpeg', byAgency: false });
const second = listed(24, 'front.png', { deliverable: 'waiting' });
const files = [second, photo, plan, first];

const dialog = () => screen.getByRole('dialog');
const inDialog = () => within(dialog());
const shown = () =>
  inDialog()
    .getAllByRole('img')
    .map((img) => img.getAttribute('src'));
const button = (name: string) => inDialog().getByRole('button', { name });

async function open() {
  const rendered = await renderThread(() => [], {
    requestThreads: {
      get: () =>
        sampleRequestThread({
          files,
          deliverables: files.filter(({ deliverable }) => deliverable !== null),
        }),
    },
  });
  const card = within(screen.getByRole('listitem', { name: 'front.png' }));
  const opener = card.getByRole('button', { name: /^View front.png/ });
  await rendered.user.click(opener);
  return { ...rendered, opener };
}

describe('the viewer of pictures', () => {
  it('opens a picture, moves through the thread by keyboard, and returns the focus', async () => {
    const { user, opener } = await open();
    expect(dialog()).toHaveAccessibleName('front.png, large');
    expect(shown()).toEqual(['/api/files/24']);
    expect(dialog()).toHaveTextContent('3 of 3, Picture');
    button('Previous').focus();
    await user.keyboard('{ArrowLeft}');
    expect(shown()).toEqual(['/api/files/23']);
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(shown()).toEqual(['/api/files/21']);
    expect(button('Previous')).toHaveAttribute('aria-disabled', 'true');
    await user.keyboard('{ArrowRight}');
    expect(shown()).toEqual(['/api/files/23']);
    await user.click(button('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(opener).toBeVisible();
  });

  it('zooms by keyboard and by button, within limits; arrows then scroll', async () => {
    const { user } = await open();
    button('Close').focus();
    await user.keyboard('++');
    const img = inDialog().getByRole('img');
    expect(img).toHaveStyle({ width: '200%' });
    await user.keyboard('{ArrowLeft}');
    expect(shown()).toEqual(['/api/files/24']);
    await user.click(button('Zoom in'));
    await user.click(button('Zoom in'));
    await user.click(button('Zoom in'));
    expect(img).toHaveStyle({ width: '400%' });
    await user.keyboard('0');
    expect(dialog()).toHaveTextContent('100%');
    await user.click(button('Zoom out'));
    expect(dialog()).toHaveTextContent('100%');
  });

  it('shows the version for which changes were requested next to the new one, with the client’s comment', async () => {
    const { user } = await open();
    await user.click(button('Compare with previous version'));
    expect(shown()).toEqual(['/api/files/21', '/api/files/24']);
    expect(dialog()).toHaveTextContent('The logo is small');
    button('Previous').focus();
    await user.keyboard('{ArrowLeft}');
    expect(inDialog().queryByRole('button', { name: 'Compare with previous version' })).toBeNull();
    expect(shown()).toEqual(['/api/files/23']);
  });

  it('leaves other files to the browser', async () => {
    await open();
    const list = within(screen.getByRole('list', { name: 'Files of this request' }));
    expect(list.queryByRole('button', { name: /plan.pdf/ })).toBeNull();
    expect(list.getByRole('link', { name: /^Download plan.pdf/ })).toHaveAttribute(
      'download',
      'plan.pdf',
    );
    expect(list.getByRole('link', { name: /^Download quay.jpg/ })).toBeVisible();
  });
});

describe('the previous version of a file', () => {
  const of = (file: ListedFile) => ({ ...file, requestId: 7 });
  const all = files.map(of);

  it('is the newest earlier file with the same name', () => {
    const between = of(listed(22, 'FRONT.png'));
    expect(earlierRound(of(second), [...all, between])?.id).toBe(22);
  });

  it('is the last file for which the client requested changes if no earlier file has the same name', () => {
    expect(earlierRound(of(listed(30, 'front-2.png', { deliverable: 'waiting' })), all)?.id).toBe(
      21,
    );
    expect(earlierRound(of(listed(30, 'mood.png')), all)).toBeUndefined();
  });

  it('is a file of the agency in the same thread', () => {
    expect(earlierRound(of(photo), all)).toBeUndefined();
    expect(earlierRound({ ...of(second), requestId: 8 }, all)).toBeUndefined();
  });
});
