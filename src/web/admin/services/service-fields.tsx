import { NativeSelect, Select, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core';

import { type Category, categories, categoryLabels } from '~/contract/services/categories';
import type { PriceKind, PriceUnit } from '~/contract/services/services';
import { FormTabs } from '~/web/admin/form/form-tabs';
import { ListField } from '~/web/admin/form/list-field';
import { PictureField } from '~/web/admin/form/picture-field';
import { PriceField } from '~/web/admin/form/price-field';
import { SearchFields } from '~/web/admin/form/search-fields';
import { SlugField } from '~/web/admin/form/slug-field';
import { StepsField } from '~/web/admin/form/steps-field';
import { textProps } from '~/web/admin/form/text-props';
import type { RecordForm } from '~/web/admin/form/use-record-form';
import { BriefField } from './brief-field';
import type { ServiceDraft } from './service-draft';

export function ServiceFields({ form }: { form: RecordForm<ServiceDraft> }) {
  const { draft, set, errorOf } = form;
  const texts = textProps(form);
  return (
    <FormTabs
      errors={form.checked}
      tabs={[
        {
          title: 'Basics',
          content: (
            <>
              <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
                <TextInput label="Name" required {...texts('name')} />
                <SlugField form={form} from={{ label: 'name', words: draft.name }} />
                <Select
                  label="Category"
                  required
                  data={categories.map((value) => ({ value, label: categoryLabels[value] }))}
                  value={draft.category}
                  error={errorOf('category')}
                  allowDeselect={false}
                  onChange={(value) => set('category', value as Category)}
                />
                <PriceField
                  form={form}
                  name="price"
                  label={draft.priceKind === 'fixed' ? 'Price' : 'Starting price'}
                  step={0.01}
                />
                <NativeSelect
                  label="Price type"
                  data={[
                    { value: 'from', label: 'Starting at' },
                    { value: 'fixed', label: 'Fixed' },
                  ]}
                  value={draft.priceKind}
                  error={errorOf('priceKind')}
                  onChange={(event) => set('priceKind', event.currentTarget.value as PriceKind)}
                />
                <NativeSelect
                  label="Billing"
                  data={[
                    { value: 'once', label: 'One-time' },
                    { value: 'hour', label: 'Hourly' },
                    { value: 'month', label: 'Monthly' },
                    { value: 'quarter', label: 'Quarterly' },
                    { value: 'year', label: 'Yearly' },
                  ]}
                  value={draft.priceUnit}
                  error={errorOf('priceUnit')}
                  onChange={(event) => set('priceUnit', event.currentTarget.value as PriceUnit)}
                />
                <TextInput label="Timeline" {...texts('timeline')} />
                <TextInput label="Call to action" {...texts('ctaText')} />
              </SimpleGrid>
              <Textarea
                label="Short description"
                required
                autosize
                minRows={2}
                mt="md"
                {...texts('description')}
              />
              <BriefField
                formId={draft.briefFormId}
                error={errorOf('briefFormId')}
                onChange={(id) => set('briefFormId', id)}
              />
              <SimpleGrid cols={{ base: 1, sm: 2 }} mt="md">
                <Switch
                  label="Active"
                  description="Visible to visitors."
                  checked={draft.isActive}
                  onChange={(event) => set('isActive', event.currentTarget.checked)}
                />
                <Switch
                  label="Featured"
                  checked={draft.featured}
                  onChange={(event) => set('featured', event.currentTarget.checked)}
                />
              </SimpleGrid>
            </>
          ),
        },
        {
          title: 'Content',
          content: (
            <>
              <Textarea
                label="About this service"
                autosize
                minRows={5}
                mb="md"
                {...texts('detailedDescription')}
              />
              <ListField
                label="Features"
                noun="feature"
                items={draft.features}
                error={errorOf('features')}
                onChange={(items) => set('features', items)}
              />
              <StepsField
                label="Process steps"
                noun="step"
                error={errorOf('processSteps')}
                steps={draft.processSteps.map(({ title, description }) => ({
                  title,
                  text: description,
                }))}
                onChange={(steps) =>
                  set(
                    'processSteps',
                    steps.map(({ title, text }) => ({ title, description: text })),
                  )
                }
              />
              <ListField
                label="Deliverables"
                noun="deliverable"
                items={draft.deliverables}
                error={errorOf('deliverables')}
                onChange={(items) => set('deliverables', items)}
              />
            </>
          ),
        },
        {
          title: 'Page',
          content: (
            <>
              <TextInput
                label="Page title"
                description="Defaults to the name."
                mb="md"
                {...texts('heroTitle')}
              />
              <Textarea
                label="Subtitle"
                description="Defaults to the short description."
                autosize
                minRows={2}
                mb="md"
                {...texts('heroSubtitle')}
              />
              <PictureField
                label="Picture"
                url={draft.imageUrl}
                error={errorOf('imageUrl')}
                onChange={(url) => set('imageUrl', url)}
              />
            </>
          ),
        },
        {
          title: 'SEO',
          content: (
            <>
              <SearchFields form={form} />
              <TextInput
                label="Keywords"
                description="Separated by commas"
                mt="md"
                {...texts('keywords')}
              />
            </>
          ),
        },
      ]}
    />
  );
}
