import { ActionIcon, Button, Group } from '@mantine/core';
import { IconExternalLink, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';

import { postStatuses } from '~/contract/blog';
import type { AdminPost } from '~/contract/blog-form-schema';
import { RowActions } from '../record/row-actions';
import { useAdminSearch } from '../shell/use-admin-search';
import { RecordsTable } from '../table/records-table';
import { RowLink } from '../table/row-link';
import { useListRequest } from '../table/use-list-request';
import { SectionHead } from '../ui/section-head';
import { StatusBadge } from '../ui/status-badge';
import { When } from '../ui/when';
import { PostDrawer } from './post-drawer';
import { usePostActions } from './use-post-actions';

const statuses = [...postStatuses, 'trash'] as const;

export function SectionBlog() {
  const { api } = useRouter().options.context;
  const { open, openRecord, closeRecord } = useAdminSearch();
  const request = useListRequest({ statuses, sorts: ['title', 'publishedAt', 'category'] });
  const page = useQuery(api.admin.blog.page.queryOptions(request));
  const actions = usePostActions();

  const columns: DataTableColumn<AdminPost>[] = [
    {
      accessor: 'title',
      sortable: true,
      render: (post) => <RowLink id={post.id}>{post.title}</RowLink>,
    },
    { accessor: 'category', sortable: true },
    { accessor: 'authorName', title: 'Author' },
    {
      accessor: 'status',
      render: (post) => (
        <Group gap={4} wrap="nowrap">
          <StatusBadge status={post.deletedAt ? 'trash' : post.status} />
          {post.featured && <StatusBadge status="featured" />}
        </Group>
      ),
    },
    {
      accessor: 'publishedAt',
      title: 'Published',
      sortable: true,
      render: (post) => <When at={post.publishedAt} />,
    },
    {
      accessor: 'actions',
      title: <span className="visually-hidden">Actions</span>,
      textAlign: 'right',
      render: (post) => (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          {post.status === 'published' && !post.deletedAt && (
            <ActionIcon
              component="a"
              href={`/blog/${post.slug}`}
              target="_blank"
              rel="noopener"
              variant="subtle"
              color="gray"
              aria-label={`Open ${post.title} on the site`}
            >
              <IconExternalLink size={18} aria-hidden />
            </ActionIcon>
          )}
          <RowActions
            name={post.title}
            isTrashed={post.deletedAt !== null}
            onRemove={() => void actions.remove(post.id)}
            onRestore={() => void actions.bringBack(post.id)}
          />
        </Group>
      ),
    },
  ];

  return (
    <>
      <SectionHead title="Blog" note="Drafts, what is scheduled, and what readers see.">
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => void openRecord('new')}
        >
          Write Post
        </Button>
      </SectionHead>
      <RecordsTable
        page={page}
        columns={columns}
        statuses={statuses}
        searchLabel="Search posts"
        emptyText="No posts found"
      />
      {open && <PostDrawer key={open} id={open} onClose={closeRecord} />}
    </>
  );
}
