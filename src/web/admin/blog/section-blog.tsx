import { Group } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';

import type { AdminPost } from '~/contract/blog/blog-form-schema';
import { contentTypes } from '~/contract/content/content-types';
import { type ContentSectionCode, contentForm } from '~/web/admin/content/content-form';
import { ContentSection } from '~/web/admin/content/content-section';
import type { SectionLoad } from '~/web/admin/shell/section-load';
import { RowLink } from '~/web/admin/table/row-link';
import { shownFrom } from '~/web/admin/table/shown-from';
import { listRequestOf, untilItComes, useListRequest } from '~/web/admin/table/use-list-request';
import { When } from '~/web/admin/ui/when';
import { useQuery } from '~/web/lib/queries';
import { StatusBadge } from '~/web/ui/status-badge';
import { emptyDraft } from './post-draft';
import { PostDrawer } from './post-drawer';
import { PostFields } from './post-fields';
import { usePostActions } from './use-post-actions';

const { statuses } = contentTypes.blog;

const list = { statuses, sorts: ['title', 'publishedAt', 'category'] } as const;

const loadBlog: SectionLoad = ({ api, queryClient }, search) =>
  queryClient.ensureQueryData(api.admin.blog.page.queryOptions(listRequestOf(search, list)));

function SectionBlog() {
  const { api } = useRouter().options.context;
  const request = useListRequest(list);
  const page = useQuery(api.admin.blog.page.queryOptions(request, untilItComes));
  const actions = usePostActions();

  const columns: DataTableColumn<AdminPost>[] = [
    {
      accessor: 'title',
      sortable: true,
      render: (post) => <RowLink id={post.id}>{post.title}</RowLink>,
    },
    { accessor: 'category', visibleMediaQuery: shownFrom.desk, sortable: true },
    { accessor: 'authorName', visibleMediaQuery: shownFrom.desk, title: 'Author' },
    {
      accessor: 'status',
      render: (post) => (
        <Group gap={4} wrap="nowrap" className="badges">
          <StatusBadge status={post.deletedAt ? 'trash' : post.status} />
          {post.featured && <StatusBadge status="featured" />}
        </Group>
      ),
    },
    {
      accessor: 'publishedAt',
      visibleMediaQuery: shownFrom.tablet,
      title: 'Published',
      sortable: true,
      render: (post) => <When at={post.publishedAt} />,
    },
  ];

  return (
    <ContentSection
      title={contentTypes.blog.section}
      addLabel="Write post"
      nameOf={({ title }) => title}
      pathOf={({ status, slug }) => (status === 'published' ? `/blog/${slug}` : undefined)}
      actions={actions}
      permission={contentTypes.blog.permissions.write}
      drawer={PostDrawer}
      page={page}
      columns={columns}
      card={{ facts: ['category', 'publishedAt'] }}
      statuses={statuses}
      searchLabel="Search posts"
      emptyText="No posts found"
    />
  );
}

export const section: ContentSectionCode = {
  Section: SectionBlog,
  load: loadBlog,
  form: contentForm(emptyDraft(''), PostFields, { publishedAt: 'appearance' }),
};
