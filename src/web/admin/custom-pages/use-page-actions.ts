import { useRouter } from '@tanstack/react-router';

import type {
  CustomPageChanges,
  CustomPageFields,
} from '~/contract/custom-pages/custom-pages-schema';
import { useContentActions } from '~/web/admin/content/use-content-actions';

export function usePageActions() {
  const { api } = useRouter().options.context;
  return useContentActions<CustomPageFields, CustomPageChanges>({
    noun: 'Page',
    procedures: api.admin.customPages,
    // Navigation and footer contain the names of pages.
    shownIn: api.settings,
    saysWhy: true,
  });
}
