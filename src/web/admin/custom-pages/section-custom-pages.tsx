import { useRouter } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';

import { contentTypes } from '~/contract/content/content-types';
import type { AdminCustomPage } from '~/contract/custom-pages/custom-pages-schema';
import { type ContentSectionCode, contentForm } from '~/web/admin/content/content-form';
import { ContentSection } from '~/web/admin/content/content-section';
import { SwitchCell } from '~/web/admin/content/switch-cell';
import type { SectionLoad } from '~/web/admin/shell/section-load';
import { RowLink } from '~/web/admin/table/row-link';
import { shownFrom } from '~/web/admin/table/shown-from';
import { listRequestOf, untilItComes, useListRequest } from '~/web/admin/table/use-list-request';
import { When } from '~/web/admin/ui/when';
import { useQuery } from '~/web/lib/queries';
import { StatusBadge } from '~/web/ui/status-badge';
import { emptyDraft } from './page-draft';
import { PageDrawer } from './page-drawer';
import { PageFields } from './page-fields';
import { usePageActions } from './use-page-actions';

const { statuses } = contentTypes.customPages;

const list = { statuses, sorts: ['title', 'updatedAt'] } as const;

const loadPages: SectionLoad = ({ api, queryClient }, search) =>
  queryClient.ensureQueryData(api.admin.customPages.page.queryOptions(listRequestOf(search, list)));

function SectionCustomPages() {
  const { api, client } = useRouter().options.context;
  const request = useListRequest(list);
  const page = useQuery(api.admin.customPages.page.queryOptions(request, untilItComes));
  const actions = usePageActions();

  const columns: DataTableColumn<AdminCustomPage>[] = [
    {
      accessor: 'title',
      sortable: true,
      render: (one) => <RowLink id={one.id}>{one.title}</RowLink>,
    },
    {
      accessor: 'slug',
      title: 'Address',
      visibleMediaQuery: shownFrom.tablet,
      render: (one) => `/${one.slug}`,
    },
    {
      accessor: 'status',
      render: (one) => <StatusBadge status={one.deletedAt ? 'trash' : one.status} />,
    },
    {
      accessor: 'inNavigation',
      title: 'In the navigation',
      visibleMediaQuery: shownFrom.desk,
      render: (one) => (
        <SwitchCell
          label={`${one.title} is in the navigation`}
          checked={one.inNavigation}
          isTrashed={one.deletedAt !== null}
          onChange={(inNavigation) => actions.change(one.id, { inNavigation })}
        />
      ),
    },
    {
      accessor: 'updatedAt',
      title: 'Changed',
      visibleMediaQuery: shownFrom.tablet,
      sortable: true,
      render: (one) => <When at={one.updatedAt} />,
    },
  ];

  return (
    <ContentSection
      title={contentTypes.customPages.section}
      addLabel="New page"
      nameOf={({ title }) => title}
      pathOf={({ status, slug }) => (status === 'published' ? `/${slug}` : undefined)}
      actions={actions}
      permission={contentTypes.customPages.permissions.write}
      order={{
        title: 'Order of pages',
        load: () => client.admin.customPages.page.query({}),
        reorder: api.admin.customPages.reorder,
      }}
      drawer={PageDrawer}
      page={page}
      columns={columns}
      card={{ facts: ['slug', 'updatedAt'] }}
      statuses={statuses}
      searchLabel="Search pages"
      emptyText="No pages yet"
    />
  );
}

export const section: ContentSectionCode = {
  Section: SectionCustomPages,
  load: loadPages,
  form: contentForm(emptyDraft, PageFields, { publishAt: 'status' }),
};
