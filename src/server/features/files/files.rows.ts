import { randomBytes } from 'node:crypto';

import { AppError } from '~/contract/common/errors';
import { fileNameMax, fileTypes } from '~/contract/files/files';
import type { ThreadFile, UploadedFile } from '~/contract/files/files-schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { forbiddenMessageOf, may } from '~/contract/identity/permissions';
import type { files } from '~/server/platform/db/schema/files';

export type FileRow = typeof files.$inferSelect;

export const fileNotFound = () => new AppError('NOT_FOUND', 'File not found');

/** Returns a key such as 'f3…' with 128 random bits, so that keys are never repeated or guessed. */
export const newKey = (): string => randomBytes(16).toString('hex');

/** Returns the object's name in the S3 store. */
export const objectOf = (key: string): string => `files/${key}`;

/** Names that are reserved on some systems, with any extension. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Returns a file name without a path, and without characters that a file system or a header would misinterpret. */
export function plainName(given: string): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .normalize('NFC')
    // Removes control characters, and characters that change the text direction.
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const [stem = ''] = plain.split('.');
  return (reserved.test(stem) ? `_${plain}` : plain).slice(-fileNameMax) || 'file';
}

/**
 * Returns the name with an extension that fits its type. With another extension, programs would open the file as
 * something else.
 */
export function nameFor(name: string, type: string): string {
  const endings = fileTypes[type] ?? [];
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (endings.includes(ending) || !endings[0]) return name;
  return `${name.slice(0, fileNameMax - endings[0].length - 1)}.${endings[0]}`;
}

export const toUploaded = ({ id, name, size, type }: FileRow): UploadedFile => ({
  id,
  name,
  size,
  type,
});

export const toThreadFile = (row: FileRow): ThreadFile => ({
  ...toUploaded(row),
  deliverable: row.deliverable,
  comment: row.comment,
  decidedAt: row.decidedAt?.toISOString() ?? null,
});

/** Rejects an admin whose role has no access to requests. @throws FORBIDDEN */
export function rejectRole(user: CurrentUser, permission: 'requests.read' | 'requests.write') {
  if (user.isAdmin && !may(user, permission)) {
    throw new AppError('FORBIDDEN', forbiddenMessageOf(user, permission));
  }
}
