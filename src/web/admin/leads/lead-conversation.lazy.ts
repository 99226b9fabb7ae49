import { lazy } from 'react';

/** Fetched with the first lead that is opened: the list of leads needs none of it. */
export const LeadConversation = lazy(() =>
  import('./lead-conversation').then((module) => ({ default: module.LeadConversation })),
);
