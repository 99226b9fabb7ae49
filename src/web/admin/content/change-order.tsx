import { Button } from '@mantine/core';
import { IconArrowsSort } from '@tabler/icons-react';
import { useState } from 'react';

import { notifyFailed } from '~/web/admin/ui/notices';
import { OrderModal } from './order-modal';
import type { Call, RowChanges } from './use-content-actions';

/** Where the order of a noun's records is read and saved. */
export interface OrderCalls<Row> {
  page: { query: (all: Record<string, never>) => Promise<{ rows: Row[] }> };
  reorder: Call<{ ids: number[] }>;
}

/** Puts all records of a noun in order, those on other pages of the list too. */
export function ChangeOrder<Row extends { id: number }>(props: {
  title: string;
  calls: OrderCalls<Row>;
  nameOf(row: Row): string;
  actions: RowChanges;
}) {
  const { title, calls, nameOf, actions } = props;
  const [rows, setRows] = useState<Row[]>();
  const [pending, setPending] = useState(false);

  const open = async () => {
    setPending(true);
    try {
      setRows((await calls.page.query({})).rows);
    } catch (error) {
      notifyFailed(error, 'The order could not be loaded');
    } finally {
      setPending(false);
    }
  };

  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowsSort size={16} aria-hidden />}
        loading={pending}
        onClick={() => void open()}
      >
        Change order
      </Button>
      {rows && (
        <OrderModal
          title={title}
          items={rows.map((row) => ({ id: row.id, name: nameOf(row) }))}
          onClose={() => setRows(undefined)}
          onSave={(ids) =>
            actions.attempt('update', 'The order was saved', () => calls.reorder.mutate({ ids }))
          }
        />
      )}
    </>
  );
}
