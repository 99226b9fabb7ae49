import { Card, Group, Text, TextInput, Title } from '@mantine/core';

import { CopyButton } from '~/web/admin/ui/copy-button';

/** Card with the endpoint for agents. */
export function AgentsCard() {
  const address = `${location.origin}/mcp`;
  return (
    <Card withBorder component="section" aria-label="Agents">
      <Title order={2}>Agents</Title>
      <Text c="dimmed" fz="sm" mb="md">
        AI agents connect over MCP with an API key. Drafts are created immediately. Changes that
        send email, move money, publish or delete wait here for your confirmation.
      </Text>
      <Group align="flex-end" gap="xs">
        <TextInput label="MCP address" readOnly value={address} flex={1} miw={0} />
        <CopyButton text={address} variant="default" />
      </Group>
    </Card>
  );
}
