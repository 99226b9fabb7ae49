import { centsPerUnit, centsToAmount } from '~/contract/common/currencies';
import { Unreadable } from './read-result';

/**
 * A decimal number in cents of its currency, without floating point.
 *
 * @param text digits with at most one decimal sign, which is a point
 * @returns undefined where it is no sum, or has parts of a cent
 */
export function centsOf(text: string, currency: string): number | undefined {
  const match = /^(\d{1,12})(?:\.(\d{0,10}))?$/.exec(text);
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  const places = centsPerUnit(currency) === 1000 ? 3 : 2;
  if (/[1-9]/.test(fraction.slice(places))) return undefined;
  return Number(whole + fraction.slice(0, places).padEnd(places, '0'));
}

/**
 * Entries that do not add up to the balances were not all booked by the bank: a text of a payer can look like an entry.
 *
 * @param balances cents, below zero for an overdrawn account; undefined where the file has none
 * @throws Unreadable with the difference
 */
export function rejectDifference(
  place: string,
  balances: { opening: number | undefined; closing: number | undefined },
  entriesCents: number,
  currency: string,
): void {
  const { opening, closing } = balances;
  if (opening === undefined || closing === undefined) return;
  const difference = opening + entriesCents - closing;
  if (difference === 0) return;
  throw new Unreadable(
    `The entries of ${place} do not add up to its balances: they differ by ${centsToAmount(Math.abs(difference), currency)}. Please export the statement again from your bank.`,
  );
}

/** Whether the calendar has this day. */
export function dateOf(year: number, month: number, day: number): string | undefined {
  const at = new Date(Date.UTC(year, month - 1, day));
  const fits =
    at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return fits && year >= 1990 && year <= 2099 ? at.toISOString().slice(0, 10) : undefined;
}

/** Runs of white space become one space; control characters, which cannot be stored, go. */
export const tidy = (text: string, max: number): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
    .replaceAll(/[\u0000-\u0008\u000e-\u001f\u007f]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed();

/** Lengths that are kept of each text. */
export const kept = { name: 140, iban: 34, reference: 1_000, id: 70, reason: 200 } as const;

export const asAccount = (text: string): string =>
  text
    .replaceAll(/[^A-Za-z0-9/.-]/g, '')
    .toUpperCase()
    .slice(0, kept.iban);

/** Ids that say that there is none. */
export const idOf = (text: string | undefined): string => {
  const id = tidy(text ?? '', kept.id);
  return /^(notprovided|nonref|none|n\/a|-|0+)$/i.test(id) ? '' : id;
};

const encodings = new Set([
  'utf-8',
  'utf8',
  'us-ascii',
  'iso-8859-1',
  'iso-8859-15',
  'latin1',
  'windows-1252',
]);

/** The bytes as text. @throws Unreadable for an encoding that is not taken, and for bytes that are not in it */
export function decodedAs(bytes: Uint8Array, encoding: string): string {
  const name = encoding.toLowerCase();
  if (!encodings.has(name)) {
    throw new Unreadable(
      `This file is written in ${tidy(encoding, 40)}. Please export it in UTF-8 or ISO-8859-1.`,
    );
  }
  const text = new TextDecoder(name).decode(bytes);
  const bad = name.startsWith('utf') ? text.indexOf('\uFFFD') : -1;
  if (bad >= 0) {
    const line = text.slice(0, bad).split('\n').length;
    throw new Unreadable(
      `Line ${line} of this file is not in UTF-8, which the file says it is. Please export it again.`,
    );
  }
  return text;
}

/** Text of a file that does not say its encoding: UTF-8 where it is that, else Latin-1. */
export function decodedText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // The bytes are not UTF-8: banks that do not write it write Latin-1.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
