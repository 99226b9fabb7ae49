import type { PostCategory } from '~/contract/blog/blog';
import type { ErrorBody } from '~/contract/common/errors';
import type { ImportKind } from '~/contract/content/content-types';
import type { ImportResult } from '~/contract/imports/imports-schema';
import type { TextEncoding } from '~/contract/values/text-encodings';

/** Uploads a file for the server to read, and to store new content if requested. @throws an error with a message for users */
export async function sendImport(
  file: Blob,
  kind: ImportKind,
  options: {
    encoding?: TextEncoding | undefined;
    category?: PostCategory | undefined;
    isApplied: boolean;
  },
): Promise<ImportResult> {
  const { encoding, category, isApplied } = options;
  const chosen = `${encoding ? `&encoding=${encoding}` : ''}${category ? `&category=${category}` : ''}`;
  const response = await fetch(`/api/admin/import?kind=${kind}&apply=${isApplied}${chosen}`, {
    method: 'POST',
    // The server detects the type from the content.
    headers: { 'Content-Type': 'application/octet-stream' },
    body: file,
  });
  // A proxy may respond with an HTML page.
  const answer = (await response.json().catch(() => ({}))) as ImportResult & Partial<ErrorBody>;
  if (!response.ok) throw new Error(answer.message ?? 'The file could not be read');
  return answer;
}
