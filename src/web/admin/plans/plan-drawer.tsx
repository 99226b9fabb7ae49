import { Alert, NumberInput, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { type AdminPlan, planFieldsSchema } from '~/contract/plans-form-schema';
import { ListField } from '../record/list-field';
import { Loaded, RecordDrawer } from '../record/record-drawer';
import { RecordForm } from '../record/record-form';
import { textProps } from '../record/text-props';
import { type RecordForm as Form, useRecordForm } from '../record/use-record-form';
import { tellDone } from '../ui/notices';
import { usePlanActions } from './use-plan-actions';

interface PlanDraft {
  name: string;
  description: string;
  monthlyPrice: string;
  yearlyPrice: string;
  features: string[];
  popular: boolean;
  isActive: boolean;
}

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
  const isNew = id === 'new';
  const query = useQuery(api.admin.plans.get.queryOptions({ id: Number(id) }, { enabled: !isNew }));
  const [version, setVersion] = useState(0);
  const reload = async () => {
    await query.refetch();
    setVersion((before) => before + 1);
  };
  return (
    <RecordDrawer
      title={isNew ? 'New plan' : (query.data?.name ?? 'Plan')}
      size="44rem"
      onClose={onClose}
    >
      {isNew ? (
        <PlanForm onClose={onClose} onReload={reload} />
      ) : (
        <Loaded query={query}>
          {(plan) => <PlanForm key={version} plan={plan} onClose={onClose} onReload={reload} />}
        </Loaded>
      )}
    </RecordDrawer>
  );
}

function PlanForm(props: { plan?: AdminPlan; onClose(): void; onReload(): void }) {
  const { client } = useRouter().options.context;
  // As it was when it was opened: what arrives meanwhile does not change what is being typed.
  const [plan] = useState(props.plan);
  const actions = usePlanActions();
  const form = useRecordForm({
    initial: plan ? draftOf(plan) : emptyDraft,
    schema: planFieldsSchema,
    save: async (draft, overwrite) => {
      if (plan) {
        await client.admin.plans.update.mutate({
          ...draft,
          id: plan.id,
          ...(!overwrite && { expectedUpdatedAt: plan.updatedAt }),
        });
      } else await client.admin.plans.create.mutate(draft);
      tellDone(plan ? 'Plan updated successfully' : 'Plan created successfully');
      props.onClose();
      await actions.refresh();
    },
    onFailed: (error) => actions.failed(error, plan ? 'update' : 'create'),
  });
  return (
    <RecordForm
      form={form}
      submitLabel={plan ? 'Save' : 'Create plan'}
      onCancel={props.onClose}
      onReload={props.onReload}
    >
      {plan && plan.subscribers > 0 && (
        <Alert color="blue" variant="light">
          {plan.subscribers === 1 ? 'One client has' : `${plan.subscribers} clients have`} this
          plan. A changed price is for whoever subscribes from now on; they stay on theirs.
        </Alert>
      )}
      <PlanFields form={form} />
    </RecordForm>
  );
}

function PlanFields({ form }: { form: Form<PlanDraft> }) {
  const { draft, set, errorOf } = form;
  const texts = textProps(form);
  const price = (key: 'monthlyPrice' | 'yearlyPrice', label: string) => (
    <NumberInput
      label={label}
      description="For one month"
      min={0}
      step={1}
      decimalScale={2}
      fixedDecimalScale
      value={draft[key]}
      error={errorOf(key)}
      onChange={(value) => set(key, String(value))}
    />
  );
  return (
    <>
      <TextInput label="Name" required {...texts('name')} />
      <Textarea label="Description" autosize minRows={2} {...texts('description')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {price('monthlyPrice', 'Paid by the month')}
        {price('yearlyPrice', 'Paid by the year')}
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
          description="Carries the flag."
          checked={draft.popular}
          onChange={(event) => set('popular', event.currentTarget.checked)}
        />
      </SimpleGrid>
    </>
  );
}
