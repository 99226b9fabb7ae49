import type { ReadEntry } from '~/server/features/bank/reading/read-result';
import { isSameName, wordsOf } from './names';

type Sides = Pick<
  ReadEntry,
  'cents' | 'currency' | 'bookedOn' | 'name' | 'iban' | 'endToEndId' | 'bankReference'
>;

/** A debit, and whether the bank marks it as a return. */
export type Outgoing = Sides & Pick<ReadEntry, 'isReturn'>;

/**
 * Finds the earlier credit that a debit returns: the newest one with the same amount and the same
 * id. If the bank marks the debit as a return, a credit of the same amount also matches if it has
 * the same account of the other party, or else the same name.
 *
 * @param credits entries of the same account that have not been returned yet
 */
export function matchReturn<Credit extends Sides>(
  debit: Outgoing,
  credits: readonly Credit[],
): Credit | undefined {
  const possible = credits.filter(
    ({ cents, currency, bookedOn }) =>
      cents === debit.cents && currency === debit.currency && bookedOn <= debit.bookedOn,
  );
  const newest = possible.toSorted((one, other) => other.bookedOn.localeCompare(one.bookedOn));
  const isSame = (one: string, other: string) => one !== '' && one === other;
  const byId = newest.find(
    (one) =>
      isSame(one.endToEndId, debit.endToEndId) || isSame(one.bankReference, debit.bankReference),
  );
  if (byId || !debit.isReturn) return byId;
  const who = wordsOf(debit.name);
  // Names are compared only if one of the accounts is unknown, because two clients can have the same name.
  return (
    newest.find(({ iban }) => isSame(iban, debit.iban)) ??
    newest.find(({ iban, name }) => !(iban && debit.iban) && isSameName(wordsOf(name), who))
  );
}
