import type { PlanFields as Fields } from '~/contract/plans/plans-form-schema';
import type { Draft } from '~/web/admin/form/draft';
import { FieldList } from '~/web/admin/form/field-list';
import type { RecordForm as Form } from '~/web/admin/form/use-record-form';

export type PlanDraft = Draft<Fields, { monthlyPrice: string; yearlyPrice: string }>;

export const emptyDraft: PlanDraft = {
  name: '',
  description: '',
  monthlyPrice: '0.00',
  yearlyPrice: '0.00',
  features: [''],
  popular: false,
  isActive: true,
};

export function PlanFields({ form }: { form: Form<PlanDraft> }) {
  return (
    <FieldList
      form={form}
      fields={[
        { name: 'name', label: 'Name', required: true },
        { kind: 'area', name: 'description', label: 'Description' },
        [
          { kind: 'price', name: 'monthlyPrice', label: 'Monthly price', step: 1 },
          {
            kind: 'price',
            name: 'yearlyPrice',
            label: 'Yearly price per month',
            description: 'Billed once a year',
            step: 1,
          },
        ],
        { kind: 'list', name: 'features', label: 'Features', noun: 'feature' },
        [
          {
            kind: 'switch',
            name: 'isActive',
            label: 'Active',
            description: 'Visitors can choose this plan.',
          },
          {
            kind: 'switch',
            name: 'popular',
            label: 'Most Popular',
            description: 'Only one plan can have this label.',
          },
        ],
      ]}
    />
  );
}
