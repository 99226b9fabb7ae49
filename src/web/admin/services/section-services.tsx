import { ActionIcon, Button, Group, Switch } from '@mantine/core';
import { IconArrowsSort, IconExternalLink, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';
import { useState } from 'react';

import { categoryLabels } from '~/contract/categories';
import { formatMoney } from '~/contract/money';
import type { AdminService } from '~/contract/services-form-schema';
import { useSettings } from '~/web/lib/settings';
import { OrderModal } from '../record/order-modal';
import { RowActions } from '../record/row-actions';
import { useAdminSearch } from '../shell/use-admin-search';
import { RecordsTable } from '../table/records-table';
import { RowLink } from '../table/row-link';
import { useListRequest } from '../table/use-list-request';
import { SectionHead } from '../ui/section-head';
import { ServiceDrawer } from './service-drawer';
import { useServiceActions } from './use-service-actions';

const statuses = ['active', 'inactive', 'trash'] as const;

export function SectionServices() {
  const { api } = useRouter().options.context;
  const { currency } = useSettings();
  const { open, openRecord, closeRecord } = useAdminSearch();
  const [isOrdering, setOrdering] = useState(false);
  const request = useListRequest({ statuses, sorts: ['name', 'price', 'category'] });
  const page = useQuery(api.admin.services.page.queryOptions(request));
  const all = useQuery(api.admin.services.page.queryOptions({}, { enabled: isOrdering }));
  const actions = useServiceActions();

  const columns: DataTableColumn<AdminService>[] = [
    {
      accessor: 'name',
      sortable: true,
      render: (service) => <RowLink id={service.id}>{service.name}</RowLink>,
    },
    {
      accessor: 'category',
      sortable: true,
      render: (service) => categoryLabels[service.category],
    },
    {
      accessor: 'price',
      title: 'From',
      sortable: true,
      textAlign: 'right',
      render: (service) => formatMoney(service.price, currency),
    },
    {
      accessor: 'isActive',
      title: 'Active',
      render: (service) => (
        <Switch
          aria-label={`${service.name} is active`}
          checked={service.isActive}
          disabled={service.deletedAt !== null}
          onChange={(event) =>
            void actions.toggle(service.id, { isActive: event.currentTarget.checked })
          }
        />
      ),
    },
    {
      accessor: 'featured',
      render: (service) => (
        <Switch
          aria-label={`${service.name} is featured`}
          checked={service.featured}
          disabled={service.deletedAt !== null}
          onChange={(event) =>
            void actions.toggle(service.id, { featured: event.currentTarget.checked })
          }
        />
      ),
    },
    {
      accessor: 'actions',
      title: <span className="visually-hidden">Actions</span>,
      textAlign: 'right',
      render: (service) => (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          {service.isActive && !service.deletedAt && (
            <ActionIcon
              component="a"
              href={`/services/${service.slug}`}
              target="_blank"
              rel="noopener"
              variant="subtle"
              color="gray"
              aria-label={`Open ${service.name} on the site`}
            >
              <IconExternalLink size={18} aria-hidden />
            </ActionIcon>
          )}
          <RowActions
            name={service.name}
            isTrashed={service.deletedAt !== null}
            onRemove={() => void actions.remove(service.id)}
            onRestore={() => void actions.bringBack(service.id)}
          />
        </Group>
      ),
    },
  ];

  return (
    <>
      <SectionHead title="Services" note="What the agency offers, in the order visitors see it.">
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
          Add Service
        </Button>
      </SectionHead>
      <RecordsTable
        page={page}
        columns={columns}
        statuses={statuses}
        searchLabel="Search services"
        emptyText="No services found"
      />
      {open && <ServiceDrawer key={open} id={open} onClose={closeRecord} />}
      {isOrdering && all.data && (
        <OrderModal
          title="Order of the services"
          items={all.data.rows}
          onClose={() => setOrdering(false)}
          onSave={actions.reorder}
        />
      )}
    </>
  );
}
