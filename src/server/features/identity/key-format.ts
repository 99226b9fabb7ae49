import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Number of random characters, which contain 178 bits. */
const randomLength = 30;
const checksumLength = 6;

/** Returns the CRC32 in base62. Secret scanners use it to recognize a key without a network request. */
function checksumOf(random: string): string {
  let rest = crc32(random);
  let text = '';
  for (let at = 0; at < checksumLength; at += 1) {
    text = digits.charAt(rest % digits.length) + text;
    rest = Math.floor(rest / digits.length);
  }
  return text;
}

/** Creates an API key: `kst_`, random characters and their checksum. */
export function newApiKey(): string {
  const random = Array.from({ length: randomLength }, () =>
    digits.charAt(randomInt(digits.length)),
  ).join('');
  return `kst_${random}${checksumOf(random)}`;
}

/** Returns whether a text has the form of an API key, including the checksum. */
export function isApiKey(text: string): boolean {
  const [, random = '', checksum] = /^kst_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/.exec(text) ?? [];
  return checksum !== undefined && checksumOf(random) === checksum;
}
