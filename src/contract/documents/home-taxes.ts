/**
 * Standard and reduced tax rates of most businesses in a country, in percent, as of November 2026.
 * An admin confirms them before they are used.
 */
const rates: Record<string, [standard: string, ...reduced: string[]]> = {
  AT: ['20', '13', '10'],
  AU: ['10'],
  BE: ['21', '12', '6'],
  BG: ['20', '9'],
  CH: ['8.1', '3.8', '2.6'],
  CY: ['19', '9', '5'],
  CZ: ['21', '12'],
  DE: ['19', '7'],
  DK: ['25'],
  EE: ['24', '13', '9'],
  ES: ['21', '10', '4'],
  FI: ['25.5', '13.5', '10'],
  FR: ['20', '10', '5.5'],
  GB: ['20', '5'],
  GR: ['24', '13', '6'],
  HR: ['25', '13', '5'],
  HU: ['27', '18', '5'],
  IE: ['23', '13.5', '9'],
  IS: ['24', '11'],
  IT: ['22', '10', '5', '4'],
  LT: ['21', '12', '5'],
  LU: ['17', '14', '8'],
  LV: ['21', '12', '5'],
  MT: ['18', '7', '5'],
  NL: ['21', '9'],
  NO: ['25', '15', '12'],
  NZ: ['15'],
  PL: ['23', '8', '5'],
  PT: ['23', '13', '6'],
  RO: ['21', '11'],
  SE: ['25', '12', '6'],
  SI: ['22', '9.5', '5'],
  SK: ['23', '19', '5'],
};

/** Returns the domestic tax of a country; undefined if the country as a whole has none. */
export function homeTaxOf(
  country: string,
): { standardRate: string; reducedRates: string[] } | undefined {
  const [standardRate, ...reducedRates] = rates[country] ?? [];
  return standardRate ? { standardRate, reducedRates } : undefined;
}

/** Formats rates, such as "21%, 9%". */
export const ratesInWords = (tax: { standardRate: string; reducedRates: string[] }): string =>
  [tax.standardRate, ...tax.reducedRates].map((rate) => `${rate}%`).join(', ');

const euro = new Set(
  'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK'.split(' '),
);
const currencies: Record<string, string> = {
  AE: 'AED',
  AU: 'AUD',
  BR: 'BRL',
  CA: 'CAD',
  CH: 'CHF',
  CN: 'CNY',
  CZ: 'CZK',
  DK: 'DKK',
  GB: 'GBP',
  HK: 'HKD',
  HU: 'HUF',
  ID: 'IDR',
  IL: 'ILS',
  IN: 'INR',
  IS: 'ISK',
  JP: 'JPY',
  KR: 'KRW',
  KW: 'KWD',
  LI: 'CHF',
  MX: 'MXN',
  MY: 'MYR',
  NO: 'NOK',
  NZ: 'NZD',
  PL: 'PLN',
  RO: 'RON',
  SA: 'SAR',
  SE: 'SEK',
  SG: 'SGD',
  TH: 'THB',
  TR: 'TRY',
  UA: 'UAH',
  US: 'USD',
  ZA: 'ZAR',
};

/** Returns the usual currency of a country; undefined if unknown. */
export const homeCurrencyOf = (country: string): string | undefined =>
  euro.has(country) ? 'EUR' : currencies[country];
