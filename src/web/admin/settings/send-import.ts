import type { ErrorBody } from '~/contract/common/errors';
import type { ImportKind } from '~/contract/content/content-types';
import type { ImportResult } from '~/contract/imports/imports-schema';

/** Reads a file on the server, and stores what is new in it if told to. @throws an error to show */
export async function sendImport(
  file: Blob,
  kind: ImportKind,
  isApplied: boolean,
): Promise<ImportResult> {
  const response = await fetch(`/api/admin/import?kind=${kind}&apply=${isApplied}`, {
    method: 'POST',
    // What it is, is told by its content.
    headers: { 'Content-Type': 'application/octet-stream' },
    body: file,
  });
  // A proxy answers with a page of its own.
  const answer = (await response.json().catch(() => ({}))) as ImportResult & Partial<ErrorBody>;
  if (!response.ok) throw new Error(answer.message ?? 'The file could not be read');
  return answer;
}
