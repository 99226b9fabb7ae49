import { postCategories } from '~/contract/blog/blog';
import { FormTabs } from '~/web/admin/form/form-tabs';
import { MarkdownField } from '~/web/admin/form/markdown-field';
import { PictureField } from '~/web/admin/form/picture-field';
import { SearchFields } from '~/web/admin/form/search-fields';
import { SlugField } from '~/web/admin/form/slug-field';
import type { RecordForm } from '~/web/admin/form/use-record-form';
import { CoverField } from './cover-field';
import type { PostDraft } from './post-draft';

export function PostFields({ form }: { form: RecordForm<PostDraft> }) {
  const { draft, set, errorOf } = form;
  const isScheduled = draft.appearance === 'at';
  return (
    <FormTabs
      form={form}
      tabs={[
        {
          title: 'Write',
          fields: [
            { name: 'title', label: 'Title', required: true },
            { kind: 'area', name: 'excerpt', label: 'Excerpt', description: 'Shown in lists.' },
            <MarkdownField
              key="body"
              label="Text"
              description="Markdown. Paste or drop pictures, and add alt text in the brackets."
              minRows={16}
              maxRows={32}
              value={draft.body}
              error={errorOf('body')}
              onChange={(body) => set('body', body)}
            />,
          ],
        },
        {
          title: 'Publish',
          fields: [
            {
              kind: 'radio',
              name: 'appearance',
              label: 'Status',
              error: isScheduled ? undefined : errorOf('publishedAt'),
              options: [
                { value: 'draft', label: 'Draft' },
                { value: 'now', label: 'Published' },
                { value: 'at', label: 'Scheduled' },
              ],
            },
            isScheduled && {
              name: 'at',
              label: 'Date and time',
              type: 'datetime-local',
              description: 'The post is published automatically at this time.',
              error: errorOf('publishedAt'),
              maw: '18rem',
            },
            {
              kind: 'switch',
              name: 'featured',
              label: 'Featured',
              description: 'Shown at the top of the blog.',
            },
            [
              {
                kind: 'select',
                name: 'category',
                label: 'Category',
                options: postCategories.map((value) => ({ value, label: value })),
              },
              <SlugField key="slug" form={form} from={{ label: 'title', words: draft.title }} />,
            ],
            [
              { name: 'authorName', label: 'Author', required: true },
              <PictureField
                key="portrait"
                label="Author portrait"
                url={draft.authorAvatar}
                error={errorOf('authorAvatar')}
                onChange={(url) => set('authorAvatar', url)}
              />,
            ],
            <CoverField
              key="cover"
              url={draft.imageUrl}
              focus={draft.imageFocus}
              error={errorOf('imageUrl') ?? errorOf('imageFocus')}
              onUrl={(url) => set('imageUrl', url)}
              onFocus={(focus) => set('imageFocus', focus)}
            />,
          ],
        },
        { title: 'SEO', fields: [<SearchFields key="search" form={form} />] },
      ]}
    />
  );
}
