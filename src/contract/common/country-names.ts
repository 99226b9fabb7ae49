const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Returns the name of a country by its code, such as 'US'. Returns any other text unchanged. */
export function countryName(country: string): string {
  const code = country.trim().toUpperCase();
  return (/^[A-Z]{2}$/.test(code) && names.of(code)) || country;
}
