import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Upload } from 'tus-js-client';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { sampleRequestThread } from '~/testing/client-samples';
import { ownMessage, renderThread, sampleFile } from '~/testing/thread-samples';

interface Options {
  metadata: { filename: string };
  onProgress(sent: number, total: number): void;
  onSuccess(): void;
  onError(error: Error & { originalResponse?: unknown }): void;
  onShouldRetry(error: Error & { originalResponse?: unknown }): boolean;
}

/** Fakes the library's uploads. The test reports their progress. */
let begunUploads: (InstanceType<typeof Upload> & {
  options: Options;
  starts?: number;
  isEnded?: boolean;
})[] = [];
beforeEach(() => {
  begunUploads = [];
  // Uses the real library without its requests: a mock of its module would not be used if another file of this process has
  // loaded it.
  vi.spyOn(Upload.prototype, 'start').mockImplementation(function (this: Begun) {
    this.starts = (this.starts ?? 0) + 1;
    if (!begunUploads.includes(this)) begunUploads.push(this);
  });
  vi.spyOn(Upload.prototype, 'abort').mockImplementation(async function (
    this: Begun,
    terminate = false,
  ) {
    this.isEnded = terminate;
  });
});
type Begun = (typeof begunUploads)[number];

const input = () => screen.getByLabelText('Files to send');
const field = () => screen.getByRole('textbox', { name: 'Your message' });
const uploads = () => screen.getByRole('list', { name: 'Files of this message' });
const send = () => screen.getByRole('button', { name: 'Send' });
const file = (name: string, size = 1_000) => new File(['x'.repeat(size)], name);
async function begun(count: number) {
  await waitFor(() => expect(begunUploads).toHaveLength(count));
  return begunUploads.at(-1) as Begun;
}
const refused = (message: string) =>
  Object.assign(new Error('refused'), {
    originalResponse: { getStatus: () => 415, getBody: () => JSON.stringify({ message }) },
  });

describe('files of a message', () => {
  it('are sent with it once they are uploaded', async () => {
    const { user, api } = await renderThread(() => [], {
      requestThreads: {
        send: ({ text }) =>
          ownMessage({ id: 5, text: text ?? '', files: [sampleFile({ id: 31 })] }),
      },
    });
    await user.upload(input(), file('page.pdf'));
    const upload = await begun(1);
    expect(upload.options.metadata).toEqual({ filename: 'page.pdf' });
    act(() => upload.options.onProgress(400, 1_000));
    expect(within(uploads()).getByRole('progressbar')).toHaveValue(0.4);
    expect(uploads()).toHaveTextContent('page.pdf40% of 1.0 KB');
    await user.click(send());
    expect(await screen.findByRole('alert')).toHaveTextContent('still uploading');
    act(() => {
      upload.url = '/api/files/31';
      upload.options.onSuccess();
    });
    expect(uploads()).toHaveTextContent('page.pdf1.0 KB');
    await user.click(send());
    await waitFor(() =>
      expect(api.inputsOf('requestThreads.send')).toMatchObject([{ text: '', fileIds: [31] }]),
    );
    expect(screen.queryByRole('list', { name: 'Files of this message' })).toBeNull();
  });

  it('resume after a lost connection, by a click or when the connection is back', async () => {
    const { user } = await renderThread(() => []);
    await user.upload(input(), file('page.pdf'));
    const upload = await begun(1);
    const lose = () =>
      act(() => {
        upload.options.onProgress(600, 1_000);
        upload.options.onError(new Error('the connection was lost'));
      });
    lose();
    expect(uploads()).toHaveTextContent('The connection was lost at 60%.');
    await user.click(screen.getByRole('button', { name: 'Resume' }));
    expect(upload.starts).toBe(2);
    lose();
    act(() => window.dispatchEvent(new Event('online')) as unknown as undefined);
    expect(upload.starts).toBe(3);
    expect(begunUploads).toHaveLength(1);
  });

  it('retry automatically at first', async () => {
    const { user } = await renderThread(() => []);
    await user.upload(input(), file('page.pdf'));
    const upload = await begun(1);
    act(() => window.dispatchEvent(new Event('offline')) as unknown as undefined);
    expect(uploads()).toHaveTextContent('Waiting for the connection at 0%.');
    act(() => upload.options.onProgress(600, 1_000));
    expect(uploads()).toHaveTextContent('60% of 1.0 KB');
    act(() => void upload.options.onShouldRetry(new Error('the connection was lost')));
    expect(uploads()).toHaveTextContent('Waiting for the connection at 60%.');
    expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
    await user.click(send());
    expect(await screen.findByText('Files are still uploading.')).toBeVisible();
  });

  it('that are refused show the reason, and are not part of the message', async () => {
    const { user } = await renderThread(() => []);
    await user.upload(input(), file('page.html'));
    const upload = await begun(1);
    act(() => upload.options.onError(refused('This type of file is not taken')));
    expect(within(uploads()).getByRole('alert')).toHaveTextContent('is not taken');
    await user.click(send());
    expect(await screen.findByText('Please write a message')).toBeVisible();
    await user.upload(input(), file('page.pdf'));
    expect(uploads()).not.toHaveTextContent('page.html');
    const next = await begun(2);
    act(() => next.options.onError(refused('This file is damaged')));
    await user.click(screen.getByRole('button', { name: 'Remove page.pdf' }));
    expect(screen.queryByRole('list', { name: 'Files of this message' })).toBeNull();
  });

  it('are canceled in the browser and on the server', async () => {
    const { user } = await renderThread(() => []);
    await user.upload(input(), file('page.pdf'));
    const upload = await begun(1);
    await user.click(screen.getByRole('button', { name: 'Cancel the upload of page.pdf' }));
    expect(upload.isEnded).toBe(true);
  });

  it('are limited to ten, and to 20 MiB each', async () => {
    const { user } = await renderThread(() => []);
    const large = file('film.mp4');
    Object.defineProperty(large, 'size', { value: 22_000_000 });
    await user.upload(input(), [large, ...Array.from({ length: 11 }, (_, n) => file(`${n}.pdf`))]);
    await begun(10);
    const problems = within(uploads()).getAllByRole('alert');
    expect(problems.map((one) => one.textContent)).toEqual([
      '22 MB is too large: the limit is 20 MiB',
      'A message holds 10 files at most',
    ]);
  });

  it('that belong to a draft from another browser are listed, if they still exist', async () => {
    const answer = (url: string) =>
      url.endsWith('/31')
        ? new Response(null, {
            headers: {
              'Content-Type': 'application/pdf',
              'Content-Length': '2000',
              'Content-Disposition': 'attachment; filename="_.pdf"; filename*=UTF-8\'\'%D7%94.pdf',
            },
          })
        : new Response(null, { status: 404 });
    vi.stubGlobal(
      'fetch',
      vi.fn(async (url: string) => answer(url)),
    );
    const { user, api } = await renderThread(() => [], {
      requestThreads: {
        get: () => sampleRequestThread({ draft: { text: 'Here', fileIds: [31, 32] } }),
        send: ({ text }) => ownMessage({ id: 5, text: text ?? '' }),
      },
    });
    expect(await screen.findByText('ה.pdf')).toBeVisible();
    expect(uploads()).toHaveTextContent('2.0 KB');
    await user.click(send());
    await waitFor(() =>
      expect(api.inputsOf('requestThreads.send')).toMatchObject([{ text: 'Here', fileIds: [31] }]),
    );
  });

  it('can be pasted and dropped', async () => {
    await renderThread(() => []);
    const picture = file('image.png');
    const holding = (text: string) => ({
      files: [picture],
      types: ['Files'],
      getData: () => text,
    });
    // Pastes a text with a picture of itself, as word processors copy it.
    fireEvent.paste(field(), { clipboardData: holding('words') });
    fireEvent.paste(field(), { clipboardData: holding('') });
    await begun(1);
    fireEvent.dragOver(field(), { dataTransfer: holding('') });
    expect(screen.getByText('Drop files to add them to your message')).toBeVisible();
    fireEvent.drop(field(), { dataTransfer: holding('') });
    await begun(2);
    expect(screen.queryByText('Drop files to add them to your message')).toBeNull();
  });
});
