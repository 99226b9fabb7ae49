import { NumberInput, SimpleGrid, Text, TextInput } from '@mantine/core';

import { predictedSlug } from '~/contract/common/slugs';
import { categories, categoryLabels } from '~/contract/services/categories';
import { ExhibitsField } from '~/web/admin/form/exhibits/exhibits-field';
import { FormTabs } from '~/web/admin/form/form-tabs';
import { PicturesField } from '~/web/admin/form/pictures-field';
import { SlugField } from '~/web/admin/form/slug-field';
import type { RecordForm } from '~/web/admin/form/use-record-form';
import type { FactKey, ItemDraft } from './item-draft';

const facts: { key: FactKey; label: string; isWhole?: boolean }[] = [
  { key: 'weeks', label: 'Weeks', isWhole: true },
  { key: 'people', label: 'People', isWhole: true },
  { key: 'priceFrom', label: 'Price (from)' },
  { key: 'priceTo', label: 'Price to' },
  { key: 'hoursQuoted', label: 'Hours quoted' },
  { key: 'hoursTaken', label: 'Actual hours' },
];

export function ItemFields({ form, isNew }: { form: RecordForm<ItemDraft>; isNew: boolean }) {
  const { draft, set, errorOf } = form;

  /**
   * Changes the title. Also derives the slug of a new item from it, until another slug is typed.
   */
  const rename = (title: string) => {
    if (isNew && draft.slug === predictedSlug(draft.title)) set('slug', predictedSlug(title));
    set('title', title);
  };

  return (
    <FormTabs
      form={form}
      tabs={[
        {
          title: 'Basics',
          fields: [
            [
              <TextInput
                key="title"
                label="Title"
                required
                value={draft.title}
                error={errorOf('title')}
                onChange={(event) => rename(event.currentTarget.value)}
              />,
              <SlugField key="slug" form={form} />,
            ],
            [
              { name: 'client_name', label: 'Client', required: true },
              {
                kind: 'select',
                name: 'category',
                label: 'Category',
                options: categories.map((value) => ({ value, label: categoryLabels[value] })),
              },
            ],
            {
              kind: 'area',
              name: 'description',
              label: 'Description',
              required: true,
              minRows: 3,
            },
            {
              kind: 'list',
              name: 'technologies',
              label: 'Technologies',
              noun: 'technology',
              keepsLast: true,
            },
            {
              kind: 'switch',
              name: 'featured',
              label: 'Featured',
              description: 'Shown first, and on the landing page.',
            },
          ],
        },
        {
          title: 'Case study',
          fields: [
            { kind: 'area', name: 'problem', label: 'The problem', minRows: 3 },
            { kind: 'area', name: 'approach', label: 'What we did', minRows: 3 },
            { kind: 'area', name: 'result', label: 'Result', minRows: 3 },
            [
              { name: 'outcome.value', label: 'Key figure', placeholder: '-41%' },
              {
                name: 'outcome.label',
                label: 'What it measures',
                placeholder: 'time to first order',
                error: errorOf('outcome'),
              },
            ],
          ],
        },
        {
          title: 'Results and charts',
          fields: [
            <SimpleGrid key="facts" cols={{ base: 2, sm: 3 }}>
              {facts.map(({ key, label, isWhole }) => (
                <NumberInput
                  key={key}
                  label={label}
                  min={0}
                  allowDecimal={!isWhole}
                  value={draft[key]}
                  error={errorOf(key)}
                  onChange={(value) => set(key, value)}
                />
              ))}
            </SimpleGrid>,
            <Text key="note" fz="sm" c="dimmed">
              Empty fields are hidden. Charts are drawn from your numbers in the site’s colors.
            </Text>,
            <ExhibitsField
              key="exhibits"
              exhibits={draft.exhibits}
              errors={form.checked}
              error={errorOf('exhibits')}
              onChange={(exhibits) => set('exhibits', exhibits)}
            />,
          ],
        },
        {
          title: 'Images and links',
          fields: [
            <PicturesField
              key="images"
              label="Images"
              urls={draft.images}
              error={errorOf('images')}
              onChange={(urls) => set('images', urls)}
            />,
            [
              { name: 'project_url', label: 'Project address', type: 'url' },
              { name: 'liveUrl', label: 'Live address', type: 'url' },
            ],
            { name: 'githubUrl', label: 'Source code', type: 'url' },
          ],
        },
      ]}
    />
  );
}
