import { fileTypeFromBuffer } from 'file-type';
import yauzl from 'yauzl';

import { fileTypes, imagePixelsMax } from '~/contract/files/files';
import { inImageQueue } from '~/server/platform/media/image-queue';
import { ChunkReader } from './zip-reader';

/** Reads a range of the content. */
export type ReadPart = (from: number, to: number) => Promise<Buffer>;

const headBytes = 64 * 1024;
/** Number of bytes at the end of a ZIP file that always include its end record. */
const tailBytes = 66_000;
/** Maximum number of entries of a ZIP file that are inspected. */
const entriesMax = 2_000;

/** Type of a file, and the reason if the file is rejected. */
export interface Identified {
  type?: string;
  problem?: string;
}

const markup =
  /<(?:!doctype\s+html|html|head|body|script|svg|iframe|object|embed|style|link|meta|title|img|form|frameset|template|math)\b|<\?(?:xml|php)|<%|<!--/i;
const secondType = 'This file is of two types at once. Please send a plain one';
const active = /<(?:!doctype\s+html|html|script|svg|iframe)\b|<\?php/i;
const zipEnd = Buffer.from('PK\u0005\u0006', 'latin1');
const imagesOfSharp = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/tiff']);

/**
 * Detects the type of a file from its content. Uses the name only to decide between text and CSV, because their content
 * looks alike. Rejects content that a browser could run, and files that are of two types at once.
 *
 * @param isText whether all of the content is text
 */
export async function identify(
  name: string,
  size: number,
  read: ReadPart,
  isText: boolean,
): Promise<Identified> {
  if (size === 0) return { problem: 'This file is empty' };
  const head = await read(0, Math.min(size, headBytes));
  const tail = await read(Math.max(0, size - tailBytes), size);
  const found = await typeOf(name, size, head, read, isText);
  if (!found || !(found in fileTypes)) return {};
  if (found.startsWith('text/')) return textProblem(head) ?? { type: found };
  if (isSecondType(found, head, tail)) {
    return { problem: secondType };
  }
  if (imagesOfSharp.has(found)) {
    const problem = await pictureProblem(head, read, size);
    if (problem) return { problem };
  }
  return { type: found };
}

async function typeOf(
  name: string,
  size: number,
  head: Buffer,
  read: ReadPart,
  isText: boolean,
): Promise<string | undefined> {
  if (head.subarray(0, 2).toString('latin1') === 'PK') return zipType(size, read);
  // Detection throws for a truncated file, whose type is then unknown.
  const known = await fileTypeFromBuffer(head).catch(() => undefined);
  if (known?.mime === 'application/x-cfb') return oldOfficeType(head, size, read);
  if (known) return aliases[known.mime] ?? known.mime;
  if (!isText) return undefined;
  return /\.(csv|tsv)$/i.test(name) ? 'text/csv' : 'text/plain';
}

const aliases: Record<string, string> = {
  'video/x-m4v': 'video/mp4',
  'image/heif': 'image/heic',
};

function textProblem(head: Buffer): Identified | undefined {
  const words = head.toString('latin1').replace(/^(?:\u00ef\u00bb\u00bf)?\s*/, '');
  const begins = markup.exec(words.slice(0, 200));
  if (begins?.index === 0 || active.test(words.slice(0, 1024)) || /^<[a-z!?]/i.test(words)) {
    return { problem: 'Web pages, SVG and XML are not taken, since a browser could run them' };
  }
  if (words.slice(0, 1024).includes('%PDF-')) return { problem: secondType };
  return undefined;
}

/** Returns whether a file has a second type: a web page or a PDF at its beginning, or a ZIP file at its end. */
function isSecondType(type: string, head: Buffer, tail: Buffer): boolean {
  const words = head.subarray(0, 4096).toString('latin1');
  if (active.test(words)) return true;
  const pdf = words.slice(0, 1024).indexOf('%PDF-');
  if (type === 'application/pdf' ? pdf !== 0 : pdf !== -1 && !isZipType(type)) return true;
  return !isZipType(type) && tail.includes(zipEnd);
}

const isZipType = (type: string) =>
  type === 'application/zip' || type.includes('openxmlformats') || type.includes('opendocument');

const officeParts: [part: RegExp, type: string][] = [
  [/^word\//, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  [/^xl\//, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  [/^ppt\//, 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
];

/** Detects the type of a ZIP file from the directory at its end, because the content before it can be forged. */
async function zipType(size: number, read: ReadPart): Promise<string | undefined> {
  // A damaged archive has no type.
  const names = await entriesOf(size, read).catch(() => undefined);
  if (!names || names.length === 0) return undefined;
  // Rejects programs and pages that are disguised as an archive.
  if (names.some((one) => /^(META-INF\/MANIFEST\.MF|AndroidManifest\.xml)$/i.test(one))) {
    return undefined;
  }
  if (names.includes('[Content_Types].xml')) {
    const [, type] = officeParts.find(([part]) => names.some((one) => part.test(one))) ?? [];
    return names.some((one) => /vbaProject\.bin$/i.test(one)) ? undefined : type;
  }
  if (names[0] === 'mimetype') {
    // An OpenDocument file contains its type uncompressed in its first entry.
    const first = await read(0, Math.min(size, 200));
    const said = /mimetype(application\/vnd\.oasis\.opendocument\.[a-z-]+)/.exec(
      first.toString('latin1'),
    )?.[1];
    return said?.replace(/-(template|master)$/, '') ?? undefined;
  }
  return 'application/zip';
}

function entriesOf(size: number, read: ReadPart): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true };
    yauzl.fromRandomAccessReader(new ChunkReader(read), size, options, (error, zip) => {
      if (error) return reject(error);
      const names: string[] = [];
      zip.on('error', reject);
      zip.on('end', () => resolve(names));
      zip.on('entry', (entry: yauzl.Entry) => {
        names.push(entry.fileName);
        if (names.length >= entriesMax) resolve(names);
        else zip.readEntry();
      });
      zip.readEntry();
    });
  });
}

const oldOfficeStreams: [stream: string, type: string][] = [
  ['WordDocument', 'application/msword'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
];

/** Detects an old Office format from the names in its directory. */
async function oldOfficeType(
  head: Buffer,
  size: number,
  read: ReadPart,
): Promise<string | undefined> {
  if (head.length < 512) return undefined;
  const sector = 2 ** head.readUInt16LE(30);
  const from = (head.readUInt32LE(48) + 1) * sector;
  if (sector > 4096 || from >= size) return undefined;
  const directory = await read(from, Math.min(size, from + 16 * 1024));
  return oldOfficeStreams.find(([name]) => directory.includes(Buffer.from(name, 'utf16le')))?.[1];
}

/** Checks a picture by its header only, without decoding it. */
async function pictureProblem(
  head: Buffer,
  read: ReadPart,
  size: number,
): Promise<string | undefined> {
  // Checks one picture at a time, because the whole file is read if camera metadata fills the first bytes.
  return inImageQueue('upload', async (sharp) => {
    const measure = (bytes: Buffer) =>
      sharp(bytes, { limitInputPixels: false, failOn: 'none' }).metadata();
    try {
      // Reads the whole file if its first bytes are not enough.
      const { width, height } = await measure(head).catch(async () => measure(await read(0, size)));
      return width * height > imagePixelsMax
        ? `This picture has ${width} × ${height} pixels. Please send one of at most ${imagePixelsMax / 1_000_000} million pixels`
        : undefined;
    } catch {
      // The exact defect does not matter, because no browser would display the picture.
      return 'This picture cannot be read';
    }
  });
}
