import { useRouter } from '@tanstack/react-router';

import type { PortfolioChanges, PortfolioFields } from '~/contract/portfolio/portfolio-form-schema';
import { useContentActions } from '~/web/admin/content/use-content-actions';

export function useItemActions() {
  const { api } = useRouter().options.context;
  return useContentActions<PortfolioFields, PortfolioChanges>({
    noun: 'Portfolio item',
    procedures: api.admin.portfolio,
    saysWhy: true,
  });
}
