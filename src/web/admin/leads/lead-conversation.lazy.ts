import { lazy } from 'react';

/** Imported with the first opened lead, because the list of leads does not need it. */
export const LeadConversation = lazy(() =>
  import('./lead-conversation').then((module) => ({ default: module.LeadConversation })),
);
