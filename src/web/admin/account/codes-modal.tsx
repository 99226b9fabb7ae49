import { Button, Code, Group, SimpleGrid, Text } from '@mantine/core';

import { CopyButton } from '~/web/admin/ui/copy-button';
import { Dialog } from '~/web/admin/ui/dialog';

/** Shows new recovery codes, which cannot be shown again. */
export function CodesModal({ codes, onClose }: { codes: string[]; onClose(): void }) {
  return (
    <Dialog onClose={onClose} title="Your recovery codes" centered closeOnClickOutside={false}>
      <Text fz="sm" mb="md">
        Each code signs you in once if you lose your second factor. Store them with your passwords:
        they are not shown again.
      </Text>
      <SimpleGrid
        cols={2}
        spacing="xs"
        component="ul"
        className="codes"
        aria-label="Recovery codes"
      >
        {codes.map((code) => (
          <li key={code}>
            <Code fz="sm">{code}</Code>
          </li>
        ))}
      </SimpleGrid>
      <Group justify="flex-end" gap="xs" mt="lg">
        <CopyButton text={codes.join('\n')} variant="default" />
        <Button onClick={onClose}>I have saved them</Button>
      </Group>
    </Dialog>
  );
}
