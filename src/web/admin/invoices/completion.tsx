import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { dateInWords } from '~/contract/common/date-words';
import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { Notice } from '~/web/admin/ui/notice';
import { success } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

/** Explains what happens to a draft that is due on completion of its request, and what prevents issuing it automatically. */
export function Completion({ invoice, onReload }: { invoice: AdminInvoice; onReload(): void }) {
  const { api } = useRouter().options.context;
  const { id, isReady, scheduledFor } = invoice;
  const stop = useMutation({
    ...api.admin.invoices.update.mutationOptions(),
    ...outcome<unknown, unknown>({
      done: success('Automatic issue stopped'),
      failed: 'Failed to stop the automatic issue',
      onDone: onReload,
    }),
  });
  if (!isReady) {
    return (
      <Notice tone="none">
        Due when its service request is completed. You can then issue it here with one click.
      </Notice>
    );
  }
  if (!scheduledFor) {
    return (
      <Notice tone="wait" title="Ready to issue">
        The work is completed. Nothing is sent until you issue it.
      </Notice>
    );
  }
  return (
    <Notice tone="wait" title={`Issued automatically on ${dateInWords(scheduledFor)}`}>
      The work is completed. Until then, you can issue it yourself or stop it.
      <div>
        <Button
          size="xs"
          mt="xs"
          variant="default"
          loading={stop.isPending}
          onClick={() => stop.mutate({ id, scheduledFor: null })}
        >
          Stop automatic issue
        </Button>
      </div>
    </Notice>
  );
}
