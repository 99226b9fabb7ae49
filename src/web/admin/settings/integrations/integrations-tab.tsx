import { AgentsCard } from './agents-card';
import { ApiKeys } from './api-keys';
import { ProposedChanges } from './proposed-changes';
import { Webhooks } from './webhooks';

/** Access of other programs to the agency's records, and their open changes. */
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
