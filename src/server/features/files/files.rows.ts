import { randomBytes } from 'node:crypto';

import { AppError } from '~/contract/common/errors';
import { fileNameMax, fileTypes } from '~/contract/files/files';
import type { ThreadFile, UploadedFile } from '~/contract/files/files-schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { forbiddenMessageOf, may } from '~/contract/identity/permissions';
import type { files } from '~/server/platform/db/schema/files';

export type FileRow = typeof files.$inferSelect;

export const fileNotFound = () => new AppError('NOT_FOUND', 'File not found');

/** Such as 'f3…': 128 random bits, so that no key is ever given twice or guessed. */
export const newKey = (): string => randomBytes(16).toString('hex');

/** The object's name in the S3 store. */
export const objectOf = (key: string): string => `files/${key}`;

/** Reserved on some systems, with any extension. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** A name without a path, and without what a file system or a header would take for something else. */
export function plainName(given: string): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .normalize('NFC')
    // Control characters, and those that change the direction of what follows.
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const [stem = ''] = plain.split('.');
  return (reserved.test(stem) ? `_${plain}` : plain).slice(-fileNameMax) || 'file';
}

/** The name with an ending of its type: another ending would let it be opened as something else. */
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

/** @throws FORBIDDEN for an admin whose role has nothing to do with requests */
export function rejectRole(user: CurrentUser, permission: 'requests.read' | 'requests.write') {
  if (user.isAdmin && !may(user, permission)) {
    throw new AppError('FORBIDDEN', forbiddenMessageOf(user, permission));
  }
}
