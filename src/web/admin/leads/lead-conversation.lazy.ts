import { lazy } from 'react';

/** Loaded with the first opened lead; the list of leads does not need it. */
export const LeadConversation = lazy(() =>
  import('./lead-conversation').then((module) => ({ default: module.LeadConversation })),
);
