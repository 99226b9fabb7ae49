const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The name of a country by its code, such as 'US'; what is no code is returned as it is. */
export function countryName(country: string): string {
  const code = country.trim().toUpperCase();
  return (/^[A-Z]{2}$/.test(code) && names.of(code)) || country;
}
