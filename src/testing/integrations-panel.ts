import { pageOf, renderSection } from './panel';

type Answers = Parameters<typeof renderSection>[1];

/** Opens the Integrations tab. Its lists are empty except for those in `answers`. */
export const openIntegrations = (answers: Answers) =>
  renderSection('?section=settings&tab=integrations', {
    // The tab shows no settings.
    settings: { get: () => ({}) as never },
    apiKeys: { list: () => [] },
    webhooks: { list: () => [] },
    proposedChanges: { list: () => [] },
    payments: { events: () => pageOf([]) },
    ...answers,
  });
