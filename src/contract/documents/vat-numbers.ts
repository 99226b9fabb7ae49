import { normalVatNumber } from './tax-numbers';

/** Results of a VAT number check. `not_checked`: the format is valid, and there is no response yet. */
export const vatCheckStatuses = ['valid', 'invalid', 'not_checked'] as const;
export type VatCheckStatus = (typeof vatCheckStatuses)[number];

/**
 * Member states of the European Union by ISO code, with the prefix and format of their VAT numbers. Greece's prefix is EL.
 * Source: the Commission's list for VIES.
 */
const vatForms: Record<string, { prefix?: string; form: RegExp }> = {
  AT: { form: /^U\d{8}$/ },
  BE: { form: /^[01]\d{9}$/ },
  BG: { form: /^\d{9,10}$/ },
  CY: { form: /^\d{8}[A-Z]$/ },
  CZ: { form: /^\d{8,10}$/ },
  DE: { form: /^\d{9}$/ },
  DK: { form: /^\d{8}$/ },
  EE: { form: /^\d{9}$/ },
  ES: { form: /^[A-Z0-9]\d{7}[A-Z0-9]$/ },
  FI: { form: /^\d{8}$/ },
  FR: { form: /^[A-HJ-NP-Z0-9]{2}\d{9}$/ },
  GR: { prefix: 'EL', form: /^\d{9}$/ },
  HR: { form: /^\d{11}$/ },
  HU: { form: /^\d{8}$/ },
  IE: { form: /^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/ },
  IT: { form: /^\d{11}$/ },
  LT: { form: /^(\d{9}|\d{12})$/ },
  LU: { form: /^\d{8}$/ },
  LV: { form: /^\d{11}$/ },
  MT: { form: /^\d{8}$/ },
  NL: { form: /^[A-Z0-9+*]{10}\d{2}$/ },
  PL: { form: /^\d{10}$/ },
  PT: { form: /^\d{9}$/ },
  RO: { form: /^\d{2,10}$/ },
  SE: { form: /^\d{12}$/ },
  SI: { form: /^\d{8}$/ },
  SK: { form: /^\d{10}$/ },
};

/**
 * Countries that count as part of a member state for VAT. Source: Article 7 of Directive 2006/112/EC. Their businesses have VAT
 * numbers of that state.
 */
const partOf: Record<string, string> = { MC: 'FR' };

/** Returns the country whose VAT applies in a country: France for Monaco, otherwise the same one. */
export const vatCountryOf = (country: string): string => partOf[country] ?? country;

/** Countries in which the VAT of the European Union applies, by ISO code. */
export const euCountries: readonly string[] = [...Object.keys(vatForms), ...Object.keys(partOf)];

export const isInEu = (country: string): boolean => euCountries.includes(country);

const prefixOf = (state: string): string => vatForms[state]?.prefix ?? state;

/**
 * Returns the ISO code of the member state to which a normalized VAT number belongs by its prefix; undefined for any other
 * number.
 */
export function memberStateOf(number: string): string | undefined {
  const letters = number.slice(0, 2);
  if (letters === 'EL') return 'GR';
  return Object.hasOwn(vatForms, letters) && letters !== 'GR' ? letters : undefined;
}

/**
 * Returns what is wrong with the format of a VAT number, as entered; undefined if it is valid, or if the country's format
 * is unknown.
 */
export function vatNumberIssue(written: string, country = ''): string | undefined {
  const number = normalVatNumber(written);
  if (number === '') return undefined;
  const state = memberStateOf(number);
  if (isInEu(country) && state !== vatCountryOf(country)) {
    return `A VAT number of this country begins with ${prefixOf(vatCountryOf(country))}`;
  }
  const form = state && vatForms[state]?.form;
  return form && !form.test(number.slice(2))
    ? `This is not the form of a VAT number that begins with ${number.slice(0, 2)}`
    : undefined;
}
