import type { APIRequestContext, Page } from '@playwright/test';

import { expect } from './fixtures';

/** Functions for threads of requests, and for the agency's actions in them over the API. */

export const thread = (page: Page) => page.getByRole('list', { name: 'Thread' });
export const messageField = (page: Page) => page.getByRole('textbox', { name: 'Your message' });
export const newFiles = (page: Page) => page.getByRole('list', { name: 'Files of this message' });

/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Sends a message from the agency, with text files, and pictures for names of pictures. */
export async function sendAsAgency(
  admin: APIRequestContext,
  requestId: number,
  message: { text: string; deliverables?: string[]; waiting?: boolean },
): Promise<void> {
  const fileIds: number[] = [];
  for (const name of message.deliverables ?? []) {
    const file = name.endsWith('.png')
      ? { name, mimeType: 'image/png', buffer: pixel }
      : { name, mimeType: 'text/plain', buffer: Buffer.from(`What is in ${name}\n`) };
    const uploaded = await admin.post('/api/files', { multipart: { file } });
    expect(uploaded.status(), await uploaded.text()).toBe(200);
    fileIds.push(((await uploaded.json()) as { id: number }).id);
  }
  const { text, waiting = false } = message;
  const sent = await admin.post('/api/trpc/admin.requestThreads.send', {
    data: { id: requestId, text, fileIds, deliverableIds: fileIds, waiting },
  });
  expect(sent.status(), await sent.text()).toBe(200);
}
