import { useRouter } from '@tanstack/react-router';

import type { OwnPageChanges, OwnPageFields } from '~/contract/own-pages/own-pages-schema';
import { useContentActions } from '~/web/admin/content/use-content-actions';

export function usePageActions() {
  const { api } = useRouter().options.context;
  return useContentActions<OwnPageFields, OwnPageChanges>({
    noun: 'Page',
    procedures: api.admin.ownPages,
    // Navigation and footer contain the names of pages.
    shownIn: api.settings,
    saysWhy: true,
  });
}
