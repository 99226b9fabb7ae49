import { centsPerUnit, centsToAmount, decimalsOf } from '~/contract/common/currencies';
import type { TextEncoding } from '~/contract/values/text-encodings';
import { decodeAs, decodeText } from '~/server/platform/values/encodings';
import { Unreadable } from './read-result';

/**
 * Converts a decimal number to cents without floating point.
 *
 * @param text digits with at most one decimal point
 * @returns undefined for an invalid amount, or one with more decimals than the currency has
 */
export function centsOf(text: string, currency: string): number | undefined {
  const match = /^(\d{1,12})(?:\.(\d{0,10}))?$/.exec(text);
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  if (/[1-9]/.test(fraction.slice(decimalsOf(currency)))) return undefined;
  const places = centsPerUnit(currency) === 1000 ? 3 : 2;
  return Number(whole + fraction.slice(0, places).padEnd(places, '0'));
}

/** Balances in cents, negative for an overdrawn account; undefined if the file contains none. */
interface Balances {
  opening: number | undefined;
  closing: number | undefined;
}

/** Returns the difference between the entries and the closing balance, in cents; undefined without a balance. */
export const differenceOf = ({ opening, closing }: Balances, entriesCents: number) =>
  opening === undefined || closing === undefined ? undefined : closing - opening - entriesCents;

/**
 * Rejects a statement whose entries do not add up to the balances, because a payer can write a reference that looks
 * like an entry.
 *
 * @throws Unreadable with the difference
 */
export function rejectDifference(
  place: string,
  balances: Balances,
  entriesCents: number,
  currency: string,
): void {
  const difference = differenceOf(balances, entriesCents);
  if (!difference) return;
  throw new Unreadable(
    `The entries of ${place} do not add up to its balances: they differ by ${centsToAmount(Math.abs(difference), currency)}. Please export the statement again from your bank.`,
  );
}

/** Collapses white space, removes control characters, and truncates to `max` characters. */
export const tidy = (text: string, max: number): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes them
    .replaceAll(/[\u0000-\u0008\u000e-\u001f\u007f]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed();

/** Maximum stored length of each text. */
export const kept = { name: 140, iban: 34, reference: 1_000, id: 70, reason: 200 } as const;

export const asAccount = (text: string): string =>
  text
    .replaceAll(/[^A-Za-z0-9/.-]/g, '')
    .toUpperCase()
    .slice(0, kept.iban);

/** Returns an id; empty for placeholders that mean no id. */
export const idOf = (text: string | undefined): string => {
  const id = tidy(text ?? '', kept.id);
  return /^(notprovided|nonref|none|n\/a|-|0+)$/i.test(id) ? '' : id;
};

/** Decodes text in the encoding that the file names. @throws Unreadable for an unknown encoding, and for invalid bytes */
export function decodedAs(bytes: Uint8Array, encoding: string): string {
  const please = 'Please export it in UTF-8.';
  let text: string | undefined;
  try {
    text = decodeAs(bytes, encoding);
  } catch {
    throw new Unreadable(
      `This file is not in ${tidy(encoding, 40).toUpperCase()}, which it says it is. ${please}`,
    );
  }
  if (text !== undefined) return text;
  throw new Unreadable(
    `This file is written in ${tidy(encoding, 40)}, which cannot be read. ${please}`,
  );
}

/**
 * Decodes text of a file that does not name its encoding.
 *
 * @throws Unreadable for bytes that are not text, or if the encoding is unclear and was not chosen
 */
export function textOf(bytes: Uint8Array, chosen?: TextEncoding | null): string {
  const text = decodeText(bytes, chosen);
  if (text !== undefined) return text;
  throw new Unreadable(
    'This file is not a text file, or its encoding is unclear. Please export CAMT.053, MT940 or CSV from your bank, or save the file in UTF-8.',
  );
}
