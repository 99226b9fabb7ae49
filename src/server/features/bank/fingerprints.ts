import { createHash } from 'node:crypto';

import type { ReadEntry } from './reading/read-result';

/** Returns the fields that overlapping statements write identically. With a bank reference, the texts may differ. */
function identityOf(entry: ReadEntry): string {
  const { bookedOn, cents, currency, isCredit, bankReference } = entry;
  const sum = [bookedOn, isCredit ? 'C' : 'D', currency, cents];
  if (bankReference !== '') return JSON.stringify(['by reference', bankReference, ...sum]);
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const { name, iban, reference, endToEndId } = entry;
  return JSON.stringify(['by content', ...sum, plain(name), iban, plain(reference), endToEndId]);
}

/**
 * Returns a fingerprint for each entry, equal in every statement that contains it. The second of two equal entries of one day,
 * such as two payments of the same amount without a reference, includes its position among them: both are kept, and neither
 * twice. Statements contain whole days.
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
