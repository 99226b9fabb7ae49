const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** Formats a number such as '1,310'. */
export const formatNumber = (value: number): string => plain.format(value);

/** Returns a number with its unit: a currency symbol before it, a word or a percent sign after it. */
export function withUnit(value: number, unit: string): string {
  const number = formatNumber(value);
  if (/^[$€£¥]$/.test(unit)) return `${unit}${number}`;
  return unit === '%' ? `${number}%` : `${number} ${unit}`.trim();
}

/** Formats a file size: 2,400 is '2.4 MB'. */
export function formatWeight(kilobytes: number): string {
  if (kilobytes < 1) return `${plain.format(Math.round(kilobytes * 1000))} bytes`;
  if (kilobytes < 1000) return `${plain.format(Math.round(kilobytes * 10) / 10)} KB`;
  const megabytes = kilobytes / 1000;
  return `${plain.format(Math.round(megabytes * (megabytes < 10 ? 10 : 1)) / (megabytes < 10 ? 10 : 1))} MB`;
}

/**
 * Returns a change in percent, or in points between two percentages, with a typographic minus sign; empty if there is no
 * value to compare with.
 */
export function change(from: number, to: number, unit = ''): string {
  if (from === to) return '';
  if (unit === '%') {
    const points = Math.round(Math.abs(to - from) * 10) / 10;
    return signed(to - from, `${plain.format(points)} ${points === 1 ? 'point' : 'points'}`);
  }
  if (from === 0) return '';
  const percent = Math.round((to / from - 1) * 100);
  if (percent >= 100) return `×${plain.format(Math.round((to / from) * 10) / 10)}`;
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent)}%`;
}

/** Returns the difference from the quoted value, with its sign. */
export const signed = (value: number, words: string): string =>
  value === 0 ? words : `${value > 0 ? '+' : '−'}${words}`;
