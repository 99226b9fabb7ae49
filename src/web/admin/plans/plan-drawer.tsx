import { SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import {
  type AdminPlan,
  type PlanFields as Fields,
  planFieldsSchema,
} from '~/contract/plans/plans-form-schema';
import { type Editing, EditorDrawer, toEdit } from '~/web/admin/content/editor-drawer';
import type { Draft } from '~/web/admin/form/draft';
import { ListField } from '~/web/admin/form/list-field';
import { PriceField } from '~/web/admin/form/price-field';
import { RecordForm } from '~/web/admin/form/record-form';
import { textProps } from '~/web/admin/form/text-props';
import { type RecordForm as Form, useRecordForm } from '~/web/admin/form/use-record-form';
import { Notice } from '~/web/admin/ui/notice';
import { usePlanActions } from './use-plan-actions';

type PlanDraft = Draft<Fields, { monthlyPrice: string; yearlyPrice: string }>;

const emptyDraft: PlanDraft = {
  name: '',
  description: '',
  monthlyPrice: '0.00',
  yearlyPrice: '0.00',
  features: [''],
  popular: false,
  isActive: true,
};

function draftOf(plan: AdminPlan): PlanDraft {
  const { name, description, monthlyPrice, yearlyPrice, popular, isActive } = plan;
  const features = plan.features.length > 0 ? plan.features : [''];
  return { name, description, monthlyPrice, yearlyPrice, features, popular, isActive };
}

/** A plan in full; `new` for one that is to be. */
export function PlanDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const { api } = useRouter().options.context;
  const query = useQuery(api.admin.plans.get.queryOptions({ id: Number(id) }, toEdit(id)));
  return (
    <EditorDrawer
      id={id}
      noun="plan"
      nameOf={({ name }) => name}
      query={query}
      form={PlanForm}
      size="44rem"
      onClose={onClose}
    />
  );
}

function PlanForm({ opened, ...frame }: Editing<AdminPlan>) {
  const actions = usePlanActions();
  const form = useRecordForm({
    initial: opened ? draftOf(opened) : emptyDraft,
    schema: planFieldsSchema,
    save: (draft, overwrite) => actions.save(draft, { opened, overwrite }, frame.onClose),
    onFailed: (error) => actions.failed(error, opened ? 'update' : 'create'),
  });
  return (
    <RecordForm form={form} submitLabel={opened ? 'Save' : 'Create plan'} {...frame}>
      {opened && opened.subscribers > 0 && (
        <Notice tone="info">
          {opened.subscribers === 1 ? 'One client has' : `${opened.subscribers} clients have`} this
          plan. A changed price is for whoever subscribes from now on; they stay on theirs.
        </Notice>
      )}
      <PlanFields form={form} />
    </RecordForm>
  );
}

function PlanFields({ form }: { form: Form<PlanDraft> }) {
  const { draft, set, errorOf } = form;
  const texts = textProps(form);
  return (
    <>
      <TextInput label="Name" required {...texts('name')} />
      <Textarea label="Description" autosize minRows={2} {...texts('description')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <PriceField
          form={form}
          name="monthlyPrice"
          label="Paid by the month"
          description="For one month"
          step={1}
        />
        <PriceField
          form={form}
          name="yearlyPrice"
          label="Paid by the year"
          description="For one month"
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
          description="Visitors can choose it."
          checked={draft.isActive}
          onChange={(event) => set('isActive', event.currentTarget.checked)}
        />
        <Switch
          label="Most Popular"
          description="One plan carries the flag: any other loses it."
          checked={draft.popular}
          onChange={(event) => set('popular', event.currentTarget.checked)}
        />
      </SimpleGrid>
    </>
  );
}
