import type { BrandImage } from '~/contract/settings/logo-schema';

/** Size to which larger pictures are scaled down, because they are sent within a setting. */
const box = { width: 640, height: 240 };

/**
 * Reads a file for a setting: an SVG unchanged, any other picture as a small PNG.
 *
 * @throws an error with a message for users
 */
export async function readBrandImage(file: File): Promise<BrandImage> {
  if (file.type === 'image/svg+xml' || file.name.toLowerCase().endsWith('.svg')) {
    return { type: 'svg', data: await file.text(), width: 1, height: 1 };
  }
  // The browser's error message would not help users.
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error('This file is not a readable picture');
  });
  const scale = Math.min(1, box.width / picture.width, box.height / picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const data = canvas.toDataURL('image/png').split(',')[1] ?? '';
  return { type: 'png', data, width: canvas.width, height: canvas.height };
}

export const brandImageUrl = ({ type, data }: BrandImage): string =>
  type === 'svg'
    ? `data:image/svg+xml,${encodeURIComponent(data)}`
    : `data:image/png;base64,${data}`;
