import { Button, Group, Switch } from '@mantine/core';
import { IconArrowsSort, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';
import { useState } from 'react';

import { formatMoney } from '~/contract/money';
import type { AdminPlan } from '~/contract/plans-form-schema';
import { useSettings } from '~/web/lib/settings';
import { OrderModal } from '../record/order-modal';
import { RowActions } from '../record/row-actions';
import { useAdminSearch } from '../shell/use-admin-search';
import { RecordsTable } from '../table/records-table';
import { RowLink } from '../table/row-link';
import { useListRequest } from '../table/use-list-request';
import { SectionHead } from '../ui/section-head';
import { PlanDrawer } from './plan-drawer';
import { usePlanActions } from './use-plan-actions';

const statuses = ['active', 'inactive', 'trash'] as const;

export function SectionPlans() {
  const { api } = useRouter().options.context;
  const { currency } = useSettings();
  const { open, openRecord, closeRecord } = useAdminSearch();
  const [isOrdering, setOrdering] = useState(false);
  const request = useListRequest({ statuses, sorts: ['name', 'monthlyPrice'] });
  const page = useQuery(api.admin.plans.page.queryOptions(request));
  const all = useQuery(api.admin.plans.page.queryOptions({}, { enabled: isOrdering }));
  const actions = usePlanActions();

  const columns: DataTableColumn<AdminPlan>[] = [
    {
      accessor: 'name',
      sortable: true,
      render: (plan) => <RowLink id={plan.id}>{plan.name}</RowLink>,
    },
    {
      accessor: 'monthlyPrice',
      title: 'Monthly',
      sortable: true,
      textAlign: 'right',
      render: (plan) => formatMoney(plan.monthlyPrice, currency),
    },
    {
      accessor: 'yearlyPrice',
      title: 'A month, by the year',
      textAlign: 'right',
      render: (plan) => formatMoney(plan.yearlyPrice, currency),
    },
    { accessor: 'subscribers', textAlign: 'right' },
    {
      accessor: 'isActive',
      title: 'Active',
      render: (plan) => (
        <Switch
          aria-label={`${plan.name} is active`}
          checked={plan.isActive}
          disabled={plan.deletedAt !== null}
          onChange={(event) => void actions.toggle(plan.id, event.currentTarget.checked)}
        />
      ),
    },
    {
      accessor: 'actions',
      title: <span className="visually-hidden">Actions</span>,
      textAlign: 'right',
      render: (plan) => (
        <Group justify="flex-end">
          <RowActions
            name={plan.name}
            isTrashed={plan.deletedAt !== null}
            onRemove={() => void actions.remove(plan.id)}
            onRestore={() => void actions.bringBack(plan.id)}
          />
        </Group>
      ),
    },
  ];

  return (
    <>
      <SectionHead title="Plans" note="What clients can subscribe to, in the order they see it.">
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
          Add Plan
        </Button>
      </SectionHead>
      <RecordsTable
        page={page}
        columns={columns}
        statuses={statuses}
        searchLabel="Search plans"
        emptyText="No plans found"
      />
      {open && <PlanDrawer key={open} id={open} onClose={closeRecord} />}
      {isOrdering && all.data && (
        <OrderModal
          title="Order of the plans"
          items={all.data.rows}
          onClose={() => setOrdering(false)}
          onSave={actions.reorder}
        />
      )}
    </>
  );
}
