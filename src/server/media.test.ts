import { crc32 } from 'node:zlib';

import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { parsePictureUrl, pictureSources } from '~/contract/common/media';
import { testApp } from '~/testing/app';

const app = testApp();

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#b4471a' } });

async function picture(path: string, accept = 'image/webp') {
  const response = await app.fetch(path, { headers: { accept } });
  const bytes = Buffer.from(await response.arrayBuffer());
  const { width, height, format } = await sharp(bytes).metadata();
  return { response, width, height, format, bytes };
}

describe('a stored picture', () => {
  it('has a URL with its size, and is cached by browsers as immutable', async () => {
    const url = await app.services.media.store(await photo(1600, 900).jpeg().toBuffer());
    expect(parsePictureUrl(url)).toMatchObject({ width: 1600, height: 900 });
    const { response, width, height, format } = await picture(url);
    expect([width, height, format]).toEqual([1600, 900, 'webp']);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('vary')).toContain('Accept');
  });

  it('is served in each width of its srcset, as AVIF to browsers that accept it', async () => {
    const url = await app.services.media.store(await photo(1500, 1000).png().toBuffer());
    const { srcSet = '' } = pictureSources(url);
    const offers = srcSet.split(', ').map((offer) => offer.split(' '));
    expect(offers.map(([, width]) => width)).toEqual(['320w', '640w', '960w', '1280w', '1500w']);
    for (const [url = '', width] of offers) {
      const webp = await picture(url);
      expect([`${webp.width}w`, webp.format]).toEqual([width, 'webp']);
    }
    const avif = await picture(`${url}?w=640`, 'image/avif,image/webp,*/*');
    expect([avif.width, avif.height, avif.format]).toEqual([640, 427, 'heif']);
    expect(avif.response.headers.get('content-type')).toBe('image/avif');
  });

  it('is stored once for repeated uploads', async () => {
    const bytes = await photo(50, 50).png().toBuffer();
    const [one, two] = [
      await app.services.media.store(bytes),
      await app.services.media.store(bytes),
    ];
    expect(one).toBe(two);
  });

  it('is rotated upright, scaled down to its limit, and stripped of metadata', async () => {
    const upload = await photo(4000, 3000)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'a secret place' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const url = await app.services.media.store(upload);
    expect(parsePictureUrl(url)).toMatchObject({ width: 1800, height: 2400 });
    const { bytes } = await picture(url);
    expect(bytes.includes('a secret place')).toBe(false);
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  });
});

describe('an invalid picture', () => {
  it('is rejected with a readable message, also if it is an SVG, which may contain scripts', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
    for (const upload of ['', 'text', svg, '%PDF-1.7']) {
      await expect(app.services.media.store(Buffer.from(upload))).rejects.toThrow(
        'This file is not a readable picture',
      );
    }
  });
});

describe('a picture with too many pixels', () => {
  it('is rejected by its header, before decoding', async () => {
    // A PNG whose header states 50 million pixels. Its remaining bytes could not be decoded.
    const bomb = await photo(10, 10).png().toBuffer();
    bomb.writeUInt32BE(7_070, 16);
    bomb.writeUInt32BE(7_070, 20);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    await expect(app.services.media.store(bomb, 'avatar')).rejects.toThrow(
      'This picture has 7070 × 7070 pixels. Please send one of at most 4 million pixels.',
    );
  });
});

describe('deleting unused pictures', () => {
  const exists = async (url: string) => (await app.fetch(url)).status === 200;
  const age = (url: string) =>
    app.sql`update media set created_at = now() - interval '2 days' where hash = ${
      parsePictureUrl(url)?.hash ?? ''
    }`;

  it('keeps pictures in use and recent uploads', async () => {
    const [shown, listed, unused, fresh] = await Promise.all(
      [61, 62, 63, 64].map(async (side) =>
        app.services.media.store(await photo(side, side).png().toBuffer()),
      ),
    );
    if (!shown || !listed || !unused || !fresh) throw new Error('not stored');
    await app.sql`update services set image_url = ${shown} where id = (select min(id) from services)`;
    await app.sql`update portfolio_items set images = ${app.sql.json([`${listed}?w=320`])}
      where id = (select min(id) from portfolio_items)`;
    for (const url of [shown, listed, unused]) await age(url);
    await app.services.media.deleteUnused();
    const hashes = await app.sql`select hash from media`;
    const left = (url: string) => hashes.some(({ hash }) => hash === parsePictureUrl(url)?.hash);
    expect([shown, listed, unused, fresh].map(left)).toEqual([true, true, false, true]);
    expect(await exists(fresh)).toBe(true);
  });
});

describe('an unknown picture URL', () => {
  it('answers 404, as does a width that is not offered', async () => {
    const url = await app.services.media.store(await photo(700, 700).png().toBuffer());
    for (const path of [
      `/media/${'0'.repeat(32)}-10x10.webp`,
      `${url}?w=641`,
      `${url}?w=x`,
      `${url}?w=-1`,
      '/media/../secret',
    ]) {
      expect([path, (await app.fetch(path)).status]).toEqual([path, 404]);
    }
  });
});
