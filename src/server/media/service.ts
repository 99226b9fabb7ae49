import { createHash } from 'node:crypto';

import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';

import { Refusal } from '~/contract/errors';
import { pictureAddress, pictureMax, pictureWidths } from '~/contract/media';
import type { Database } from '../db/client';
import { media } from '../db/schema/media';
import { createKeptBytes } from './kept-bytes';

export type PictureFormat = 'webp' | 'avif';

export interface SentPicture {
  bytes: Buffer;
  format: PictureFormat;
}

/** What is made of one stored picture is kept up to this many bytes in all. */
const keptBytesMax = 64 * 1024 * 1024;
const formats = new Set<string>(['jpeg', 'png', 'webp', 'gif', 'heif']);
const pixelsMax = 50_000_000;

/** Uploaded pictures, in the sizes and formats that browsers ask for. */
export function createMedia(db: Database) {
  const byHash = db
    .select({ bytes: media.bytes })
    .from(media)
    .where(eq(media.hash, sql.placeholder('hash')))
    .prepare('media_by_hash');
  const kept = createKeptBytes(keptBytesMax);

  return {
    /**
     * Stores a picture (JPEG, PNG, WebP, AVIF or GIF), turned upright, without what cameras write into it.
     *
     * @returns its address on this site
     */
    async store(upload: Uint8Array): Promise<string> {
      const { data, info } = await readable(upload);
      const hash = createHash('sha256').update(data).digest('hex').slice(0, 32);
      const row = { hash, width: info.width, height: info.height, bytes: data };
      await db.insert(media).values(row).onConflictDoNothing();
      return pictureAddress(row);
    },

    /** @param width one of those it is offered in; without it, as stored */
    async read(hash: string, width: number | undefined, format: PictureFormat) {
      if (width !== undefined && !pictureWidths.some((one) => one === width)) notThere();
      return kept.through(`${hash} ${width ?? ''} ${format}`, async () => {
        const [row] = await byHash.execute({ hash });
        if (!row) notThere();
        if (width === undefined && format === 'webp') return row.bytes;
        const picture = sharp(row.bytes);
        if (width !== undefined) picture.resize({ width, withoutEnlargement: true });
        return format === 'avif'
          ? picture.avif({ quality: 55, effort: 3 }).toBuffer()
          : picture.webp({ quality: 80 }).toBuffer();
      });
    },
  };
}

async function readable(upload: Uint8Array) {
  try {
    const picture = sharp(upload, { limitInputPixels: pixelsMax, animated: false });
    // Drawings are left out: what a file may refer to is not ours to fetch.
    if (!formats.has((await picture.metadata()).format)) throw new Error('no such format');
    return await picture
      .rotate()
      .resize({ width: pictureMax, height: pictureMax, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 86 })
      .toBuffer({ resolveWithObject: true });
  } catch {
    throw new Refusal('BAD_REQUEST', 'This file is not a picture that can be read');
  }
}

function notThere(): never {
  throw new Refusal('NOT_FOUND', 'Picture not found');
}

export type Media = ReturnType<typeof createMedia>;
