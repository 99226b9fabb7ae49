import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { formatAmount } from '~/contract/common/currencies';
import { shownStatus } from '~/contract/invoices/invoices';
import type { Recurring } from '~/contract/recurring-invoices/recurring-invoices-schema';
import { useCan } from '~/web/admin/shell/use-can';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { Notice } from '~/web/admin/ui/notice';
import { success } from '~/web/admin/ui/notices';
import { RecordHead } from '~/web/admin/ui/record-page';
import { When } from '~/web/admin/ui/when';
import { useMutation, useQuery } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import { StatusBadge } from '~/web/ui/status-badge';
import { MissedInvoices } from './missed-invoices';

/**
 * Heading and current state of a recurring invoice while its form is open, because a job or other admins can change it.
 *
 * @param children further actions
 */
export function RecurringState({ opened, children }: { opened: Recurring; children: ReactNode }) {
  const { api } = useRouter().options.context;
  const { id } = opened;
  const { data = opened } = useQuery(
    api.admin.recurringInvoices.get.queryOptions({ id }, { gcTime: 0 }),
  );
  const { status, nextOn, pauseReason } = data;
  return (
    <>
      <RecordHead
        title={`Recurring invoice for ${data.clientName}`}
        state={
          <>
            <StatusBadge status={status} />
            {status === 'active' && (
              <Text fz="sm">
                Next invoice on <When at={nextOn} isDate />
              </Text>
            )}
          </>
        }
        actions={
          <>
            {children}
            <PauseSwitch recurring={data} />
          </>
        }
      />
      <Stack gap="md" mb="md">
        {status === 'paused' && (
          <Notice tone="wait" title={pauseReason || 'Paused'}>
            {pauseReason
              ? 'Its invoices cannot be made. Correct the reason, then resume: invoices that are due are made then.'
              : 'No invoices are created until you resume. Dates during the pause are skipped.'}
          </Notice>
        )}
        <MissedInvoices recurring={data} />
      </Stack>
    </>
  );
}

function PauseSwitch({ recurring: { id, status } }: { recurring: Recurring }) {
  const { api } = useRouter().options.context;
  const mayChange = useCan()('invoices.write');
  const { pause, resume } = api.admin.recurringInvoices;
  const pausing = useMutation(
    pause.mutationOptions(outcome({ done: success('Paused'), failed: 'Failed to pause' })),
  );
  const resuming = useMutation(
    resume.mutationOptions(outcome({ done: success('Resumed'), failed: 'Failed to resume' })),
  );
  if (!mayChange || status === 'ended') return null;
  const change = status === 'paused' ? resuming : pausing;
  return (
    <Button variant="default" loading={change.isPending} onClick={() => change.mutate({ id })}>
      {status === 'paused' ? 'Resume' : 'Pause'}
    </Button>
  );
}

const shownMax = 12;

/** Lists the invoices that were created, newest first. */
export function MadeInvoices({ id }: { id: number }) {
  const { api } = useRouter().options.context;
  const request = { recurringInvoiceId: id, pageSize: shownMax };
  const { data, error, refetch } = useQuery(api.admin.invoices.page.queryOptions(request));
  const rows = data?.rows ?? [];
  const more = (data?.total ?? 0) - rows.length;
  return (
    <section aria-labelledby="made-title">
      <Title order={3} id="made-title" mb="xs">
        Invoices
      </Title>
      {error !== null && <FailedQuery error={error} onRetry={refetch} />}
      {data && rows.length === 0 && (
        <Text c="dimmed" fz="sm">
          None yet.
        </Text>
      )}
      <Stack gap={6}>
        {rows.map((one) => (
          <Group key={one.id} gap="sm" justify="space-between" wrap="nowrap">
            <Text fz="sm">
              <Anchor
                fz="sm"
                renderRoot={(root) => (
                  <Link {...root} to="/admin" search={{ section: 'invoices', open: one.id }} />
                )}
              >
                {one.number ?? 'Draft'}
              </Anchor>
              , <When at={one.recurringDay} isDate />, {formatAmount(one.total, one.currency)}
            </Text>
            <StatusBadge status={shownStatus(one)} />
          </Group>
        ))}
      </Stack>
      {more > 0 && (
        <Text c="dimmed" fz="xs" mt={6}>
          And {more} earlier.
        </Text>
      )}
    </section>
  );
}
