import { ActionIcon, Button, Group, Switch } from '@mantine/core';
import { IconArrowsSort, IconExternalLink, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';
import { useState } from 'react';

import { categoryLabels } from '~/contract/categories';
import type { AdminPortfolioItem } from '~/contract/portfolio-form-schema';
import { OrderModal } from '../record/order-modal';
import { RowActions } from '../record/row-actions';
import { useAdminSearch } from '../shell/use-admin-search';
import { RecordsTable } from '../table/records-table';
import { RowLink } from '../table/row-link';
import { useListRequest } from '../table/use-list-request';
import { SectionHead } from '../ui/section-head';
import { When } from '../ui/when';
import { ItemDrawer } from './item-drawer';
import { useItemActions } from './use-item-actions';

const statuses = ['listed', 'featured', 'trash'] as const;

export function SectionPortfolio() {
  const { api } = useRouter().options.context;
  const { open, openRecord, closeRecord } = useAdminSearch();
  const [isOrdering, setOrdering] = useState(false);
  const request = useListRequest({
    statuses,
    sorts: ['title', 'client_name', 'category', 'createdAt'],
  });
  const page = useQuery(api.admin.portfolio.page.queryOptions(request));
  const all = useQuery(api.admin.portfolio.page.queryOptions({}, { enabled: isOrdering }));
  const actions = useItemActions();

  const columns: DataTableColumn<AdminPortfolioItem>[] = [
    {
      accessor: 'title',
      title: 'Project',
      sortable: true,
      render: (item) => <RowLink id={item.id}>{item.title}</RowLink>,
    },
    { accessor: 'client_name', title: 'Client', sortable: true },
    { accessor: 'category', sortable: true, render: (item) => categoryLabels[item.category] },
    {
      accessor: 'featured',
      render: (item) => (
        <Switch
          aria-label={`${item.title} is featured`}
          checked={item.featured}
          disabled={item.deletedAt !== null}
          onChange={(event) => void actions.toggle(item.id, event.currentTarget.checked)}
        />
      ),
    },
    {
      accessor: 'createdAt',
      title: 'Added',
      sortable: true,
      render: (item) => <When at={item.createdAt} />,
    },
    {
      accessor: 'actions',
      title: <span className="visually-hidden">Actions</span>,
      textAlign: 'right',
      render: (item) => (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          {!item.deletedAt && (
            <ActionIcon
              component="a"
              href={`/portfolio/${item.slug}`}
              target="_blank"
              rel="noopener"
              variant="subtle"
              color="gray"
              aria-label={`Open ${item.title} on the site`}
            >
              <IconExternalLink size={18} aria-hidden />
            </ActionIcon>
          )}
          <RowActions
            name={item.title}
            isTrashed={item.deletedAt !== null}
            onRemove={() => void actions.remove(item.id)}
            onRestore={() => void actions.bringBack(item.id)}
          />
        </Group>
      ),
    },
  ];

  return (
    <>
      <SectionHead title="Portfolio" note="Finished work, in the order visitors see it.">
        <Button
          variant="default"
          leftSection={<IconArrowsSort size={16} aria-hidden />}
          onClick={() => setOrdering(true)}
        >
          Change order
        </Button>
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => void openRecord('new')}
        >
          Add Project
        </Button>
      </SectionHead>
      <RecordsTable
        page={page}
        columns={columns}
        statuses={statuses}
        searchLabel="Search projects"
        emptyText="No portfolio items found"
      />
      {open && <ItemDrawer key={open} id={open} onClose={closeRecord} />}
      {isOrdering && all.data && (
        <OrderModal
          title="Order of the portfolio"
          items={all.data.rows.map(({ id, title }) => ({ id, name: title }))}
          onClose={() => setOrdering(false)}
          onSave={actions.reorder}
        />
      )}
    </>
  );
}
