import { SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core';

import type { PlanFields as Fields } from '~/contract/plans/plans-form-schema';
import type { Draft } from '~/web/admin/form/draft';
import { ListField } from '~/web/admin/form/list-field';
import { PriceField } from '~/web/admin/form/price-field';
import { textProps } from '~/web/admin/form/text-props';
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
  const { draft, set, errorOf } = form;
  const texts = textProps(form);
  return (
    <>
      <TextInput label="Name" required {...texts('name')} />
      <Textarea label="Description" autosize minRows={2} {...texts('description')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <PriceField form={form} name="monthlyPrice" label="Monthly price" step={1} />
        <PriceField
          form={form}
          name="yearlyPrice"
          label="Yearly price per month"
          description="Billed once a year"
          step={1}
        />
      </SimpleGrid>
      <ListField
        label="Features"
        noun="feature"
        items={draft.features}
        error={errorOf('features')}
        onChange={(items) => set('features', items)}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Switch
          label="Active"
          description="Visitors can choose this plan."
          checked={draft.isActive}
          onChange={(event) => set('isActive', event.currentTarget.checked)}
        />
        <Switch
          label="Most Popular"
          description="Only one plan can have this label."
          checked={draft.popular}
          onChange={(event) => set('popular', event.currentTarget.checked)}
        />
      </SimpleGrid>
    </>
  );
}
