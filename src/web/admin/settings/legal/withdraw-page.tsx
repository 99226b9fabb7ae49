import { Button, List, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { dateInWords } from '~/contract/common/date-words';
import type { LegalRecord } from '~/contract/legal/legal-schema';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { useToday } from '~/web/admin/form/today';
import { success } from '~/web/admin/ui/notices';

/** Button that withdraws a page from the site, after a confirmation that explains the effect. */
export function WithdrawPage(props: {
  record: LegalRecord;
  onWithdrawn(record: LegalRecord): void;
}) {
  const { record } = props;
  const today = useToday();
  const { api } = useRouter().options.context;
  const [isAsking, setAsking] = useState(false);
  const newest = record.versions[0];
  if (!newest || newest.isWithdrawn) return null;
  const isLater = newest.effectiveOn > today;
  const from = isLater ? `From ${dateInWords(newest.effectiveOn)}` : 'Immediately';
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        Withdraw
      </Button>
      {isAsking && (
        <ActionDialog
          title={`Withdraw “${record.title}”?`}
          submitLabel="Withdraw"
          isDangerous
          input={() => ({ page: record.page, seenVersion: newest.version })}
          mutation={api.admin.legal.withdraw.mutationOptions()}
          outcome={{
            done: success(`“${record.title}” withdrawn`),
            failed: 'Failed to withdraw the page',
            onDone: (saved) => {
              setAsking(false);
              props.onWithdrawn(saved);
              // The footer of every page lists published legal texts.
              void api.settings.invalidate();
            },
          }}
          onClose={() => setAsking(false)}
        >
          <Text fz="sm">
            {from}, {record.path} shows “not found”, and no page links to it.
          </Text>
          <List size="sm" listStyleType="disc">
            <List.Item>You can still view its versions in the panel.</List.Item>
            <List.Item>To restore it, use one of them and publish it as a new version.</List.Item>
          </List>
        </ActionDialog>
      )}
    </>
  );
}
