import { useRouter } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';

import { contentTypes } from '~/contract/content/content-types';
import type { AdminPortfolioItem } from '~/contract/portfolio/portfolio-form-schema';
import { categoryLabels } from '~/contract/services/categories';
import { type ContentSectionCode, contentForm } from '~/web/admin/content/content-form';
import { ContentSection } from '~/web/admin/content/content-section';
import { SwitchCell } from '~/web/admin/content/switch-cell';
import type { SectionLoad } from '~/web/admin/shell/section-load';
import { RowLink } from '~/web/admin/table/row-link';
import { shownFrom } from '~/web/admin/table/shown-from';
import { listRequestOf, untilItComes, useListRequest } from '~/web/admin/table/use-list-request';
import { When } from '~/web/admin/ui/when';
import { useQuery } from '~/web/lib/queries';
import { emptyDraft } from './item-draft';
import { ItemDrawer } from './item-drawer';
import { ItemFields } from './item-fields';
import { useItemActions } from './use-item-actions';

const { statuses } = contentTypes.portfolio;

const list = {
  statuses,
  sorts: ['title', 'client_name', 'category', 'createdAt'],
} as const;

const loadPortfolio: SectionLoad = ({ api, queryClient }, search) =>
  queryClient.ensureQueryData(api.admin.portfolio.page.queryOptions(listRequestOf(search, list)));

function SectionPortfolio() {
  const { api, client } = useRouter().options.context;
  const request = useListRequest(list);
  const page = useQuery(api.admin.portfolio.page.queryOptions(request, untilItComes));
  const actions = useItemActions();

  const columns: DataTableColumn<AdminPortfolioItem>[] = [
    {
      accessor: 'title',
      title: 'Project',
      sortable: true,
      render: (item) => <RowLink id={item.id}>{item.title}</RowLink>,
    },
    { accessor: 'client_name', visibleMediaQuery: shownFrom.desk, title: 'Client', sortable: true },
    {
      accessor: 'category',
      visibleMediaQuery: shownFrom.desk,
      sortable: true,
      render: (item) => categoryLabels[item.category],
    },
    {
      accessor: 'featured',
      render: (item) => (
        <SwitchCell
          label={`${item.title} is featured`}
          checked={item.featured}
          isTrashed={item.deletedAt !== null}
          onChange={(featured) => actions.change(item.id, { featured })}
        />
      ),
    },
    {
      accessor: 'createdAt',
      visibleMediaQuery: shownFrom.tablet,
      title: 'Added',
      sortable: true,
      render: (item) => <When at={item.createdAt} />,
    },
  ];

  return (
    <ContentSection
      title={contentTypes.portfolio.section}
      addLabel="Add Project"
      nameOf={({ title }) => title}
      pathOf={({ slug }) => `/portfolio/${slug}`}
      actions={actions}
      permission={contentTypes.portfolio.permissions.write}
      order={{
        title: 'Order of portfolio',
        load: () => client.admin.portfolio.page.query({}),
        reorder: api.admin.portfolio.reorder,
      }}
      drawer={ItemDrawer}
      page={page}
      columns={columns}
      card={{ facts: ['client_name', 'category'], state: 'featured' }}
      statuses={statuses}
      searchLabel="Search projects"
      emptyText="No portfolio items found"
    />
  );
}

export const section: ContentSectionCode = {
  Section: SectionPortfolio,
  load: loadPortfolio,
  form: contentForm(emptyDraft, ItemFields),
};
