import { NumberInput, Select, SimpleGrid, Switch, Text, Textarea, TextInput } from '@mantine/core';

import { predictedSlug } from '~/contract/common/slugs';
import { type Category, categories, categoryLabels } from '~/contract/services/categories';
import { ExhibitsField } from '~/web/admin/form/exhibits/exhibits-field';
import { FormTabs } from '~/web/admin/form/form-tabs';
import { ListField } from '~/web/admin/form/list-field';
import { PicturesField } from '~/web/admin/form/pictures-field';
import { SlugField } from '~/web/admin/form/slug-field';
import { textProps } from '~/web/admin/form/text-props';
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
  const texts = textProps(form);

  /** The slug of a new item follows its title until another is typed. */
  const rename = (title: string) => {
    if (isNew && draft.slug === predictedSlug(draft.title)) set('slug', predictedSlug(title));
    set('title', title);
  };

  return (
    <FormTabs
      errors={form.checked}
      tabs={[
        {
          title: 'Basics',
          content: (
            <>
              <SimpleGrid cols={{ base: 1, sm: 2 }} mb="md">
                <TextInput
                  label="Title"
                  required
                  {...texts('title')}
                  onChange={(event) => rename(event.currentTarget.value)}
                />
                <SlugField form={form} />
                <TextInput label="Client" required {...texts('client_name')} />
                <Select
                  label="Category"
                  data={categories.map((value) => ({ value, label: categoryLabels[value] }))}
                  value={draft.category}
                  error={errorOf('category')}
                  allowDeselect={false}
                  onChange={(value) => set('category', value as Category)}
                />
              </SimpleGrid>
              <Textarea
                label="Description"
                required
                autosize
                minRows={3}
                mb="md"
                {...texts('description')}
              />
              <ListField
                label="Technologies"
                noun="technology"
                keepsLast
                items={draft.technologies}
                error={errorOf('technologies')}
                onChange={(items) => set('technologies', items)}
              />
              <Switch
                mt="md"
                label="Featured"
                description="Shown first, and on the landing page."
                checked={draft.featured}
                onChange={(event) => set('featured', event.currentTarget.checked)}
              />
            </>
          ),
        },
        {
          title: 'Case study',
          content: (
            <>
              <Textarea label="The problem" autosize minRows={3} mb="md" {...texts('problem')} />
              <Textarea label="What we did" autosize minRows={3} mb="md" {...texts('approach')} />
              <Textarea label="Result" autosize minRows={3} mb="md" {...texts('result')} />
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                <TextInput
                  label="Key figure"
                  placeholder="-41%"
                  value={draft.outcome.value}
                  onChange={(event) =>
                    set('outcome', { ...draft.outcome, value: event.currentTarget.value })
                  }
                />
                <TextInput
                  label="What it measures"
                  placeholder="time to first order"
                  value={draft.outcome.label}
                  error={errorOf('outcome')}
                  onChange={(event) =>
                    set('outcome', { ...draft.outcome, label: event.currentTarget.value })
                  }
                />
              </SimpleGrid>
            </>
          ),
        },
        {
          title: 'Results and charts',
          content: (
            <>
              <SimpleGrid cols={{ base: 2, sm: 3 }} mb="md">
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
              </SimpleGrid>
              <Text fz="sm" c="dimmed" mb="xs">
                Empty fields are hidden. Charts are drawn from your numbers in the site’s colors.
              </Text>
              <ExhibitsField
                exhibits={draft.exhibits}
                errors={form.checked}
                error={errorOf('exhibits')}
                onChange={(exhibits) => set('exhibits', exhibits)}
              />
            </>
          ),
        },
        {
          title: 'Images and links',
          content: (
            <>
              <PicturesField
                label="Images"
                urls={draft.images}
                error={errorOf('images')}
                onChange={(urls) => set('images', urls)}
              />
              <SimpleGrid cols={{ base: 1, sm: 2 }} mt="md">
                <TextInput label="Project address" type="url" {...texts('project_url')} />
                <TextInput label="Live address" type="url" {...texts('liveUrl')} />
                <TextInput label="Source code" type="url" {...texts('githubUrl')} />
              </SimpleGrid>
            </>
          ),
        },
      ]}
    />
  );
}
