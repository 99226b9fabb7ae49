import { useRouter } from '@tanstack/react-router';

import { type AdminPlan, planFieldsSchema } from '~/contract/plans/plans-form-schema';
import { type Editing, EditorDrawer, toEdit } from '~/web/admin/content/editor-drawer';
import { RecordForm } from '~/web/admin/form/record-form';
import { useRecordForm } from '~/web/admin/form/use-record-form';
import { keepingOf } from '~/web/admin/form/use-unsaved-input';
import { Notice } from '~/web/admin/ui/notice';
import { useQuery } from '~/web/lib/queries';
import { emptyDraft, type PlanDraft, PlanFields } from './plan-fields';
import { usePlanActions } from './use-plan-actions';

function draftOf(plan: AdminPlan): PlanDraft {
  const { name, description, monthlyPrice, yearlyPrice, popular, isActive } = plan;
  const features = plan.features.length > 0 ? plan.features : [''];
  return { name, description, monthlyPrice, yearlyPrice, features, popular, isActive };
}

/** Form of a plan. The id is `new` for a new plan. */
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
    keeping: keepingOf('plan', opened),
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
          plan. A price change applies to new subscribers only.
        </Notice>
      )}
      <PlanFields form={form} />
    </RecordForm>
  );
}
