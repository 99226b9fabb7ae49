import { Button, Card, CopyButton, Group, Text, TextInput, Title } from '@mantine/core';

/** Endpoint for agents. */
export function AgentsCard() {
  const address = `${location.origin}/mcp`;
  return (
    <Card withBorder component="section" aria-label="Agents">
      <Title order={2}>Agents</Title>
      <Text c="dimmed" fz="sm" mb="md">
        AI agents connect over MCP with an API key. Drafts are made at once. Changes that send
        email, move money, publish or delete wait here for your confirmation.
      </Text>
      <Group align="flex-end" gap="xs">
        <TextInput label="MCP address" readOnly value={address} flex={1} miw={0} />
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Card>
  );
}
