import { useRouter } from '@tanstack/react-router';

import type { PlanChanges, PlanFields } from '~/contract/plans/plans-form-schema';
import { useContentActions } from '~/web/admin/content/use-content-actions';

export function usePlanActions() {
  const { api } = useRouter().options.context;
  return useContentActions<PlanFields, PlanChanges>({
    noun: 'Plan',
    procedures: api.admin.plans,
    saysWhy: true,
  });
}
