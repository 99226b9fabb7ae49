import { useRouter } from '@tanstack/react-router';

import type { FormChanges, FormInput } from '~/contract/forms/forms-schema';
import { useContentActions } from '~/web/admin/content/use-content-actions';

export function useFormActions() {
  const { api } = useRouter().options.context;
  return useContentActions<FormInput, FormChanges>({
    noun: 'Form',
    procedures: api.admin.forms,
    saysWhy: true,
  });
}
