import { Alert } from '@mantine/core';

import { BlocksField } from '~/blocks/blocks-field';
import { FormTabs } from '~/web/admin/form/form-tabs';
import { SearchFields } from '~/web/admin/form/search-fields';
import { SlugField } from '~/web/admin/form/slug-field';
import type { RecordForm } from '~/web/admin/form/use-record-form';
import type { PageDraft } from './page-draft';

export function PageFields(props: {
  form: RecordForm<PageDraft>;
  /** True if the page was public when it was opened. */
  isPublic?: boolean;
}) {
  const { form, isPublic = false } = props;
  const { draft, set, errorOf } = form;
  const isScheduled = draft.status === 'scheduled';
  return (
    <FormTabs
      form={form}
      tabs={[
        {
          title: 'Blocks',
          fields: [
            {
              name: 'title',
              label: 'Title',
              description:
                'Used in the navigation and the panel, and on the page if it doesn’t start with a heading.',
              required: true,
            },
            <BlocksField
              key="blocks"
              emptyText="No blocks yet. Start with a heading: it becomes the page title."
              blocks={draft.blocks}
              errors={form.errors}
              error={errorOf('blocks')}
              onChange={(blocks) => set('blocks', blocks)}
            />,
          ],
        },
        {
          title: 'Publish',
          fields: [
            {
              kind: 'radio',
              name: 'status',
              label: 'Status',
              error: errorOf('status') ?? (isScheduled ? undefined : errorOf('publishAt')),
              options: [
                { value: 'draft', label: 'Draft' },
                { value: 'published', label: 'Published' },
                { value: 'scheduled', label: 'Scheduled' },
              ],
            },
            isScheduled && {
              name: 'publishAt',
              label: 'Date and time',
              type: 'datetime-local',
              maw: '18rem',
            },
            isPublic && draft.status !== 'published' && (
              <Alert key="public" color="yellow" title="This page is live">
                {isScheduled
                  ? 'Saving hides it from visitors until then. Its URL shows “not found”.'
                  : 'Saving hides it from visitors. Its URL shows “not found”.'}
              </Alert>
            ),
            <SlugField key="slug" form={form} from={{ label: 'title', words: draft.title }} />,
            [
              { kind: 'switch', name: 'inNavigation', label: 'In the navigation' },
              { kind: 'switch', name: 'inFooter', label: 'In the footer' },
            ],
          ],
        },
        { title: 'SEO', fields: [<SearchFields key="search" form={form} />] },
      ]}
    />
  );
}
