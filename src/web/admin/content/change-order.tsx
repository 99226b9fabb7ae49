import { Button } from '@mantine/core';

import { notifyFailed, success } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import type { MutationProcedure } from '~/web/lib/trpc';
import { IconArrowsSort } from '~/web/ui/icons';
import { OrderModal } from './order-modal';
import type { RowChanges } from './use-content-actions';

/** Procedures that read and save the order of a content type's rows. */
export interface Order<Row> {
  title: string;
  load(): Promise<{ rows: Row[] }>;
  reorder: MutationProcedure<{ ids: number[] }>;
}

/** Dialog that orders all rows of a content type, including those on other pages of the list. */
export function ChangeOrder<Row extends { id: number }>(props: {
  order: Order<Row>;
  nameOf(row: Row): string;
  actions: RowChanges;
}) {
  const { order, nameOf, actions } = props;
  // Bypasses the cache, which may be older than another admin's save.
  const loading = useMutation({
    mutationFn: order.load,
    onError: (error) => notifyFailed(error, 'Failed to load the order'),
  });
  const saving = useMutation({
    ...order.reorder.mutationOptions(),
    ...actions.outcomeOf('update', success('Order saved')),
  });
  const rows = loading.data?.rows;

  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowsSort size={16} aria-hidden />}
        loading={loading.isPending}
        onClick={() => loading.mutate()}
      >
        Change order
      </Button>
      {rows && (
        <OrderModal
          title={order.title}
          items={rows.map((row) => ({ id: row.id, name: nameOf(row) }))}
          isSaving={saving.isPending}
          onClose={loading.reset}
          onSave={(ids) => saving.mutate({ ids }, { onSuccess: loading.reset })}
        />
      )}
    </>
  );
}
