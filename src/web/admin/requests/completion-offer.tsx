import { Button } from '@mantine/core';

import type { AdminRequest } from '~/contract/admin/admin-schema';
import type { AdminRequestThread } from '~/contract/threads/threads-schema';
import { useRequestStatus } from '~/web/admin/documents/use-request-status';
import { Notice } from '~/web/admin/ui/notice';

/** Offers to complete a request once the client has approved a file and no other file waits for a decision. */
export function CompletionOffer(props: { request: AdminRequest; thread: AdminRequestThread }) {
  const { id, title, status } = props.request;
  const { deliverables, invoices } = props.thread;
  const setStatus = useRequestStatus();
  const isOver = status === 'completed' || status === 'cancelled';
  const isApproved = deliverables.some(({ deliverable }) => deliverable === 'approved');
  const isWaiting = deliverables.some(({ deliverable }) => deliverable === 'waiting');
  if (isOver || !isApproved || isWaiting) return null;
  const drafts = invoices.filter((invoice) => invoice.status === 'draft').length;
  return (
    <Notice tone="good" title="All files approved">
      {drafts > 0
        ? 'Completing the request makes invoices due on completion ready to issue.'
        : 'Nothing is waiting on the client.'}
      <div>
        <Button
          size="xs"
          mt="xs"
          loading={setStatus.isPending}
          onClick={() => void setStatus.change({ id, title, from: status, to: 'completed' })}
        >
          Complete request
        </Button>
      </div>
    </Notice>
  );
}
