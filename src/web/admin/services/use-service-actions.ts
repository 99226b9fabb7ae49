import { useRouter } from '@tanstack/react-router';

import type { ServiceChanges, ServiceFields } from '~/contract/services/services-form-schema';
import { useContentActions } from '~/web/admin/content/use-content-actions';

export function useServiceActions() {
  const { api } = useRouter().options.context;
  return useContentActions<ServiceFields, ServiceChanges>({
    noun: 'Service',
    procedures: api.admin.services,
  });
}
