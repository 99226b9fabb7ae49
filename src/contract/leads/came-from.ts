/** Campaign parameters of an address, by field. */
export const utmParams = {
  utmSource: 'utm_source',
  utmMedium: 'utm_medium',
  utmCampaign: 'utm_campaign',
  utmTerm: 'utm_term',
  utmContent: 'utm_content',
} as const;
export type UtmField = keyof typeof utmParams;
export const utmFields = Object.keys(utmParams) as UtmField[];

/** Name under which hosts, sources and pages beyond the limits of a day are counted together. */
export const otherSource = 'other';

/** Returns a source as text. */
export function sourceInWords(source: string | null): string {
  if (source === null) return 'Not known';
  if (source === '') return 'Direct';
  return source === otherSource ? 'Others' : source;
}
