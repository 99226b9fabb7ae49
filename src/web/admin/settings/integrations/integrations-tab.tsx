import { AgentsCard } from './agents-card';
import { ApiKeys } from './api-keys';
import { ProposedChanges } from './proposed-changes';
import { Webhooks } from './webhooks';

/** How other programs reach the agency's records, and what they wait for. */
export function IntegrationsTab() {
  return (
    <>
      <ProposedChanges />
      <ApiKeys />
      <Webhooks />
      <AgentsCard />
    </>
  );
}
