const formats = new Map<string, Intl.NumberFormat>();

/** An amount of a document such as '€1,190.00': unlike prices on the site, always with all decimals, since amounts stand in columns. */
export function formatAmount(decimal: string, currency: string): string {
  const decimals = decimal.split('.')[1]?.length ?? 0;
  const key = `${currency} ${decimals}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
  formats.set(key, format);
  return format.format(Number(decimal));
}
