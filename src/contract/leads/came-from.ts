/** Campaign parameters of a URL, by field. */
export const utmParams = {
  utmSource: 'utm_source',
  utmMedium: 'utm_medium',
  utmCampaign: 'utm_campaign',
  utmTerm: 'utm_term',
  utmContent: 'utm_content',
} as const;
export type UtmField = keyof typeof utmParams;
export const utmFields = Object.keys(utmParams) as UtmField[];

/**
 * Name under which hosts, sources and pages are counted together after a day's limits are reached.
 */
export const otherSource = 'other';

/** Formats a lead's source as text. */
export function sourceInWords(source: string | null): string {
  if (source === null) return 'Not known';
  if (source === '') return 'Direct';
  return source === otherSource ? 'Others' : source;
}
