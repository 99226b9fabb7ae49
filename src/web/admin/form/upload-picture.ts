import { uploadLimitBytes } from '~/contract/common/limits';

/** Uploads a picture. The server converts it for pages. @returns its URL */
export async function uploadPicture(file: File): Promise<string> {
  if (file.size > uploadLimitBytes) {
    throw new Error(`A picture can be up to ${uploadLimitBytes / 1024 / 1024} MB`);
  }
  const response = await fetch('/api/admin/media', {
    method: 'POST',
    body: file,
    headers: { 'Content-Type': file.type || 'image/*' },
  });
  // A proxy may respond with an HTML page.
  const answer = (await response.json().catch(() => ({}))) as { url?: string; message?: string };
  if (!response.ok || !answer.url) {
    throw new Error(answer.message ?? 'Failed to upload the picture');
  }
  return answer.url;
}
