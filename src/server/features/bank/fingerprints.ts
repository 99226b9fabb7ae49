import { createHash } from 'node:crypto';

import type { ReadEntry } from './reading/read-result';

/**
 * Returns, as JSON, the fields of an entry that are the same in overlapping statements. Omits texts
 * if there is a bank reference, because they may differ.
 */
function identityOf(entry: ReadEntry): string {
  const { bookedOn, cents, currency, isCredit, bankReference } = entry;
  const sum = [bookedOn, isCredit ? 'C' : 'D', currency, cents];
  if (bankReference !== '') return JSON.stringify(['by reference', bankReference, ...sum]);
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const { name, iban, reference, endToEndId } = entry;
  return JSON.stringify(['by content', ...sum, plain(name), iban, plain(reference), endToEndId]);
}

/**
 * Returns a fingerprint for each entry. An entry has the same fingerprint in every statement that contains it. If two
 * entries of a day are identical, such as two payments of the same amount without a reference, the fingerprint of the
 * second one includes its position, so that each is stored exactly once. This works because statements always contain
 * whole days.
 */
export function fingerprintsOf(entries: readonly ReadEntry[]): string[] {
  const times = new Map<string, number>();
  return entries.map((entry) => {
    const identity = `${entry.account}\n${identityOf(entry)}`;
    const place = times.get(identity) ?? 0;
    times.set(identity, place + 1);
    return createHash('sha256').update(`${identity}\n${place}`).digest('hex');
  });
}
