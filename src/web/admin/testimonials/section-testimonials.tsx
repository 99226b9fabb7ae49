import { Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';

import { contentTypes } from '~/contract/content/content-types';
import type { AdminTestimonial } from '~/contract/testimonials/testimonials-form-schema';
import { type ContentSectionCode, contentForm } from '~/web/admin/content/content-form';
import { ContentSection } from '~/web/admin/content/content-section';
import { SwitchCell } from '~/web/admin/content/switch-cell';
import type { SectionLoad } from '~/web/admin/shell/section-load';
import { useCan } from '~/web/admin/shell/use-can';
import { RowLink } from '~/web/admin/table/row-link';
import { shownFrom } from '~/web/admin/table/shown-from';
import { listRequestOf, untilItComes, useListRequest } from '~/web/admin/table/use-list-request';
import { When } from '~/web/admin/ui/when';
import { useQuery } from '~/web/lib/queries';
import { StatusBadge } from '~/web/ui/status-badge';
import { TestimonialDrawer } from './testimonial-drawer';
import { emptyDraft, TestimonialFields } from './testimonial-fields';
import { useTestimonialActions } from './use-testimonial-actions';

const { statuses, sorts } = contentTypes.testimonials;

const list = { statuses, sorts } as const;

const loadTestimonials: SectionLoad = ({ api, queryClient }, search) =>
  queryClient.ensureQueryData(
    api.admin.testimonials.page.queryOptions(listRequestOf(search, list)),
  );

function SectionTestimonials() {
  const { api, client } = useRouter().options.context;
  const request = useListRequest(list);
  const page = useQuery(api.admin.testimonials.page.queryOptions(request, untilItComes));
  const actions = useTestimonialActions();
  const mayPublish = useCan()('testimonials.publish');

  const columns: DataTableColumn<AdminTestimonial>[] = [
    {
      accessor: 'name',
      title: 'Person',
      sortable: true,
      render: (row) => (
        <RowLink id={row.id}>{[row.name, row.company].filter(Boolean).join(', ')}</RowLink>
      ),
    },
    {
      accessor: 'words',
      visibleMediaQuery: shownFrom.tablet,
      render: (row) => (
        <Text fz="sm" lineClamp={2}>
          {row.words || 'Not written yet'}
        </Text>
      ),
    },
    {
      accessor: 'work',
      title: 'Project',
      visibleMediaQuery: shownFrom.desk,
      render: (row) => row.work ?? '',
    },
    {
      accessor: 'status',
      render: (row) => <StatusBadge status={row.deletedAt ? 'trash' : row.status} />,
    },
    {
      accessor: 'isPublished',
      title: 'Published',
      render: (row) => (
        <SwitchCell
          label={`The testimonial of ${row.name} is published`}
          checked={row.isPublished}
          isTrashed={
            row.deletedAt !== null || (!row.isPublished && !(mayPublish && row.consentMeans))
          }
          onChange={(isPublished) => actions.change(row.id, { isPublished })}
        />
      ),
    },
    {
      accessor: 'createdAt',
      title: 'Added',
      visibleMediaQuery: shownFrom.desk,
      sortable: true,
      render: (row) => <When at={row.createdAt} />,
    },
  ];

  return (
    <ContentSection
      title={contentTypes.testimonials.section}
      addLabel="Add testimonial"
      nameOf={({ name }) => name}
      actions={actions}
      permission={contentTypes.testimonials.permissions.write}
      order={{
        title: 'Order of testimonials',
        load: () => client.admin.testimonials.page.query({}),
        reorder: api.admin.testimonials.reorder,
      }}
      drawer={TestimonialDrawer}
      page={page}
      columns={columns}
      card={{ facts: ['work', 'status'], state: 'isPublished' }}
      statuses={statuses}
      searchLabel="Search testimonials"
      emptyText="No testimonials found"
    />
  );
}

export const section: ContentSectionCode = {
  Section: SectionTestimonials,
  load: loadTestimonials,
  form: contentForm(emptyDraft, TestimonialFields),
};
