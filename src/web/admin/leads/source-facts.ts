import type { ReactNode } from 'react';

import { sourceInWords } from '~/contract/leads/came-from';
import type { AdminQuote } from '~/contract/leads/leads-schema';

type LeadSource = Pick<
  AdminQuote,
  | 'leadSource'
  | 'referringHost'
  | 'firstPage'
  | 'utmSource'
  | 'utmMedium'
  | 'utmCampaign'
  | 'utmTerm'
  | 'utmContent'
>;

/** Returns the facts about the visit that led to a lead, for its record; empty if unknown. */
export function sourceFacts(lead: LeadSource): [label: string, value: ReactNode][] {
  if (lead.leadSource === null) return [];
  const isTold = lead.utmSource.toLowerCase() === lead.leadSource;
  const campaign = [
    isTold ? '' : lead.utmSource,
    lead.utmCampaign,
    lead.utmMedium,
    lead.utmTerm,
    lead.utmContent,
  ];
  return [
    ['Source', sourceInWords(lead.leadSource)],
    ['Referrer', lead.referringHost === lead.leadSource ? '' : lead.referringHost],
    ['Campaign', campaign.filter(Boolean).join(', ')],
    ['Landing page', lead.firstPage],
  ];
}
