import { AgentsCard } from './agents-card';
import { ApiKeys } from './api-keys';
import { ProposedChanges } from './proposed-changes';

/** How other programs reach the agency's records, and what they wait for. */
export function IntegrationsTab() {
  return (
    <>
      <ProposedChanges />
      <ApiKeys />
      <AgentsCard />
    </>
  );
}
