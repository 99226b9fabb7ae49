import { useRouter } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';

import { formatMoney } from '~/contract/common/money';
import { contentTypes } from '~/contract/content/content-types';
import { categoryLabels } from '~/contract/services/categories';
import { perUnit } from '~/contract/services/services';
import type { AdminService } from '~/contract/services/services-form-schema';
import { type ContentSectionCode, contentForm } from '~/web/admin/content/content-form';
import { ContentSection } from '~/web/admin/content/content-section';
import { SwitchCell } from '~/web/admin/content/switch-cell';
import type { SectionLoad } from '~/web/admin/shell/section-load';
import { RowLink } from '~/web/admin/table/row-link';
import { shownFrom } from '~/web/admin/table/shown-from';
import { listRequestOf, untilItComes, useListRequest } from '~/web/admin/table/use-list-request';
import { useQuery } from '~/web/lib/queries';
import { useSettings } from '~/web/shell/settings';
import { emptyDraft } from './service-draft';
import { ServiceDrawer } from './service-drawer';
import { ServiceFields } from './service-fields';
import { useServiceActions } from './use-service-actions';

const { statuses } = contentTypes.services;

const list = { statuses, sorts: ['name', 'price', 'category'] } as const;

const loadServices: SectionLoad = ({ api, queryClient }, search) =>
  queryClient.ensureQueryData(api.admin.services.page.queryOptions(listRequestOf(search, list)));

function SectionServices() {
  const { api, client } = useRouter().options.context;
  const { currency } = useSettings();
  const request = useListRequest(list);
  const page = useQuery(api.admin.services.page.queryOptions(request, untilItComes));
  const actions = useServiceActions();

  const columns: DataTableColumn<AdminService>[] = [
    {
      accessor: 'name',
      sortable: true,
      render: (service) => <RowLink id={service.id}>{service.name}</RowLink>,
    },
    {
      accessor: 'category',
      visibleMediaQuery: shownFrom.desk,
      sortable: true,
      render: (service) => categoryLabels[service.category],
    },
    {
      accessor: 'price',
      visibleMediaQuery: shownFrom.tablet,
      title: 'From',
      sortable: true,
      textAlign: 'right',
      render: (service) => perUnit(formatMoney(service.price, currency), service.priceUnit),
    },
    {
      accessor: 'isActive',
      title: 'Active',
      render: (service) => (
        <SwitchCell
          label={`${service.name} is active`}
          checked={service.isActive}
          isTrashed={service.deletedAt !== null}
          onChange={(isActive) => actions.change(service.id, { isActive })}
        />
      ),
    },
    {
      accessor: 'featured',
      visibleMediaQuery: shownFrom.tablet,
      render: (service) => (
        <SwitchCell
          label={`${service.name} is featured`}
          checked={service.featured}
          isTrashed={service.deletedAt !== null}
          onChange={(featured) => actions.change(service.id, { featured })}
        />
      ),
    },
  ];

  return (
    <ContentSection
      title={contentTypes.services.section}
      addLabel="Add Service"
      nameOf={({ name }) => name}
      pathOf={({ isActive, slug }) => (isActive ? `/services/${slug}` : undefined)}
      actions={actions}
      permission={contentTypes.services.permissions.write}
      order={{
        title: 'Order of services',
        load: () => client.admin.services.page.query({}),
        reorder: api.admin.services.reorder,
      }}
      drawer={ServiceDrawer}
      page={page}
      columns={columns}
      card={{ facts: ['category', 'price'], state: 'isActive' }}
      statuses={statuses}
      searchLabel="Search services"
      emptyText="No services found"
    />
  );
}

export const section: ContentSectionCode = {
  Section: SectionServices,
  load: loadServices,
  form: contentForm(emptyDraft, ServiceFields),
};
