import { createHash } from 'node:crypto';

import { eq, inArray, sql } from 'drizzle-orm';
import { fileTypeFromBuffer } from 'file-type';

import { AppError } from '~/contract/common/errors';
import {
  type PicturePurpose,
  pictureAddress,
  pictureLimits,
  pictureWidths,
} from '~/contract/common/media';
import type { Database } from '~/server/platform/db/client';
import { media } from '~/server/platform/db/schema/media';
import type { ObjectStore } from '~/server/platform/files/object-store';
import { createImageCache } from './image-cache';
import { inImageQueue, loadSharp } from './image-queue';
import { deleteUnusedPictures } from './unused-pictures';

export type PictureFormat = 'webp' | 'avif';

const storeAway = 'This picture cannot be read right now. Please try again in a moment.';
/** Total bytes of cached resized pictures. */
const cacheBytesMax = 64 * 1024 * 1024;
const formats = new Set<string>(['jpeg', 'png', 'webp', 'gif', 'heif']);
/** Seconds after which decoding a picture is aborted. */
const decodeSecondsMax = 8;

/** Stores uploaded pictures, and returns them in the sizes and formats that browsers request. */
export function createMedia(db: Database, objects?: ObjectStore) {
  const byHash = db
    .select({ bytes: media.bytes })
    .from(media)
    .where(eq(media.hash, sql.placeholder('hash')))
    .prepare('media_by_hash');
  const images = createImageCache(cacheBytesMax);

  return {
    /**
     * Stores a picture (JPEG, PNG, WebP, AVIF or GIF), rotated upright and without metadata.
     *
     * @returns its URL path
     */
    async store(upload: Uint8Array, purpose: PicturePurpose = 'content'): Promise<string> {
      const { data, info } = await normalised(upload, purpose);
      const hash = createHash('sha256').update(data).digest('hex').slice(0, 32);
      // Stores the object before the row, because a picture with a row must be readable.
      if (objects) await objects.put(objectOf(hash), data);
      const row = {
        hash,
        width: info.width,
        height: info.height,
        bytes: objects ? null : data,
      };
      await db
        .insert(media)
        .values(row)
        // If the picture is already stored, renews its upload date, so that it is not deleted as unused.
        .onConflictDoUpdate({ target: media.hash, set: { createdAt: new Date() } });
      return pictureAddress(row);
    },

    /** Returns a picture. @param width one of the offered widths; undefined for the stored size */
    async read(hash: string, width: number | undefined, format: PictureFormat) {
      if (width !== undefined && !pictureWidths.some((one) => one === width)) notThere();
      return images.through(`${hash} ${width ?? ''} ${format}`, async () => {
        const [row] = await byHash.execute({ hash });
        const bytes = row && (row.bytes ?? (await objects?.get(objectOf(hash))));
        if (row && !bytes && !objects) throw new AppError('SERVICE_UNAVAILABLE', storeAway);
        if (!bytes) notThere();
        if (width === undefined && format === 'webp') return bytes;
        return inImageQueue('delivery', (sharp) => {
          const picture = sharp(bytes).timeout({ seconds: decodeSecondsMax });
          if (width !== undefined) picture.resize({ width, withoutEnlargement: true });
          return format === 'avif'
            ? picture.avif({ quality: 55, effort: 3 }).toBuffer()
            : picture.webp({ quality: 80 }).toBuffer();
        });
      });
    },

    /** Returns which of these hashes are stored. */
    async stored(hashes: readonly string[]): Promise<Set<string>> {
      if (hashes.length === 0) return new Set();
      const rows = await db
        .select({ hash: media.hash })
        .from(media)
        .where(inArray(media.hash, [...hashes]));
      return new Set(rows.map(({ hash }) => hash));
    },

    /** Deletes pictures to which no row refers. @returns the result as text */
    async deleteUnused(now = new Date()): Promise<string> {
      const deleted = await deleteUnusedPictures(db, now);
      return deleted === 0 ? '' : `Deleted ${deleted} pictures that nothing shows`;
    },
  };
}

/** Returns the key of a picture in the S3 store. */
const objectOf = (hash: string): string => `media/${hash}`;

async function normalised(upload: Uint8Array, purpose: PicturePurpose) {
  const { pixels, side } = pictureLimits[purpose];
  const { width, height } = await headerOf(upload);
  if (width * height > pixels) {
    throw new AppError(
      'BAD_REQUEST',
      `This picture has ${width} × ${height} pixels. Please send one of at most ${pixels / 1_000_000} million pixels.`,
    );
  }
  return inImageQueue('upload', async (sharp) => {
    try {
      return await sharp(upload, { limitInputPixels: pixels, animated: false })
        .timeout({ seconds: decodeSecondsMax })
        .rotate()
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 86 })
        .toBuffer({ resolveWithObject: true });
    } catch {
      // The picture is damaged, too large or too slow to decode. The library's message would not help users, so it is
      // replaced.
      throw unreadable();
    }
  });
}

/** Reads the size from the file's header, without decoding it. */
async function headerOf(upload: Uint8Array): Promise<{ width: number; height: number }> {
  try {
    // Checks the first bytes before the library reads the file, because the library would draw an SVG to measure it,
    // which may never end.
    const found = await fileTypeFromBuffer(upload);
    if (!found?.mime.startsWith('image/')) throw unreadable();
    const sharp = await loadSharp();
    const header = await sharp(upload, { limitInputPixels: false, animated: false }).metadata();
    // Rejects SVG, which may contain scripts and refer to other files.
    if (formats.has(header.format)) return header;
  } catch {
    // A file that cannot be decoded is rejected below.
  }
  throw unreadable();
}

function unreadable(): AppError {
  return new AppError('BAD_REQUEST', 'This file is not a readable picture');
}

function notThere(): never {
  throw new AppError('NOT_FOUND', 'Picture not found');
}

export type Media = ReturnType<typeof createMedia>;
