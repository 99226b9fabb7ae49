import { renderPanel } from './panel';

type Answers = Parameters<typeof renderPanel>[1];

/** Opens the tab Integrations, with empty lists except for those of `answers`. */
export const openIntegrations = (answers: Answers) =>
  renderPanel('?section=settings&tab=integrations', {
    // This tab shows none of them.
    settings: { get: () => ({}) as never },
    apiKeys: { list: () => [] },
    webhooks: { list: () => [] },
    proposedChanges: { list: () => [] },
    ...answers,
  });
