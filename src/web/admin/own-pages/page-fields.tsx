import { Alert, Radio, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';

import { BlocksField } from '~/blocks/blocks-field';
import type { PageStatus } from '~/contract/own-pages/page-statuses';
import { FormTabs } from '~/web/admin/form/form-tabs';
import { SearchFields } from '~/web/admin/form/search-fields';
import { SlugField } from '~/web/admin/form/slug-field';
import { textProps } from '~/web/admin/form/text-props';
import type { RecordForm } from '~/web/admin/form/use-record-form';
import type { PageDraft } from './page-draft';

export function PageFields(props: {
  form: RecordForm<PageDraft>;
  /** Whether visitors see the page that was opened. */
  isPublic?: boolean;
}) {
  const { form, isPublic = false } = props;
  const { draft, set, errorOf } = form;
  const texts = textProps(form);
  return (
    <FormTabs
      errors={form.checked}
      tabs={[
        {
          title: 'Blocks',
          content: (
            <Stack gap="md">
              <TextInput
                label="Title"
                description="Used in the navigation and the panel, and on the page if it doesn’t start with a heading."
                required
                {...texts('title')}
              />
              <BlocksField
                emptyText="No blocks yet. Start with a heading: it becomes the page title."
                blocks={draft.blocks}
                errors={form.errors}
                error={errorOf('blocks')}
                onChange={(blocks) => set('blocks', blocks)}
              />
            </Stack>
          ),
        },
        {
          title: 'Publish',
          content: (
            <Stack gap="md">
              <Radio.Group
                label="Status"
                value={draft.status}
                error={errorOf('status') ?? (draft.status !== 'scheduled' && errorOf('publishAt'))}
                onChange={(value) => set('status', value as PageStatus)}
              >
                <Stack gap="xs" mt="xs">
                  <Radio value="draft" label="Draft" />
                  <Radio value="published" label="Published" />
                  <Radio value="scheduled" label="Scheduled" />
                </Stack>
              </Radio.Group>
              {draft.status === 'scheduled' && (
                <TextInput
                  type="datetime-local"
                  label="Date and time"
                  w={{ base: '100%', sm: 280 }}
                  {...texts('publishAt')}
                />
              )}
              {isPublic && draft.status !== 'published' && (
                <Alert color="yellow" title="This page is live">
                  {draft.status === 'scheduled'
                    ? 'Saving hides it from visitors until then. Its URL shows “not found”.'
                    : 'Saving hides it from visitors. Its URL shows “not found”.'}
                </Alert>
              )}
              <SlugField form={form} from={{ label: 'title', words: draft.title }} />
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                <Switch
                  label="In the navigation"
                  checked={draft.inNavigation}
                  onChange={(event) => set('inNavigation', event.currentTarget.checked)}
                />
                <Switch
                  label="In the footer"
                  checked={draft.inFooter}
                  onChange={(event) => set('inFooter', event.currentTarget.checked)}
                />
              </SimpleGrid>
            </Stack>
          ),
        },
        {
          title: 'SEO',
          content: (
            <Stack gap="md">
              <SearchFields form={form} />
            </Stack>
          ),
        },
      ]}
    />
  );
}
