import { createHash } from 'node:crypto';

import type { ReadEntry } from './reading/read-result';

/** What two statements that overlap write in the same way. With a reference of the bank, the texts may differ. */
function identityOf(entry: ReadEntry): string {
  const { bookedOn, cents, currency, isCredit, bankReference } = entry;
  const sum = [bookedOn, isCredit ? 'C' : 'D', currency, cents];
  if (bankReference !== '') return JSON.stringify(['by reference', bankReference, ...sum]);
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const { name, iban, reference, endToEndId } = entry;
  return JSON.stringify(['by content', ...sum, plain(name), iban, plain(reference), endToEndId]);
}

/**
 * A fingerprint for each entry, which the same entry has in every statement. Of equal entries of one day, such as two payments of the same
 * sum without any reference, the second has its place among them: both are kept, and none twice. Statements of a bank hold whole days.
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
