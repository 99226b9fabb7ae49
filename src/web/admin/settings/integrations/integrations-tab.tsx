import { Stack } from '@mantine/core';

import { AgentsCard } from './agents-card';
import { ApiKeys } from './api-keys';
import { ProposedChanges } from './proposed-changes';
import { StripeEvents } from './stripe-events';
import { Webhooks } from './webhooks';

/** Tab for the access of other programs to the agency's records, and for changes that they proposed. */
export function IntegrationsTab() {
  return (
    <Stack gap="xl">
      <Stack gap="md" maw="56rem">
        <ProposedChanges />
        <ApiKeys />
        <Webhooks />
        <AgentsCard />
      </Stack>
      <StripeEvents />
    </Stack>
  );
}
