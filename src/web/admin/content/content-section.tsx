import { Button, Group } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import type { ComponentType } from 'react';

import type { Permission } from '~/contract/identity/permissions';
import { MayChangeProvider } from '~/web/admin/form/read-only';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { useCan } from '~/web/admin/shell/use-can';
import { RecordsTable, type RecordsTableProps } from '~/web/admin/table/records-table';
import { SectionHead } from '~/web/admin/ui/section-head';
import { IconPlus } from '~/web/ui/icons';
import { ChangeOrder, type Order } from './change-order';
import { RowActions } from './row-actions';
import { SiteLink } from './site-link';
import type { RowChanges } from './use-content-actions';

interface ContentSectionProps<Row> extends RecordsTableProps<Row> {
  title: string;
  /** Label of the button for a new record. */
  addLabel: string;
  nameOf(row: Row): string;
  /** Returns the path of a row's public page; undefined if it has none. */
  pathOf?(row: Row): string | undefined;
  actions: RowChanges;
  /** Permission to change rows. Without it, they are read-only. */
  permission: Permission;
  /** Order of the rows, if they can be ordered. */
  order?: Order<Row>;
  drawer: ComponentType<{ id: string; onClose(): void }>;
}

/** Section for public content: a table of rows that admins create, change, delete and order. */
export function ContentSection<Row extends { id: number; deletedAt: string | null }>(
  props: ContentSectionProps<Row>,
) {
  const { title, addLabel, nameOf, pathOf, actions, order, permission, drawer, ...table } = props;
  const { open, openRecord, closeRecord } = useAdminSearch();
  const Drawer = drawer;
  const mayChange = useCan()(permission);

  const actionsColumn: DataTableColumn<Row> = {
    accessor: 'actions',
    title: <span className="visually-hidden">Actions</span>,
    textAlign: 'right',
    render: (row) => {
      const path = row.deletedAt === null ? pathOf?.(row) : undefined;
      return (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          {path && <SiteLink path={path} name={nameOf(row)} />}
          {mayChange && (
            <RowActions
              name={nameOf(row)}
              isTrashed={row.deletedAt !== null}
              onRemove={() => actions.remove(row.id)}
              onRestore={() => actions.restore(row.id)}
            />
          )}
        </Group>
      );
    },
  };

  return (
    <MayChangeProvider value={mayChange}>
      <SectionHead title={title}>
        {mayChange && order && <ChangeOrder order={order} nameOf={nameOf} actions={actions} />}
        {mayChange && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => void openRecord('new')}
          >
            {addLabel}
          </Button>
        )}
      </SectionHead>
      <RecordsTable {...table} columns={[...table.columns, actionsColumn]} />
      {open && (mayChange || open !== 'new') && (
        <Drawer key={open} id={open} onClose={closeRecord} />
      )}
    </MayChangeProvider>
  );
}
