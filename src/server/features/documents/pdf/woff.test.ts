import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { unwrapWoff } from './woff';

const woff = readFileSync(
  'node_modules/@fontsource/instrument-sans/files/instrument-sans-latin-400-normal.woff',
);

it('has the size that the file states, and every table with its checksum', () => {
  const font = unwrapWoff(woff);
  expect(font.length).toBe(woff.readUInt32BE(16));
  const count = font.readUInt16BE(4);
  expect(count).toBe(woff.readUInt16BE(12));
  for (let index = 0; index < count; index += 1) {
    const at = 12 + index * 16;
    const offset = font.readUInt32BE(at + 8);
    const isHead = font.toString('latin1', at, at + 4) === 'head';
    let sum = 0;
    for (let n = 0; n < font.readUInt32BE(at + 12); n += 4) {
      // The adjustment of the whole file is not part of the table's checksum.
      if (isHead && n === 8) continue;
      sum = (sum + font.readUInt32BE(offset + n)) >>> 0;
    }
    expect(sum).toBe(font.readUInt32BE(at + 4));
  }
});

it('refuses another file', () => {
  expect(() => unwrapWoff(Buffer.from('<!doctype html>'))).toThrow('not a WOFF');
});
