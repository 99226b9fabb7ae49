import type { ErrorBody } from '~/contract/common/errors';
import type { Preview } from '~/contract/settings/settings-form-schema';

/** Renders a page of the site with an unsaved setting. @throws an error with the server's message */
export async function readPreview(preview: Preview, signal: AbortSignal): Promise<string> {
  const response = await fetch('/api/admin/preview', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(preview),
    signal,
  });
  if (response.ok) return response.text();
  const { message } = (await response.json()) as ErrorBody;
  throw new Error(message);
}
