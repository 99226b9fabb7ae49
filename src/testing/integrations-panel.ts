import { pageOf, renderPanel } from './panel';

type Answers = Parameters<typeof renderPanel>[1];

/** Opens the tab Integrations. Its lists are empty except for those in `answers`. */
export const openIntegrations = (answers: Answers) =>
  renderPanel('?section=settings&tab=integrations', {
    // The tab shows no settings.
    settings: { get: () => ({}) as never },
    apiKeys: { list: () => [] },
    webhooks: { list: () => [] },
    proposedChanges: { list: () => [] },
    payments: { events: () => pageOf([]) },
    ...answers,
  });
