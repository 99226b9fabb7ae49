import { Button, Group, List, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { trashDays } from '~/contract/common/slugs';
import type { SetupLine } from '~/contract/setup/setup';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { success } from '~/web/admin/ui/notices';

/** Dialog that removes demo data, after a confirmation that lists what is removed and kept. */
export function RemoveSamples({ line }: { line: SetupLine }) {
  const { api } = useRouter().options.context;
  const [isAsking, setAsking] = useState(false);
  return (
    <Group mt="md">
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        Remove samples
      </Button>
      {isAsking && (
        <ActionDialog
          title="Remove sample content?"
          submitLabel="Remove samples"
          isDangerous
          input={() => undefined}
          mutation={api.admin.setup.removeSamples.mutationOptions()}
          outcome={{
            done: success('Samples removed'),
            failed: 'Failed to remove the samples',
          }}
          onClose={() => setAsking(false)}
        >
          <div>
            <Text fz="sm" fw={600}>
              Removed:
            </Text>
            <List size="sm" mt={4} listStyleType="disc">
              {line.notes.map((note) => (
                <List.Item key={note}>{note}</List.Item>
              ))}
            </List>
            <Text fz="sm" mt="xs">
              Services, work, posts, pages, testimonials and plans can be restored from the trash
              for {trashDays} days. Everything else is deleted permanently.
            </Text>
          </div>
          <div>
            <Text fz="sm" fw={600}>
              Kept:
            </Text>
            <List size="sm" mt={4} listStyleType="disc">
              <List.Item>everything you and your clients created</List.Item>
              <List.Item>samples that you have edited</List.Item>
              <List.Item>plans with subscribers</List.Item>
              <List.Item>all admin accounts</List.Item>
            </List>
          </div>
        </ActionDialog>
      )}
    </Group>
  );
}
