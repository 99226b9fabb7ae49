import { Group, Radio, Select, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core';

import { type PostCategory, postCategories } from '~/contract/blog/blog';
import { FormTabs } from '~/web/admin/form/form-tabs';
import { MarkdownField } from '~/web/admin/form/markdown-field';
import { PictureField } from '~/web/admin/form/picture-field';
import { SearchFields } from '~/web/admin/form/search-fields';
import { SlugField } from '~/web/admin/form/slug-field';
import { textProps } from '~/web/admin/form/text-props';
import type { RecordForm } from '~/web/admin/form/use-record-form';
import { CoverField } from './cover-field';
import type { Appearance, PostDraft } from './post-draft';

export function PostFields({ form }: { form: RecordForm<PostDraft> }) {
  const { draft, set, errorOf } = form;
  const texts = textProps(form);
  return (
    <FormTabs
      errors={form.checked}
      tabs={[
        {
          title: 'Write',
          content: (
            <>
              <TextInput label="Title" required mb="md" {...texts('title')} />
              <Textarea
                label="Excerpt"
                description="Shown in lists."
                autosize
                minRows={2}
                mb="md"
                {...texts('excerpt')}
              />
              <MarkdownField
                label="Text"
                description="Markdown. Paste or drop pictures, and add alt text in the brackets."
                minRows={16}
                maxRows={32}
                value={draft.body}
                error={errorOf('body')}
                onChange={(body) => set('body', body)}
              />
            </>
          ),
        },
        {
          title: 'Publish',
          content: (
            <>
              <Radio.Group
                label="Status"
                value={draft.appearance}
                error={draft.appearance !== 'at' && errorOf('publishedAt')}
                onChange={(value) => set('appearance', value as Appearance)}
                mb="md"
              >
                <Group mt="xs">
                  <Radio value="draft" label="Draft" />
                  <Radio value="now" label="Published" />
                  <Radio value="at" label="Scheduled" />
                </Group>
              </Radio.Group>
              {draft.appearance === 'at' && (
                <TextInput
                  type="datetime-local"
                  label="Date and time"
                  description="The post is published automatically at this time."
                  mb="md"
                  value={draft.at}
                  error={errorOf('publishedAt')}
                  onChange={(event) => set('at', event.currentTarget.value)}
                  w={{ base: '100%', sm: 280 }}
                />
              )}
              <Switch
                label="Featured"
                description="Shown at the top of the blog."
                mb="md"
                checked={draft.featured}
                onChange={(event) => set('featured', event.currentTarget.checked)}
              />
              <SimpleGrid cols={{ base: 1, sm: 2 }} mb="md">
                <Select
                  label="Category"
                  data={[...postCategories]}
                  value={draft.category}
                  error={errorOf('category')}
                  allowDeselect={false}
                  onChange={(value) => set('category', value as PostCategory)}
                />
                <SlugField form={form} from={{ label: 'title', words: draft.title }} />
                <TextInput label="Author" required {...texts('authorName')} />
                <PictureField
                  label="Author portrait"
                  url={draft.authorAvatar}
                  error={errorOf('authorAvatar')}
                  onChange={(url) => set('authorAvatar', url)}
                />
              </SimpleGrid>
              <CoverField
                url={draft.imageUrl}
                focus={draft.imageFocus}
                error={errorOf('imageUrl') ?? errorOf('imageFocus')}
                onUrl={(url) => set('imageUrl', url)}
                onFocus={(focus) => set('imageFocus', focus)}
              />
            </>
          ),
        },
        {
          title: 'SEO',
          content: (
            <>
              <SearchFields form={form} />
            </>
          ),
        },
      ]}
    />
  );
}
