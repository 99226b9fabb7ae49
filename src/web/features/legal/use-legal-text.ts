import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';

import type { LegalPageName, LegalText } from '~/contract/legal/legal';

export function useLegalText(page: LegalPageName): LegalText {
  const { api } = useRouter().options.context;
  return useSuspenseQuery(api.legal.text.queryOptions({ page })).data;
}
