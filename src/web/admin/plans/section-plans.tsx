import { useRouter } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';

import { formatMoney } from '~/contract/common/money';
import { contentTypes } from '~/contract/content/content-types';
import type { AdminPlan } from '~/contract/plans/plans-form-schema';
import { type ContentSectionCode, contentForm } from '~/web/admin/content/content-form';
import { ContentSection } from '~/web/admin/content/content-section';
import { SwitchCell } from '~/web/admin/content/switch-cell';
import type { SectionLoad } from '~/web/admin/shell/section-load';
import { RowLink } from '~/web/admin/table/row-link';
import { shownFrom } from '~/web/admin/table/shown-from';
import { listRequestOf, untilItComes, useListRequest } from '~/web/admin/table/use-list-request';
import { useQuery } from '~/web/lib/queries';
import { useSettings } from '~/web/shell/settings';
import { PlanDrawer } from './plan-drawer';
import { emptyDraft, PlanFields } from './plan-fields';
import { usePlanActions } from './use-plan-actions';

const { statuses } = contentTypes.plans;

const list = { statuses, sorts: ['name', 'monthlyPrice'] } as const;

const loadPlans: SectionLoad = ({ api, queryClient }, search) =>
  queryClient.ensureQueryData(api.admin.plans.page.queryOptions(listRequestOf(search, list)));

function SectionPlans() {
  const { api, client } = useRouter().options.context;
  const { currency } = useSettings();
  const request = useListRequest(list);
  const page = useQuery(api.admin.plans.page.queryOptions(request, untilItComes));
  const actions = usePlanActions();

  const columns: DataTableColumn<AdminPlan>[] = [
    {
      accessor: 'name',
      sortable: true,
      render: (plan) => <RowLink id={plan.id}>{plan.name}</RowLink>,
    },
    {
      accessor: 'monthlyPrice',
      visibleMediaQuery: shownFrom.tablet,
      title: 'Monthly',
      sortable: true,
      textAlign: 'right',
      render: (plan) => formatMoney(plan.monthlyPrice, currency),
    },
    {
      accessor: 'yearlyPrice',
      visibleMediaQuery: shownFrom.desk,
      title: 'Yearly price per month',
      textAlign: 'right',
      render: (plan) => formatMoney(plan.yearlyPrice, currency),
    },
    { accessor: 'subscribers', visibleMediaQuery: shownFrom.desk, textAlign: 'right' },
    {
      accessor: 'isActive',
      title: 'Active',
      render: (plan) => (
        <SwitchCell
          label={`${plan.name} is active`}
          checked={plan.isActive}
          isTrashed={plan.deletedAt !== null}
          onChange={(isActive) => actions.change(plan.id, { isActive })}
        />
      ),
    },
  ];

  return (
    <ContentSection
      title={contentTypes.plans.section}
      addLabel="Add plan"
      nameOf={({ name }) => name}
      actions={actions}
      permission={contentTypes.plans.permissions.write}
      order={{
        title: 'Order of plans',
        load: () => client.admin.plans.page.query({}),
        reorder: api.admin.plans.reorder,
      }}
      drawer={PlanDrawer}
      page={page}
      columns={columns}
      card={{ facts: ['monthlyPrice', 'subscribers'], state: 'isActive' }}
      statuses={statuses}
      searchLabel="Search plans"
      emptyText="No plans found"
    />
  );
}

export const section: ContentSectionCode = {
  Section: SectionPlans,
  load: loadPlans,
  form: contentForm(emptyDraft, PlanFields),
};
