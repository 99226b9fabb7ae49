import { expect, it } from 'vitest';

import { identify } from './identify';

/** Builds a ZIP file with this number of empty entries. */
function zipOf(entries: number, nameLength: number): Buffer {
  const local = Buffer.alloc(31, 'a');
  local.fill(0, 0, 30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(1, 26);
  const entry = Buffer.alloc(46 + nameLength, 'a');
  entry.fill(0, 0, 46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(nameLength, 28);
  const directory = Buffer.concat(Array.from({ length: entries }, () => entry));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, directory, end]);
}

it.each([
  [3, 10],
  [20_000, 10],
  [1_500, 5_000],
])(
  'a ZIP file of %i entries with names of %i characters is not read repeatedly',
  async (entries, length) => {
    const zip = zipOf(entries, length);
    let reads = 0;
    let bytes = 0;
    const read = async (from: number, to: number) => {
      const part = zip.subarray(from, to);
      reads += 1;
      bytes += part.length;
      return part;
    };
    expect(await identify('a.zip', zip.length, read, false)).toEqual({ type: 'application/zip' });
    expect(bytes).toBeLessThan(2 * zip.length + 1024 * 1024);
    expect(reads).toBeLessThan(100);
  },
);
