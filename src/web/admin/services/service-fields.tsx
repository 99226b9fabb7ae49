import { categories, categoryLabels } from '~/contract/services/categories';
import { FormTabs } from '~/web/admin/form/form-tabs';
import { PictureField } from '~/web/admin/form/picture-field';
import { SearchFields } from '~/web/admin/form/search-fields';
import { SlugField } from '~/web/admin/form/slug-field';
import { StepsField } from '~/web/admin/form/steps-field';
import type { RecordForm } from '~/web/admin/form/use-record-form';
import { BriefField } from './brief-field';
import type { ServiceDraft } from './service-draft';

export function ServiceFields({ form }: { form: RecordForm<ServiceDraft> }) {
  const { draft, set, errorOf } = form;
  return (
    <FormTabs
      form={form}
      tabs={[
        {
          title: 'Basics',
          fields: [
            [
              { name: 'name', label: 'Name', required: true },
              <SlugField key="slug" form={form} from={{ label: 'name', words: draft.name }} />,
            ],
            [
              {
                kind: 'select',
                name: 'category',
                label: 'Category',
                required: true,
                options: categories.map((value) => ({ value, label: categoryLabels[value] })),
              },
              {
                kind: 'price',
                name: 'price',
                label: draft.priceKind === 'fixed' ? 'Price' : 'Starting price',
                step: 0.01,
              },
            ],
            [
              {
                kind: 'select',
                name: 'priceKind',
                label: 'Price type',
                options: [
                  { value: 'from', label: 'Starting at' },
                  { value: 'fixed', label: 'Fixed' },
                ],
              },
              {
                kind: 'select',
                name: 'priceUnit',
                label: 'Billing',
                options: [
                  { value: 'once', label: 'One-time' },
                  { value: 'hour', label: 'Hourly' },
                  { value: 'month', label: 'Monthly' },
                  { value: 'quarter', label: 'Quarterly' },
                  { value: 'year', label: 'Yearly' },
                ],
              },
            ],
            [
              { name: 'timeline', label: 'Timeline' },
              { name: 'ctaText', label: 'Call to action' },
            ],
            { kind: 'area', name: 'description', label: 'Short description', required: true },
            <BriefField
              key="brief"
              formId={draft.briefFormId}
              error={errorOf('briefFormId')}
              onChange={(id) => set('briefFormId', id)}
            />,
            [
              {
                kind: 'switch',
                name: 'isActive',
                label: 'Active',
                description: 'Visible to visitors.',
              },
              { kind: 'switch', name: 'featured', label: 'Featured' },
            ],
          ],
        },
        {
          title: 'Content',
          fields: [
            {
              kind: 'area',
              name: 'detailedDescription',
              label: 'About this service',
              minRows: 5,
            },
            { kind: 'list', name: 'features', label: 'Features', noun: 'feature' },
            <StepsField
              key="steps"
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
            />,
            { kind: 'list', name: 'deliverables', label: 'Deliverables', noun: 'deliverable' },
          ],
        },
        {
          title: 'Page',
          fields: [
            { name: 'heroTitle', label: 'Page title', description: 'Defaults to the name.' },
            {
              kind: 'area',
              name: 'heroSubtitle',
              label: 'Subtitle',
              description: 'Defaults to the short description.',
            },
            <PictureField
              key="picture"
              label="Picture"
              url={draft.imageUrl}
              error={errorOf('imageUrl')}
              onChange={(url) => set('imageUrl', url)}
            />,
          ],
        },
        {
          title: 'SEO',
          fields: [
            <SearchFields key="search" form={form} />,
            { name: 'keywords', label: 'Keywords', description: 'Separated by commas' },
          ],
        },
      ]}
    />
  );
}
