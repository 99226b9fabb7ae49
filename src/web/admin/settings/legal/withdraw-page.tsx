import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { dateInWords } from '~/contract/common/date-words';
import type { LegalRecord } from '~/contract/legal/legal-schema';
import { useToday } from '~/web/admin/form/today';
import { Dialog } from '~/web/admin/ui/dialog';
import { success } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import { useLegalRefresh } from './use-legal-refresh';

/** Takes a page off the site, once the owner has read what that means. */
export function WithdrawPage(props: {
  record: LegalRecord;
  onWithdrawn(record: LegalRecord): void;
}) {
  const { record } = props;
  const today = useToday();
  const { api } = useRouter().options.context;
  const [isAsking, setAsking] = useState(false);
  const newest = record.versions[0];
  const withdraw = useMutation(
    api.admin.legal.withdraw.mutationOptions(
      outcome({
        done: success(`“${record.title}” withdrawn`),
        failed: 'Failed to withdraw the page',
        onDone: (saved) => {
          setAsking(false);
          props.onWithdrawn(saved);
        },
        refresh: useLegalRefresh(),
      }),
    ),
  );
  if (!newest || newest.isWithdrawn) return null;
  const isLater = newest.effectiveOn > today;
  const from = isLater ? `From ${dateInWords(newest.effectiveOn)}` : 'Immediately';
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        Withdraw
      </Button>
      {isAsking && (
        <Dialog onClose={() => setAsking(false)} title={`Withdraw “${record.title}”?`} centered>
          <Stack gap="md">
            <Text fz="sm">
              {from}, {record.path} shows “not found”, and no page links to it.
            </Text>
            <List size="sm" listStyleType="disc">
              <List.Item>You can still view its versions in the panel.</List.Item>
              <List.Item>To restore it, use one of them and publish it as a new version.</List.Item>
            </List>
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
                Cancel
              </Button>
              <Button
                color="red"
                loading={withdraw.isPending}
                onClick={() => withdraw.mutate({ page: record.page, seenVersion: newest.version })}
              >
                Withdraw
              </Button>
            </Group>
          </Stack>
        </Dialog>
      )}
    </>
  );
}
